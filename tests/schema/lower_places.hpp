// Where in a schema what stands: a small reading of the document, apart from the library's, so that notes can
// be held against it. It knows references within the document by pointer, and no others.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/pointer.hpp>
#include <tenon/value.hpp>

namespace test {

using tenon::value;

inline std::string joined(std::string pointer, std::string_view token) {
  tenon::json::append_token(pointer, token);
  return pointer;
}

/// The pointer that a reference names; empty if it is no pointer into this document.
inline std::optional<std::string> target_of(const value& document, std::string_view reference) {
  if (!reference.starts_with('#')) return std::nullopt;
  auto pointer = tenon::json::pointer_from_fragment(reference);
  if (!pointer || tenon::json::resolve(document, *pointer) == nullptr) return std::nullopt;
  return *std::move(pointer);
}

/// May a value of this type pass, as far as `type` says?
inline bool may_be(const value& schema, std::string_view name) {
  const value* type = schema.find("type");
  if (type == nullptr) return true;
  if (type->is_string()) return type->string() == name;
  return !type->is_array() || std::any_of(type->items().begin(), type->items().end(),
                                          [&](const value& one) { return one == value(name); });
}

/// Does the keyword speak of a type that no value here has?
inline bool is_idle_by_type(const value& schema, std::string_view keyword) {
  static const std::set<std::string_view> of_objects = {
      "properties",    "patternProperties", "additionalProperties", "unevaluatedProperties",
      "propertyNames", "dependentSchemas",  "dependencies"};
  static const std::set<std::string_view> of_arrays = {"items", "prefixItems", "additionalItems", "contains",
                                                       "unevaluatedItems"};
  return (of_objects.count(keyword) > 0 && !may_be(schema, "object")) ||
         (of_arrays.count(keyword) > 0 && !may_be(schema, "array"));
}

/// Calls `visit(pointer, schema)` for the schemas right below this one, those in definitions apart.
template <class Visit>
void for_each_subschema(const value& schema, const std::string& pointer, Visit visit) {
  if (!schema.is_object()) return;
  for (const auto& m : schema.members()) {
    if (is_idle_by_type(schema, m.name)) continue;
    const std::string at = joined(pointer, m.name);
    static const std::set<std::string_view> one = {
        "items", "additionalProperties", "additionalItems",       "contains",        "not", "if", "then",
        "else",  "propertyNames",        "unevaluatedProperties", "unevaluatedItems"};
    static const std::set<std::string_view> lists = {"allOf", "anyOf", "oneOf", "prefixItems", "items"};
    static const std::set<std::string_view> named = {"properties", "patternProperties", "dependentSchemas",
                                                     "dependencies"};
    if (one.count(m.name) > 0 && !m.value.is_array()) visit(at, m.value);
    if (lists.count(m.name) > 0 && m.value.is_array()) {
      std::size_t i = 0;
      for (const value& item : m.value.items()) visit(joined(at, std::to_string(i++)), item);
    }
    if (named.count(m.name) > 0 && m.value.is_object()) {
      for (const auto& sub : m.value.members()) {
        if (!sub.value.is_array()) visit(joined(at, sub.name), sub.value);
      }
    }
  }
}

/// The schemas that can be reached from here, through references too.
inline std::set<std::string> reachable_from(const value& document, const std::string& start) {
  std::set<std::string> seen;
  std::vector<std::string> waiting{start};
  while (!waiting.empty()) {
    const std::string pointer = std::move(waiting.back());
    waiting.pop_back();
    const value* schema = tenon::json::resolve(document, pointer);
    if (schema == nullptr || !seen.insert(pointer).second || !schema->is_object()) continue;
    if (const value* ref = schema->find("$ref"); ref != nullptr && ref->is_string()) {
      if (auto target = target_of(document, ref->string())) waiting.push_back(*std::move(target));
    }
    for_each_subschema(*schema, pointer, [&](const std::string& at, const value&) { waiting.push_back(at); });
  }
  return seen;
}

/// The keyword that a problem's rule names, where it stands: references on the way are followed. Empty where
/// one is no pointer into the document (then `*outside` is set), or the rule leads nowhere.
inline std::optional<std::string> absolute(const value& document, std::string_view rule,
                                           bool* outside = nullptr) {
  auto tokens = tenon::json::split_pointer(rule);
  if (!tokens) return std::nullopt;
  std::string at;
  for (std::size_t i = 0; i < tokens->size(); ++i) {
    const value* here = tenon::json::resolve(document, at);
    if (here == nullptr) return std::nullopt;
    const std::string& token = (*tokens)[i];
    const value* next = here->is_object() ? here->find(token) : nullptr;
    if (token == "$ref" && next != nullptr && next->is_string() && i + 1 < tokens->size()) {
      auto target = target_of(document, next->string());
      if (!target && outside != nullptr) *outside = true;
      if (!target) return std::nullopt;
      at = *std::move(target);
      continue;
    }
    at = joined(std::move(at), token);
  }
  return at;
}

/// For each place of an instance the schemas that may speak of it, whether they fit or not.
class applicable {
 public:
  applicable(const value& document, const value& instance) : document_(document) { visit("", instance, ""); }

  std::map<std::string, std::set<std::string>> at;

 private:
  void visit(const std::string& pointer, const value& v, const std::string& place) {
    const value* schema = tenon::json::resolve(document_, pointer);
    if (schema == nullptr || !schema->is_object() || !at[place].insert(pointer).second) return;
    if (const value* ref = schema->find("$ref"); ref != nullptr && ref->is_string()) {
      if (auto target = target_of(document_, ref->string())) visit(*target, v, place);
    }
    for (const std::string_view word : {"allOf", "anyOf", "oneOf"}) {
      const value* list = schema->find(word);
      for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
        visit(joined(joined(pointer, word), std::to_string(i)), v, place);
    }
    for (const std::string_view word : {"if", "then", "else"}) visit(joined(pointer, word), v, place);
    for (const std::string_view word : {"dependentSchemas", "dependencies"}) {
      const value* all = schema->find(word);
      if (all == nullptr || !all->is_object()) continue;
      for (const auto& m : all->members()) visit(joined(joined(pointer, word), m.name), v, place);
    }
    if (v.is_object()) members(*schema, pointer, v, place);
    if (v.is_array()) items(*schema, pointer, v, place);
  }

  void members(const value& schema, const std::string& pointer, const value& v, const std::string& place) {
    const value* declared = schema.find("properties");
    const value* patterns = schema.find("patternProperties");
    for (const auto& m : v.members()) {
      const std::string below = joined(place, m.name);
      if (declared != nullptr && declared->find(m.name) != nullptr)
        visit(joined(joined(pointer, "properties"), m.name), m.value, below);
      else
        visit(joined(pointer, "additionalProperties"), m.value, below);
      if (patterns == nullptr || !patterns->is_object()) continue;
      for (const auto& p : patterns->members())
        visit(joined(joined(pointer, "patternProperties"), p.name), m.value, below);
    }
  }

  void items(const value& schema, const std::string& pointer, const value& v, const std::string& place) {
    const value* all = schema.find("items");
    for (std::size_t i = 0; i < v.size(); ++i) {
      const std::string below = joined(place, std::to_string(i));
      const std::string number = std::to_string(i);
      visit(joined(joined(pointer, "prefixItems"), number), v.items()[i], below);
      if (all != nullptr && all->is_array())
        visit(joined(joined(pointer, "items"), number), v.items()[i], below);
      else
        visit(joined(pointer, "items"), v.items()[i], below);
      visit(joined(pointer, "additionalItems"), v.items()[i], below);
    }
  }

  const value& document_;
};

}  // namespace test
