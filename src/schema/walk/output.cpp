// Annotations and the output formats, made of what a noted or located walk has written down.
#include "load/keyword.hpp"
#include "walk/walk.hpp"

#include <algorithm>
#include <utility>

#include <tenon/output.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

/// Turns the notes of a walk into annotations, subschema by subschema.
class expander {
 public:
  explicit expander(const program::data& d) : d_(d) {}

  void expand(note& n) {
    if (!n.keyword.empty()) return add(n, n.keyword, std::move(n.content));
    const value& schema = *d_.places[n.node].schema;
    if (!schema.is_object()) return;
    const schema_dialect& rules = d_.resources[d_.places[n.node].resource].rules;
    if (is_lone_reference(schema, rules)) return;
    for (const json::member& m : schema.members()) {
      if (speaks(m.name, schema, *n.instance, rules)) add(n, m.name, m.value);
    }
    if (rules.draft < draft::d2019) return;
    if (n.instance->is_object()) members(n, schema);
    if (n.instance->is_array()) items(n);
  }

  std::vector<annotation> all;

 private:
  void add(const note& n, std::string_view keyword, value content) {
    annotation a;
    a.place = n.place;
    a.rule = n.rule;
    json::append_token(a.rule, keyword);
    std::string pointer = d_.places[n.node].pointer;
    json::append_token(pointer, keyword);
    a.location = location_of(d_, d_.places[n.node].resource, pointer);
    a.keyword = keyword;
    a.content = std::move(content);
    all.push_back(std::move(a));
  }

  /// Before 2019-09 an unknown name is to be ignored; since then it is an annotation.
  static bool speaks(std::string_view name, const value& schema, const value& instance,
                     const schema_dialect& rules) {
    const keyword* k = find_keyword(name, rules);
    if (k == nullptr) return rules.draft >= draft::d2019;
    if (k->what == word::content_schema && schema.find("contentMediaType") == nullptr) return false;
    return k->annotates == annotates::its_value ||
           (k->annotates == annotates::strings && instance.is_string());
  }

  void members(const note& n, const value& schema) {
    const index at = d_.nodes[n.node].object;
    if (at == none) return;
    const object_rule& rule = d_.object_rules[at];
    value declared = value::array();
    value matched = value::array();
    value others = value::array();
    index hint = 0;
    for (const json::member& m : n.instance->members()) {
      const index entry = rule.names.find(m.name, hint);
      const bool is_declared = entry != none && rule.names.entries()[entry].child != none;
      const bool is_matched = matches_some(rule, m.name);
      if (is_declared) declared.push_back(m.name);
      if (is_matched) matched.push_back(m.name);
      if (!is_declared && !is_matched) others.push_back(m.name);
    }
    if (schema.find("properties") != nullptr) add(n, "properties", std::move(declared));
    if (rule.pattern_count > 0) add(n, "patternProperties", std::move(matched));
    if (rule.additional != none) add(n, "additionalProperties", std::move(others));
  }

  bool matches_some(const object_rule& rule, std::string_view name) const {
    for (index i = 0; i < rule.pattern_count; ++i) {
      if (d_.patterns[d_.pattern_properties[rule.patterns + i].pattern].found_in(name)) return true;
    }
    return false;
  }

  void items(const note& n) {
    const index at = d_.nodes[n.node].array;
    if (at == none) return;
    const array_rule& rule = d_.array_rules[at];
    const std::size_t size = n.instance->size();
    if (rule.prefix_count > 0 && size > 0) {
      const bool everywhere = size <= rule.prefix_count;
      add(n, rule.legacy ? "items" : "prefixItems", everywhere ? value(true) : value(rule.prefix_count - 1));
    }
    if (rule.items != none && size > rule.prefix_count) {
      add(n, rule.legacy ? "additionalItems" : "items", value(true));
    }
  }

  const program::data& d_;
};

value unit(bool valid, const std::string& rule, std::string location, const std::string& place) {
  return value::object({{"valid", value(valid)},
                        {"keywordLocation", value(rule)},
                        {"absoluteKeywordLocation", value(std::move(location))},
                        {"instanceLocation", value(place)}});
}

/// An error is about a keyword, but for those of the schema `false` and of limits.
value error_unit(const program::data& d, const problem& p, index node) {
  const cold& at = d.places[node];
  std::string rule = p.rule;
  std::string pointer = at.pointer;
  if (p.code == "false") {
    rule.resize(rule.size() - std::string_view("/false").size());
  } else if (!is_limit(p.code)) {
    json::append_token(pointer, p.code);
  }
  value out = unit(false, rule, location_of(d, at.resource, pointer), p.place);
  out.set("error", value(p.message));
  return out;
}

}  // namespace

result<std::vector<annotation>, problems> annotations(const program& code, const value& instance,
                                                      const validate_options& options) {
  run shared(code.nodes(), instance, options);
  trail to;
  walker<mode::noted> walk(shared, &to);
  if (!walk.visit(0, instance)) {
    if (shared.hit == run::limit::unmet) return locate(code.nodes(), instance, options).found;
    // Collecting is more work than judging, so that it may meet a limit where the instance is known to fit.
    if (to.found.empty()) to.found.push_back(limit_problem(shared));
    return std::move(to.found);
  }
  expander e(code.nodes());
  for (note& n : to.notes) e.expand(n);
  return std::move(e.all);
}

value flag_output(const program& code, const value& instance) {
  return value::object({{"valid", value(code.accepts(instance))}});
}

value basic_output(const program& code, const value& instance, const validate_options& options) {
  const program::data& d = code.nodes();
  const trail errors = locate(d, instance, options);
  value out = unit(errors.found.empty(), "", location_of(d, d.places.front().resource, ""), "");
  value list = value::array();
  if (!errors.found.empty()) {
    for (std::size_t i = 0; i < errors.found.size(); ++i) {
      list.push_back(error_unit(d, errors.found[i], errors.nodes[i]));
    }
    out.set("errors", std::move(list));
    return out;
  }
  auto told = annotations(code, instance, options);
  if (!told) {
    // The verdict stands: it does not need what every alternative says.
    out.set("annotationsMissing", value(told.error().front().message));
    return out;
  }
  if (told->empty()) return out;
  for (annotation& a : *told) {
    value one = unit(true, a.rule, std::move(a.location), a.place);
    one.set("annotation", std::move(a.content));
    list.push_back(std::move(one));
  }
  out.set("annotations", std::move(list));
  return out;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
