// Finds the strings that a schema marks, and asks whether the source has them.
#include "walk/fold.hpp"
#include "walk/walk.hpp"

#include <utility>

#include <tenon/verbatim.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

/// Whether the rule holds for this string: always, or where the member beside it says so.
bool applies(const program::data& d, const note& n) {
  if ((d.nodes[n.node].flags & flags::verbatim_when) == 0) return true;
  const std::string_view sibling = d.places[n.node].schema->find("x-verbatim")->string();
  const value* condition = n.around == nullptr ? nullptr : n.around->find(sibling);
  return condition != nullptr && condition->is_boolean() && condition->boolean();
}

problem missing(const program::data& d, const note& n) {
  const std::string text = excerpt(n.instance->string(), 80);
  problem p;
  p.kind = failure_kind::semantic_invalid;
  p.code = "verbatim";
  p.place = n.place;
  p.rule = place_of(d, d.places[n.node].resource, d.places[n.node].pointer + "/x-verbatim");
  p.expected = "text that stands in the source";
  p.found = "string \"" + text + "\"";
  p.message = "\"" + text + "\" does not occur in the source text";
  if (!n.instance->source().empty()) p.offset = n.instance->source().begin;
  return p;
}

}  // namespace

bool occurs_in(std::string_view text, std::string_view source) {
  return verbatim_source(source).contains(text);
}

bool has_verbatim(const program& code) noexcept {
  return (code.nodes().nodes.front().flags & flags::leads_to_verbatim) != 0;
}

problems check_verbatim(const program& code, const value& instance, std::string_view source) {
  if (!has_verbatim(code)) return {};
  const program::data& d = code.nodes();
  const validate_options options;
  run shared(d, instance, options);
  trail to;
  to.only = flags::verbatim | flags::verbatim_when;
  walker<mode::noted> walk(shared, &to);
  static_cast<void>(walk.visit(0, instance));
  const verbatim_source text(source);
  problems found;
  for (const note& n : to.notes) {
    if (!n.instance->is_string() || !applies(d, n) || text.contains(n.instance->string())) continue;
    if (!found.empty() && found.back().place == n.place) continue;  // by another way to the same string
    found.push_back(missing(d, n));
  }
  // What was not looked at is not known to occur.
  if (shared.hit != run::limit::unmet) found.push_back(limit_problem(shared));
  return found;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
