#include "direct/planner.hpp"

#include <algorithm>
#include <array>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

namespace {

constexpr std::array all_kinds = {json::kind::null,   json::kind::boolean, json::kind::number,
                                  json::kind::string, json::kind::array,   json::kind::object};
using verdict = sense::verdict;

/// What may be made where schemas multiply: so many names, patterns and branches, and so many more for each
/// node.
constexpr std::size_t most_products = 4096;
constexpr std::size_t most_products_per_node = 16;

}  // namespace

planner::planner(const program::data& from, plan& to)
    : d_(from), to_(to), products_left_(most_products + most_products_per_node * from.nodes.size()) {}

void planner::run(const descriptor* type) {
  to_.source = &d_;
  refused_ = add({});
  to_.root = place(scope{{0}, type});
  while (!queue_.empty()) {
    const task next = std::move(queue_.back());
    queue_.pop_back();
    known_ = next.what.known;
    instruction made = next.what.type == nullptr ? unbound(next.what) : bound(next.what);
    if (made.kind == op::literal) made.literal.distinct = next.what.distinct;
    *next.at = made;
  }
}

const instruction* planner::place(scope s) {
  s.known = s.known || known_;
  std::ranges::sort(s.nodes);
  s.nodes.erase(std::unique(s.nodes.begin(), s.nodes.end()), s.nodes.end());
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

/// Where several schemas become one, or are tried one by one, a plan may be larger than its program. False if
/// so much more would be too much; then that place is slow.
bool planner::may_multiply(std::size_t cost) {
  if (cost > products_left_) return false;
  products_left_ -= cost;
  return true;
}

instruction planner::slow(const scope& s) {
  const std::vector<index>& nodes = to_.lists.emplace_back(s.nodes);
  return instruction(slow_part{nodes.data(), nodes.size(), s.type});
}

instruction planner::unbound(const scope& s) {
  const auto is_plain = [&](index n) { return (d_.nodes[n].flags & flags::plain) != 0; };
  if (s.known && std::ranges::all_of(s.nodes, is_plain)) return op::skip;
  std::array<sense, all_kinds.size()> senses;
  std::size_t admitted = 0;
  std::size_t slow_ones = 0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < all_kinds.size(); ++i) {
    senses[i] = sense_at(s, all_kinds[i]);
    admitted += senses[i].what == verdict::admitted ? 1 : 0;
    slow_ones += senses[i].what == verdict::slow ? 1 : 0;
    if (senses[i].what == verdict::admitted) last = i;
  }
  if (admitted == 0) return slow_ones == 0 ? instruction{} : slow(s);
  std::array<const instruction*, all_kinds.size()> at{};
  at.fill(refused_);
  const auto picked = [&] { return instruction(pick_part{at[0], at[1], at[2], at[3], at[4], at[5]}); };
  if (admitted == 1 && slow_ones == 0) {
    const instruction only = typed(s, senses[last], all_kinds[last]);
    // Alternatives may not know by themselves that a value is of another type.
    if (only.kind != op::trials || only.trials.base != nullptr) return only;
    at[last] = add(only);
    return picked();
  }
  const instruction* const slowly = slow_ones == 0 ? refused_ : add(slow(s));
  for (std::size_t i = 0; i < all_kinds.size(); ++i) {
    if (senses[i].what == verdict::slow) at[i] = slowly;
    if (senses[i].what == verdict::admitted) at[i] = add(typed(s, senses[i], all_kinds[i]));
  }
  return picked();
}

instruction planner::typed(const scope& s, const sense& what, json::kind kind) {
  const auto leaf_or_part = [&] {
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
        return object_of(s, what);
    }
    return instruction();
  };
  if (!what.choices.empty()) return choice_of(s, *what.choices.front());
  return with_trials(s, what, leaf_or_part());
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
