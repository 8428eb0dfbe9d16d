#include "direct/planner.hpp"

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
  refused_ = add({});
  to_.root = place(scope{{0}, type});
  while (!queue_.empty()) {
    const task next = std::move(queue_.back());
    queue_.pop_back();
    instruction made = next.what.type == nullptr ? unbound(next.what) : bound(next.what);
    if (made.kind == op::literal) made.literal.distinct = next.what.distinct;
    *next.at = made;
  }
}

const instruction* planner::place(scope s) {
  const auto [known, fresh] = places_.try_emplace(s, nullptr);
  if (!fresh) return known->second;
  instruction& at = to_.code.emplace_back();
  known->second = &at;
  queue_.push_back({&at, std::move(s)});
  return &at;
}

std::uint32_t planner::add_demand(const leaf_demand& leaf) {
  to_.demands.push_back(leaf);
  return static_cast<std::uint32_t>(to_.demands.size() - 1);
}

instruction planner::slow(const scope& s) {
  const std::vector<index>& nodes = to_.lists.emplace_back(s.nodes);
  return instruction(slow_part{nodes.data(), nodes.size(), s.type});
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
  std::array<const instruction*, all_kinds.size()> at{};
  const instruction* const slowly = slow_ones == 0 ? refused_ : add(slow(s));
  for (std::size_t i = 0; i < all_kinds.size(); ++i) {
    at[i] = refused_;
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
