// From an object back to a JSON value. Recursion follows the program's own object, which is trusted.
#include "nodes/scalars.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <tenon/bind.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace {

value integer(const descriptor& d, const void* source) {
  if (d.is_signed) return load_signed(source, d.width);
  return load_unsigned(source, d.width);
}

/// The shortest literal that reads back as the same float.
value single(float number) {
  if (!std::isfinite(number)) return {};
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number);
  return value::from_literal(std::string(text.data(), end.ptr));
}

value enumeration(const descriptor& d, const void* source) {
  const std::int64_t held =
      d.is_signed ? load_signed(source, d.width) : static_cast<std::int64_t>(load_unsigned(source, d.width));
  for (const enumerator& e : d.enumerators) {
    if (e.value == held) return e.wire;
  }
  return integer(d, source);
}

value list(const descriptor& d, const void* source) {
  value out = value::array();
  const bool fixed = d.kind == type_kind::array;
  const std::size_t count = fixed ? d.length : d.list->size(source);
  out.items().reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const void* item = fixed ? static_cast<const char*>(source) + i * d.stride : d.list->at(source, i);
    out.push_back(to_value(d.elements[0](), item));
  }
  return out;
}

value map(const descriptor& d, const void* source) {
  struct sink {
    const descriptor& element;
    value::object_type members;
  } to{d.elements[0](), {}};
  d.map->each(source, &to, [](void* context, const std::string& key, const void* item) {
    sink& s = *static_cast<sink*>(context);
    s.members.push_back({key, to_value(s.element, item), {}});
  });
  if (!d.map->sorted) std::ranges::sort(to.members, {}, &json::member::name);
  return value::object(std::move(to.members));
}

value record(const descriptor& d, const void* source) {
  std::vector<const void*> addresses(d.members.size());
  d.addresses(source, addresses.data());
  value out = value::object();
  out.members().reserve(d.members.size());
  for (std::size_t i = 0; i < d.members.size(); ++i) {
    out.members().push_back(
        {std::string(d.members[i].wire), to_value(d.members[i].type(), addresses[i]), {}});
  }
  return out;
}

value variant(const descriptor& d, const void* source) {
  const std::size_t which = d.variant->index(source);
  if (which == d.elements.size()) return {};  // valueless: an exception was thrown while it was filled
  value out = record(d.elements[which](), d.variant->get(source));
  if (!d.tag_is_member) {
    auto& members = out.members();
    members.insert(members.begin(), {std::string(d.discriminator), value(d.tags[which]), {}});
  }
  return out;
}

}  // namespace

value to_value(const descriptor& type, const void* source) {
  switch (type.kind) {
    case type_kind::boolean:
      return load<bool>(source);
    case type_kind::integer:
      return integer(type, source);
    case type_kind::number:
      if (type.width == sizeof(float)) return single(load<float>(source));
      return load<double>(source);
    case type_kind::string:
      return *static_cast<const std::string*>(source);
    case type_kind::constant:
      return type.enumerators[0].wire;
    case type_kind::enumeration:
      return enumeration(type, source);
    case type_kind::optional: {
      const void* held = type.optional->get(source);
      return held == nullptr ? value() : to_value(type.elements[0](), held);
    }
    case type_kind::list:
    case type_kind::array:
      return list(type, source);
    case type_kind::map:
      return map(type, source);
    case type_kind::variant:
      return variant(type, source);
    case type_kind::record:
      return record(type, source);
    case type_kind::any:
      return *static_cast<const value*>(source);
    case type_kind::custom:
      return type.custom->to_value(source);
  }
  return {};
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
