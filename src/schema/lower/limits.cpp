// What a provider refuses by its size.
#include "lower/render.hpp"
#include "lower/sentences.hpp"
#include "lower/walk.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

namespace {

/// OpenAI: an enum of more values than this may have so many characters.
constexpr std::size_t many_values = 250;
constexpr std::size_t most_chars_of_many = 15'000;

std::size_t chars(std::string_view text) {
  return utf8::code_points(text);
}

std::size_t chars_of(const std::vector<value>& all) {
  std::size_t n = 0;
  for (const value& v : all) n += v.is_string() ? chars(v.string()) : 0;
  return n;
}

struct tally {
  std::size_t properties = 0;
  std::size_t optional = 0;
  std::size_t unions = 0;
  std::size_t strings = 0;
  std::size_t depth = 0;

  void count(const value& schema, std::size_t level) {
    if (!schema.is_object()) return;
    if (const value* type = schema.find("type")) unions += type->is_array() ? 1 : 0;
    if (const value* list = schema.find("enum")) {
      for (const value& v : list->items()) strings += v.is_string() ? chars(v.string()) : 0;
    }
    if (const value* one = schema.find("const")) strings += one->is_string() ? chars(one->string()) : 0;
    if (const value* ways = schema.find("anyOf")) {
      ++unions;
      for (const value& way : ways->items()) count(way, level);
    }
    if (const value* items = schema.find("items")) count(*items, level);
    if (const value* defs = schema.find("$defs")) {
      for (const json::member& m : defs->members()) {
        strings += chars(m.name);
        count(m.value, 0);
      }
    }
    const value* members = schema.find("properties");
    if (members == nullptr) return;
    depth = std::max(depth, level + 1);
    const value* required = schema.find("required");
    properties += members->size();
    optional += members->size() - (required == nullptr ? 0 : required->size());
    for (const json::member& m : members->members()) {
      strings += chars(m.name);
      count(m.value, level + 1);
    }
  }
};

}  // namespace

void shorten_enums(graph& g, const dialect_rules& to, const program::data& d) {
  if (to.limits.max_enum_values == no_limit) return;
  std::vector<number> lists;
  std::size_t total = 0;
  for (const number n : reachable(g)) {
    const form& f = g.forms[n];
    if (f.kind != form::what::scalar || f.literals.empty() || f.constant) continue;
    lists.push_back(n);
    total += f.literals.size();
  }
  std::sort(lists.begin(), lists.end(),
            [&](number a, number b) { return g.forms[a].literals.size() > g.forms[b].literals.size(); });
  for (const number n : lists) {
    form& f = g.forms[n];
    const bool long_one = f.literals.size() > many_values && chars_of(f.literals) > most_chars_of_many;
    if (total <= to.limits.max_enum_values && !long_one) continue;
    total -= f.literals.size();
    f.literals.clear();
    for (const index node : f.nodes) {
      const value& schema = *d.places[node].schema;
      const auto leave_out = [&](std::string_view keyword, const std::string& reason) {
        if (schema.is_object() && schema.find(keyword) != nullptr)
          f.notes.push_back({place_of(d, node) + "/" + std::string(keyword), std::string(keyword), reason});
      };
      const std::string reason =
          std::string(to.provider) +
          " takes no list of so many values (max_enum_values); it is checked afterwards";
      leave_out("enum", reason);
      leave_out("const", reason);
      // What stands beside the list was decided when it was made.
      for (const std::string_view keyword : sentences::judging)
        leave_out(keyword, "is checked afterwards, as the list of values beside it");
      leave_out("not", "is checked afterwards, as the list of values beside it");
    }
  }
}

bool leads_back_by_need(const graph& g) {
  bool back = false;
  depth_first walk(
      g,
      [](const form& f) {
        std::vector<number> needed;
        for (const form_member& m : f.members) {
          if (m.required) needed.push_back(m.what.form);
        }
        for (const use& u : f.prefix) needed.push_back(u.form);
        if (f.item) needed.push_back(f.item.form);
        return needed;
      },
      [&back](number, meeting how) { back = back || how == meeting::on_the_way; });
  for (const number from : reachable(g)) walk.from(from);
  return back;
}

std::optional<problem> over_limit(const value& schema, const dialect_rules& to) {
  tally n;
  n.count(schema, 0);
  struct row {
    std::string_view name;
    std::size_t found;
    std::size_t limit;
    std::string_view noun;
    std::string_view remedy;
  };
  const row rows[] = {
      {"max_properties", n.properties, to.limits.max_properties, "members in all", "split the schema"},
      {"max_nesting_depth", n.depth, to.limits.max_nesting_depth, "levels of objects", "make it flatter"},
      {"max_string_chars", n.strings, to.limits.max_string_chars, "characters in names and listed values",
       "shorten the lists"},
      {"max_optional_properties", n.optional, to.limits.max_optional_properties, "optional members",
       "make more of them required"},
      {"max_unions", n.unions, to.limits.max_unions,
       "places with alternatives (anyOf, or null beside a type)",
       "let fewer members be null or one of several things"},
  };
  for (const row& r : rows) {
    if (r.found <= r.limit) continue;
    problem p;
    p.kind = failure_kind::unsupported_schema;
    p.code = r.name;
    p.expected = "at most " + std::to_string(r.limit) + " " + std::string(r.noun);
    p.found = std::to_string(r.found);
    p.message = std::string(to.provider) + " takes at most " + std::to_string(r.limit) + " " +
                std::string(r.noun) + " (" + std::string(r.name) + "), and the lowered schema has " +
                std::to_string(r.found) + "; " + std::string(r.remedy) +
                ", or ask without the provider's constraint";
    return p;
  }
  return std::nullopt;
}

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
