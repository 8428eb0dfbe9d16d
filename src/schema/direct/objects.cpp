// Instructions for objects. Several schemas on one object are one instruction, in which each name leads to
// all that they say of it.
#include "direct/planner.hpp"

#include <algorithm>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

namespace {

constexpr std::uint64_t most_searches = 20'000;  // of all patterns in all names

std::size_t names_in(const std::vector<const object_rule*>& rules) {
  std::size_t count = 0;
  for (const object_rule* rule : rules) count += rule->names.size();
  return count;
}
std::size_t patterns_in(const std::vector<const object_rule*>& rules) {
  std::size_t count = 0;
  for (const object_rule* rule : rules) count += rule->pattern_count;
  return count;
}

}  // namespace

/// What says more of an object than one pass can check, or than may be merged.
bool planner::is_slow(const object_rules& rules) {
  // Each pattern is searched for in each name.
  const std::size_t names = names_in(rules);
  const std::size_t patterns = patterns_in(rules);
  if (std::uint64_t{names} * patterns > most_searches) return true;
  for (const object_rule* rule : rules) {
    if (rule->dependent_schemas != 0) return true;
    // A search that may end undecided is neither a match nor none; the walker knows what to make of that.
    for (std::uint32_t i = 0; i < rule->pattern_count; ++i) {
      const pattern& p = d_.patterns[d_.pattern_properties[rule->patterns + i].pattern];
      if (p.runs_on() == pattern::engine::pcre2) return true;
    }
  }
  const node_list about_names = name_nodes(rules);
  if (!about_names.empty()) {
    const sense strings = sense_of(d_, about_names, json::kind::string);
    if (!strings.plain()) return true;
    for (const index rule : strings.leaf.string_rules) {
      const index p = d_.string_rules[rule].pattern;
      if (p != none && d_.patterns[p].runs_on() == pattern::engine::pcre2) return true;
    }
  }
  return rules.size() > 1 && !may_multiply(names + patterns + rules.size());
}

planner::node_list planner::name_nodes(const object_rules& rules) const {
  node_list nodes;
  for (const object_rule* rule : rules) {
    if (rule->property_names != none) nodes.push_back(rule->property_names);
  }
  return nodes;
}

bool planner::refuses_name(const object_rules& rules, std::string_view name) const {
  const node_list nodes = name_nodes(rules);
  if (nodes.empty()) return false;
  const sense names = sense_of(d_, nodes, json::kind::string);
  return names.what != sense::verdict::admitted || !fits(d_, names.leaf, json::kind::string, name);
}

/// All that applies to the member of this name.
planner::node_list planner::nodes_of(const object_rules& rules, std::string_view name) const {
  node_list nodes;
  for (const object_rule* rule : rules) {
    const std::size_t before = nodes.size();
    index hint = 0;
    const index at = rule->names.find(name, hint);
    if (at != none && rule->names.entries()[at].child != none) {
      nodes.push_back(rule->names.entries()[at].child);
    }
    for (std::uint32_t i = 0; i < rule->pattern_count; ++i) {
      const pattern_property& p = d_.pattern_properties[rule->patterns + i];
      if (d_.patterns[p.pattern].found_in(name)) nodes.push_back(p.child);
    }
    if (nodes.size() == before && rule->additional != none) nodes.push_back(rule->additional);
  }
  return nodes;
}

const name_table& planner::names_of(const object_rules& rules) {
  static const name_table no_names;
  if (rules.empty()) return no_names;
  if (rules.size() == 1) return rules.front()->names;
  name_table& all = to_.tables.emplace_back();
  for (const object_rule* rule : rules) {
    for (const name_entry& entry : rule->names.entries()) {
      name_entry& one = all.at(entry.name);
      one.required = one.required || entry.required;
    }
  }
  return all;
}

bool planner::is_rare(const object_rules& rules) {
  return std::ranges::any_of(rules, [](const object_rule* rule) {
    return rule->min_properties != 0 || rule->max_properties != unbounded || rule->property_names != none ||
           rule->pattern_count != 0 || rule->dependent_count != 0;
  });
}

void planner::add_counts(const object_rules& rules, object_rest& to) {
  for (const object_rule* rule : rules) {
    to.min_members = std::max(to.min_members, rule->min_properties);
    to.max_members = std::min(to.max_members, rule->max_properties);
  }
  const node_list names = name_nodes(rules);
  if (!names.empty()) to.name_demand = add_demand(sense_of(d_, names, json::kind::string).leaf);
}

/// For every name that is not declared: which patterns match decides what applies to its member.
void planner::add_patterns(const object_rules& rules, object_rest& to) {
  for (const object_rule* rule : rules) {
    to.parts.push_back({rule->pattern_count, rule->additional});
    for (std::uint32_t i = 0; i < rule->pattern_count; ++i) {
      const pattern_property& p = d_.pattern_properties[rule->patterns + i];
      to.patterns.push_back({&d_.patterns[p.pattern], p.child});
    }
  }
  const std::size_t count = to.patterns.size();
  if (count == 0) return;
  if (count <= most_combined) {
    for (std::uint64_t match = 0; match < std::uint64_t{1} << count; ++match) {
      to.pattern_children.push_back(
          place(to.nodes_for([&](std::size_t i) { return (match >> i & 1U) != 0; })));
    }
  } else {
    for (std::size_t only = 0; only < count; ++only) {
      to.pattern_children.push_back(place(to.nodes_for([&](std::size_t i) { return i == only; })));
    }
  }
}

void planner::add_dependents(const object_rules& rules, const name_table& names, object_rest& to) {
  const auto number_of = [&](std::string_view name) {
    index hint = 0;
    return names.find(name, hint);
  };
  for (const object_rule* rule : rules) {
    if (rule->dependent_count != 0) to.first_dependent.resize(names.size(), none);
    for (std::uint32_t i = 0; i < rule->dependent_count; ++i) {
      const dependent& one = d_.dependents[rule->dependents + i];
      std::uint32_t& first = to.first_dependent[number_of(rule->names.entries()[one.trigger].name)];
      object_rest::needs& needs = to.dependents.emplace_back();
      for (std::uint32_t k = 0; k < one.name_count; ++k) {
        needs.names.push_back(number_of(rule->names.entries()[d_.lists[one.names + k]].name));
      }
      needs.next = std::exchange(first, static_cast<std::uint32_t>(to.dependents.size() - 1));
    }
  }
}

instruction planner::object_of(const scope& s, const sense& what) {
  const object_rules& rules = what.objects;
  if (is_slow(rules)) return slow(s);
  const name_table& names = names_of(rules);
  object_rest& rest = to_.object_rests.emplace_back();
  object_part part = object_with(rules, names, rest);
  std::vector<name>& made = to_.names.back();
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    const std::string_view name = names.entries()[i].name;
    if (!refuses_name(rules, name)) made[i].child = place(nodes_of(rules, name));
  }
  const bool closed = std::ranges::any_of(
      rules, [&](const object_rule* r) { return r->additional != none && is_never(r->additional); });
  rest.open = !closed || patterns_in(rules) > 0;
  rest.other = place(rest.nodes_for([](std::size_t) { return false; }));
  part.special = part.special || rest.open;
  return instruction(part);
}

/// All but the instructions of the members, whose names are the last that were added.
object_part planner::object_with(const object_rules& rules, const name_table& names, object_rest& rest) {
  object_part part;
  rest.wide = names.size() > most_bits;
  rest.rare = is_rare(rules);
  rest.known = known_;
  add_counts(rules, rest);
  add_patterns(rules, rest);
  add_dependents(rules, names, rest);
  std::vector<std::string_view> bare;
  for (const name_entry& entry : names.entries()) bare.push_back(entry.name);
  add_members(bare, part.names);
  if (part.names.slots == nullptr) rest.table = &names;
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    if (!names.entries()[i].required) continue;
    if (rest.wide) {
      rest.required.push_back(i);
    } else {
      part.required |= std::uint64_t{1} << i;
    }
  }
  part.rest = &rest;
  part.special = rest.wide || rest.rare;
  return part;
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
