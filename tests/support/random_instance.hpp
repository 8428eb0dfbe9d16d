// Random instances that are nearly valid for a schema: made of its constants, names and bounds, then changed
// in a place or two. Whether one is valid is not known; that is for validators to say.
#pragma once

#include "choices.hpp"
#include "small_words.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tenon/decimal.hpp>
#include <tenon/value.hpp>

namespace test {

using tenon::value;

class random_instance {
 public:
  random_instance(choices& from, const value& document) : from_(from), document_(document) {}

  value make() {
    value made = fitting({&document_}, 5);
    for (std::size_t n = from_.pick(3); n > 0; --n) change(made, 4);
    return made;
  }

 private:
  using schemas = std::vector<const value*>;  // all of which it should fit

  // --- which schemas matter ------------------------------------------------------------------------------

  /// What a reference names, as far as random_schema makes them; null where that is not seen at once.
  const value* target(std::string_view reference) const {
    const std::size_t hash = reference.find('#');
    if (hash == std::string_view::npos) return definition("inner");
    const std::string_view fragment = reference.substr(hash + 1);
    if (fragment == "spot") return definition("marked");
    const std::size_t slash = fragment.rfind('/');
    return slash == std::string_view::npos ? &document_ : definition(fragment.substr(slash + 1));
  }
  const value* definition(std::string_view name) const {
    const value* all = document_.find("$defs");
    if (all == nullptr) all = document_.find("definitions");
    return all == nullptr ? nullptr : all->find(name);
  }

  /// Follows references, allOf, and one way through each choice.
  void gather(const value* s, schemas& to) {
    if (s == nullptr || !s->is_object() || to.size() > 12) return;
    to.push_back(s);
    for (const std::string_view word : {"$ref", "$dynamicRef", "$recursiveRef"}) {
      const value* ref = s->find(word);
      if (ref != nullptr && ref->is_string()) gather(target(ref->string()), to);
    }
    if (const value* all = s->find("allOf")) {
      for (const value& one : all->items()) gather(&one, to);
    }
    for (const std::string_view word : {"anyOf", "oneOf"}) {
      if (const value* all = s->find(word)) gather(&from_.one_of(all->items()), to);
    }
    if (const value* condition = s->find("if")) {
      const bool yes = from_.one_in(2);
      if (yes) gather(condition, to);
      gather(s->find(yes ? "then" : "else"), to);
    }
    if (const value* sometimes = s->find("dependentSchemas")) {
      if (from_.one_in(2) && sometimes->size() > 0) gather(&from_.one_of(sometimes->members()).value, to);
    }
  }

  /// One of the values that these schemas have for a keyword; null if there is none.
  const value* any(const schemas& all, std::string_view word) {
    schemas found;
    for (const value* s : all) {
      if (const value* v = s->find(word)) found.push_back(v);
    }
    return found.empty() ? nullptr : from_.one_of(found);
  }

  // --- values --------------------------------------------------------------------------------------------

  value fitting(const schemas& wanted, int depth) {
    schemas all;
    for (const value* s : wanted) gather(s, all);
    if (const value* constant = any(all, "const"); constant != nullptr && !from_.one_in(8)) return *constant;
    if (const value* list = any(all, "enum"); list != nullptr && list->size() > 0 && !from_.one_in(8))
      return from_.one_of(list->items());
    switch (kind_of(all)) {
      case 's':
        return string(all);
      case 'n':
        return number(all);
      case 'a':
        return array(all, depth);
      case 'o':
        return object(all, depth);
      case 't':
        return from_.one_in(2) ? value(true) : value(false);
      default:
        return nullptr;
    }
  }

  /// A letter for the type of what is made.
  char kind_of(const schemas& all) {
    std::string_view name;
    if (const value* type = any(all, "type"); type != nullptr && !from_.one_in(16)) {
      name = (type->is_array() ? from_.one_of(type->items()) : *type).string();
    } else {
      for (const auto& [word, says] :
           {std::pair("properties", "object"), std::pair("required", "object"),
            std::pair("additionalProperties", "object"), std::pair("patternProperties", "object"),
            std::pair("dependencies", "object"), std::pair("items", "array"),
            std::pair("prefixItems", "array"), std::pair("contains", "array"),
            std::pair("uniqueItems", "array"), std::pair("pattern", "string"),
            std::pair("maxLength", "string"), std::pair("minimum", "number"),
            std::pair("multipleOf", "number")}) {
        if (any(all, word) != nullptr && !from_.one_in(3)) name = says;
      }
    }
    if (name == "boolean") return 't';
    if (name == "null") return '0';
    if (name == "integer") return 'n';
    if (!name.empty()) return name.front();
    return std::string_view("0tnnssaaooo")[from_.pick(11)];
  }

  static std::size_t count_of(const value* v, std::size_t otherwise) {
    const auto n = v == nullptr ? std::nullopt : v->to_uint64();
    return n && *n < 100 ? static_cast<std::size_t>(*n) : otherwise;
  }
  /// A bound, or one beside it.
  std::size_t near(std::size_t bound) {
    if (from_.one_in(4)) return bound + 1;
    return bound > 0 && from_.one_in(4) ? bound - 1 : bound;
  }

  value string(const schemas& all) {
    if (const value* text = any(all, "pattern"); text != nullptr && !from_.one_in(4))
      return sample_of(text->string());
    if (const value* name = any(all, "format"); name != nullptr && !from_.one_in(4)) {
      for (const words::format& f : words::formats) {
        if (f.name == name->string()) return from_.one_in(3) ? from_.one_of(f.wrong) : from_.one_of(f.right);
      }
    }
    const value* least = any(all, "minLength");
    const value* most = any(all, "maxLength");
    if ((least == nullptr && most == nullptr) || from_.one_in(4)) return from_.one_of(words::strings);
    std::string text;
    for (std::size_t n = near(count_of(from_.one_in(2) && most != nullptr ? most : least, 2)); n > 0; --n) {
      constexpr std::string_view characters[] = {"a", "b", "é", "😀"};
      text += from_.one_of(characters);
    }
    return text;
  }

  std::string_view sample_of(std::string_view pattern) {
    for (const words::pattern& p : words::patterns) {
      if (p.text == pattern) return from_.one_in(4) ? from_.one_of(p.missing) : from_.one_of(p.found);
    }
    return from_.one_of(words::strings);
  }

  /// A bound, spelt otherwise, a little beside it, or any number.
  value number(const schemas& all) {
    const value* bound = nullptr;
    for (const std::string_view word :
         {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}) {
      const value* one = any(all, word);
      if (one != nullptr && one->is_number() && (bound == nullptr || from_.one_in(2))) bound = one;
    }
    if (bound == nullptr || from_.one_in(4))
      return value::from_literal(std::string(from_.one_of(words::numbers)));
    return value::from_literal(beside(std::string(bound->literal())));
  }

  std::string beside(const std::string& literal) {
    const bool plain = literal.find_first_of("eE.") == std::string::npos;
    const auto small = tenon::decimal::to_int64(literal);
    const bool zero = small && *small == 0;
    const bool steps = small && *small > -1'000'000 && *small < 1'000'000;
    switch (from_.pick(8)) {
      case 1:
        return plain ? literal + ".0" : literal;
      case 2:
        return plain ? literal + "e0" : literal;
      case 3:
        return plain && !zero ? literal + "0e-1" : literal;
      case 4:
        return plain ? literal + ".0000000000000000000001" : literal;
      case 5:
        return steps ? std::to_string(*small + 1) : literal;
      case 6:
        return steps ? std::to_string(*small - 1) : literal;
      case 7:
        return steps ? std::to_string(*small * 3) : literal;
      default:
        return literal;
    }
  }

  value array(const schemas& all, int depth) {
    value made = value::array();
    if (depth <= 0) return made;
    const value* prefix = any(all, "prefixItems");
    const value* items = any(all, "items");
    if (items != nullptr && items->is_array()) {
      prefix = items;
      items = any(all, "additionalItems");
    }
    std::size_t length = from_.pick(4);
    if (const value* least = any(all, "minItems")) length = std::max(length, near(count_of(least, 1)));
    if (const value* most = any(all, "maxItems")) length = std::min(length, near(count_of(most, 3)));
    if (prefix != nullptr && from_.one_in(2)) length = near(prefix->size());
    const value* wanted = any(all, "contains");
    const value* rest = any(all, "unevaluatedItems");
    for (std::size_t i = 0; i < std::min<std::size_t>(length, 8); ++i) {
      schemas here;
      if (prefix != nullptr && i < prefix->size()) {
        here.push_back(&prefix->items()[i]);
      } else if (items != nullptr) {
        here.push_back(items);
      }
      if (wanted != nullptr && from_.one_in(2)) here.push_back(wanted);
      if (here.empty() && rest != nullptr) here.push_back(rest);
      const bool again = made.size() > 0 && from_.one_in(6);
      made.push_back(again ? value(made.items().back()) : fitting(here, depth - 1));
    }
    return made;
  }

  value object(const schemas& all, int depth) {
    value made = value::object();
    if (depth <= 0) return made;
    for (const value* s : all) {
      if (const value* required = s->find("required")) {
        for (const value& name : required->items()) {
          if (!from_.one_in(12)) add(made, name.string(), all, depth);
        }
      }
      if (const value* properties = s->find("properties")) {
        for (const tenon::json::member& m : properties->members()) {
          if (from_.one_in(2)) add(made, m.name, all, depth);
        }
      }
      if (const value* patterns = s->find("patternProperties")) {
        for (const tenon::json::member& m : patterns->members()) {
          if (from_.one_in(2)) add(made, sample_of(m.name), all, depth);
        }
      }
      for (const std::string_view word : {"dependentRequired", "dependencies", "dependentSchemas"}) {
        if (const value* needs = s->find(word)) depend(made, *needs, all, depth);
      }
    }
    for (std::size_t n = from_.pick(3); n > 0; --n) add(made, from_.one_of(words::names), all, depth);
    return made;
  }

  /// A trigger, often with what it asks for.
  void depend(value& made, const value& needs, const schemas& all, int depth) {
    const tenon::json::member& one = from_.one_of(needs.members());
    if (!from_.one_in(2)) return;
    add(made, one.name, all, depth);
    if (!one.value.is_array()) return;
    for (const value& name : one.value.items()) {
      if (!from_.one_in(4)) add(made, name.string(), all, depth);
    }
  }

  void add(value& made, std::string_view name, const schemas& all, int depth) {
    if (made.size() > 8 || made.find(name) != nullptr) return;
    schemas here;
    const value* rest = nullptr;
    for (const value* s : all) {
      const value* properties = s->find("properties");
      const value* one = properties == nullptr ? nullptr : properties->find(name);
      if (one != nullptr) here.push_back(one);
      for (const std::string_view word : {"additionalProperties", "unevaluatedProperties"}) {
        if (rest == nullptr) rest = s->find(word);
      }
      if (const value* patterns = s->find("patternProperties")) {
        for (const tenon::json::member& m : patterns->members()) {
          if (finds(m.name, name)) here.push_back(&m.value);
        }
      }
    }
    if (here.empty() && rest != nullptr) {
      if (rest->is_boolean() && !rest->boolean() && !from_.one_in(8)) return;  // it is closed
      here.push_back(rest);
    }
    made.set(name, fitting(here, depth - 1));
  }

  static bool finds(std::string_view pattern, std::string_view text) {
    for (const words::pattern& p : words::patterns) {
      if (p.text == pattern) return std::find(p.found.begin(), p.found.end(), text) != p.found.end();
    }
    return false;
  }

  // --- changes -------------------------------------------------------------------------------------------

  void change(value& v, int depth) {
    const bool deeper = v.size() > 0 && depth > 0 && !from_.one_in(3);
    if (deeper && v.is_array()) return change(v.items()[from_.pick(v.size())], depth - 1);
    if (deeper && v.is_object()) return change(v.members()[from_.pick(v.size())].value, depth - 1);
    if (v.is_array() && !from_.one_in(4)) return change_list(v);
    if (v.is_object() && !from_.one_in(4)) return change_record(v);
    if (v.is_number() && from_.one_in(2)) {
      v = value::from_literal(beside(std::string(v.literal())));
    } else {
      v = fitting({}, 1);
    }
  }

  void change_list(value& v) {
    value::array_type& items = v.items();
    const std::size_t at = from_.pick(items.size() + 1);
    switch (from_.pick(3)) {
      case 0:
        if (at < items.size()) items.erase(items.begin() + static_cast<std::ptrdiff_t>(at));
        return;
      case 1:
        if (at < items.size()) items.push_back(value(items[at]));
        return;
      default:
        items.insert(items.begin() + static_cast<std::ptrdiff_t>(at), fitting({}, 1));
    }
  }

  void change_record(value& v) {
    value::object_type& members = v.members();
    const std::size_t at = from_.pick(members.size() + 1);
    if (at == members.size() || from_.one_in(2)) {
      v.set(from_.one_of(words::names), fitting({}, 1));
    } else {
      members.erase(members.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }

  choices& from_;
  const value& document_;
};

}  // namespace test
