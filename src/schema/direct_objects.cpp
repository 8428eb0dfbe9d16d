// Instructions for arrays, objects and unions with a tag.
#include "direct_planner.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

instruction planner::array_of(const scope& s, const sense& what) {
  if (what.array != nullptr && what.array->contains != none) return slow(s);
  return instruction(array_with(what.array, nullptr));
}

/// Precondition: no `contains`. Null: anything is admitted.
array_part planner::array_with(const array_rule* given, const descriptor* element) {
  static const array_rule anything;
  const array_rule& rule = given == nullptr ? anything : *given;
  array_part part;
  part.min_items = rule.min_items;
  part.max_items = rule.max_items;
  part.unique = rule.unique;
  part.items = place({rule.items == none ? node_list{} : node_list{rule.items}, element});
  part.prefix_count = rule.prefix_count;
  part.prefix = static_cast<std::uint32_t>(to_.children.size());
  for (std::uint32_t i = 0; i < rule.prefix_count; ++i) {
    to_.children.push_back(place({{d_.lists[rule.prefix + i]}, element}));
  }
  return part;
}

/// What says more of an object than one pass can check.
bool planner::is_slow(const object_rule& rule) const {
  for (std::uint32_t i = 0; i < rule.dependent_count; ++i) {
    if (d_.dependents[rule.dependents + i].child != none) return true;
  }
  // A search that may end undecided is neither a match nor none; the walker knows what to make of that.
  for (std::uint32_t i = 0; i < rule.pattern_count; ++i) {
    const pattern& p = d_.patterns[d_.pattern_properties[rule.patterns + i].pattern];
    if (p.runs_on() == pattern::engine::pcre2) return true;
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
    rare.pattern_children.push_back(place(node_list{d_.pattern_properties[rule.patterns + i].child}));
  }
  to_.rare_objects.push_back(std::move(rare));
  return static_cast<std::uint32_t>(to_.rare_objects.size() - 1);
}

instruction planner::object_of(const scope& s, const sense& what) {
  static const object_rule anything;
  const object_rule& rule = what.object == nullptr ? anything : *what.object;
  if (is_slow(rule)) return slow(s);
  object_part part = object_with(rule);
  for (std::uint32_t i = 0; i < rule.names.size(); ++i) {
    const name_entry& entry = rule.names.entries()[i];
    to_.names[part.names.first + i].child =
        refuses_name(rule, entry.name) ? refused : place(nodes_of(rule, entry));
  }
  part.open = rule.additional == none || !is_never(rule.additional) || rule.pattern_count > 0;
  part.other = place(rule.additional == none ? node_list{} : node_list{rule.additional});
  part.special = part.open || part.wide || part.rare != none;
  return instruction(part);
}

/// All but the instructions of the members.
object_part planner::object_with(const object_rule& rule) {
  object_part part;
  part.rule = &rule;
  part.wide = rule.names.size() > most_hashed;
  std::vector<std::string_view> names;
  for (const name_entry& entry : rule.names.entries()) names.push_back(entry.name);
  part.names = add_members(names);
  for (std::uint32_t i = 0; i < rule.names.size() && !part.wide; ++i) {
    if (rule.names.entries()[i].required) part.required |= std::uint64_t{1} << i;
  }
  part.rare = rare_of(rule);
  return part;
}

/// The node of the branch that has this tag.
index planner::branch_of(const union_rule& u, std::string_view tag) const {
  const auto at = std::ranges::find(u.tags, tag, &tagged_branch::tag);
  return d_.lists[u.branches + at->branch];
}

instruction planner::choice_of(const scope& s, const sense& what) {
  const union_rule& u = *what.choice;
  if (u.tags.size() > most_hashed) return slow(s);
  const choice_part part = choice_with(u);
  for (std::uint32_t i = 0; i < part.tags.count; ++i) {
    const index node = branch_of(u, to_.names[part.tags.first + i].bare());
    to_.branches[part.branches + i].child = place(node_list{node});
  }
  return instruction(part);
}

/// All but the instructions of the branches.
choice_part planner::choice_with(const union_rule& u) {
  std::vector<std::string_view> tags;
  for (const tagged_branch& one : u.tags) {
    if (tags.empty() || tags.back() != one.tag) tags.push_back(one.tag);  // a branch may list one twice
  }
  choice_part part;
  part.tags = add_literals(tags);
  part.tag = add_members({u.tag}).first;
  part.branches = static_cast<std::uint32_t>(to_.branches.size());
  to_.branches.resize(to_.branches.size() + tags.size());
  return part;
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
