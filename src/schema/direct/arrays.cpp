// Instructions for arrays. Several schemas on one array are one instruction.
#include "direct/planner.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

bool planner::is_slow(const array_rules& rules) {
  std::size_t cost = 0;
  for (const array_rule* rule : rules) {
    if (rule->contains != none) return true;
    cost += 1 + std::size_t{rule->prefix_count};
  }
  return rules.size() > 1 && !may_multiply(cost);
}

instruction planner::array_of(const scope& s, const sense& what) {
  return is_slow(what.arrays) ? slow(s) : instruction(array_with(what.arrays, nullptr));
}

/// Precondition: no `contains`. No rules: anything is admitted.
array_part planner::array_with(const array_rules& rules, const descriptor* element) {
  array_part part;
  const bool distinct = has_distinct_literals(rules);
  node_list items;
  for (const array_rule* rule : rules) {
    part.min_items = std::max(part.min_items, rule->min_items);
    part.max_items = std::min(part.max_items, rule->max_items);
    part.unique = part.unique || (rule->unique && !distinct);
    part.prefix_count = std::max(part.prefix_count, rule->prefix_count);
    if (rule->items != none) items.push_back(rule->items);
  }
  part.items = place({items, element, {}, distinct});
  std::vector<const instruction*>& prefix = to_.children.emplace_back();
  for (std::uint32_t i = 0; i < part.prefix_count; ++i) {
    node_list here;
    for (const array_rule* rule : rules) {
      const index n = i < rule->prefix_count ? d_.lists[rule->prefix + i] : rule->items;
      if (n != none) here.push_back(n);
    }
    prefix.push_back(place({here, element}));
  }
  part.prefix = prefix.data();
  return part;
}

/// Must the items differ, and are they strings of a list? Then a bit for each tells.
bool planner::has_distinct_literals(const array_rules& rules) const {
  if (rules.size() != 1) return false;
  const array_rule& rule = *rules.front();
  if (!rule.unique || rule.prefix_count != 0 || rule.items == none) return false;
  for (const json::kind kind :
       {json::kind::null, json::kind::boolean, json::kind::number, json::kind::array, json::kind::object}) {
    if (sense_of(d_, {rule.items}, kind).what != sense::verdict::never) return false;
  }
  const sense strings = sense_of(d_, {rule.items}, json::kind::string);
  return strings.what == sense::verdict::admitted && strings.plain() && !strings.leaf.sets.empty() &&
         literals_of(strings).size() <= most_bits;
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
