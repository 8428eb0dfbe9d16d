// Which types tenon can take, decided at compile time with a sentence for each refusal.
//
// The checks look at one record at a time and never into the records it contains, so that recursive
// types cost nothing; each record answers for itself when its own table is made.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <variant>
#include <vector>

#include <tenon/describe.hpp>
#include <tenon/descriptor.hpp>

namespace tenon {
inline namespace v0 {
namespace typing {

using schema::descriptor, schema::enumerator, schema::link, schema::member, schema::type_kind;

// ---- what kind of thing a type is --------------------------------------------------------------------

enum class unfit : std::uint8_t {
  none,
  pointer,
  reference,
  constness,
  c_array,
  character,
  long_double,
  string_view,
  union_type,
  function,
  map_key,
  nested_optional,
  optional_any,
  open_enumeration,
  no_enumerator,
  enumerator_out_of_range,
  enumerator_twice,
};

/// A type as a field sees it: optional is stripped, a list or map shows its element.
struct shape {
  type_kind kind = type_kind::record;
  type_kind element = type_kind::record;  // list, array, map
  unfit reason = unfit::none;
  std::uint8_t width = 0;
  bool is_signed = false;
  bool fixed_length = false;
  std::uint8_t element_width = 0;
  bool element_signed = false;
  std::string_view tag = {};  // of a constant
};

template <class T>
constexpr shape shape_of();

template <class T>
struct wrapper {
  static constexpr bool known = false;
};
template <type_kind Kind, class Element>
struct wrapper_of {
  static constexpr bool known = true;
  static constexpr shape look() {
    constexpr shape in = shape_of<Element>();
    return {.kind = Kind,
            .element = in.kind,
            .reason = in.reason,
            .fixed_length = Kind == type_kind::array,
            .element_width = in.width,
            .element_signed = in.is_signed};
  }
};
template <class T, class A>
struct wrapper<std::vector<T, A>> : wrapper_of<type_kind::list, T> {};
template <class T, std::size_t N>
struct wrapper<std::array<T, N>> : wrapper_of<type_kind::array, T> {};
template <class T, class C, class A>
struct wrapper<std::map<std::string, T, C, A>> : wrapper_of<type_kind::map, T> {};
template <class T, class H, class E, class A>
struct wrapper<std::unordered_map<std::string, T, H, E, A>> : wrapper_of<type_kind::map, T> {};
template <class K, class T, class C, class A>
struct wrapper<std::map<K, T, C, A>> {
  static constexpr bool known = true;
  static constexpr shape look() { return {.kind = type_kind::map, .reason = unfit::map_key}; }
};
template <class K, class T, class H, class E, class A>
struct wrapper<std::unordered_map<K, T, H, E, A>> {
  static constexpr bool known = true;
  static constexpr shape look() { return {.kind = type_kind::map, .reason = unfit::map_key}; }
};
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
struct wrapper<std::optional<T>> {
  static constexpr bool known = true;
  static constexpr shape look() {
    shape in = shape_of<T>();
    if (is_optional<T>) in.reason = unfit::nested_optional;
    if (in.kind == type_kind::any) in.reason = unfit::optional_any;
    return in;
  }
};
template <fixed_text Text>
struct wrapper<constant<Text>> {
  static constexpr bool known = true;
  static constexpr shape look() { return {.kind = type_kind::constant, .tag = constant<Text>::text}; }
};
template <class... T>
struct wrapper<std::variant<T...>> {
  static constexpr bool known = true;
  static constexpr shape look() { return {.kind = type_kind::variant}; }
};

template <class T>
concept character = std::is_same_v<T, char> || std::is_same_v<T, wchar_t> || std::is_same_v<T, char8_t> ||
                    std::is_same_v<T, char16_t> || std::is_same_v<T, char32_t>;
template <class T>
concept described = requires { describe(type<T>{}); };

template <class E>
constexpr bool lists_enumerators() {
  if constexpr (described<E>) {
    return describe(type<E>{}).enumerators.size() != 0;
  } else {
    return false;
  }
}

/// Name and value of each enumerator: as `describe` lists them, else by reflection.
template <class E>
inline constexpr auto enumerator_table = [] {
  if constexpr (lists_enumerators<E>()) {
    constexpr auto note = describe(type<E>{});
    std::array<enumerator, note.enumerators.size()> out{};
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = {note.enumerators[i].of.value, note.enumerators[i].wire};
    }
    return out;
  } else if constexpr (!reflect::has_fixed_type<E>) {
    return std::array<enumerator, 0>{};
  } else {
    std::array<enumerator, reflect::enumerators<E>.size()> out{};
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = {reflect::enumerators<E>[i].value, reflect::enumerators<E>[i].name};
    }
    return out;
  }
}();

constexpr bool has_equal_names(std::span<const enumerator> table) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    for (std::size_t other = 0; other < i; ++other) {
      if (table[i].wire == table[other].wire) return true;
    }
  }
  return false;
}

template <class E>
constexpr shape shape_of_enumeration() {
  if constexpr (!reflect::has_fixed_type<E>) {
    return {.kind = type_kind::enumeration, .reason = unfit::open_enumeration};
  } else if constexpr (!lists_enumerators<E>() && reflect::outlier_found<E>) {
    return {.kind = type_kind::enumeration, .reason = unfit::enumerator_out_of_range};
  } else if constexpr (enumerator_table<E>.size() == 0) {
    return {.kind = type_kind::enumeration, .reason = unfit::no_enumerator};
  } else if constexpr (has_equal_names(enumerator_table<E>)) {
    return {.kind = type_kind::enumeration, .reason = unfit::enumerator_twice};
  } else {
    return {.kind = type_kind::enumeration};
  }
}

template <class T>
constexpr shape shape_of() {
  if constexpr (std::is_reference_v<T>) {
    return {.reason = unfit::reference};
  } else if constexpr (std::is_const_v<T> || std::is_volatile_v<T>) {
    return {.reason = unfit::constness};
  } else if constexpr (std::is_function_v<T> || std::is_void_v<T>) {
    return {.reason = unfit::function};
  } else if constexpr (has_codec<T>) {
    return {.kind = type_kind::custom};
  } else if constexpr (std::is_pointer_v<T> || std::is_member_pointer_v<T> || std::is_null_pointer_v<T>) {
    return {.reason = unfit::pointer};
  } else if constexpr (std::is_array_v<T>) {
    return {.reason = unfit::c_array};
  } else if constexpr (std::is_union_v<T>) {
    return {.reason = unfit::union_type};
  } else if constexpr (character<T>) {
    return {.reason = unfit::character};
  } else if constexpr (std::is_same_v<T, bool>) {
    return {.kind = type_kind::boolean};
  } else if constexpr (std::is_integral_v<T>) {
    return {.kind = type_kind::integer, .width = sizeof(T), .is_signed = std::is_signed_v<T>};
  } else if constexpr (std::is_same_v<T, long double>) {
    return {.reason = unfit::long_double};
  } else if constexpr (std::is_floating_point_v<T>) {
    return {.kind = type_kind::number, .width = sizeof(T)};
  } else if constexpr (std::is_same_v<T, std::string>) {
    return {.kind = type_kind::string};
  } else if constexpr (std::is_same_v<T, std::string_view>) {
    return {.reason = unfit::string_view};
  } else if constexpr (std::is_same_v<T, value>) {
    return {.kind = type_kind::any};
  } else if constexpr (std::is_enum_v<T>) {
    return shape_of_enumeration<T>();
  } else if constexpr (wrapper<T>::known) {
    return wrapper<T>::look();
  } else {
    return {.kind = type_kind::record};
  }
}

/// Refuses with a sentence. `Where` and T show in the compiler's notes.
template <class Where, class T, unfit Reason>
struct fits {
  static_assert(Reason != unfit::pointer,
                "tenon cannot describe a pointer: use std::optional for what may be missing, std::vector for "
                "a type that contains itself");
  static_assert(Reason != unfit::reference, "tenon cannot fill a reference: make the member a value");
  static_assert(Reason != unfit::constness, "tenon cannot fill a const or volatile member");
  static_assert(Reason != unfit::c_array, "tenon cannot describe a C array: use std::array or std::string");
  static_assert(Reason != unfit::character,
                "tenon cannot describe a character type: use std::string for text, std::int8_t for a number");
  static_assert(Reason != unfit::long_double, "tenon cannot describe long double: use double");
  static_assert(Reason != unfit::string_view,
                "tenon cannot describe std::string_view, which would own nothing: use std::string");
  static_assert(Reason != unfit::union_type, "tenon cannot describe a union: use std::variant");
  static_assert(Reason != unfit::function, "tenon cannot describe void or a function type");
  static_assert(Reason != unfit::map_key, "tenon cannot describe a map whose key is not std::string");
  static_assert(Reason != unfit::nested_optional,
                "tenon cannot tell an empty optional inside an optional from an empty one: use one optional");
  static_assert(Reason != unfit::optional_any,
                "tenon cannot tell null from absent in an optional tenon::value: use tenon::value");
  static_assert(Reason != unfit::open_enumeration,
                "tenon needs an enum class, or an enum with an underlying type");
  static_assert(
      Reason != unfit::no_enumerator,
      "tenon finds no enumerator between -128 and 127: list them in describe with enumeration(...)");
  static_assert(Reason != unfit::enumerator_out_of_range,
                "tenon finds an enumerator outside -128 to 127: list all of them in describe with "
                "enumeration(...)");
  static_assert(Reason != unfit::enumerator_twice, "tenon: two enumerators have the same name on the wire");
};

}  // namespace typing
}  // namespace v0
}  // namespace tenon
