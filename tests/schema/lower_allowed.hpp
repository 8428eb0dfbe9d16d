// What may stand in a lowered schema, by lower_allowed.json: the keywords of each dialect and the rules that
// a list of keywords does not say.
#pragma once

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/pointer.hpp>
#include <tenon/reader.hpp>
#include <tenon/value.hpp>
#include <tenon/writer.hpp>

namespace test {

using tenon::value;

class allowed {
 public:
  explicit allowed(std::string_view dialect) {
    std::ifstream in(TENON_TEST_FILES "/lower_allowed.json");
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    const auto read = tenon::json::read_unique(text);
    if (read && read->find(dialect) != nullptr) rules_ = *read->find(dialect);
  }

  /// What in the schema is against the rules; empty if nothing is.
  std::string broken(const value& schema) {
    root_ = &schema;
    wrong_.clear();
    if (!flag("root_anything") && (schema.find("anyOf") != nullptr || !is_type(schema, "object")))
      say("the root is no object");
    visit(schema, "");
    if (!flag("recursion") && leads_back(schema)) say("recursion");
    return wrong_;
  }

 private:
  bool flag(std::string_view name) const {
    const value* v = rules_.find(name);
    return v != nullptr && v->is_boolean() && v->boolean();
  }
  bool lists(std::string_view name, const value& v) const {
    const value* all = rules_.find(name);
    return all != nullptr && std::find(all->items().begin(), all->items().end(), v) != all->items().end();
  }
  void say(const std::string& what) { wrong_ += what + "\n"; }
  static bool is_type(const value& s, std::string_view name) {
    const value* type = s.find("type");
    return type != nullptr && type->is_string() && type->string() == name;
  }

  void visit(const value& s, const std::string& at) {
    if (!s.is_object()) return say(at + ": is no object");
    for (const auto& m : s.members()) {
      if (!lists("keywords", value(m.name))) say(at + ": " + m.name);
    }
    if (s.find("$ref") != nullptr && s.size() > 1) say(at + ": $ref with siblings");
    if (const value* ref = s.find("$ref")) {
      const auto pointer = tenon::json::pointer_from_fragment(ref->string());
      if (!pointer || tenon::json::resolve(*root_, *pointer) == nullptr) say(at + ": $ref leads nowhere");
    }
    if (const value* type = s.find("type"); type != nullptr && type->is_array() && !flag("type_lists"))
      say(at + ": a list of types");
    if (const value* format = s.find("format"); format != nullptr && !lists("formats", *format))
      say(at + ": the format " + tenon::json::write(*format));
    if (const value* least = s.find("minItems")) {
      const value* most = rules_.find("min_items_at_most");
      if (most != nullptr && *least->to_uint64() > *most->to_uint64()) say(at + ": minItems");
    }
    if (const value* list = s.find("enum"); list != nullptr && rules_.find("enum_types") != nullptr) {
      for (const value& v : list->items())
        if (!lists("enum_types", value(to_string(v.kind())))) say(at + ": enum of " + tenon::json::write(v));
    }
    const bool says = s.find("type") != nullptr || s.find("anyOf") != nullptr || s.find("$ref") != nullptr;
    if (!flag("anything") && !says) say(at + ": says nothing");
    if (flag("distinct_starts") && s.find("anyOf") != nullptr) starts(s, at);
    if (is_type(s, "array") && s.find("items") == nullptr && s.find("prefixItems") == nullptr)
      say(at + ": an array without items");
    if (is_type(s, "object")) object(s, at);
    below(s, at);
  }

  /// The first members of the objects among the alternatives, those of alternatives of alternatives too.
  void first_members(const value& s, std::vector<const tenon::json::member*>& to) const {
    if (const value* ways = s.find("anyOf")) {
      for (const value& way : ways->items()) first_members(way, to);
    }
    if (const value* ref = s.find("$ref")) {
      const auto pointer = tenon::json::pointer_from_fragment(ref->string());
      const value* target = pointer ? tenon::json::resolve(*root_, *pointer) : nullptr;
      if (target != nullptr) first_members(*target, to);
    }
    const value* properties = s.find("properties");
    if (properties != nullptr && properties->size() > 0) to.push_back(&properties->members().front());
  }

  static std::vector<value> listed(const value& s) {
    if (const value* one = s.find("const")) return {*one};
    const value* some = s.find("enum");
    return some == nullptr ? std::vector<value>()
                           : std::vector<value>(some->items().begin(), some->items().end());
  }

  void starts(const value& s, const std::string& at) {
    std::vector<const tenon::json::member*> firsts;
    first_members(s, firsts);
    std::map<std::string, std::vector<value>> taken;  // by name, the values; none: any
    for (const auto* m : firsts) {
      const std::vector<value> own = listed(m->value);
      const auto known = taken.find(m->name);
      if (known == taken.end()) {
        taken.emplace(m->name, own);
        continue;
      }
      std::vector<value>& others = known->second;
      const bool apart =
          !own.empty() && !others.empty() && std::none_of(own.begin(), own.end(), [&](const value& v) {
            return std::find(others.begin(), others.end(), v) != others.end();
          });
      if (!apart) say(at + ": two objects begin with " + m->name);
      others.insert(others.end(), own.begin(), own.end());
    }
  }

  void object(const value& s, const std::string& at) {
    const value* more = s.find("additionalProperties");
    if (!flag("open_objects") && (more == nullptr || *more != value(false))) say(at + ": is open");
    if (more != nullptr && *more != value(false) && !flag("maps")) say(at + ": is a map");
    const value* properties = s.find("properties");
    const value* required = s.find("required");
    if (flag("optional") || properties == nullptr) return;
    for (const auto& m : properties->members()) {
      if (required == nullptr || std::find(required->items().begin(), required->items().end(),
                                           value(m.name)) == required->items().end())
        say(at + ": " + m.name + " is optional");
    }
  }

  void below(const value& s, const std::string& at) {
    for (const std::string_view word : {"properties", "$defs", "patternProperties"}) {
      const value* all = s.find(word);
      if (all == nullptr) continue;
      for (const auto& m : all->members()) visit(m.value, at + "/" + std::string(word) + "/" + m.name);
    }
    for (const std::string_view word : {"anyOf", "prefixItems"}) {
      const value* all = s.find(word);
      if (all == nullptr) continue;
      for (const value& one : all->items()) visit(one, at + "/" + std::string(word));
    }
    for (const std::string_view word : {"items", "additionalProperties", "propertyNames"}) {
      const value* one = s.find(word);
      if (one != nullptr && !one->is_boolean()) visit(*one, at + "/" + std::string(word));
    }
  }

  bool leads_back(const value& schema) const {
    const value* all = schema.find("$defs");
    if (all == nullptr) return false;
    for (const auto& m : all->members()) {
      std::set<std::string> seen;
      std::vector<std::string> waiting = references(m.value);
      while (!waiting.empty()) {
        const std::string name = waiting.back();
        waiting.pop_back();
        if (name == m.name) return true;
        if (!seen.insert(name).second || all->find(name) == nullptr) continue;
        for (std::string& more : references(*all->find(name))) waiting.push_back(std::move(more));
      }
    }
    return false;
  }

  static std::vector<std::string> references(const value& v) {
    std::vector<std::string> names;
    if (v.is_array()) {
      for (const value& item : v.items())
        for (std::string& one : references(item)) names.push_back(std::move(one));
    }
    if (v.is_object()) {
      for (const auto& m : v.members()) {
        if (m.name == "$ref" && m.value.is_string()) names.emplace_back(m.value.string().substr(8));
        for (std::string& one : references(m.value)) names.push_back(std::move(one));
      }
    }
    return names;
  }

  value rules_;
  const value* root_ = nullptr;
  std::string wrong_;
};

}  // namespace test
