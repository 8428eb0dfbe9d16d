// Which types and rules tenon can take, decided at compile time with a sentence for each refusal.
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

template <class E>
constexpr shape shape_of_enumeration() {
  if constexpr (!reflect::has_fixed_type<E>) {
    return {.kind = type_kind::enumeration, .reason = unfit::open_enumeration};
  } else if constexpr (!lists_enumerators<E>() && reflect::has_outlier<E>()) {
    return {.kind = type_kind::enumeration, .reason = unfit::enumerator_out_of_range};
  } else if constexpr (enumerator_table<E>.size() == 0) {
    return {.kind = type_kind::enumeration, .reason = unfit::no_enumerator};
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
};

// ---- rules against types ---------------------------------------------------------------------------

enum class misuse : std::uint8_t {
  none,
  unknown_member,
  member_twice,
  wire_name_twice,
  string_rule,
  number_rule,
  count_rule,
  item_string_rule,
  item_number_rule,
  items_of_no_list,
  verbatim_of_no_string,
  both_verbatim,
  no_such_sibling,
  sibling_not_boolean,
  not_a_count,
  not_positive,
  crossed,
  beyond_type,
};
struct verdict {
  misuse what = misuse::none;
  std::size_t field = 0;
};

constexpr bool is_count(const bound& b) {
  return !b || b.how() == bound::form::natural || (b.how() == bound::form::integer && b.integer() >= 0);
}
constexpr bool crossed(const bound& low, const bound& high) {
  return low && high && low.real() > high.real();
}
/// Is a bound outside what an integer type of this width can hold? 64 bits are left to the schema.
constexpr bool beyond(const bound& b, std::uint8_t width, bool is_signed) {
  if (!b || width == 0 || width >= 8) return b && width >= 8 && !is_signed && b.real() < 0;
  const int bits = 8 * width - (is_signed ? 1 : 0);
  const double top = static_cast<double>((std::uint64_t{1} << bits) - 1);
  return b.real() > top || b.real() < (is_signed ? -top - 1 : 0);
}
constexpr bool has_string_rule(const item_rules& r) {
  return r.min_length || r.max_length || !r.pattern.empty() || !r.format.empty();
}
constexpr bool has_number_rule(const item_rules& r) {
  return r.minimum || r.maximum || r.exclusive_minimum || r.exclusive_maximum || r.multiple_of;
}
constexpr bool is_list(type_kind k) {
  return k == type_kind::list || k == type_kind::array || k == type_kind::map;
}

/// A codec's or an overridden wire form may be anything, so rules are taken on trust there.
constexpr misuse judge_scalar(const item_rules& r, type_kind kind, std::uint8_t width, bool is_signed) {
  const bool trusted = kind == type_kind::custom;
  if (has_string_rule(r) && kind != type_kind::string && !trusted) return misuse::string_rule;
  const bool numeric = kind == type_kind::integer || kind == type_kind::number;
  if (has_number_rule(r) && !numeric && !trusted) return misuse::number_rule;
  if (r.verbatim && kind != type_kind::string && !trusted) return misuse::verbatim_of_no_string;
  if (!is_count(r.min_length) || !is_count(r.max_length)) return misuse::not_a_count;
  if (r.multiple_of && r.multiple_of.real() <= 0) return misuse::not_positive;
  if (crossed(r.min_length, r.max_length) || crossed(r.minimum, r.maximum)) return misuse::crossed;
  if (kind == type_kind::integer &&
      (beyond(r.minimum, width, is_signed) || beyond(r.maximum, width, is_signed)))
    return misuse::beyond_type;
  return misuse::none;
}

constexpr misuse judge_sibling(std::string_view name, std::span<const member> members,
                               std::span<const shape> shapes) {
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i].name == name)
      return shapes[i].kind == type_kind::boolean ? misuse::none : misuse::sibling_not_boolean;
  }
  return misuse::no_such_sibling;
}

constexpr misuse judge_rules(const rules& r, const shape& of) {
  const item_rules own = r.scalar();
  if (misuse m = judge_scalar(own, of.kind, of.width, of.is_signed); m != misuse::none) return m;
  const bool trusted = of.kind == type_kind::custom;
  if (!r.verbatim_when.empty() && of.kind != type_kind::string && !trusted)
    return misuse::verbatim_of_no_string;
  if (r.verbatim && !r.verbatim_when.empty()) return misuse::both_verbatim;
  if ((r.min_items || r.max_items) && !(is_list(of.kind) && !of.fixed_length) && !trusted)
    return misuse::count_rule;
  if (r.unique_items && of.kind != type_kind::list && of.kind != type_kind::array && !trusted)
    return misuse::count_rule;
  if (!is_count(r.min_items) || !is_count(r.max_items)) return misuse::not_a_count;
  if (crossed(r.min_items, r.max_items)) return misuse::crossed;
  const bool any_item_rule = has_string_rule(r.items) || has_number_rule(r.items) || r.items.verbatim;
  if (any_item_rule && !is_list(of.kind)) return misuse::items_of_no_list;
  if (!any_item_rule) return misuse::none;
  switch (misuse m = judge_scalar(r.items, of.element, of.element_width, of.element_signed)) {
    case misuse::string_rule:
      return misuse::item_string_rule;
    case misuse::number_rule:
      return misuse::item_number_rule;
    default:
      return m;
  }
}

/// The first thing wrong with the notes of a record. `members` and `shapes` run in parallel.
constexpr verdict judge(std::span<const field_note> notes, std::span<const member> members,
                        std::span<const shape> shapes) {
  for (std::size_t f = 0; f < notes.size(); ++f) {
    bool found = false;
    for (std::size_t other = 0; other < f; ++other) {
      if (notes[other].member == notes[f].member) return {misuse::member_twice, f};
    }
    for (std::size_t i = 0; i < members.size() && !found; ++i) {
      if (members[i].name != notes[f].member) continue;
      found = true;
      if (misuse m = judge_rules(notes[f].demands, shapes[i]); m != misuse::none) return {m, f};
    }
    if (!found) return {misuse::unknown_member, f};
    const std::string_view sibling = notes[f].demands.verbatim_when;
    if (sibling.empty()) continue;
    if (misuse m = judge_sibling(sibling, members, shapes); m != misuse::none) return {m, f};
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    for (std::size_t other = 0; other < i; ++other) {
      if (members[other].wire == members[i].wire) return {misuse::wire_name_twice, i};
    }
  }
  return {};
}

/// Refuses with a sentence. T and Field (position in describe) show in the compiler's notes.
template <class T, misuse What, std::size_t Field>
struct rules_hold {
  static_assert(What != misuse::unknown_member,
                "tenon: describe names a member that the record does not have");
  static_assert(What != misuse::member_twice, "tenon: describe names a member twice");
  static_assert(What != misuse::wire_name_twice, "tenon: two members have the same name on the wire");
  static_assert(What != misuse::string_rule,
                "tenon: min_length, max_length, pattern and format are rules for strings");
  static_assert(What != misuse::number_rule,
                "tenon: minimum, maximum, their exclusive forms and multiple_of are rules for numbers");
  static_assert(What != misuse::count_rule,
                "tenon: min_items, max_items and unique_items are rules for lists of variable length");
  static_assert(What != misuse::item_string_rule,
                "tenon: the elements of this list are no strings, so they have no length, pattern or format");
  static_assert(What != misuse::item_number_rule,
                "tenon: the elements of this list are no numbers, so they have no bounds");
  static_assert(What != misuse::items_of_no_list, "tenon: items are rules for the elements of a list or map");
  static_assert(What != misuse::verbatim_of_no_string, "tenon: verbatim is a rule for strings");
  static_assert(What != misuse::both_verbatim, "tenon: give verbatim or verbatim_when, not both");
  static_assert(What != misuse::no_such_sibling, "tenon: verbatim_when names no member of the record");
  static_assert(What != misuse::sibling_not_boolean, "tenon: verbatim_when must name a boolean member");
  static_assert(What != misuse::not_a_count, "tenon: lengths and counts are whole numbers from 0");
  static_assert(What != misuse::not_positive, "tenon: multiple_of is a number above 0");
  static_assert(What != misuse::crossed, "tenon: a lower bound lies above its upper bound");
  static_assert(What != misuse::beyond_type, "tenon: a bound lies outside what the member's type can hold");
  static constexpr bool value = true;
};

}  // namespace typing
}  // namespace v0
}  // namespace tenon
