// Members of objects.
#include "load/compiler.hpp"

#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {

bool compiler::compile_properties(const scope& s, object_rule& rule) {
  const value* properties = s.words[word::properties];
  if (properties == nullptr) return true;
  if (!properties->is_object()) return wrong(s, word::properties, "an object of schemas");
  for (const json::member& m : properties->members()) {
    const index c = child(s, word::properties, m.name, m.value);
    if (c == none) return false;
    rule.names.at(m.name).child = c;
  }
  return true;
}

bool compiler::compile_required(const scope& s, object_rule& rule) {
  const value* required = s.words[word::required];
  if (required == nullptr) return true;
  if (!required->is_array()) return wrong(s, word::required, "an array of names");
  for (const value& name : required->items()) {
    if (!name.is_string()) return wrong(s, word::required, "an array of names");
    rule.names.at(name.string()).required = true;
  }
  rule.required = static_cast<index>(to_.lists.size());
  for (index i = 0; i < rule.names.size(); ++i) {
    if (rule.names.entries()[i].required) to_.lists.push_back(i);
  }
  rule.required_count = static_cast<std::uint32_t>(to_.lists.size() - rule.required);
  return true;
}

bool compiler::compile_pattern_properties(const scope& s, object_rule& rule) {
  const value* properties = s.words[word::pattern_properties];
  if (properties == nullptr) return true;
  if (!properties->is_object()) return wrong(s, word::pattern_properties, "an object of schemas");
  std::vector<pattern_property> all;
  for (const json::member& m : properties->members()) {
    pattern_property one;
    one.pattern = compile_pattern(s, word::pattern_properties, m.name);
    if (one.pattern == none) return false;
    one.child = child(s, word::pattern_properties, m.name, m.value);
    if (one.child == none) return false;
    all.push_back(one);
  }
  rule.patterns = static_cast<index>(to_.pattern_properties.size());
  rule.pattern_count = static_cast<std::uint32_t>(all.size());
  to_.pattern_properties.insert(to_.pattern_properties.end(), all.begin(), all.end());
  return true;
}

bool compiler::add_dependent_names(const scope& s, word w, const value& names, object_rule& rule,
                                   dependent& d) {
  d.names = static_cast<index>(to_.lists.size());
  for (const value& name : names.items()) {
    if (!name.is_string()) return wrong(s, w, "arrays of names");
    to_.lists.push_back(rule.names.number_of(name.string()));
    ++d.name_count;
  }
  return true;
}

bool compiler::compile_dependents_of(const scope& s, word w, object_rule& rule, std::vector<dependent>& to) {
  const value* all = s.words[w];
  if (all == nullptr) return true;
  if (!all->is_object()) return wrong(s, w, "an object");
  for (const json::member& m : all->members()) {
    dependent d;
    d.trigger = rule.names.number_of(m.name);
    d.keyword = to_string(w);
    if (m.value.is_array() && w != word::dependent_schemas) {
      if (!add_dependent_names(s, w, m.value, rule, d)) return false;
    } else if (w == word::dependent_required) {
      return wrong(s, w, "an object of arrays of names");
    } else {
      d.child = child(s, w, m.name, m.value);
      if (d.child == none) return false;
    }
    to.push_back(d);
  }
  return true;
}

bool compiler::compile_dependents(const scope& s, object_rule& rule) {
  std::vector<dependent> all;
  for (const word w : {word::dependencies, word::dependent_required, word::dependent_schemas}) {
    if (!compile_dependents_of(s, w, rule, all)) return false;
  }
  rule.dependents = static_cast<index>(to_.dependents.size());
  rule.dependent_count = static_cast<std::uint32_t>(all.size());
  for (std::size_t i = all.size(); i-- > 0;) {  // so that each chain is in the order of the schema
    all[i].next =
        std::exchange(rule.names.entry(all[i].trigger).dependent, rule.dependents + static_cast<index>(i));
    rule.dependent_schemas += all[i].child != none ? 1U : 0U;
  }
  to_.dependents.insert(to_.dependents.end(), all.begin(), all.end());
  return true;
}

bool compiler::compile_objects(const scope& s) {
  object_rule rule;
  if (!compile_properties(s, rule) || !compile_required(s, rule) || !compile_pattern_properties(s, rule) ||
      !compile_dependents(s, rule) || !read_count(s, word::min_properties, rule.min_properties) ||
      !read_count(s, word::max_properties, rule.max_properties)) {
    return false;
  }
  if (const value* additional = s.words[word::additional_properties]) {
    // Draft 4 has no boolean schemas, but allows a boolean here.
    const bool free = s.rules.draft == draft::d4 && additional->is_boolean() && additional->boolean();
    const bool closed = s.rules.draft == draft::d4 && additional->is_boolean() && !additional->boolean();
    if (!free) {
      rule.additional = closed ? never(s, word::additional_properties, *additional)
                               : child(s, word::additional_properties, *additional);
      if (rule.additional == none) return false;
    }
  }
  if (const value* names = s.words[word::property_names]) {
    rule.property_names = child(s, word::property_names, *names);
    if (rule.property_names == none) return false;
  }
  const bool says_something = rule.names.size() > 0 || rule.pattern_count > 0 || rule.dependent_count > 0 ||
                              rule.additional != none || rule.property_names != none ||
                              rule.min_properties > 0 || rule.max_properties != unbounded;
  if (!says_something) return true;
  to_.object_rules.push_back(std::move(rule));
  to_.nodes[s.self].object = static_cast<index>(to_.object_rules.size() - 1);
  return true;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
