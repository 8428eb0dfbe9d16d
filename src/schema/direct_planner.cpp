#include "direct_planner.hpp"

#include <array>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

namespace {

constexpr std::array all_kinds = {json::kind::null,   json::kind::boolean, json::kind::number,
                                  json::kind::string, json::kind::array,   json::kind::object};
using verdict = sense::verdict;

}  // namespace

void planner::run(const descriptor* type) {
  to_.source = &d_;
  add({});  // `refused`
  to_.root = place(scope{{0}, type});
  while (!queue_.empty()) {
    const task next = std::move(queue_.back());
    queue_.pop_back();
    const instruction made = next.what.type == nullptr ? unbound(next.what) : bound(next.what);
    to_.code[next.at] = made;
  }
}

std::uint32_t planner::place(scope s) {
  const auto [known, fresh] = places_.try_emplace(s, 0);
  if (!fresh) return known->second;
  known->second = add({});
  queue_.push_back({known->second, std::move(s)});
  return known->second;
}

std::uint32_t planner::add(const instruction& made) {
  to_.code.push_back(made);
  return static_cast<std::uint32_t>(to_.code.size() - 1);
}

std::uint32_t planner::add_demand(const leaf_demand& leaf) {
  to_.demands.push_back(leaf);
  return static_cast<std::uint32_t>(to_.demands.size() - 1);
}

instruction planner::slow(const scope& s) {
  const slow_part part{static_cast<std::uint32_t>(to_.lists.size()),
                       static_cast<std::uint32_t>(s.nodes.size()), s.type};
  to_.lists.insert(to_.lists.end(), s.nodes.begin(), s.nodes.end());
  return instruction(part);
}

instruction planner::unbound(const scope& s) {
  std::array<sense, all_kinds.size()> senses;
  std::size_t admitted = 0;
  std::size_t slow_ones = 0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < all_kinds.size(); ++i) {
    senses[i] = sense_of(d_, s.nodes, all_kinds[i]);
    admitted += senses[i].what == verdict::admitted ? 1 : 0;
    slow_ones += senses[i].what == verdict::slow ? 1 : 0;
    if (senses[i].what == verdict::admitted) last = i;
  }
  if (admitted == 0) return slow_ones == 0 ? instruction{} : slow(s);
  if (admitted == 1 && slow_ones == 0) return typed(s, senses[last], all_kinds[last]);
  std::array<std::uint32_t, all_kinds.size()> at{};
  const std::uint32_t slowly = slow_ones == 0 ? refused : add(slow(s));
  for (std::size_t i = 0; i < all_kinds.size(); ++i) {
    at[i] = refused;
    if (senses[i].what == verdict::slow) at[i] = slowly;
    if (senses[i].what == verdict::admitted) at[i] = add(typed(s, senses[i], all_kinds[i]));
  }
  return instruction(pick_part{at[0], at[1], at[2], at[3], at[4], at[5]});
}

instruction planner::typed(const scope& s, const sense& what, json::kind kind) {
  switch (kind) {
    case json::kind::null:
      return null_of(what);
    case json::kind::boolean:
      return boolean_of(what);
    case json::kind::number:
      return number_of(what);
    case json::kind::string:
      return what.leaf.sets.empty() ? string_of(what) : literal_of(what);
    case json::kind::array:
      return array_of(s, what);
    case json::kind::object:
      return what.choice != nullptr ? choice_of(s, what) : object_of(s, what);
  }
  return {};
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
