// Which parts of a program watching understands.
//
// A whitelist. Flags and kinds of steps that are not named here are not understood. A rule that has got one
// more field does not compile here: read it where the rule is watched, or say that it is not understood.
#pragma once

#include "nodes/node.hpp"

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
  [[maybe_unused]] const auto& [names, min_properties, max_properties, additional, property_names, required,
                                required_count, patterns, pattern_count, dependents, dependent_count,
                                dependent_schemas] = rule;
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

}  // namespace schema
}  // namespace v0
}  // namespace tenon
