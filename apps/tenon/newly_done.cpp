#include "newly_done.hpp"

#include <tenon/pointer.hpp>

namespace tenon::cli {

namespace {

struct step {
  const value* node;
  std::size_t pointer_size;  // of its own
};

const value& child_of(const value& node, std::size_t number, std::string& pointer) {
  if (node.is_array()) {
    json::append_index(pointer, number);
    return node.items()[number];
  }
  json::append_token(pointer, node.members()[number].name);
  return node.members()[number].value;
}

}  // namespace

void newly_done::look(const value& root, const taker& give) {
  std::string pointer;
  std::vector<step> way{{&root, 0}};
  while (!way.empty()) {
    const step here = way.back();
    if (given_.size() < way.size()) given_.push_back(0);
    pointer.resize(here.pointer_size);
    if (given_[way.size() - 1] < here.node->size()) {
      const value& child = child_of(*here.node, given_[way.size() - 1], pointer);
      way.push_back({&child, pointer.size()});
      continue;
    }
    // All that is in it was given. An open node ends the look: what follows it has not begun.
    if (reply::state_of(here.node) != node_state::done) return;
    given_.resize(way.size() - 1);
    way.pop_back();
    if (way.empty()) {
      given_.push_back(here.node->size());  // a root that is done has no more to give
      return;
    }
    give(pointer, *here.node);
    ++given_[way.size() - 1];
  }
}

}  // namespace tenon::cli
