#include "wanted.hpp"

#include <string>
#include <utility>

#include <tenon/pointer.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

namespace {

/// Schemas looked at for one place: alternatives and references multiply.
constexpr std::size_t most_looked_at = 64;

std::uint8_t type_bit(std::string_view name) noexcept {
  if (name == "null") return wanted::null;
  if (name == "boolean") return wanted::boolean;
  if (name == "number" || name == "integer") return wanted::number;
  if (name == "string") return wanted::string;
  if (name == "array") return wanted::array;
  return name == "object" ? wanted::object : 0;
}

std::uint8_t type_bit(const value& v) noexcept {
  switch (v.kind()) {
    case json::kind::null:
      return wanted::null;
    case json::kind::boolean:
      return wanted::boolean;
    case json::kind::number:
      return wanted::number;
    case json::kind::string:
      return wanted::string;
    case json::kind::array:
      return wanted::array;
    case json::kind::object:
      return wanted::object;
  }
  return 0;
}

/// The target of a reference within the document.
const value* follow(const value& document, const value& reference) {
  if (!reference.is_string()) return nullptr;
  const auto text = reference.string();
  if (!text.starts_with('#')) return nullptr;
  const auto pointer = json::pointer_from_fragment(text);
  return pointer ? json::resolve(document, *pointer) : nullptr;
}

const value* child(const value& document, const value& at, const std::string& token) {
  if (at.is_array()) {
    std::string pointer;
    json::append_token(pointer, token);
    return json::resolve(at, pointer);
  }
  const auto* next = at.find(token);
  return next != nullptr && token == "$ref" && next->is_string() ? follow(document, *next) : next;
}

/// Looks at one schema at a time; alternatives add up.
class collector {
 public:
  explicit collector(const value& document) : document_(document) {}

  wanted collect(const value& from) {
    open_.push_back(&from);
    std::size_t looked_at = 0;
    while (!open_.empty() && looked_at++ < most_looked_at) {
      const auto& s = *open_.back();
      open_.pop_back();
      if (s.is_object()) look(s);
    }
    if (!open_.empty()) return {};
    return std::move(found_);
  }

 private:
  void look(const value& s) {
    if (const auto* types = s.find("type")) add_types(*types, found_.types);
    if (const auto* list = s.find("enum"); list != nullptr && list->is_array())
      for (const auto& v : list->items()) add_listed(v);
    if (const auto* one = s.find("const")) add_listed(*one);
    if (const auto* names = s.find("properties"); names != nullptr && names->is_object())
      found_.members.push_back(names);
    if (const auto* items = s.find("items"); items != nullptr && items->is_object()) {
      const auto* target = items->find("$ref");
      const auto* schema = target != nullptr ? follow(document_, *target) : items;
      if (const auto* types = schema != nullptr ? schema->find("type") : nullptr)
        add_types(*types, found_.item_types);
      if (const auto* list = schema != nullptr ? schema->find("enum") : nullptr;
          list != nullptr && list->is_array())
        for (const auto& v : list->items()) found_.item_types |= type_bit(v);
      if (const auto* names = schema != nullptr ? schema->find("properties") : nullptr;
          names != nullptr && names->is_object())
        found_.item_members.push_back(names);
    }
    if (const auto* target = s.find("$ref"))
      if (const auto* next = follow(document_, *target)) open_.push_back(next);
    for (const auto* name : {"anyOf", "oneOf", "allOf"})
      if (const auto* list = s.find(name); list != nullptr && list->is_array())
        for (const auto& one : list->items()) open_.push_back(&one);
  }

  static void add_types(const value& types, std::uint8_t& to) {
    if (types.is_string()) to |= type_bit(types.string());
    if (types.is_array())
      for (const auto& t : types.items())
        if (t.is_string()) to |= type_bit(t.string());
  }

  void add_listed(const value& v) {
    found_.listed = true;
    found_.types |= type_bit(v);
    if (v.is_string()) found_.texts.push_back(v.string());
  }

  const value& document_;
  std::vector<const value*> open_;
  wanted found_;
};

}  // namespace

wanted wanted_at(const value& schema, std::string_view rule) {
  const auto tokens = json::split_pointer(rule);
  if (!tokens || tokens->empty()) return {};
  const auto* at = &schema;
  for (std::size_t i = 0; i + 1 < tokens->size() && at != nullptr; ++i) at = child(schema, *at, (*tokens)[i]);
  return at == nullptr ? wanted{} : collector(schema).collect(*at);
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
