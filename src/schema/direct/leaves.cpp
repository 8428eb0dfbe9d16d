// Instructions for scalars. What can be decided once (is null in the list? is false?) is decided here; of
// bounds and patterns a form is made that decides most texts at once.
#include "direct/planner.hpp"
#include "direct/shape.hpp"
#include "walk/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <tenon/decimal.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

namespace {

/// Numbers of so many digits and doubles are one to one: two of them compare as their nearest doubles do.
constexpr std::size_t exact_digits = 15;

std::optional<double> exact_double(std::string_view literal) {
  if (literal.find_first_of("eE") != std::string_view::npos || literal.size() > exact_digits) {
    return std::nullopt;
  }
  return decimal::to_double(literal);
}

bool is_lower(number_check::what kind) {
  return kind == number_check::what::minimum || kind == number_check::what::exclusive_minimum;
}
bool is_upper(number_check::what kind) {
  return kind == number_check::what::maximum || kind == number_check::what::exclusive_maximum;
}
bool is_exclusive(number_check::what kind) {
  return kind == number_check::what::exclusive_minimum || kind == number_check::what::exclusive_maximum;
}

/// The integer next to the bound that is within it; empty if it cannot be told simply.
std::optional<std::int64_t> integer_bound(const number_check& check) {
  const bool lower = is_lower(check.kind);
  if (check.small) {
    constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max() - 1;
    if (check.integer > far || check.integer < -far) return std::nullopt;
    const int inward = is_exclusive(check.kind) ? (lower ? 1 : -1) : 0;
    return check.integer + inward;
  }
  const std::optional<double> d = exact_double(check.bound);
  if (!d) return std::nullopt;
  return static_cast<std::int64_t>(lower ? std::ceil(*d) : std::floor(*d));
}

std::optional<double> double_bound(const number_check& check) {
  const std::optional<double> d = exact_double(check.bound);
  if (!d || !is_exclusive(check.kind)) return d;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return std::nextafter(*d, is_lower(check.kind) ? infinity : -infinity);
}

/// Of numbers that are read as numbers, none is this one.
integer_part never_within(integer_part part) {
  part.low = std::numeric_limits<std::int64_t>::min();
  part.span = 0;
  return part;
}

/// The innermost bounds; false if one of them cannot be told so, or something else is asked.
template <class Number, class Bound>
bool tighten(const program::data& d, const leaf_demand& leaf, Number& low, Number& high, Bound bound_of) {
  for (index i : leaf.number_checks) {
    for (;; ++i) {
      const number_check& check = d.number_checks[i];
      if (!is_lower(check.kind) && !is_upper(check.kind)) return false;
      const std::optional<Number> bound = bound_of(check);
      if (!bound) return false;
      Number& end = is_lower(check.kind) ? low : high;
      end = is_lower(check.kind) ? std::max(end, *bound) : std::min(end, *bound);
      if (check.last) break;
    }
  }
  return low <= high;
}

}  // namespace

instruction planner::null_of(const sense& what) const {
  return fits(d_, what.leaf, json::kind::null, {}) ? op::null : op::refuse;
}

instruction planner::boolean_of(const sense& what) const {
  return instruction(boolean_part{fits(d_, what.leaf, json::kind::boolean, {}, false),
                                  fits(d_, what.leaf, json::kind::boolean, {}, true)});
}

instruction planner::number_of(const sense& what) {
  const bool listed = !what.leaf.sets.empty();
  if ((what.leaf.types & types::number) == types::integer) {
    using limits = std::numeric_limits<std::int64_t>;
    integer_part part{limits::min(), std::numeric_limits<std::uint64_t>::max(), add_demand(what.leaf)};
    std::int64_t high = limits::max();
    const bool told = tighten(d_, what.leaf, part.low, high, integer_bound);
    part.span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(part.low);
    if (listed || !told) part = never_within(part);
    return instruction(part);
  }
  using limits = std::numeric_limits<double>;
  number_part part{limits::lowest(), limits::max(), add_demand(what.leaf)};
  const bool told = tighten(d_, what.leaf, part.low, part.high, double_bound);
  if (listed || !told || (what.leaf.types & types::integer) == 0) part.low = limits::infinity();
  return instruction(part);
}

/// `sure` says how many bytes are enough, or not too many, whatever characters they are.
instruction planner::string_of(const sense& what) {
  string_part part;
  string_rest rest;
  const bool simple = what.leaf.string_rules.size() <= 1 && what.leaf.sets.empty();
  if (!simple) rest.demand = add_demand(what.leaf);
  if (simple && !what.leaf.string_rules.empty()) {
    rest.rule = d_.string_rules[what.leaf.string_rules.front()];
    const index pattern = std::exchange(rest.rule.pattern, none);
    part.has_pattern = pattern != none;
    if (part.has_pattern) part.shape = shape_of(pattern);
    if (part.has_pattern && part.shape == nullptr) part.match = &d_.patterns[pattern];
  }
  const string_rule& rule = rest.rule;
  constexpr std::uint64_t longest = std::uint64_t{1} << 32U;
  const std::uint64_t least = std::min(rule.min_length, longest);
  part.sure_low = least == 0 ? 0 : 4 * least - 3;
  part.sure_span = rule.max_length - part.sure_low;
  const bool only_lengths = rule.format == format::loose && rule.content == content::free;
  if (!simple || !only_lengths || rule.max_length < part.sure_low) {
    part.sure_low = unbounded;
    part.sure_span = 0;
  }
  if (part.sure_low != 0 || rule.max_length != unbounded) part.rest = &to_.string_rests.emplace_back(rest);
  return instruction(part);
}

std::vector<std::string_view> planner::literals_of(const sense& what) const {
  std::vector<std::string_view> names;
  for (const value* v : d_.literal_sets[what.leaf.sets.front()].values()) {
    if (!v->is_string() || !fits(d_, what.leaf, json::kind::string, v->string())) continue;
    if (std::find(names.begin(), names.end(), v->string()) != names.end()) continue;
    names.push_back(v->string());
    if (names.size() > most_bits) break;
  }
  return names;
}

instruction planner::literal_of(const sense& what) {
  const std::vector<std::string_view> names = literals_of(what);
  if (names.empty()) return op::refuse;
  return names.size() > most_bits ? string_of(what) : instruction(add_literals(names));
}

const pattern_shape* planner::shape_of(index pattern) {
  const auto [known, fresh] = shapes_.try_emplace(pattern, nullptr);
  if (!fresh) return known->second;
  const std::optional<pattern_shape> shape = direct::shape_of(d_.patterns[pattern].tree());
  if (shape) known->second = &to_.shapes.emplace_back(*shape);
  return known->second;
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
