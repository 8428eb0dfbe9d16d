// Formats and patterns, and references that leave the document.
#include "formats/format.hpp"
#include "lint/pattern.hpp"
#include "lint/remarks.hpp"
#include "load/keyword.hpp"
#include "walk/literals.hpp"
#include "walk/report.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

namespace {

/// The formats of a draft, for "is … meant?".
std::string nearest_format(std::string_view name, draft d) {
  std::vector<value> names;
  for (auto f = static_cast<std::uint8_t>(format::date); f <= static_cast<std::uint8_t>(format::uuid); ++f) {
    const std::string_view one = to_string(static_cast<format>(f));
    if (format_from(one, d) != format::loose) names.emplace_back(one);
  }
  std::vector<const value*> all;
  all.reserve(names.size());
  for (const value& one : names) all.push_back(&one);
  const std::string near = nearest_literal(literal_set(std::move(all), "format"), value(name));
  return near.empty() || edit_distance(near, name) > 2 ? std::string() : near;
}

/// Is it a format of some other draft?
bool known_elsewhere(std::string_view name) {
  return format_from(name, draft::d2020) != format::loose || format_from(name, draft::d4) != format::loose;
}

void remark_on_format(remarks& to, index n, std::string_view name, const schema_dialect& rules) {
  const std::string quoted = "\"" + excerpt(name, 60) + "\"";
  if (format_from(name, rules.draft) != format::loose) {
    if ((to.k.d.nodes[n].types & types::string) == 0)
      to.at(n, "format", remark_level::warning, "wrong_type",
            "the format " + quoted + " speaks of string, and here only " +
                types_words(to.k.d.nodes[n].types) + " is admitted");
    else if (to.k.d.nodes[n].string == none ||
             to.k.d.string_rules[to.k.d.nodes[n].string].format == format::loose)
      to.at(n, "format", remark_level::note, "loose_format",
            "the format " + quoted + " is an annotation: formats are not asserted");
    return;
  }
  if (known_elsewhere(name)) {
    to.at(n, "format", remark_level::note, "loose_format",
          "the format " + quoted + " is an annotation: this draft does not have it");
    return;
  }
  if (!to.k.pay(name.size() * 20)) return;  // compared with every format
  const std::string near = nearest_format(name, rules.draft);
  to.at(n, "format", near.empty() ? remark_level::note : remark_level::warning, "loose_format",
        "the format " + quoted + " is not known, so it demands nothing" +
            (near.empty() ? "" : "; is \"" + near + "\" meant?"));
}

void remark_on_pattern(remarks& to, index n, const pattern& p) {
  if (!p.annex_b().empty())
    to.at(n, "pattern", remark_level::note, "annex_b_pattern",
          "the pattern is none in Unicode mode and is read by Annex B of ECMA-262: " + excerpt(p.annex_b()));
  if (p.runs_on() == pattern::engine::pcre2)
    to.at(n, "pattern", remark_level::note, "pcre2_pattern",
          "the pattern has a back-reference, so PCRE2 searches for it, up to a limit on its work");
  const anchoring held = anchors_of(p.tree());
  if (held.begin && held.end) return;
  const std::string_view lacks = held.begin ? "$" : held.end ? "^" : "^ and $";
  const std::string_view which = held.begin ? "ends" : held.end ? "begins" : "begins and ends";
  to.at(n, "pattern", remark_level::note, "loose_pattern",
        "the pattern matches a part of the string: without " + std::string(lacks) +
            " it does not say how the string " + std::string(which));
}

}  // namespace

void remark_on_strings(remarks& to) {
  const program::data& d = to.k.d;
  for (index n = 0; n < d.nodes.size(); ++n) {
    const value& schema = *d.places[n].schema;
    if (!to.wanted(n) || !schema.is_object()) continue;
    const schema_dialect& rules = d.resources[d.places[n].resource].rules;
    const value* const named = keywords(schema, rules)[word::format];
    if (named != nullptr && named->is_string()) remark_on_format(to, n, named->string(), rules);
    const index string = d.nodes[n].string;
    if (string == none || d.string_rules[string].pattern == none) continue;
    remark_on_pattern(to, n, d.patterns[d.string_rules[string].pattern]);
  }
}

void remark_on_references(remarks& to) {
  const program::data& d = to.k.d;
  for (index n = 0; n < d.nodes.size(); ++n) {
    const node& one = d.nodes[n];
    for (index i = 0; i < one.step_count; ++i) {
      const step& s = d.steps[one.steps + i];
      if (s.kind != step::what::ref && s.kind != step::what::dynamic_ref) continue;
      if (!d.resources[d.places[s.a].resource].foreign) continue;
      to.at(n,
            s.kind == step::what::ref ? "$ref"
            : s.recursive             ? "$recursiveRef"
                                      : "$dynamicRef",
            remark_level::note, "other_document", "this refers to another document: " + place_of(d, s.a));
    }
  }
}

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
