// Instructions for arrays, objects and unions with a tag.
#include "direct_planner.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

instruction planner::array_of(const scope& s, const sense& what) {
  static const array_rule anything;
  const array_rule& rule = what.array == nullptr ? anything : *what.array;
  if (rule.contains != none) return slow(s);
  array_part part;
  part.min_items = rule.min_items;
  part.max_items = rule.max_items;
  part.unique = rule.unique;
  part.items = place(rule.items == none ? node_list{} : node_list{rule.items}, nullptr);
  part.prefix_count = rule.prefix_count;
  std::vector<std::uint32_t> children;
  for (std::uint32_t i = 0; i < rule.prefix_count; ++i) {
    children.push_back(place({d_.lists[rule.prefix + i]}, nullptr));
  }
  part.prefix = static_cast<std::uint32_t>(to_.children.size());
  to_.children.insert(to_.children.end(), children.begin(), children.end());
  return instruction(part);
}

/// What says more of an object than one pass can check.
bool planner::is_slow(const object_rule& rule) const {
  for (std::uint32_t i = 0; i < rule.dependent_count; ++i) {
    if (d_.dependents[rule.dependents + i].child != none) return true;
  }
  return rule.property_names != none &&
         sense_of(d_, {rule.property_names}, json::kind::string).what == sense::verdict::slow;
}

/// All that applies to the member of this name.
planner::node_list planner::nodes_of(const object_rule& rule, const name_entry& entry) const {
  node_list nodes;
  if (entry.child != none) nodes.push_back(entry.child);
  for (std::uint32_t i = 0; i < rule.pattern_count; ++i) {
    const pattern_property& p = d_.pattern_properties[rule.patterns + i];
    if (d_.patterns[p.pattern].found_in(entry.name)) nodes.push_back(p.child);
  }
  if (nodes.empty() && rule.additional != none) nodes.push_back(rule.additional);
  return nodes;
}

bool planner::refuses_name(const object_rule& rule, std::string_view name) const {
  if (rule.property_names == none) return false;
  const sense names = sense_of(d_, {rule.property_names}, json::kind::string);
  return names.what != sense::verdict::admitted || !fits(d_, names.leaf, json::kind::string, name);
}

std::uint32_t planner::rare_of(const object_rule& rule) {
  if (rule.min_properties == 0 && rule.max_properties == unbounded && rule.property_names == none &&
      rule.pattern_count == 0 && rule.dependent_count == 0) {
    return none;
  }
  rare_object rare;
  rare.min_properties = rule.min_properties;
  rare.max_properties = rule.max_properties;
  if (rule.property_names != none) {
    rare.name_demand = add_demand(sense_of(d_, {rule.property_names}, json::kind::string).leaf);
  }
  for (std::uint32_t i = 0; i < rule.pattern_count; ++i) {
    rare.pattern_children.push_back(place({d_.pattern_properties[rule.patterns + i].child}, nullptr));
  }
  to_.rare_objects.push_back(std::move(rare));
  return static_cast<std::uint32_t>(to_.rare_objects.size() - 1);
}

instruction planner::object_of(const scope& s, const sense& what) {
  static const object_rule anything;
  const object_rule& rule = what.object == nullptr ? anything : *what.object;
  if (is_slow(rule)) return slow(s);
  object_part part;
  part.rule = &rule;
  part.wide = rule.names.size() > most_hashed;
  std::vector<std::string_view> names;
  for (const name_entry& entry : rule.names.entries()) names.push_back(entry.name);
  part.names = add_members(names);
  for (std::uint32_t i = 0; i < rule.names.size(); ++i) {
    const name_entry& entry = rule.names.entries()[i];
    name& one = to_.names[part.names.first + i];
    one.child = refuses_name(rule, entry.name) ? refused : place(nodes_of(rule, entry), nullptr);
    if (entry.required) part.required |= std::uint64_t{1} << one.bit;
  }
  part.open = rule.additional == none || !is_never(rule.additional) || rule.pattern_count > 0;
  part.other = place(rule.additional == none ? node_list{} : node_list{rule.additional}, nullptr);
  part.rare = rare_of(rule);
  part.special = part.open || part.wide || part.rare != none;
  return instruction(part);
}

instruction planner::choice_of(const scope& s, const sense& what) {
  const union_rule& u = *what.choice;
  if (u.tags.size() > most_hashed) return slow(s);
  std::vector<std::string_view> tags;
  std::vector<branch> branches;
  for (const tagged_branch& one : u.tags) {
    if (!tags.empty() && tags.back() == one.tag) continue;  // listed twice by one branch
    tags.push_back(one.tag);
    branches.push_back({place({d_.lists[u.branches + one.branch]}, nullptr), 0, false});
  }
  choice_part part;
  part.tags = add_literals(tags);
  part.tag = add_members({u.tag}).first;
  part.branches = static_cast<std::uint32_t>(to_.branches.size());
  to_.branches.insert(to_.branches.end(), branches.begin(), branches.end());
  return instruction(part);
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
