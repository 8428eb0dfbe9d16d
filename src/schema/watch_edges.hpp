// Which parts of a program watching understands, and where they lead.
//
// A whitelist. Flags and kinds of steps that are not named here are not understood. A rule that has got one
// more field does not compile here: read it where the rule is watched, or say that it is not understood.
#pragma once

#include "node.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace schema {

inline constexpr std::uint8_t understood_flags =
    flags::never | flags::plain | flags::verbatim | flags::verbatim_when | flags::leads_to_verbatim |
    // `enters` matters to dynamic references alone, `asks` to unevaluated… alone: both are steps.
    flags::enters | flags::lexical | flags::asks;

inline bool understands(const string_rule& rule) noexcept {
  [[maybe_unused]] const auto& [min_length, max_length, pattern, format, content] = rule;
  return true;
}

inline bool understands(const array_rule& rule) noexcept {
  [[maybe_unused]] const auto& [min_items, max_items, min_contains, max_contains, prefix, prefix_count, items,
                                contains, unique, legacy, contains_evaluates] = rule;
  return true;
}

inline bool understands(const object_rule& rule) noexcept {
  [[maybe_unused]] const auto& [names, min_properties, max_properties, additional, property_names, patterns,
                                pattern_count, dependents, dependent_count] = rule;
  return true;
}

inline bool understands_rules(const program::data& d, index n) noexcept {
  const node& s = d.nodes[n];
  return (s.flags & ~understood_flags) == 0 && (s.string == none || understands(d.string_rules[s.string])) &&
         (s.array == none || understands(d.array_rules[s.array])) &&
         (s.object == none || understands(d.object_rules[s.object]));
}

/// A dynamic reference is understood where the dynamic scope does not matter: then it is a reference.
inline bool is_reference(const step& s) noexcept {
  return s.kind == step::what::ref || (s.kind == step::what::dynamic_ref && s.c == 0);
}

inline bool understands_steps(const program::data& d, index n) noexcept {
  const node& s = d.nodes[n];
  for (index i = 0; i < s.step_count; ++i) {
    const step& one = d.steps[s.steps + i];
    if (is_reference(one)) continue;
    switch (one.kind) {
      case step::what::all_of:
      case step::what::any_of:
      case step::what::one_of:
      case step::what::negation:
      case step::what::condition:
      case step::what::constant:
        continue;
      default:
        return false;
    }
  }
  return true;
}

/// Calls `visit(target)` for every node that an understood step or rule of `n` names.
template <class Visit>
void for_each_target(const program::data& d, index n, Visit visit) {
  const node& s = d.nodes[n];
  const auto visit_if = [&](index target) {
    if (target != none) visit(target);
  };
  const auto visit_list = [&](index first, index count) {
    for (index k = 0; k < count; ++k) visit(d.lists[first + k]);
  };
  for (index i = 0; i < s.step_count; ++i) {
    const step& one = d.steps[s.steps + i];
    if (is_reference(one)) visit(one.a);
    switch (one.kind) {
      case step::what::all_of:
        visit_list(one.a, one.b);
        break;
      case step::what::any_of:
      case step::what::one_of:
        visit_list(d.unions[one.a].branches, d.unions[one.a].count);
        break;
      case step::what::negation:
        visit(one.a);
        break;
      case step::what::condition:
        visit(one.a);
        visit_if(one.b);
        visit_if(one.c);
        break;
      default:
        break;
    }
  }
  if (s.array != none) {
    const array_rule& rule = d.array_rules[s.array];
    visit_list(rule.prefix, rule.prefix_count);
    visit_if(rule.items);
    visit_if(rule.contains);
  }
  if (s.object == none) return;
  const object_rule& rule = d.object_rules[s.object];
  for (const name_entry& e : rule.names.entries()) visit_if(e.child);
  for (index k = 0; k < rule.pattern_count; ++k) visit(d.pattern_properties[rule.patterns + k].child);
  for (index k = 0; k < rule.dependent_count; ++k) visit_if(d.dependents[rule.dependents + k].child);
  visit_if(rule.additional);
  visit_if(rule.property_names);
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
