// Names of members and enumerators of plain types, without macros.
//
// How: members are counted by how many initialisers the type takes, bound by structured bindings
// (members.hpp), and their names read from what the compiler prints for a pointer to a member of an
// object that is declared and never defined. Enumerators are printed as template arguments.
//
// Every limit of this technique is detected and ends in a sentence (describe.hpp makes them
// static_asserts). The trap: an enumerator outside the scanned range cannot be seen; the usual
// outliers (powers of two, round numbers, the ends of the underlying type) are probed for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <tenon/members.hpp>

namespace tenon {
inline namespace v0 {
namespace reflect {

// ---- how many members ----------------------------------------------------------------------------

template <class U>
constexpr bool initialisable_member() {
  static_assert(!std::is_union_v<U>, "tenon cannot describe a union: use std::variant");
  return true;
}

// The conversions below are never called. They have bodies because clang takes a narrowing check for a
// use, and a use of an undefined function that returns a type without linkage is an error.

/// Converts to any member type; the constraint stops at unions, which structured bindings cannot name.
struct anything {
  template <class U>
    requires(initialisable_member<U>())
  operator U() const noexcept {
    __builtin_unreachable();
  }
};
/// Converts to bases of T alone: initialises the first element of an aggregate only if that is a base.
template <class T>
struct only_a_base {
  template <class U>
    requires(std::is_base_of_v<U, T> && !std::is_same_v<U, T>)
  operator U() const noexcept {
    __builtin_unreachable();
  }
};
/// Binds to a reference member, which `anything` cannot.
struct an_lvalue {
  template <class U>
  operator U&() const noexcept {
    __builtin_unreachable();
  }
};

template <class T, std::size_t... I>
constexpr bool takes(std::index_sequence<I...>) {
  return requires { T{(static_cast<void>(I), anything{})...}; };
}
template <class T, class Last, std::size_t... I>
constexpr bool takes_then(std::index_sequence<I...>) {
  return requires { T{(static_cast<void>(I), anything{})..., Last{}}; };
}
/// Number of initialisers; one more than max_members stands for "too many".
template <class T, std::size_t N = 0>
consteval std::size_t count_initialisers() {
  if constexpr (N > max_members) {
    return N;
  } else if constexpr (takes<T>(std::make_index_sequence<N + 1>{})) {
    return count_initialisers<T, N + 1>();
  } else {
    return N;
  }
}

template <class T>
inline constexpr std::size_t initialisers = count_initialisers<std::remove_cv_t<T>>();

// ---- what stands in the way ------------------------------------------------------------------------

enum class obstacle : std::uint8_t {
  none,
  not_an_aggregate,
  base_class,
  not_default_constructible,
  reference_member,
  too_many_members,
  array_member,
  bit_field,
};

template <class... M>
struct types {};
struct list_types {
  template <class... D, class... M>
  constexpr types<D...> operator()(M&...) const {
    return {};
  }
};

template <class T>
using member_types_or_not = decltype(visit_members<initialisers<T>>(std::declval<T&>(), list_types{}));

/// The first thing that keeps T from being read by reflection.
template <class T>
consteval obstacle obstacle_in() {
  if constexpr (!std::is_aggregate_v<T> || std::is_array_v<T>) {
    return obstacle::not_an_aggregate;
  } else if constexpr (requires { T{only_a_base<T>{}}; }) {
    return obstacle::base_class;
  } else if constexpr (!std::is_default_constructible_v<T>) {
    return obstacle::not_default_constructible;
  } else if constexpr (initialisers<T> > max_members) {
    return obstacle::too_many_members;
  } else if constexpr (takes_then<T, an_lvalue>(std::make_index_sequence<initialisers<T>>{})) {
    return obstacle::reference_member;
  } else if constexpr (!takes_one_each<initialisers<T>, T>()) {
    return obstacle::array_member;
  } else if constexpr (std::is_same_v<member_types_or_not<T>, not_referable>) {
    return obstacle::bit_field;
  } else {
    return obstacle::none;
  }
}

// Everything below: precondition obstacle_in<T>() == none.

/// types<M...> as declared, const and references kept.
template <class T>
using member_types = member_types_or_not<T>;

struct write_addresses {
  const void** out;
  template <class... D, class... M>
  constexpr std::size_t operator()(M&... members) const {
    const void** to = out;
    ((*to++ = &members), ...);
    return sizeof...(M);
  }
};
/// Writes the addresses of all members, in declaration order.
template <class T>
void addresses_of(const T& object, const void** out) {
  visit_members<initialisers<T>>(object, write_addresses{out});
}

// ---- names of members ------------------------------------------------------------------------------

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-internal"
#pragma clang diagnostic ignored "-Wundefined-var-template"
#endif

template <class T>
struct unmade_storage {
  T value;
};
template <class T>
extern const unmade_storage<T> unmade;

template <class P>
struct pointer_box {  // clang wants the pointer inside a structural class type
  P pointer;
};
template <class P>
pointer_box(P) -> pointer_box<P>;

struct box_pointers {
  template <class... D, class... M>
  constexpr auto operator()(M&... members) const {
    return std::tuple{pointer_box{&members}...};
  }
};

template <auto... Box>
consteval std::string_view print_pointers() {
  return __PRETTY_FUNCTION__;
}
template <class T, std::size_t... I>
consteval std::string_view print_members(std::index_sequence<I...>) {
  constexpr auto boxes = visit_members<initialisers<T>>(unmade<T>.value, box_pointers{});
  return print_pointers<std::get<I>(boxes)...>();
}

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

/// The identifier at the end of "a.b::c".
constexpr std::string_view last_identifier(std::string_view text) {
  return text.substr(text.find_last_of(".:") + 1);
}

template <std::size_t N>
constexpr std::array<std::string_view, N> split_members(std::string_view text) {
#if defined(__clang__)
  constexpr std::string_view mark = "unmade", stop = "}";
#else
  constexpr std::string_view mark = "& ", stop = ")}";
#endif
  std::array<std::string_view, N> out{};
  std::size_t at = 0;
  for (auto& name : out) {
    at = text.find(mark, at);
    const std::size_t end = text.find(stop, at);
    name = last_identifier(text.substr(at, end - at));
    at = end;
  }
  return out;
}

template <class T>
inline constexpr auto member_names = [] {
  if constexpr (initialisers<T> == 0) {
    return std::array<std::string_view, 0>{};
  } else {
    return split_members<initialisers<T>>(print_members<T>(std::make_index_sequence<initialisers<T>>{}));
  }
}();

/// The name of the member that a pointer to member points to.
template <auto Member>
  requires std::is_member_object_pointer_v<decltype(Member)>
consteval std::string_view pointed_name() {
  std::string_view text = __PRETTY_FUNCTION__;
#if defined(__clang__)
  text = text.substr(0, text.rfind(']'));
#else
  const std::size_t semicolon = text.find(';');
  text = text.substr(0, semicolon == std::string_view::npos ? text.rfind(']') : semicolon);
  if (text.back() == ')') text.remove_suffix(1);
#endif
  return last_identifier(text);
}

// ---- names of types --------------------------------------------------------------------------------

template <class T>
consteval std::string_view print_type() {
  return __PRETTY_FUNCTION__;
}
/// As written in the program but without its namespaces; template arguments stay.
template <class T>
consteval std::string_view type_name() {
  std::string_view text = print_type<T>();
  text = text.substr(text.find("T = ") + 4);
  const std::size_t semicolon = text.find(';');
  text = text.substr(0, semicolon == std::string_view::npos ? text.rfind(']') : semicolon);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size() && text[i] != '<'; ++i) {
    if (text[i] == ':') begin = i + 1;
  }
  return text.substr(begin);
}

// ---- enumerators -----------------------------------------------------------------------------------

struct named_value {
  std::int64_t value;
  std::string_view name;
};

/// Can every value of the underlying type be cast to E? (Scoped, or with a type given.)
template <class E>
inline constexpr bool has_fixed_type = requires { E{0}; };

template <class E>
struct scanned {
  using limits = std::numeric_limits<std::underlying_type_t<E>>;
  /// Eight bits are scanned whole; of wider types −128 to 127.
  static constexpr std::int64_t first = limits::is_signed ? -128 : 0;
  static constexpr std::int64_t last = limits::digits < 7 ? 1 : (limits::digits == 8 ? 255 : 127);
  static constexpr std::size_t count = static_cast<std::size_t>(last - first + 1);
};

/// Where enumerators of wide types like to stand: powers of two, one less, round numbers, the ends.
/// All lie above or below the scanned range.
template <class U>
constexpr auto probes() {
  using limits = std::numeric_limits<U>;
  struct list {
    std::array<U, 160> values{};
    std::size_t count = 0;
  } out;
  if constexpr (limits::digits > 8) {
    const auto add = [&out](std::uint64_t v) {
      if (v <= static_cast<std::uint64_t>(limits::max())) out.values[out.count++] = static_cast<U>(v);
    };
    for (unsigned bit = 7; bit < 64; ++bit) add(std::uint64_t{1} << bit);
    for (unsigned bit = 8; bit < 64; ++bit) add((std::uint64_t{1} << bit) - 1);
    add(~std::uint64_t{0});
    for (std::uint64_t v = 200; v < 1000; v += 100) add(v);
    for (std::uint64_t v = 1000; v < 10000; v += 1000) add(v);
    if constexpr (limits::is_signed) out.values[out.count++] = limits::min();
  }
  return out;
}

template <class E, E... V>
consteval std::string_view print_enumerators() {
  return __PRETTY_FUNCTION__;
}

/// Calls fn(position, name or empty) for each argument in what print_enumerators printed.
template <class Fn>
constexpr void each_printed(std::string_view text, Fn fn) {
#if defined(__clang__)
  constexpr std::string_view open = "V = <";
  constexpr char close = '>';
#else
  constexpr std::string_view open = "V = {";
  constexpr char close = '}';
#endif
  std::size_t begin = text.find(open) + open.size();
  const std::size_t end = text.rfind(close);
  std::size_t position = 0;
  while (begin < end) {
    std::size_t stop = begin;
    std::size_t colon = begin - 1;    // the last one seen
    std::size_t bracket = begin - 1;  // the last closing one seen
    for (int depth = 0; stop < end && (depth != 0 || text[stop] != ','); ++stop) {
      const char c = text[stop];
      if (c == '(' || c == '<' || c == '{') ++depth;
      if (c == ')' || c == '>' || c == '}') {
        --depth;
        bracket = stop;
      }
      if (c == ':') colon = stop;
    }
    // "(E)5" and "5" are numbers that no enumerator has; "a::E::x", "(anonymous namespace)::E::x" and
    // "x" are names.
    const char first = text[(colon + 1 > bracket + 1 ? colon : bracket) + 1];
    const bool named = first != '-' && !(first >= '0' && first <= '9');
    fn(position++, named ? text.substr(colon + 1, stop - colon - 1) : std::string_view());
    begin = stop + 1;
    while (begin < end && text[begin] == ' ') ++begin;
  }
}

template <class E, std::size_t... I>
consteval std::string_view print_scanned(std::index_sequence<I...>) {
  return print_enumerators<E, static_cast<E>(static_cast<std::int64_t>(I) + scanned<E>::first)...>();
}
template <class E, std::size_t... I>
consteval std::string_view print_probed(std::index_sequence<I...>) {
  constexpr auto list = probes<std::underlying_type_t<E>>();
  return print_enumerators<E, static_cast<E>(list.values[I])...>();
}

/// Is there an enumerator where the scan does not reach? False says nothing about values that are not
/// probed.
template <class E>
consteval bool has_outlier() {
  constexpr std::size_t count = probes<std::underlying_type_t<E>>().count;
  if constexpr (count == 0) {
    return false;
  } else {
    bool found = false;
    each_printed(print_probed<E>(std::make_index_sequence<count>{}),
                 [&found](std::size_t, std::string_view name) { found = found || !name.empty(); });
    return found;
  }
}

template <class E>
inline constexpr bool outlier_found = has_outlier<E>();

/// The enumerators in the scanned range, by value. Of several with one value, one.
/// Precondition: has_fixed_type<E>.
template <class E>
inline constexpr auto enumerators = [] {
  struct list {
    std::array<named_value, scanned<E>::count> items{};
    std::size_t count = 0;
  };
  constexpr list found = [] {
    list out;
    each_printed(print_scanned<E>(std::make_index_sequence<scanned<E>::count>{}),
                 [&out](std::size_t position, std::string_view name) {
                   if (name.empty()) return;
                   out.items[out.count++] = {static_cast<std::int64_t>(position) + scanned<E>::first, name};
                 });
    return out;
  }();
  std::array<named_value, found.count> exact{};
  for (std::size_t i = 0; i < found.count; ++i) exact[i] = found.items[i];
  return exact;
}();

/// The name of one enumerator, wherever it lies; empty if E has none with this value.
template <auto Value>
  requires std::is_enum_v<decltype(Value)>
consteval std::string_view enumerator_name() {
  std::string_view out;
  each_printed(print_enumerators<decltype(Value), Value>(),
               [&out](std::size_t, std::string_view name) { out = name; });
  return out;
}

}  // namespace reflect
}  // namespace v0
}  // namespace tenon
