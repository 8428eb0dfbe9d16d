// Instructions for arrays, objects and unions with a tag.
#include "direct/planner.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

// ---- arrays ------------------------------------------------------------------------------------------

instruction planner::array_of(const scope& s, const sense& what) {
  if (what.array != nullptr && what.array->contains != none) return slow(s);
  return instruction(array_with(what.array, nullptr));
}

/// Precondition: no `contains`. Null: anything is admitted.
array_part planner::array_with(const array_rule* given, const descriptor* element) {
  static const array_rule anything;
  const array_rule& rule = given == nullptr ? anything : *given;
  const bool distinct = has_distinct_literals(rule);
  array_part part;
  part.min_items = rule.min_items;
  part.max_items = rule.max_items;
  part.unique = rule.unique && !distinct;
  part.items = place({rule.items == none ? node_list{} : node_list{rule.items}, element, {}, distinct});
  part.prefix_count = rule.prefix_count;
  std::vector<const instruction*>& prefix = to_.children.emplace_back();
  for (std::uint32_t i = 0; i < rule.prefix_count; ++i) {
    prefix.push_back(place({{d_.lists[rule.prefix + i]}, element}));
  }
  part.prefix = prefix.data();
  return part;
}

/// Must the items differ, and are they strings of a list? Then a bit for each tells.
bool planner::has_distinct_literals(const array_rule& rule) const {
  if (!rule.unique || rule.prefix_count != 0 || rule.items == none) return false;
  for (const json::kind kind :
       {json::kind::null, json::kind::boolean, json::kind::number, json::kind::array, json::kind::object}) {
    if (sense_of(d_, {rule.items}, kind).what != sense::verdict::never) return false;
  }
  const sense strings = sense_of(d_, {rule.items}, json::kind::string);
  return strings.what == sense::verdict::admitted && !strings.leaf.sets.empty() &&
         literals_of(strings).size() <= most_hashed;
}

// ---- objects -----------------------------------------------------------------------------------------

constexpr std::uint64_t most_searches = 20'000;  // of all patterns of a rule in all its names

/// What says more of an object than one pass can check.
bool planner::is_slow(const object_rule& rule) const {
  // Each pattern is searched for in each declared name.
  if (std::uint64_t{rule.names.size()} * rule.pattern_count > most_searches) return true;
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

void planner::add_rare(const object_rule& rule, object_rest& to) {
  to.rare = rule.min_properties != 0 || rule.max_properties != unbounded || rule.property_names != none ||
            rule.pattern_count != 0 || rule.dependent_count != 0;
  if (rule.property_names != none) {
    to.name_demand = add_demand(sense_of(d_, {rule.property_names}, json::kind::string).leaf);
  }
  for (std::uint32_t i = 0; i < rule.pattern_count; ++i) {
    to.pattern_children.push_back(place(node_list{d_.pattern_properties[rule.patterns + i].child}));
  }
}

instruction planner::object_of(const scope& s, const sense& what) {
  static const object_rule anything;
  const object_rule& rule = what.object == nullptr ? anything : *what.object;
  if (is_slow(rule)) return slow(s);
  object_rest& rest = to_.object_rests.emplace_back();
  object_part part = object_with(rule, rest);
  std::vector<name>& names = to_.names.back();
  for (std::uint32_t i = 0; i < rule.names.size(); ++i) {
    const name_entry& entry = rule.names.entries()[i];
    if (!refuses_name(rule, entry.name)) names[i].child = place(nodes_of(rule, entry));
  }
  rest.open = rule.additional == none || !is_never(rule.additional) || rule.pattern_count > 0;
  rest.other = place(rule.additional == none ? node_list{} : node_list{rule.additional});
  part.special = part.special || rest.open;
  return instruction(part);
}

/// All but the instructions of the members, whose names are the last that were added.
object_part planner::object_with(const object_rule& rule, object_rest& rest) {
  object_part part;
  rest.rule = &rule;
  rest.wide = rule.names.size() > most_hashed;
  add_rare(rule, rest);
  std::vector<std::string_view> names;
  for (const name_entry& entry : rule.names.entries()) names.push_back(entry.name);
  std::vector<name>& made = add_members(names, part.names);
  for (std::uint32_t i = 0; i < rule.names.size(); ++i) {
    if (rest.wide) {
      made[i].mask = 0;  // never matches: it must be looked up, where it is marked as seen
      made[i].want = 0xffff'ffff;
    } else if (rule.names.entries()[i].required) {
      part.required |= std::uint64_t{1} << i;
    }
  }
  part.rest = &rest;
  part.special = rest.wide || rest.rare;
  return part;
}

// ---- unions ------------------------------------------------------------------------------------------

/// The node of the branch that has this tag.
index planner::branch_of(const union_rule& u, std::string_view tag) const {
  const auto at = std::ranges::find(u.tags, tag, &tagged_branch::tag);
  return d_.lists[u.branches + at->branch];
}

instruction planner::choice_of(const scope& s, const sense& what) {
  const union_rule& u = *what.choice;
  if (u.tags.size() > most_hashed) return slow(s);
  std::vector<branch>* branches = nullptr;
  const choice_part part = choice_with(u, branches);
  for (std::size_t i = 0; i < branches->size(); ++i) {
    (*branches)[i].child = place(node_list{branch_of(u, part.tags->names->bare[i])});
  }
  return instruction(part);
}

/// All but the instructions of the branches.
choice_part planner::choice_with(const union_rule& u, std::vector<branch>*& branches) {
  std::vector<std::string_view> tags;
  for (const tagged_branch& one : u.tags) {
    if (tags.empty() || tags.back() != one.tag) tags.push_back(one.tag);  // a branch may list one twice
  }
  choice_part part;
  part.tags = &to_.tag_lists.emplace_back(add_literals(tags));
  name_list tag;
  add_members({u.tag}, tag);
  part.tag = tag.first;
  part.bare_tag = u.tag;
  branches = &to_.branches.emplace_back(tags.size(), branch{refused_, 0, false});
  part.branches = branches->data();
  return part;
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
