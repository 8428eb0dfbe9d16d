// Looking at a value that grows: its copy brought up to date, what of it is done, the elements of a list.
#include "stream_tree.hpp"

#include <utility>

#include <tenon/pointer.hpp>
#include <tenon/stream.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

void bring_up_to_date(value& copy, const value& now) {
  value* to = &copy;
  const value* from = &now;
  // What is open is the last child each, and was so when the copy was made.
  for (;;) {
    to->set_source(from->source());
    if (to->is_string()) to->append(from->string().substr(to->string().size()));
    const std::size_t known = to->size();
    if (to->is_array()) {
      for (const value& item : from->items().subspan(known)) to->items().push_back(item);
      if (known == 0 || !to->items()[known - 1].source().empty()) return;
      from = &from->items()[known - 1];
      to = &to->items()[known - 1];
    } else if (to->is_object()) {
      for (const json::member& m : from->members().subspan(known)) to->members().push_back(m);
      if (known == 0 || !to->members()[known - 1].value.source().empty()) return;
      from = &from->members()[known - 1].value;
      to = &to->members()[known - 1].value;
    } else {
      return;
    }
  }
}

namespace {

/// A container on the way, and how far its children have been looked at.
struct walked {
  const value* node;
  std::size_t next = 0;
  std::size_t pointer_size = 0;  // of its own
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

std::vector<std::string> done_below(const value& root) {
  std::vector<std::string> all;
  std::string pointer;
  std::vector<walked> way{{&root}};
  while (!way.empty()) {
    walked& here = way.back();
    if (here.next < here.node->size()) {
      pointer.resize(here.pointer_size);
      const value& child = child_of(*here.node, here.next++, pointer);
      way.push_back({&child, 0, pointer.size()});
      continue;
    }
    pointer.resize(here.pointer_size);
    if (state_of(here.node) == node_state::done) all.push_back(pointer);
    way.pop_back();
  }
  return all;
}

const value* elements::next() {
  const value* const list = from_->find(pointer_);
  if (list == nullptr || !list->is_array() || given_ >= list->size()) return nullptr;
  const value& one = list->items()[given_];
  if (state_of(&one) != node_state::done) return nullptr;
  ++given_;
  return &one;
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
