// Instructions that try others on the value that one has read.
#include "direct/planner.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

/// Is a value admitted whatever it is, as far as it can be told without trying?
bool planner::demands_nothing(const sense& what) {
  const leaf_demand& leaf = what.leaf;
  const std::uint8_t numbers = leaf.types & types::number;
  return leaf.sets.empty() && leaf.string_rules.empty() && leaf.number_checks.empty() &&
         what.arrays.empty() && what.objects.empty() && what.choices.empty() &&
         (numbers == 0 || numbers == types::number);
}

/// A branch that has not read the value must do so, if nothing else has; then it is made twice.
trial planner::trial_of(const condition& one, bool known) {
  std::vector<const instruction*>& branches = to_.children.emplace_back();
  for (const index n : one.nodes) {
    const instruction* made = nullptr;
    if (n != none) made = place(scope{.nodes = {n}, .known = known});
    branches.push_back(made);
  }
  return {one.kind, branches.data(), branches.size()};
}

/// `base` is what is asked of the value apart from the conditions. If that is nothing, alternatives read it.
instruction planner::with_trials(const scope& s, const sense& what, const instruction& base) {
  if (what.conditions.empty() || base.kind == op::refuse || base.kind == op::slow) return base;
  std::vector<condition> all = what.conditions;
  std::size_t branches = 0;
  for (const condition& one : all) branches += one.nodes.size();
  if (!may_multiply(branches)) return slow(s);
  const auto first = std::ranges::find_if(all, [](const condition& one) {
    return one.kind == condition::what::any || one.kind == condition::what::one;
  });
  trials_part part;
  if (s.type == nullptr && demands_nothing(what) && first != all.end()) {
    std::iter_swap(all.begin(), first);
  } else {
    part.base = add(base);
  }
  std::vector<trial>& trials = to_.trials.emplace_back();
  for (const condition& one : all) trials.push_back(trial_of(one, part.base != nullptr || !trials.empty()));
  part.first = trials.data();
  part.count = trials.size();
  return instruction(part);
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
