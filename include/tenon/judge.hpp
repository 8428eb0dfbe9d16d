// Which rules a field can have, decided at compile time with a sentence for each refusal.
//
// Ordinary constant functions judge the notes of a whole record at once; only the verdict is a template
// argument, so that a record costs one instantiation and not one per rule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <tenon/describe.hpp>
#include <tenon/fit.hpp>

namespace tenon {
inline namespace v0 {
namespace typing {

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
  const auto top = static_cast<double>((std::uint64_t{1} << bits) - 1);
  return b.real() > top || b.real() < (is_signed ? -top - 1 : 0);
}
constexpr bool beyond_any(const item_rules& r, std::uint8_t width, bool is_signed) {
  return beyond(r.minimum, width, is_signed) || beyond(r.maximum, width, is_signed) ||
         beyond(r.exclusive_minimum, width, is_signed) || beyond(r.exclusive_maximum, width, is_signed);
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
  if (crossed(r.min_length, r.max_length) || crossed(r.minimum, r.maximum) ||
      crossed(r.exclusive_minimum, r.exclusive_maximum))
    return misuse::crossed;
  if (kind == type_kind::integer && beyond_any(r, width, is_signed)) return misuse::beyond_type;
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
