// The image of an instance in a lowered schema, made from the text of that schema and from what lift
// promises to undo, without a look at how the library does either.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tenon/pointer.hpp>
#include <tenon/program.hpp>
#include <tenon/value.hpp>
#include <tenon/writer.hpp>

namespace test {

using tenon::value;

class image_maker {
 public:
  /// A member that the lowered form has no place for.
  struct extra {
    std::string place;
    std::string name;
  };

  /// Where the root of `original` has no member of the one name that `lowered` has, and it is one of those
  /// that docs/lowering.md has for wrappers, it is one.
  image_maker(value lowered, const value& original) : root_(std::move(lowered)) {
    const value* members = root_.find("properties");
    if (members == nullptr || members->size() != 1) return;
    const value* own = original.is_object() ? original.find("properties") : nullptr;
    static const std::set<std::string_view> names = {"items", "value", "answer", "result", "wrapped"};
    const std::string& name = members->members().front().name;
    if (names.count(name) > 0 && (own == nullptr || own->find(name) == nullptr))
      wrapped_ = &members->members().front();
  }

  /// Empty if there is none that the lowered schema accepts.
  std::optional<value> of(const value& v) {
    extras.clear();
    std::optional<value> plain = part(v, root_, "");
    if (plain && !accepts(root_, *plain)) plain.reset();
    if ((plain && extras.empty()) || wrapped_ == nullptr) return plain;
    const std::vector<extra> dropped = std::exchange(extras, {});
    std::optional<value> inner = part(v, wrapped_->value, "");
    if (inner && (!plain || extras.size() < dropped.size())) {
      value whole = value::object({{wrapped_->name, *std::move(inner)}});
      if (accepts(root_, whole)) return whole;
    }
    extras = dropped;
    return plain;
  }

  bool accepts(const value& fragment, const value& v) {
    const tenon::schema::program* code = compiled(fragment);
    return code != nullptr && code->accepts(v);
  }

  const value& root() const { return root_; }
  std::vector<extra> extras;

 private:
  const tenon::schema::program* compiled(const value& fragment) {
    auto at = programs_.find(&fragment);
    if (at == programs_.end()) {
      value whole = fragment;
      if (const value* definitions = root_.find("$defs"); definitions != nullptr && &fragment != &root_)
        whole.set("$defs", *definitions);
      auto code = tenon::schema::program::compile(std::move(whole));
      at = programs_.emplace(&fragment, code ? std::optional(*code) : std::nullopt).first;
    }
    return at->second ? &*at->second : nullptr;
  }

  static bool has_type(const value& s, std::string_view name) {
    const value* type = s.find("type");
    if (type == nullptr) return false;
    if (type->is_string()) return type->string() == name;
    return std::any_of(type->items().begin(), type->items().end(),
                       [&](const value& one) { return one.string() == name; });
  }

  static bool says_text(const value& s) {
    const value* said = s.find("description");
    return said != nullptr && said->string().find("JSON text") != std::string_view::npos;
  }
  static bool is_text(const value& s) { return has_type(s, "string") && says_text(s); }

  /// A string, or null for what is not there.
  static std::optional<value> text(const value& v, const value& ways) {
    const bool some = std::any_of(ways.items().begin(), ways.items().end(),
                                  [](const value& way) { return has_type(way, "string"); });
    return some ? std::optional(value(tenon::json::write(v))) : std::nullopt;
  }

  static const value* pair_of(const value& s) {
    const value* items = has_type(s, "array") ? s.find("items") : nullptr;
    const value* members = items != nullptr && items->is_object() ? items->find("properties") : nullptr;
    if (members == nullptr || members->size() != 2 || members->find("key") == nullptr) return nullptr;
    return members->find("value");
  }

  std::optional<value> part(const value& v, const value& s, const std::string& place) {
    if (!s.is_object()) return v;
    if (const value* ref = s.find("$ref")) {
      const auto pointer = tenon::json::pointer_from_fragment(ref->string());
      const value* target = pointer ? tenon::json::resolve(root_, *pointer) : nullptr;
      return target == nullptr ? std::nullopt : part(v, *target, place);
    }
    if (const value* ways = s.find("anyOf")) return says_text(s) ? text(v, *ways) : choice(v, *ways, place);
    if (is_text(s)) return value(tenon::json::write(v));
    const value* listed = s.find("enum");
    if (listed != nullptr && v.is_number() && has_type(s, "string") && !accepts(s, v))
      return value(tenon::json::write(v));
    if (v.is_object() && pair_of(s) != nullptr) return pairs(v, *pair_of(s), place);
    if (v.is_object() && has_type(s, "object")) return record(v, s, place);
    if (v.is_array() && has_type(s, "object")) return tuple(v, s, place);
    if (v.is_array() && has_type(s, "array")) return list(v, s, place);
    return v;
  }

  std::optional<value> choice(const value& v, const value& ways, const std::string& place) {
    const std::vector<extra> before = extras;
    std::optional<value> best;
    std::vector<extra> fewest;
    for (const value& way : ways.items()) {
      extras = before;
      auto one = part(v, way, place);
      if (!one || !accepts(way, *one)) continue;
      if (best && extras.size() >= fewest.size()) continue;
      best = std::move(one);
      fewest = extras;
    }
    extras = best ? fewest : before;
    return best;
  }

  std::optional<value> pairs(const value& v, const value& content, const std::string& place) {
    value to = value::array();
    for (const auto& m : v.members()) {
      auto one = part(m.value, content, below(place, m.name));
      if (!one) return std::nullopt;
      to.push_back(value::object({{"key", m.name}, {"value", *std::move(one)}}));
    }
    return to;
  }

  static std::string below(std::string place, std::string_view token) {
    tenon::json::append_token(place, token);
    return place;
  }

  std::optional<value> record(const value& v, const value& s, const std::string& place) {
    static const value nothing = value::object();
    const value& properties = s.find("properties") == nullptr ? nothing : *s.find("properties");
    const value* required = s.find("required");
    const value* rest = nullptr;
    for (const auto& m : properties.members()) {
      if (m.name.starts_with("additional_members") && v.find(m.name) == nullptr) rest = &m.value;
    }
    value to = value::object();
    for (const auto& m : properties.members()) {
      if (&m.value == rest) continue;
      const value* given = v.find(m.name);
      const bool must = required != nullptr && std::find(required->items().begin(), required->items().end(),
                                                         value(m.name)) != required->items().end();
      if (given == nullptr) {
        // Null is written for absence only where the member says what else it may be.
        if (must && m.value.size() == 0) return std::nullopt;
        if (must) to.set(m.name, nullptr);
        continue;
      }
      auto one = part(*given, m.value, below(place, m.name));
      if (!one) return std::nullopt;
      to.set(m.name, *std::move(one));
    }
    value further = value::object();
    for (const auto& m : v.members()) {
      if (properties.find(m.name) == nullptr) further.set(m.name, m.value);
    }
    if (rest != nullptr) {
      auto list = part(further, *rest, place);
      if (!list) return std::nullopt;
      for (const auto& m : properties.members())
        if (&m.value == rest) to.set(m.name, *std::move(list));
      return to;
    }
    const value* others = s.find("additionalProperties");
    const value* patterns = s.find("patternProperties");
    for (const auto& m : further.members()) {
      const bool closed = others != nullptr && *others == value(false) && patterns == nullptr;
      if (closed) {
        extras.push_back({place, m.name});
        continue;
      }
      const value* schema = patterns != nullptr ? &patterns->members().front().value : others;
      if (schema == nullptr || !schema->is_object()) {
        to.set(m.name, m.value);
        continue;
      }
      auto one = part(m.value, *schema, below(place, m.name));
      if (!one) return std::nullopt;
      to.set(m.name, *std::move(one));
    }
    return to;
  }

  std::optional<value> tuple(const value& v, const value& s, const std::string& place) {
    const value* properties = s.find("properties");
    if (properties == nullptr || properties->find("0") == nullptr) return std::nullopt;
    value to = value::object();
    std::size_t i = 0;
    const value* rest = nullptr;
    const value* required = s.find("required");
    for (const auto& m : properties->members()) {
      if (m.name == "rest") {
        rest = &m.value;
        continue;
      }
      if (i < v.size()) {
        auto one = part(v.items()[i], m.value, below(place, m.name));
        if (!one) return std::nullopt;
        to.set(m.name, *std::move(one));
      } else if (required != nullptr && std::find(required->items().begin(), required->items().end(),
                                                  value(m.name)) != required->items().end()) {
        to.set(m.name, nullptr);
      }
      ++i;
    }
    if (rest == nullptr) return i >= v.size() ? std::optional(std::move(to)) : std::nullopt;
    value more = value::array();
    for (; i < v.size(); ++i) more.push_back(v.items()[i]);
    auto list_of = part(more, *rest, place);
    if (!list_of) return std::nullopt;
    to.set("rest", *std::move(list_of));
    return to;
  }

  std::optional<value> list(const value& v, const value& s, const std::string& place) {
    const value* prefix = s.find("prefixItems");
    const value* items = s.find("items");
    value to = value::array();
    std::size_t i = 0;
    for (const value& item : v.items()) {
      const value* schema = prefix != nullptr && i < prefix->size() ? &prefix->items()[i] : items;
      auto one =
          schema == nullptr ? std::optional(item) : part(item, *schema, below(place, std::to_string(i)));
      if (!one) return std::nullopt;
      to.push_back(*std::move(one));
      ++i;
    }
    return to;
  }

  value root_;
  const tenon::json::member* wrapped_ = nullptr;
  std::map<const value*, std::optional<tenon::schema::program>> programs_;
};

}  // namespace test
