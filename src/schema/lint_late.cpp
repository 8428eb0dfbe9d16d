#include "lint_late.hpp"

#include "lint_remarks.hpp"
#include "numbers.hpp"

#include <string>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

namespace {

void late_steps(const program::data& d, index n, std::vector<late_keyword>& to) {
  const node& one = d.nodes[n];
  for (index i = 0; i < one.step_count; ++i) {
    const step& s = d.steps[one.steps + i];
    switch (s.kind) {
      case step::what::one_of:
        to.push_back({n, "oneOf"});
        break;
      case step::what::negation:
        to.push_back({n, "not"});
        break;
      case step::what::condition:
        if (s.b != none || s.c != none) to.push_back({n, "if"});
        break;
      case step::what::dynamic_ref:
        to.push_back({n, s.recursive ? "$recursiveRef" : "$dynamicRef"});
        break;
      case step::what::unevaluated_items:
        to.push_back({n, "unevaluatedItems"});
        break;
      case step::what::unevaluated_properties:
        to.push_back({n, "unevaluatedProperties"});
        break;
      case step::what::ref:
      case step::what::all_of:
      case step::what::any_of:
      case step::what::constant:
        break;
    }
  }
}

}  // namespace

std::vector<late_keyword> decided_at_end(const program::data& d) {
  std::vector<late_keyword> all;
  for (index n = 0; n < d.nodes.size(); ++n) {
    const node& one = d.nodes[n];
    for (index i = one.number; i != none; i = d.number_checks[i].last ? none : i + 1)
      all.push_back({n, keyword_of(d.number_checks[i].kind)});
    if (one.string != none && d.string_rules[one.string].format != format::loose)
      all.push_back({n, "format"});
    if (one.array != none) {
      const array_rule& rule = d.array_rules[one.array];
      if (rule.contains != none) all.push_back({n, "contains"});
      if (rule.unique) all.push_back({n, "uniqueItems"});
    }
    if (one.object != none) {
      const object_rule& rule = d.object_rules[one.object];
      for (index i = 0; i < rule.dependent_count; ++i) {
        const std::string_view keyword = d.dependents[rule.dependents + i].keyword;
        if (all.empty() || all.back().node != n || all.back().keyword != keyword) all.push_back({n, keyword});
      }
    }
    late_steps(d, n, all);
  }
  return all;
}

void remark_on_late_keywords(remarks& to) {
  const std::vector<late_keyword> all = decided_at_end(to.k.d);
  for (std::size_t i = 0; i < all.size();) {
    const index n = all[i].node;
    std::string names;
    std::size_t count = 0;
    for (; i < all.size() && all[i].node == n; ++i, ++count)
      names += (names.empty() ? "" : ", ") + std::string(all[i].keyword);
    to.on(n, remark_level::note, "decided_at_end",
          names + (count == 1 ? " is" : " are") +
              " decided only when the value has ended, not while it streams");
  }
}

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
