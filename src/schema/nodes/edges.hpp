// Which nodes lead to which: on the same instance, to a part of it, or as the dynamic scope decides.
#pragma once

#include "nodes/node.hpp"

#include <cstddef>

namespace tenon {
inline namespace v0 {
namespace schema {

/// Calls `visit(target)` for every node that works on the same instance as `n`, whatever the dynamic scope.
template <class Visit>
void for_each_in_place(const program::data& d, index n, Visit visit) {
  const node& one = d.nodes[n];
  for (index i = 0; i < one.step_count; ++i) {
    const step& s = d.steps[one.steps + i];
    switch (s.kind) {
      case step::what::ref:
      case step::what::negation:
        visit(s.a);
        break;
      case step::what::all_of:
        for (index k = 0; k < s.b; ++k) visit(d.lists[s.a + k]);
        break;
      case step::what::any_of:
      case step::what::one_of:
        for (index k = 0; k < d.unions[s.a].count; ++k) visit(d.lists[d.unions[s.a].branches + k]);
        break;
      case step::what::condition:
        visit(s.a);
        if (s.b != none) visit(s.b);
        if (s.c != none) visit(s.c);
        break;
      case step::what::dynamic_ref:
        if (s.c == 0) visit(s.a);
        break;
      case step::what::constant:
      case step::what::unevaluated_items:
      case step::what::unevaluated_properties:
        break;
    }
  }
  if (one.object == none) return;
  const object_rule& rule = d.object_rules[one.object];
  for (index k = 0; k < rule.dependent_count; ++k) {
    const dependent& dep = d.dependents[rule.dependents + k];
    if (dep.child != none) visit(dep.child);
  }
}

/// Calls `visit(step)` for every step of `n` whose target the dynamic scope decides. Many steps may share
/// the same run of many targets, so nobody may go through the targets of each.
template <class Visit>
void for_each_dynamic(const program::data& d, index n, Visit visit) {
  const node& one = d.nodes[n];
  for (index i = 0; i < one.step_count; ++i) {
    const step& s = d.steps[one.steps + i];
    if (s.kind == step::what::dynamic_ref && s.c > 0) visit(s);
  }
}

/// Calls `visit(target)` for every node below `n` that works on a part of its instance.
template <class Visit>
void for_each_part(const program::data& d, index n, Visit visit) {
  const node& one = d.nodes[n];
  for (index i = 0; i < one.step_count; ++i) {
    const step& s = d.steps[one.steps + i];
    if (s.kind == step::what::unevaluated_items || s.kind == step::what::unevaluated_properties) visit(s.a);
  }
  if (one.array != none) {
    const array_rule& rule = d.array_rules[one.array];
    for (index k = 0; k < rule.prefix_count; ++k) visit(d.lists[rule.prefix + k]);
    if (rule.items != none) visit(rule.items);
    if (rule.contains != none) visit(rule.contains);
  }
  if (one.object == none) return;
  const object_rule& rule = d.object_rules[one.object];
  for (const name_entry& e : rule.names.entries()) {
    if (e.child != none) visit(e.child);
  }
  for (index k = 0; k < rule.pattern_count; ++k) visit(d.pattern_properties[rule.patterns + k].child);
  if (rule.additional != none) visit(rule.additional);
  if (rule.property_names != none) visit(rule.property_names);
}

/// A node that says nothing but "see there" is followed.
inline index behind_references(const program::data& d, index n) {
  for (std::size_t hops = 0; hops < 64; ++hops) {
    const node& one = d.nodes[n];
    if (one.step_count == 0) return n;
    const step& first = d.steps[one.steps];
    const bool certain =
        first.kind == step::what::ref || (first.kind == step::what::dynamic_ref && first.c == 0);
    if (!certain) return n;
    n = first.a;
  }
  return n;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
