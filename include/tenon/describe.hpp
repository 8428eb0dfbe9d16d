// The words in which a C++ type is described.
//
// A plain struct needs none: its members are found by reflection. `describe`, found by
// argument-dependent look-up beside the type, adds what the type cannot say:
//
//   constexpr auto describe(tenon::type<Triage>) {
//     using namespace tenon;
//     return record("First reading of an incident report",
//                   field<&Triage::service>("Affected service, null if the report does not say"),
//                   field<&Triage::symptoms>("What users saw", {.min_items = 1, .max_items = 8}));
//   }
//
// Everything here is a constant; misuse ends in a static_assert sentence. The trap: `describe` must
// be declared before the type is first used with tenon, so keep it right below the struct.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include <tenon/reflect.hpp>
#include <tenon/result.hpp>
#include <tenon/rules.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {

/// Names a type in an argument list.
template <class T>
struct type {};

// ---- records ---------------------------------------------------------------------------------------

/// What one field was given by `describe`.
struct field_note {
  std::string_view member;
  std::string_view description;
  rules demands;
};
/// The same with the member it belongs to.
template <auto Member>
struct field_of : field_note {};

template <class Owner, std::size_t N>
struct record_note {
  using owner = Owner;
  std::string_view description;
  std::array<field_note, N> fields;
};
template <class Owner, auto... Members>
struct explicit_record_note : record_note<Owner, sizeof...(Members)> {};

namespace typing {

template <class P>
struct pointed;
template <class M, class C>
struct pointed<M C::*> {
  using member = M;
  using owner = C;
};
template <auto... Members>
struct common_owner {
  using type = void;
};
template <auto First, auto... Rest>
struct common_owner<First, Rest...> {
  using type = typename pointed<decltype(First)>::owner;
  static_assert((std::is_same_v<type, typename pointed<decltype(Rest)>::owner> && ...),
                "tenon: all fields of a record must be members of the same type");
};

}  // namespace typing

/// A description of one member and what is demanded of it.
template <auto Member>
  requires std::is_member_object_pointer_v<decltype(Member)>
constexpr field_of<Member> field(std::string_view description, const rules& demands = {}) {
  return {{reflect::pointed_name<Member>(), description, demands}};
}

/// A described record. Members that are not named keep their place and stay without description.
template <auto... Members>
constexpr auto record(std::string_view description, const field_of<Members>&... fields) {
  return record_note<typename typing::common_owner<Members...>::type, sizeof...(Members)>{description,
                                                                                          {fields...}};
}

/// A record whose members are exactly the ones listed, in this order. For types that reflection cannot
/// read: a class with a base class, a constructor, private members (make `describe` a friend) or more
/// than 64 members. The type must be default-constructible.
template <auto... Members>
constexpr auto explicit_record(std::string_view description, const field_of<Members>&... fields) {
  return explicit_record_note<typename typing::common_owner<Members...>::type, Members...>{
      {description, {fields...}}};
}

// ---- enumerations ----------------------------------------------------------------------------------

struct enumerator_note {
  reflect::named_value of;
  std::string_view wire;
};
template <class E>
struct enumerator_of : enumerator_note {};
template <class E, std::size_t N>
struct enumeration_note {
  using owner = E;
  std::string_view description;
  std::array<enumerator_note, N> enumerators;
};

/// One enumerator and its name on the wire; without a name, its own.
template <auto Enumerator>
  requires std::is_enum_v<decltype(Enumerator)>
constexpr enumerator_of<decltype(Enumerator)> named(std::string_view wire = {}) {
  constexpr std::string_view own = reflect::enumerator_name<Enumerator>();
  static_assert(!own.empty(), "tenon: named<> needs an enumerator, this value has no name");
  return {{{static_cast<std::int64_t>(Enumerator), own}, wire.empty() ? own : wire}};
}

/// A described enumeration with the enumerators that reflection finds (values −128 to 127).
constexpr enumeration_note<void, 0> enumeration(std::string_view description) {
  return {description, {}};
}
/// One with exactly these enumerators, in this order: for other wire names, for values out of range, or
/// to leave some out.
template <class E, class... Rest>
constexpr auto enumeration(std::string_view description, const enumerator_of<E>& first,
                           const enumerator_of<Rest>&... rest) {
  static_assert((std::is_same_v<E, Rest> && ...),
                "tenon: all enumerators of an enumeration must be of the same type");
  return enumeration_note<E, 1 + sizeof...(Rest)>{description, {first, rest...}};
}

// ---- variants --------------------------------------------------------------------------------------

template <std::size_t N>
struct fixed_text {
  char bytes[N];
  constexpr fixed_text(const char (&text)[N]) { std::copy_n(text, N, bytes); }
  constexpr operator std::string_view() const { return {bytes, N - 1}; }
};

/// A member that is always this string. The first one of a record tells it from the other alternatives of
/// a variant: `struct Card { tenon::constant<"card"> kind; std::string last4; };`
template <fixed_text Text>
struct constant {
  static constexpr std::string_view text = Text;
  constexpr operator std::string_view() const noexcept { return text; }
  friend auto operator<=>(const constant&, const constant&) = default;
};

template <class T>
struct alternative_of {
  std::string_view tag;
};
template <std::size_t N, class... T>
struct variant_note {
  std::string_view description;
  std::string_view discriminator;
  std::array<std::string_view, N> tags;
};

template <class T>
constexpr alternative_of<T> alternative(std::string_view tag) {
  return {tag};
}
/// For a variant of records without a member that tells them apart: on the wire each gets the member
/// `discriminator`, which holds its tag. Returned by `describe(tenon::type<std::variant<T...>>)`; the
/// alternatives stand in the order of the variant.
template <class... T>
constexpr auto one_of(std::string_view description, std::string_view discriminator, alternative_of<T>... of) {
  return variant_note<sizeof...(T), T...>{description, discriminator, {of.tag...}};
}

// ---- types of one's own ----------------------------------------------------------------------------

/// Specialise it to bring a type of your own (a date, a decimal, a UUID):
///
///   template <> struct tenon::codec<date> {
///     static tenon::value schema();                                  // of the wire form, without $schema
///     static tenon::result<date> from_value(const tenon::value&);    // code, message, expected are kept
///     static tenon::value to_value(const date&);
///   };
template <class T>
struct codec;

template <class T>
concept has_codec = requires(const value& v, const T& t) {
  { codec<T>::schema() } -> std::convertible_to<value>;
  { codec<T>::from_value(v) } -> std::same_as<result<T>>;
  { codec<T>::to_value(t) } -> std::convertible_to<value>;
};

/// A function `tenon::value schema_override(tenon::type<T>)` beside T takes the place of the generated
/// schema wherever T occurs. Binding is unchanged.
template <class T>
concept overrides_schema = requires {
  { schema_override(type<T>{}) } -> std::convertible_to<value>;
};

}  // namespace v0
}  // namespace tenon
