// From types to descriptors: the only templates that are made per type, and they make constants.
//
// `of<T>::value` is the descriptor of T. It is reached through `link_to<T>`, a function, because the
// address of a constant that is being defined cannot be taken (a record may contain itself).
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <tenon/fit.hpp>
#include <tenon/judge.hpp>

namespace tenon {
inline namespace v0 {
namespace typing {

using schema::custom_operations, schema::list_operations, schema::map_operations, schema::optional_operations,
    schema::variant_operations;

template <class T>
struct of;
template <class T>
const descriptor& link_to() {
  return of<T>::value;
}

template <class T>
constexpr value (*override_of())() {
  if constexpr (overrides_schema<T>) {
    return []() -> value { return schema_override(type<T>{}); };
  } else {
    return nullptr;
  }
}

// ---- scalars -----------------------------------------------------------------------------------------

/// Anything that has no other row: a scalar, tenon::value, or a type that is refused with a sentence.
template <class T>
struct of {
  static constexpr shape look = shape_of<T>();
  static_assert(sizeof(fits<T, T, look.reason>) != 0);
  static constexpr descriptor value{.kind = look.kind, .width = sizeof(T), .is_signed = std::is_signed_v<T>};
};

template <fixed_text Text>
struct of<constant<Text>> {
  static constexpr enumerator one{0, constant<Text>::text};
  static constexpr descriptor value{.kind = type_kind::constant, .enumerators = {&one, 1}};
};

template <class T>
constexpr std::string_view description_of() {
  if constexpr (described<T>) {
    return describe(type<T>{}).description;
  } else {
    return {};
  }
}

template <class T>
  requires(std::is_enum_v<T> && !has_codec<T>)
struct of<T> {
  static constexpr shape look = shape_of<T>();
  static_assert(sizeof(fits<T, T, look.reason>) != 0);
  static constexpr descriptor value{.kind = type_kind::enumeration,
                                    .name = reflect::type_name<T>(),
                                    .description = description_of<T>(),
                                    .schema_override = override_of<T>(),
                                    .width = sizeof(T),
                                    .is_signed = std::is_signed_v<std::underlying_type_t<T>>,
                                    .enumerators = enumerator_table<T>};
};

template <class T>
  requires has_codec<T>
struct of<T> {
  static bool read(const tenon::value& from, void* to, problem& why) {
    result<T> got = codec<T>::from_value(from);
    if (!got) {
      why = std::move(got.error());
      return false;
    }
    *static_cast<T*>(to) = std::move(*got);
    return true;
  }
  static constexpr custom_operations operations{
      []() -> tenon::value { return codec<T>::schema(); }, &read,
      [](const void* from) -> tenon::value { return codec<T>::to_value(*static_cast<const T*>(from)); }};
  static constexpr descriptor value{.kind = type_kind::custom,
                                    .name = reflect::type_name<T>(),
                                    .schema_override = override_of<T>(),
                                    .custom = &operations};
};

// ---- containers --------------------------------------------------------------------------------------

template <class Container, class T>
struct one_element {
  static constexpr link elements[] = {&link_to<T>};
  static_assert(sizeof(fits<Container, T, shape_of<Container>().reason>) != 0);
};

template <class T>
struct of<std::optional<T>> : one_element<std::optional<T>, T> {
  using type = std::optional<T>;
  static constexpr optional_operations operations{
      [](void* p) { static_cast<type*>(p)->reset(); },
      [](void* p) -> void* { return &static_cast<type*>(p)->emplace(); },
      [](const void* p) -> const void* {
        const type& o = *static_cast<const type*>(p);
        return o ? &*o : nullptr;
      }};
  static constexpr descriptor value{
      .kind = type_kind::optional, .elements = one_element<type, T>::elements, .optional = &operations};
};

template <class T, class A>
struct of<std::vector<T, A>> : one_element<std::vector<T, A>, T> {
  using type = std::vector<T, A>;
  static void reset(void* p, std::size_t expected) {
    static_cast<type*>(p)->clear();
    static_cast<type*>(p)->reserve(expected);
  }
  static std::size_t size(const void* p) { return static_cast<const type*>(p)->size(); }
  static void truncate(void* p, std::size_t count) { static_cast<type*>(p)->resize(count); }
  static constexpr list_operations make() {
    list_operations out{.reset = &reset, .size = &size, .truncate = &truncate};
    if constexpr (std::is_same_v<T, bool>) {  // its elements have no address
      out.append_bool = [](void* p, bool b) { static_cast<type*>(p)->push_back(b); };
      out.at = [](const void* p, std::size_t i) -> const void* {
        static constexpr bool both[] = {false, true};
        return &both[(*static_cast<const type*>(p))[i] ? 1 : 0];
      };
    } else {
      out.append = [](void* p) -> void* { return &static_cast<type*>(p)->emplace_back(); };
      out.at = [](const void* p, std::size_t i) -> const void* { return &(*static_cast<const type*>(p))[i]; };
      out.all = [](void* p) -> list_operations::elements {
        type& list = *static_cast<type*>(p);
        return {list.data(), list.size()};
      };
    }
    return out;
  }
  static constexpr list_operations operations = make();
  static constexpr descriptor value{.kind = type_kind::list,
                                    .elements = one_element<type, T>::elements,
                                    .stride = sizeof(T),
                                    .list = &operations};
};

template <class T, std::size_t N>
struct of<std::array<T, N>> : one_element<std::array<T, N>, T> {
  static constexpr descriptor value{.kind = type_kind::array,
                                    .elements = one_element<std::array<T, N>, T>::elements,
                                    .length = N,
                                    .stride = sizeof(T)};
};

template <class Map, class T, bool Sorted>
struct map_of : one_element<Map, T> {
  static void* insert(void* p, std::string&& key) {
    auto [where, is_new] = static_cast<Map*>(p)->try_emplace(std::move(key));
    return is_new ? &where->second : nullptr;
  }
  static void each(const void* p, void* context, void (*call)(void*, const std::string&, const void*)) {
    for (const auto& [key, item] : *static_cast<const Map*>(p)) call(context, key, &item);
  }
  static constexpr map_operations operations{[](void* p) { static_cast<Map*>(p)->clear(); }, &insert, &each,
                                             Sorted};
  static constexpr descriptor value{
      .kind = type_kind::map, .elements = one_element<Map, T>::elements, .map = &operations};
};
template <class T, class C, class A>
struct of<std::map<std::string, T, C, A>> : map_of<std::map<std::string, T, C, A>, T, true> {};
template <class T, class H, class E, class A>
struct of<std::unordered_map<std::string, T, H, E, A>>
    : map_of<std::unordered_map<std::string, T, H, E, A>, T, false> {};

// ---- records -----------------------------------------------------------------------------------------

template <class Note>
inline constexpr bool is_explicit_note = false;
template <class Owner, auto... Members>
inline constexpr bool is_explicit_note<explicit_record_note<Owner, Members...>> = true;

template <class T>
constexpr auto note_of() {
  if constexpr (described<T>) {
    return describe(type<T>{});
  } else {
    return record_note<void, 0>{};
  }
}

template <class T, reflect::obstacle What>
struct readable {
  using enum reflect::obstacle;
  static_assert(
      What != not_an_aggregate,
      "tenon reads plain structs: a type with a constructor, a private member, a virtual function or "
      "a private base needs explicit_record(...) in describe, or a codec");
  static_assert(What != base_class,
                "tenon cannot read a struct with a base class: list its members with explicit_record(...)");
  static_assert(
      What != not_default_constructible,
      "tenon makes a record first and fills it then: a member that is a reference, or const, or has no "
      "default constructor is in the way");
  static_assert(What != reference_member, "tenon cannot fill a reference: make the member a value");
  static_assert(What != too_many_members,
                "tenon reads structs of up to 64 members: split it, or list them with explicit_record(...)");
  static_assert(
      What != array_member,
      "tenon cannot describe a C array (use std::array or std::string) or a member with an explicit "
      "default constructor");
  static_assert(What != bit_field,
                "tenon cannot read a bit-field or an anonymous union: make it a member of its own");
};

/// Types and names of the members by reflection. Of a type that was refused, none, so that the sentence
/// stands alone.
template <class T, reflect::obstacle What>
struct reflected {
  static_assert(sizeof(readable<T, What>) != 0);
  static constexpr bool refused = true;
  using types = reflect::types<>;
  static constexpr std::size_t count = 0;
  static constexpr std::array<std::string_view, 0> names() { return {}; }
  static void addresses(const void*, const void**) {}
};
template <class T>
struct reflected<T, reflect::obstacle::none> {
  static constexpr bool refused = false;
  using types = reflect::member_types<T>;
  static constexpr std::size_t count = reflect::initialisers<T>;
  static constexpr auto names() { return reflect::member_names<T>; }
  static void addresses(const void* p, const void** out) {
    reflect::addresses_of(*static_cast<const T*>(p), out);
  }
};

template <class T, class Note>
struct members_of : reflected<T, reflect::obstacle_in<T>()> {};
/// The same as listed in an explicit record.
template <class T, class Owner, auto... Members>
struct members_of<T, explicit_record_note<Owner, Members...>> {
  static_assert(std::is_default_constructible_v<T>,
                "tenon makes a record first and fills it then: it must be default-constructible");
  static constexpr bool refused = false;
  using types = reflect::types<typename pointed<decltype(Members)>::member...>;
  static constexpr std::size_t count = sizeof...(Members);
  static constexpr std::array<std::string_view, count> names() {
    return {reflect::pointed_name<Members>()...};
  }
  static void addresses(const void* p, const void** out) {
    ((*out++ = &(static_cast<const T*>(p)->*Members)), ...);
  }
};

template <class T>
concept record_type =
    std::is_class_v<T> && !has_codec<T> && !wrapper<T>::known && !std::is_same_v<T, std::string> &&
    !std::is_same_v<T, std::string_view> && !std::is_same_v<T, value>;

template <record_type T>
struct of<T> {
  static constexpr auto note = note_of<T>();
  using source = members_of<T, std::remove_const_t<decltype(note)>>;
  using owner = typename decltype(note)::owner;
  static_assert(std::is_void_v<owner> || std::is_base_of_v<owner, T>,
                "tenon: describe(type<T>) names members of another type");

  template <class... M>
  static constexpr std::array<link, source::count> links(reflect::types<M...>) {
    return {&link_to<std::remove_cvref_t<M>>...};
  }
  template <class... M>
  static constexpr std::array<shape, source::count> shapes(reflect::types<M...>) {
    return {shape_of<M>()...};
  }
  static constexpr auto looks = shapes(typename source::types{});

  static constexpr auto table = [] {
    std::array<member, source::count> out{};
    const auto names = source::names();
    const auto types = links(typename source::types{});
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i].name = out[i].wire = names[i];
      out[i].type = types[i];
      for (const field_note& f : note.fields) {
        if (f.member != out[i].name) continue;
        out[i].description = f.description;
        out[i].demands = &f.demands;
        if (!f.demands.name.empty()) out[i].wire = f.demands.name;
      }
    }
    return out;
  }();

  static constexpr unfit first_unfit = [] {
    for (const shape& s : looks) {
      if (s.reason != unfit::none) return s.reason;
    }
    return unfit::none;
  }();
  static constexpr verdict judged = source::refused ? verdict{} : judge(note.fields, table, looks);
  static_assert(sizeof(fits<T, T, first_unfit>) != 0);
  static_assert(sizeof(rules_hold<T, judged.what, judged.field>) != 0);

  static void offsets(std::size_t* out) {
    const auto made = std::make_unique<T>();
    std::array<const void*, source::count> at{};
    source::addresses(made.get(), at.data());
    for (const void* one : at) {
      *out++ =
          static_cast<std::size_t>(static_cast<const char*>(one) - reinterpret_cast<const char*>(made.get()));
    }
  }

  static constexpr descriptor value{.kind = type_kind::record,
                                    .name = reflect::type_name<T>(),
                                    .description = note.description,
                                    .schema_override = override_of<T>(),
                                    .members = table,
                                    .addresses = &source::addresses,
                                    .offsets = &offsets};

  /// Name and text of the first member that is always the same; empty if there is none.
  static constexpr std::pair<std::string_view, std::string_view> tag = [] {
    for (std::size_t i = 0; i < looks.size(); ++i) {
      if (!looks[i].tag.empty()) return std::pair{table[i].wire, looks[i].tag};
    }
    return std::pair{std::string_view(), std::string_view()};
  }();
};

// ---- variants ----------------------------------------------------------------------------------------

template <class T>
constexpr std::pair<std::string_view, std::string_view> tag_of() {
  if constexpr (record_type<T>) {
    return of<T>::tag;
  } else {
    return {};
  }
}
template <class T>
constexpr bool has_wire_name(std::string_view name) {
  for (const member& m : of<T>::table) {
    if (m.wire == name) return true;
  }
  return false;
}

template <class Note, class... T>
inline constexpr bool is_note_for = false;
template <std::size_t N, class... T>
inline constexpr bool is_note_for<variant_note<N, T...>, T...> = true;

/// How the alternatives are told apart.
template <std::size_t N>
struct tagging {
  std::string_view discriminator;
  std::array<std::string_view, N> tags{};
  bool is_member = true;

  constexpr bool distinct() const {
    for (std::size_t i = 0; i < N; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (tags[i] == tags[j]) return false;
      }
    }
    return true;
  }
};

template <class... T>
struct of<std::variant<T...>> {
  using type = std::variant<T...>;
  static constexpr std::size_t count = sizeof...(T);
  static_assert((record_type<T> && ...), "tenon: each alternative of a variant must be a record");

  static constexpr tagging<count> make() {
    if constexpr (described<type>) {
      constexpr auto note = describe(tenon::type<type>{});
      static_assert(is_note_for<std::remove_const_t<decltype(note)>, T...>,
                    "tenon: one_of must list the alternatives of the variant in its order");
      static_assert((!has_wire_name<T>(note.discriminator) && ...),
                    "tenon: the discriminator of one_of has the name of a member");
      return {note.discriminator, note.tags, false};
    } else {
      constexpr std::array<std::pair<std::string_view, std::string_view>, count> found{tag_of<T>()...};
      static_assert((!tag_of<T>().first.empty() && ...),
                    "tenon cannot tell the alternatives of this variant apart: give each a member of type "
                    "constant<\"…\">, or describe the variant with one_of");
      static_assert(((tag_of<T>().first == found[0].first) && ...),
                    "tenon: the constant members of all alternatives of a variant must have the same name");
      return {found[0].first, {tag_of<T>().second...}, true};
    }
  }
  static constexpr tagging<count> tags = make();
  static_assert(tags.discriminator.empty() || tags.distinct(),
                "tenon: two alternatives of a variant have the same tag");

  template <std::size_t I>
  static void* emplace_one(void* p) {
    return &static_cast<type*>(p)->template emplace<I>();
  }
  static void* emplace(void* p, std::size_t i) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) -> void* {
      constexpr std::array<void* (*)(void*), count> makers{&emplace_one<I>...};
      return makers[i](p);
    }(std::index_sequence_for<T...>{});
  }
  static constexpr link elements[] = {&link_to<T>...};
  static constexpr variant_operations operations{&emplace,
                                                 [](const void* p) -> std::size_t {
                                                   const type& v = *static_cast<const type*>(p);
                                                   return v.valueless_by_exception() ? count : v.index();
                                                 },
                                                 [](const void* p) -> const void* {
                                                   return std::visit(
                                                       [](const auto& held) -> const void* { return &held; },
                                                       *static_cast<const type*>(p));
                                                 }};
  static constexpr descriptor value{.kind = type_kind::variant,
                                    .description = description_of<type>(),
                                    .elements = elements,
                                    .discriminator = tags.discriminator,
                                    .tags = tags.tags,
                                    .tag_is_member = tags.is_member,
                                    .variant = &operations};
};

}  // namespace typing

/// The descriptor of T.
template <class T>
const schema::descriptor& descriptor_of() {
  return typing::of<T>::value;
}

}  // namespace v0
}  // namespace tenon
