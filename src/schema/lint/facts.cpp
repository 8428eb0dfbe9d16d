#include "lint/facts.hpp"

#include "formats/format.hpp"
#include "lint/pattern.hpp"
#include "walk/report.hpp"

#include <algorithm>
#include <cmath>

#include <tenon/decimal.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

namespace {

/// A longer literal is no bound here: comparing it again and again would take too long.
constexpr std::size_t longest_bound = 300;

/// Characters of a text of this format; `most` is `unbounded` where the text ends by itself all the same.
struct format_length {
  schema::format what;
  std::uint64_t least;
  std::uint64_t most;
};
constexpr format_length format_lengths[] = {
    {format::date, 10, 10},
    {format::date_time, 20, unbounded},
    {format::time, 9, unbounded},
    {format::duration, 3, unbounded},
    {format::email, 3, unbounded},
    {format::idn_email, 3, unbounded},
    {format::ipv4, 7, 15},
    {format::ipv6, 2, 45},
    {format::uuid, 36, 36},
    {format::ascii_hostname, 1, unbounded},
    {format::hostname, 1, unbounded},
    {format::idn_hostname, 1, unbounded},
};

void string_facts(facts& f, const program::data& d, const string_rule& rule) {
  f.length.at_least(rule.min_length, "minLength");
  f.length.at_most(rule.max_length, "maxLength");
  if (rule.pattern != none) {
    const pattern_length length = length_of(d.patterns[rule.pattern].tree());
    f.length.at_least(length.least, "pattern");
    f.length.at_most(length.most, "pattern");
  }
  for (const format_length& row : format_lengths) {
    if (row.what != rule.format) continue;
    f.tame = true;
    f.length.at_least(row.least, "format");
    f.length.at_most(row.most, "format");
  }
}

void number_facts(facts& f, const program::data& d, index first) {
  for (index i = first;; ++i) {
    const number_check& check = d.number_checks[i];
    const bool open = check.kind == number_check::what::exclusive_minimum ||
                      check.kind == number_check::what::exclusive_maximum;
    if (check.bound.size() <= longest_bound) {
      switch (check.kind) {
        case number_check::what::minimum:
        case number_check::what::exclusive_minimum:
          f.number.at_least(check.bound, open);
          break;
        case number_check::what::maximum:
        case number_check::what::exclusive_maximum:
          f.number.at_most(check.bound, open);
          break;
        case number_check::what::multiple_of:
          f.multiple = check.bound;
          break;
      }
    }
    if (check.last) return;
  }
}

void array_facts(facts& f, const array_rule& rule) {
  f.items.at_least(rule.min_items, "minItems");
  f.items.at_most(rule.max_items, "maxItems");
  if (rule.contains == none) return;
  f.items.at_least(rule.min_contains, rule.min_contains == 1 ? "contains" : "minContains");
}

void join(count_range& a, const count_range& b) {
  if (b.least < a.least) a.least = b.least, a.least_by = b.least_by;
  if (b.most > a.most) a.most = b.most, a.most_by = b.most_by;
}

void join(number_range& a, const number_range& b) {
  if (a.low.empty() || b.low.empty()) {
    a.low = {};
  } else if (const auto order = decimal::compare(b.low, a.low); order <= 0) {
    a.low_open = b.low_open && (order < 0 || a.low_open);
    a.low = b.low;
  }
  if (a.high.empty() || b.high.empty()) {
    a.high = {};
  } else if (const auto order = decimal::compare(b.high, a.high); order >= 0) {
    a.high_open = b.high_open && (order > 0 || a.high_open);
    a.high = b.high;
  }
}

}  // namespace

void count_range::at_least(std::uint64_t n, std::string_view keyword) noexcept {
  if (n > least) least = n, least_by = keyword;
}

void count_range::at_most(std::uint64_t n, std::string_view keyword) noexcept {
  if (n < most) most = n, most_by = keyword;
}

bool number_range::empty() const {
  if (low.empty() || high.empty()) return false;
  const auto order = decimal::compare(low, high);
  return order > 0 || (order == 0 && (low_open || high_open));
}

void number_range::at_least(std::string_view literal, bool open) {
  const auto order = low.empty() ? std::strong_ordering::greater : decimal::compare(literal, low);
  if (order > 0) low = literal, low_open = open;
  if (order == 0) low_open = low_open || open;
}

void number_range::at_most(std::string_view literal, bool open) {
  const auto order = high.empty() ? std::strong_ordering::less : decimal::compare(literal, high);
  if (order < 0) high = literal, high_open = open;
  if (order == 0) high_open = high_open || open;
}

void meet(facts& a, const facts& b) {
  a.possible &= b.possible;
  if (!b.number.low.empty()) a.number.at_least(b.number.low, b.number.low_open);
  if (!b.number.high.empty()) a.number.at_most(b.number.high, b.number.high_open);
  if (a.multiple.empty()) a.multiple = b.multiple;
  for (const auto range : {&facts::length, &facts::items, &facts::members}) {
    (a.*range).at_least((b.*range).least, (b.*range).least_by);
    (a.*range).at_most((b.*range).most, (b.*range).most_by);
  }
  const bool fewer =
      b.finite != nullptr && (a.finite == nullptr || b.finite->values.size() < a.finite->values.size());
  if (fewer) a.finite = b.finite;
  a.tame = a.tame || b.tame;
}

void join(facts& a, const facts& b) {
  // Of a type that only one of them admits, that one says everything.
  const auto only_b = [&](std::uint8_t type) { return (a.possible & type) == 0; };
  const auto both = [&](std::uint8_t type) { return (a.possible & type) != 0 && (b.possible & type) != 0; };
  if (both(types::number)) {
    join(a.number, b.number);
    if (a.multiple != b.multiple) a.multiple = {};
  } else if (only_b(types::number)) {
    a.number = b.number;
    a.multiple = b.multiple;
  }
  if (both(types::string)) {
    join(a.length, b.length);
    a.tame = a.tame && b.tame;
  } else if (only_b(types::string)) {
    a.length = b.length;
    a.tame = b.tame;
  }
  if (both(types::array)) join(a.items, b.items);
  if (only_b(types::array)) a.items = b.items;
  if (both(types::object)) join(a.members, b.members);
  if (only_b(types::object)) a.members = b.members;
  a.possible |= b.possible;
}

facts own_facts(const program::data& d, index n) {
  const node& one = d.nodes[n];
  facts f;
  f.possible = one.types;
  if (one.number != none) number_facts(f, d, one.number);
  if (one.string != none) string_facts(f, d, d.string_rules[one.string]);
  if (one.array != none) array_facts(f, d.array_rules[one.array]);
  if (one.object != none) {
    const object_rule& rule = d.object_rules[one.object];
    f.members.at_least(rule.min_properties, "minProperties");
    f.members.at_most(rule.max_properties, "maxProperties");
  }
  // One kind of number may be another in a document of draft 4.
  if (d.mixed_integers && (f.possible & types::number) != 0) f.possible |= types::number;
  return f;
}

whole_range whole_numbers(const number_range& r) {
  // Rounding to a double moves a bound past no whole number, so the range is never too narrow.
  const auto rounded = [](std::string_view literal, bool open, bool up) -> std::int64_t {
    const std::int64_t none_known = up ? -largest_whole : largest_whole;
    if (literal.empty()) return none_known;
    const std::optional<double> near = decimal::to_double(literal);
    if (!near || std::abs(*near) >= static_cast<double>(largest_whole)) return none_known;
    const auto whole = static_cast<std::int64_t>(up ? std::ceil(*near) : std::floor(*near));
    const bool excluded = open && decimal::is_integer(literal);
    return excluded ? whole + (up ? 1 : -1) : whole;
  };
  return {rounded(r.low, r.low_open, true), rounded(r.high, r.high_open, false)};
}

std::string types_words(std::uint8_t bits) {
  if (bits == types::all) return "anything";
  if ((bits & types::number) != types::fraction) return types_text(bits);
  const auto others = static_cast<std::uint8_t>(bits & ~types::fraction);
  return (others == 0 ? "" : types_text(others) + " or ") + "number that is no integer";
}

std::string conflict_text(const count_range& r, std::string_view noun) {
  return std::string(r.least_by) + " asks for at least " + counted(r.least, noun) + ", " +
         std::string(r.most_by) + " allows at most " + std::to_string(r.most);
}

std::string range_text(const number_range& r) {
  std::string text;
  const auto add = [&](std::string_view bound, std::string_view how) {
    if (bound.empty()) return;
    text += (text.empty() ? "" : " and ") + std::string(how) + " " + excerpt(bound, 30);
  };
  add(r.low, r.low_open ? "above" : "at least");
  add(r.high, r.high_open ? "below" : "at most");
  return text;
}

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
