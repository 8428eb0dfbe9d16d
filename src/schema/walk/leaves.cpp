#include "walk/leaves.hpp"

#include "formats/format.hpp"
#include "walk/content.hpp"
#include "walk/numbers.hpp"

#include <algorithm>

#include <tenon/decimal.hpp>
#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

std::uint8_t type_bit(const program::data& d, json::kind kind, std::string_view text) {
  switch (kind) {
    case json::kind::null:
      return types::null;
    case json::kind::boolean:
      return types::boolean;
    case json::kind::number:
      return number_type(text, d.lexical_integers);
    case json::kind::string:
      return types::string;
    case json::kind::array:
      return types::array;
    case json::kind::object:
      return types::object;
  }
  return 0;
}

bool is_in(const literal_set& set, json::kind kind, std::string_view text, bool truth) {
  switch (kind) {
    case json::kind::null:
      return set.contains(value());
    case json::kind::boolean:
      return set.contains(value(truth));
    case json::kind::number:
      return set.contains_number(text);
    case json::kind::string:
      return set.find_string(text) != none;
    default:
      return false;
  }
}

bool fits_checks(const program::data& d, index first, std::string_view literal) {
  for (index i = first;; ++i) {
    bool undecided = false;
    if (violates(d.number_checks[i], literal, undecided)) return false;
    if (d.number_checks[i].last) return true;
  }
}

}  // namespace

std::uint8_t number_type(std::string_view literal, bool lexical_integers) {
  const bool plain = literal.find_first_of(".eE") == std::string_view::npos;
  const bool integer = plain || (!lexical_integers && decimal::is_integer(literal));
  return integer ? types::integer : types::fraction;
}

std::uint64_t length_in(const string_rule& rule, std::string_view text) {
  // A code point has one to four bytes, so most lengths are decided without counting.
  const bool count = text.size() > rule.max_length || text.size() / 4 < rule.min_length;
  return count ? utf8::code_points(text) : text.size();
}

bool fits(const program::data& d, const string_rule& rule, std::string_view text) {
  const std::uint64_t length = length_in(rule, text);
  return length >= rule.min_length && length <= rule.max_length &&
         (rule.pattern == none || d.patterns[rule.pattern].found_in(text)) && matches(rule.format, text) &&
         (rule.content == content::free || broken_content(rule.content, text).empty());
}

bool fits(const program::data& d, const leaf_demand& demand, json::kind kind, std::string_view text,
          bool truth) {
  const bool all_numbers = kind == json::kind::number && (demand.types & types::number) == types::number;
  if (!all_numbers && (demand.types & type_bit(d, kind, text)) == 0) return false;
  const bool listed = std::all_of(demand.sets.begin(), demand.sets.end(),
                                  [&](index set) { return is_in(d.literal_sets[set], kind, text, truth); });
  if (!listed) return false;
  if (kind == json::kind::number) {
    return std::all_of(demand.number_checks.begin(), demand.number_checks.end(),
                       [&](index first) { return fits_checks(d, first, text); });
  }
  if (kind != json::kind::string) return true;
  return std::all_of(demand.string_rules.begin(), demand.string_rules.end(),
                     [&](index rule) { return fits(d, d.string_rules[rule], text); });
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
