// From a descriptor to a JSON Schema.
//
// Records are written out where they stand. Only those that contain themselves go to $defs (or are "#"
// where they are the root), because a small model reads an inlined schema better than references. Key
// order is part of the result: $schema, type, description, rules, then what is inside.
#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <tenon/descriptor.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace {

/// A record as it appears on the wire: one that `one_of` tags has a member more.
struct node {
  const descriptor* type = nullptr;
  std::string_view discriminator = {};
  std::string_view tag = {};
  friend bool operator==(const node&, const node&) = default;
};

/// What stands at one place beyond the type.
struct place {
  std::string_view description = {};
  item_rules scalar = {};
  const rules* field = nullptr;
  std::string_view verbatim_sibling = {};  // wire name
};

node alternative(const descriptor& variant, std::size_t i) {
  if (variant.tag_is_member) return {&variant.elements[i]()};
  return {&variant.elements[i](), variant.discriminator, variant.tags[i]};
}

value number(const bound& b) {
  switch (b.how()) {
    case bound::form::integer:
      return value(b.integer());
    case bound::form::natural:
      return value(b.natural());
    case bound::form::real:
      return value(b.real());
    case bound::form::unset:
      break;
  }
  return {};
}

void set_if(value& to, std::string_view keyword, const bound& b) {
  if (b) to.set(keyword, number(b));
}

/// The range of the integer type where the rules leave it open: what the C++ type cannot hold is then
/// refused by the validator. 64 bits are left to binding, except for the sign.
void set_range(const descriptor& d, item_rules& r) {
  const int bits = 8 * d.width - (d.is_signed ? 1 : 0);
  if (!r.minimum && !r.exclusive_minimum) {
    if (!d.is_signed) r.minimum = 0;
    if (d.is_signed && d.width < 8) r.minimum = -(std::int64_t{1} << bits);
  }
  if (!r.maximum && !r.exclusive_maximum && d.width < 8) r.maximum = (std::int64_t{1} << bits) - 1;
}

void set_scalar_rules(value& to, const place& at, const descriptor& d) {
  item_rules r = at.scalar;
  if (d.kind == type_kind::integer) set_range(d, r);
  set_if(to, "minimum", r.minimum);
  set_if(to, "exclusiveMinimum", r.exclusive_minimum);
  set_if(to, "maximum", r.maximum);
  set_if(to, "exclusiveMaximum", r.exclusive_maximum);
  set_if(to, "multipleOf", r.multiple_of);
  set_if(to, "minLength", r.min_length);
  set_if(to, "maxLength", r.max_length);
  if (!r.pattern.empty()) to.set("pattern", r.pattern);
  if (!r.format.empty()) to.set("format", r.format);
  if (r.verbatim) to.set("x-verbatim", true);
  if (!at.verbatim_sibling.empty()) to.set("x-verbatim", at.verbatim_sibling);
}

std::string pointer_safe(std::string_view name) {
  std::string out(name.empty() ? "record" : name);
  for (char& c : out) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (!plain) c = '_';
  }
  return out;
}

class emitter {
 public:
  explicit emitter(const descriptor& root) : root_(root) { find_cycles({&root}); }

  value whole() {
    value out = value::object({{"$schema", value("https://json-schema.org/draft/2020-12/schema")}});
    value made =
        root_.kind == type_kind::record && !root_.schema_override ? record({&root_}, {}) : any(root_, {});
    if (!made.is_object()) return made;
    for (json::member& m : made.members()) {
      if (m.name != "$schema") out.members().push_back(std::move(m));
    }
    write_definitions();
    if (definitions_.size() != 0) out.set("$defs", std::move(definitions_));
    return out;
  }

 private:
  // ---- records that contain themselves ----

  void find_cycles(node at) {
    const descriptor& d = *at.type;
    if (d.schema_override != nullptr) return;
    if (d.kind != type_kind::record) {
      for (std::size_t i = 0; i < d.elements.size(); ++i) {
        find_cycles(d.kind == type_kind::variant ? alternative(d, i) : node{&d.elements[i]()});
      }
      return;
    }
    if (std::ranges::find(open_, at) != open_.end()) {
      if (std::ranges::find(recursive_, at) == recursive_.end()) recursive_.push_back(at);
      return;
    }
    if (std::ranges::find(seen_, at) != seen_.end()) return;
    seen_.push_back(at);
    open_.push_back(at);
    for (const member& m : d.members) find_cycles({&m.type()});
    open_.pop_back();
  }

  std::string reference(std::size_t which) {
    if (recursive_[which] == node{&root_}) return "#";
    while (names_.size() <= which) {
      const std::string wanted = pointer_safe(recursive_[names_.size()].type->name);
      std::string name = wanted;
      for (int n = 2; std::ranges::find(names_, name) != names_.end(); ++n)
        name = wanted + "_" + std::to_string(n);
      names_.push_back(std::move(name));
    }
    return "#/$defs/" + names_[which];
  }

  void write_definitions() {
    for (std::size_t i = 0; i < recursive_.size(); ++i) {
      if (recursive_[i] == node{&root_}) continue;
      reference(i);
      definitions_.set(names_[i], record(recursive_[i], {}));
    }
  }

  // ---- one place ----

  value any(const descriptor& d, const place& at) {
    if (d.schema_override != nullptr) return given(d.schema_override(), d, at);
    switch (d.kind) {
      case type_kind::boolean:
        return scalar("boolean", d, at);
      case type_kind::integer:
        return scalar("integer", d, at);
      case type_kind::number:
        return scalar("number", d, at);
      case type_kind::string:
        return scalar("string", d, at);
      case type_kind::constant:
      case type_kind::enumeration:
        return enumeration(d, at);
      case type_kind::optional:
        return optional(d.elements[0](), at);
      case type_kind::list:
      case type_kind::array:
        return list(d, at);
      case type_kind::map:
        return map(d, at);
      case type_kind::variant:
        return variant(d, at);
      case type_kind::record:
        return refer_or_write({&d}, at);
      case type_kind::any:
        return begin({}, d, at);
      case type_kind::custom:
        return given(d.custom->schema(), d, at);
    }
    return {};
  }

  /// `type` and `description`, which come first everywhere.
  static value begin(std::string_view type, const descriptor& d, const place& at) {
    value out = value::object();
    if (!type.empty()) out.set("type", type);
    const std::string_view description = at.description.empty() ? d.description : at.description;
    if (!description.empty()) out.set("description", description);
    return out;
  }

  static value scalar(std::string_view type, const descriptor& d, const place& at) {
    value out = begin(type, d, at);
    set_scalar_rules(out, at, d);
    return out;
  }

  static value enumeration(const descriptor& d, const place& at) {
    value out = begin("string", d, at);
    if (d.kind == type_kind::constant) {
      out.set("const", d.enumerators[0].wire);
      return out;
    }
    value& names = out.set("enum", value::array());
    for (const enumerator& e : d.enumerators) names.push_back(e.wire);
    return out;
  }

  /// A schema that somebody else wrote, with the rules of the place on top.
  static value given(value out, const descriptor& d, const place& at) {
    if (!out.is_object()) return out;
    if (!at.description.empty()) out.set("description", at.description);
    set_scalar_rules(out, at, d);
    return out;
  }

  value optional(const descriptor& inside, const place& at) {
    value out = any(inside, at);
    value* type = out.find("type");
    const bool simple = inside.schema_override == nullptr && inside.kind <= type_kind::enumeration;
    if (simple && type != nullptr) {
      *type = value::array({*type, value("null")});
      if (value* names = out.find("enum")) names->push_back(nullptr);
      if (const value* only = out.find("const")) {
        value both = value::array({*only, value(nullptr)});
        std::erase_if(out.members(), [](const json::member& m) { return m.name == "const"; });
        out.set("enum", std::move(both));
      }
      return out;
    }
    value either = value::object();
    if (const value* description = out.find("description")) {
      either.set("description", *description);
      std::erase_if(out.members(), [](const json::member& m) { return m.name == "description"; });
    }
    either.set("anyOf", value::array({std::move(out), value::object({{"type", value("null")}})}));
    return either;
  }

  value list(const descriptor& d, const place& at) {
    value out = begin("array", d, at);
    if (d.kind == type_kind::array) {
      out.set("minItems", d.length);
      out.set("maxItems", d.length);
    } else if (at.field != nullptr) {
      set_if(out, "minItems", at.field->min_items);
      set_if(out, "maxItems", at.field->max_items);
    }
    if (at.field != nullptr && at.field->unique_items) out.set("uniqueItems", true);
    out.set("items", any(d.elements[0](), inside(at)));
    return out;
  }

  value map(const descriptor& d, const place& at) {
    value out = begin("object", d, at);
    if (at.field != nullptr) {
      set_if(out, "minProperties", at.field->min_items);
      set_if(out, "maxProperties", at.field->max_items);
    }
    out.set("additionalProperties", any(d.elements[0](), inside(at)));
    return out;
  }

  static place inside(const place& at) {
    return at.field == nullptr ? place{} : place{.scalar = at.field->items};
  }

  value variant(const descriptor& d, const place& at) {
    value out = begin({}, d, at);
    value& alternatives = out.set("oneOf", value::array());
    for (std::size_t i = 0; i < d.elements.size(); ++i) {
      alternatives.push_back(refer_or_write(alternative(d, i), {}));
    }
    return out;
  }

  // ---- records ----

  value refer_or_write(node at, const place& where) {
    if (at.type->schema_override != nullptr) return given(at.type->schema_override(), *at.type, where);
    const auto found = std::ranges::find(recursive_, at);
    if (found == recursive_.end()) return record(at, where);
    value out =
        value::object({{"$ref", value(reference(static_cast<std::size_t>(found - recursive_.begin())))}});
    if (!where.description.empty()) out.set("description", where.description);
    return out;
  }

  value record(node at, const place& where) {
    const descriptor& d = *at.type;
    value out = begin("object", d, where);
    value properties = value::object();
    value required = value::array();
    if (!at.discriminator.empty()) {
      properties.set(at.discriminator, value::object({{"type", value("string")}, {"const", value(at.tag)}}));
      required.push_back(at.discriminator);
    }
    for (const member& m : d.members) {
      properties.set(m.wire, any(m.type(), place_of(m, d)));
      if (!m.may_be_absent()) required.push_back(m.wire);
    }
    out.set("properties", std::move(properties));
    out.set("required", std::move(required));
    out.set("additionalProperties", false);
    return out;
  }

  static place place_of(const member& m, const descriptor& record) {
    place out{.description = m.description};
    if (m.demands == nullptr) return out;
    out.scalar = m.demands->scalar();
    out.field = m.demands;
    for (const member& sibling : record.members) {
      if (sibling.name == m.demands->verbatim_when) out.verbatim_sibling = sibling.wire;
    }
    return out;
  }

  const descriptor& root_;
  std::vector<node> open_;
  std::vector<node> seen_;
  std::vector<node> recursive_;
  std::vector<std::string> names_;  // of the first of recursive_
  value definitions_ = value::object();
};

}  // namespace

value emit(const descriptor& root) {
  return emitter(root).whole();
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
