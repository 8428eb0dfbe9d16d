#include "lower/satisfies.hpp"

#include "walk/walk.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

bool satisfies(const program::data& d, const std::vector<index>& nodes, const value& v) {
  const validate_options options;
  return std::all_of(nodes.begin(), nodes.end(), [&](index n) {
    run shared(d, v, options);
    walker<mode::verdict> walk(shared);
    return walk.visit(n, v);
  });
}

namespace {

/// Where a node says no more than that another is meant, that one.
index meant(const program::data& d, index n) {
  while (d.nodes[n].step_count == 1 && d.steps[d.nodes[n].steps].kind == step::what::ref)
    n = d.steps[d.nodes[n].steps].a;
  return n;
}

}  // namespace

bool resembles(const program::data& d, index n, const value& v) {
  const node& one = d.nodes[meant(d, n)];
  if ((possible_types(d, v) & one.types & one.reach) == 0) return false;
  if (v.is_array()) return true;
  if (!v.is_object()) return satisfies(d, {n}, v);
  if (one.object == none) return true;
  const object_rule& rule = d.object_rules[one.object];
  const bool closed = rule.additional != none && (d.nodes[rule.additional].flags & flags::never) != 0 &&
                      rule.pattern_count == 0;
  std::size_t required = 0;
  index hint = 0;
  for (const json::member& m : v.members()) {
    const index at = rule.names.find(m.name, hint);
    if (at == none || rule.names.entries()[at].child == none) {
      if (closed) return false;
      continue;
    }
    const name_entry& known = rule.names.entries()[at];
    required += known.required ? 1U : 0U;
    const bool holds_others = m.value.is_array() || m.value.is_object();
    const bool fits = holds_others ? (possible_types(d, m.value) & d.nodes[known.child].reach) != 0
                                   : satisfies(d, {known.child}, m.value);
    if (!fits) return false;
  }
  const auto wanted = std::count_if(rule.names.entries().begin(), rule.names.entries().end(),
                                    [](const name_entry& e) { return e.required; });
  return required == static_cast<std::size_t>(wanted);
}

std::size_t failures(const program::data& d, index n, const value& v) {
  const validate_options options;
  run shared(d, v, options);
  walker<mode::count> walk(shared);
  static_cast<void>(walk.visit(n, v));
  return walk.failures();
}

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
