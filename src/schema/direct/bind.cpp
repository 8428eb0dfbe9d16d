// Instructions that fill an object: a place of the schema joined with a described type.
//
// They must say no where `bind` would: a member that the record has not, a number that the type cannot hold.
// Whether it is the schema or the type that says no does not matter, for then the slow path makes the errors.
// A join that does not work out (a type's schema was overridden) is `slow`, which binds through a value.
#include "direct/planner.hpp"

#include <algorithm>
#include <limits>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

namespace {

using verdict = sense::verdict;

json::kind kind_of(const descriptor& d) {
  switch (d.kind) {
    case type_kind::boolean:
      return json::kind::boolean;
    case type_kind::integer:
    case type_kind::number:
      return json::kind::number;
    case type_kind::string:
    case type_kind::constant:
    case type_kind::enumeration:
      return json::kind::string;
    case type_kind::list:
    case type_kind::array:
      return json::kind::array;
    default:
      return json::kind::object;
  }
}

store integer_store(const descriptor& d) {
  switch (d.width) {
    case 1:
      return d.is_signed ? store::i8 : store::u8;
    case 2:
      return d.is_signed ? store::i16 : store::u16;
    case 4:
      return d.is_signed ? store::i32 : store::u32;
    default:
      return d.is_signed ? store::i64 : store::u64;
  }
}

/// Bounds that the type has by itself.
void narrow_to(const descriptor& d, integer_part& part) {
  if (part.span == 0 && part.low == std::numeric_limits<std::int64_t>::min()) return;  // decided otherwise
  std::int64_t low = part.low;
  auto high = static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + part.span);
  if (!d.is_signed) low = std::max<std::int64_t>(low, 0);
  if (d.width < sizeof(std::int64_t)) {
    const std::int64_t top = std::int64_t{1} << (8 * d.width - (d.is_signed ? 1 : 0));
    if (d.is_signed) low = std::max(low, -top);
    high = std::min(high, top - 1);
  }
  part.low = low <= high ? low : std::numeric_limits<std::int64_t>::min();
  part.span = low <= high ? static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) : 0;
}

/// Is every part of a used object written again? A member that may be absent would keep what it was, where a
/// new object has its default. What is held by a list, an optional or a variant sees to itself.
bool reusable(const descriptor& d) {
  if (d.kind == type_kind::array) return reusable(d.elements[0]());
  if (d.kind != type_kind::record) return true;
  return std::ranges::all_of(d.members,
                             [](const member& m) { return !m.may_be_absent() && reusable(m.type()); });
}

}  // namespace

instruction planner::bound(const scope& s) {
  const descriptor& d = *s.type;
  if (d.kind == type_kind::any || d.kind == type_kind::custom) return slow(s);
  if (d.kind == type_kind::optional) return bound_optional(s);
  const sense what = sense_of(d_, s.nodes, kind_of(d));
  if (what.what == verdict::never) return op::refuse;
  if (what.what == verdict::slow) return slow(s);
  return with_trials(s, what, bound(s, what));
}

/// Apart from what must be tried.
instruction planner::bound(const scope& s, const sense& what) {
  const descriptor& d = *s.type;
  switch (d.kind) {
    case type_kind::boolean: {
      instruction made = boolean_of(what);
      made.how = store::truth;
      return made;
    }
    case type_kind::integer:
    case type_kind::number:
      return bound_number(s, what);
    case type_kind::string: {
      instruction made = what.leaf.sets.empty() ? string_of(what) : literal_of(what);
      made.how = store::text;
      return made;
    }
    case type_kind::constant:
    case type_kind::enumeration:
      return bound_names(s, what);
    case type_kind::list:
    case type_kind::array:
      return bound_list(s, what);
    case type_kind::map:
      return bound_map(s, what);
    case type_kind::variant:
      return bound_variant(s, what);
    case type_kind::record:
      return bound_record(s, what);
    default:
      return slow(s);
  }
}

instruction planner::bound_optional(const scope& s) {
  const descriptor& inside = s.type->elements[0]();
  const sense null = sense_of(d_, s.nodes, json::kind::null);
  if (!null.plain()) return slow(s);
  optional_part part;
  part.inside = place({s.nodes, &inside});
  part.admits_null = null.what == verdict::admitted && fits(d_, null.leaf, json::kind::null, {});
  part.fresh = !reusable(inside);
  part.operations = s.type->optional;
  return instruction(part);
}

instruction planner::bound_number(const scope& s, const sense& what) {
  const descriptor& d = *s.type;
  sense whole = what;
  if (d.kind == type_kind::integer) whole.leaf.types &= types::integer;
  if (whole.leaf.types == 0) return op::refuse;
  instruction made = number_of(whole);
  if (d.kind == type_kind::integer) {
    made.how = integer_store(d);
    narrow_to(d, made.integer);
  } else {
    made.how = d.width == sizeof(float) ? store::f32 : store::f64;
    // Zero may be -0, which an integer does not tell.
    if (made.kind == op::integer)
      made.integer = {std::numeric_limits<std::int64_t>::min(), 0, made.integer.demand};
  }
  return made;
}

/// Those names of the type that the schema admits.
instruction planner::bound_names(const scope& s, const sense& what) {
  std::vector<std::string_view> names;
  std::vector<std::int64_t> values;
  for (const enumerator& e : s.type->enumerators) {
    if (!fits(d_, what.leaf, json::kind::string, e.wire)) continue;
    names.push_back(e.wire);
    values.push_back(e.value);
  }
  if (names.empty()) return op::refuse;
  if (names.size() > most_bits) return slow(s);
  literal_part part = add_literals(names);
  part.values = to_.values.emplace_back(std::move(values)).data();
  instruction made(part);
  if (s.type->kind == type_kind::enumeration) made.how = integer_store(*s.type);
  return made;
}

instruction planner::bound_list(const scope& s, const sense& what) {
  const descriptor& d = *s.type;
  if (is_slow(what.arrays)) return slow(s);
  if (d.kind == type_kind::list && d.list->append == nullptr) return slow(s);  // vector<bool>
  const descriptor& element = d.elements[0]();
  array_part part = array_with(what.arrays, &element);
  part.stride = static_cast<std::uint32_t>(d.stride);
  part.length = static_cast<std::uint32_t>(d.length);
  part.list = d.list;
  part.fresh = !reusable(element);
  return instruction(part);
}

instruction planner::bound_map(const scope& s, const sense& what) {
  const object_rules& rules = what.objects;
  const bool simple = what.choices.empty() && std::ranges::all_of(rules, [](const object_rule* rule) {
                        return rule->names.size() == 0 && rule->pattern_count == 0;
                      });
  if (!simple || is_slow(rules)) return slow(s);
  object_rest& rest = to_.object_rests.emplace_back();
  object_part part = object_with(rules, names_of(rules), rest);
  rest.map = s.type->map;
  rest.other = place({rest.nodes_for([](std::size_t) { return false; }), &s.type->elements[0]()});
  part.special = true;
  return instruction(part);
}

instruction planner::bound_variant(const scope& s, const sense& what) {
  const descriptor& d = *s.type;
  if (what.choices.size() != 1 || !what.objects.empty()) return slow(s);
  const union_rule& choice = *what.choices.front();
  if (choice.tag != d.discriminator || choice.tags.size() > most_bits) return slow(s);
  std::vector<branch>* branches = nullptr;
  choice_part part = choice_with(choice, branches);
  part.variant = d.variant;
  for (std::size_t i = 0; i < branches->size(); ++i) {
    const std::string_view tag = part.tags->names->bare[i];
    const auto alternative = static_cast<std::size_t>(std::ranges::find(d.tags, tag) - d.tags.begin());
    if (alternative == d.tags.size()) continue;  // refused
    const descriptor& record = d.elements[alternative]();
    const std::string_view beside = d.tag_is_member ? std::string_view() : d.discriminator;
    (*branches)[i] = {place({{branch_of(choice, tag)}, &record, beside}),
                      static_cast<std::uint32_t>(alternative), !reusable(record)};
  }
  return instruction(part);
}

instruction planner::bound_record(const scope& s, const sense& what) {
  const descriptor& d = *s.type;
  const object_rules& rules = what.objects;
  if (rules.empty() || !what.choices.empty() || is_slow(rules)) return slow(s);
  const name_table& declared = names_of(rules);
  const bool has_patterns =
      std::ranges::any_of(rules, [](const object_rule* rule) { return rule->pattern_count > 0; });
  if (has_patterns || declared.size() > most_bits) return slow(s);
  // Closed: a name that is not declared is none of the record.
  object_part part = object_with(rules, declared, to_.object_rests.emplace_back());
  std::vector<name>& names = to_.names.back();
  std::vector<std::size_t> offsets(d.members.size());
  d.offsets(offsets.data());
  for (std::size_t i = 0; i < d.members.size(); ++i) {
    const member& m = d.members[i];
    index hint = 0;
    const index at = declared.find(m.wire, hint);
    if (at == none) return slow(s);
    name& one = names[at];
    one.offset = static_cast<std::uint32_t>(offsets[i]);
    if (!refuses_name(rules, m.wire)) one.child = place({nodes_of(rules, m.wire), &m.type()});
    if (!m.may_be_absent()) part.required |= std::uint64_t{1} << one.bit;
  }
  index hint = 0;
  const index tag = s.tag.empty() ? none : declared.find(s.tag, hint);
  if (tag != none) names[tag].child = place(nodes_of(rules, s.tag));
  return instruction(part);
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
