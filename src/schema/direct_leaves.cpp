// Instructions for scalars. What can be decided once (is null in the list? is false?) is decided here; of
// bounds and patterns a form is made that decides most texts at once.
#include "direct_planner.hpp"
#include "numbers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

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

template <class Part, class Bound>
void tighten(const program::data& d, index first, Part& to, Bound bound_of) {
  for (index i = first;; ++i) {
    const number_check& check = d.number_checks[i];
    const auto bound =
        check.kind == number_check::what::multiple_of ? decltype(bound_of(check))() : bound_of(check);
    if (!bound) {
      to.inexact = true;
    } else if (is_lower(check.kind)) {
      to.low = std::max(to.low, *bound);
    } else {
      to.high = std::min(to.high, *bound);
    }
    if (check.last) return;
  }
}

/// One range of ASCII characters for each position, or false.
bool flatten(const pattern_term& term, std::vector<code_range>& to) {
  using what = pattern_term::what;
  switch (term.kind) {
    case what::set:
      if (term.set->size() != 1 || term.set->front().last > 0x7f) return false;
      to.push_back(term.set->front());
      break;
    case what::group:
      if (!flatten(term.parts.front(), to)) return false;
      break;
    case what::sequence:
      for (const pattern_term& part : term.parts) {
        if (!flatten(part, to)) return false;
      }
      break;
    case what::repeat:
      if (term.min != term.max || term.min > fixed_pattern::longest) return false;
      for (std::uint32_t i = 0; i < term.min; ++i) {
        const std::size_t before = to.size();
        if (!flatten(term.parts.front(), to)) return false;
        if (to.size() == before) break;  // nothing, however often
      }
      break;
    default:
      return false;
  }
  return to.size() <= fixed_pattern::longest;
}

bool flatten_anchored(const pattern_term& tree, std::vector<code_range>& to) {
  using what = pattern_term::what;
  if (tree.kind != what::sequence || tree.parts.size() < 2) return false;
  if (tree.parts.front().kind != what::begin || tree.parts.back().kind != what::end) return false;
  return std::all_of(tree.parts.begin() + 1, tree.parts.end() - 1,
                     [&](const pattern_term& part) { return flatten(part, to); });
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
    integer_part part{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(),
                      add_demand(what.leaf), listed};
    for (const index first : what.leaf.number_checks) tighten(d_, first, part, integer_bound);
    return instruction(part);
  }
  number_part part{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max(),
                   add_demand(what.leaf), listed || (what.leaf.types & types::integer) == 0};
  for (const index first : what.leaf.number_checks) tighten(d_, first, part, double_bound);
  return instruction(part);
}

instruction planner::string_of(const sense& what) {
  string_part part;
  if (what.leaf.string_rules.size() > 1 || !what.leaf.sets.empty()) {
    part.demand = add_demand(what.leaf);
    part.more = true;
  } else if (!what.leaf.string_rules.empty()) {
    const string_rule& rule = d_.string_rules[what.leaf.string_rules.front()];
    part.min_length = rule.min_length;
    part.max_length = rule.max_length;
    part.format = rule.format;
    part.more = rule.format != format::loose;
    if (rule.pattern != none) {
      part.match = &d_.patterns[rule.pattern];
      part.fixed = fixed_form(rule.pattern);
    }
  }
  return instruction(part);
}

/// Those strings of the first list that fit everything.
instruction planner::literal_of(const sense& what) {
  const literal_set& set = d_.literal_sets[what.leaf.sets.front()];
  std::vector<std::string_view> names;
  for (const value* v : set.values()) {
    if (!v->is_string() || !fits(d_, what.leaf, json::kind::string, v->string())) continue;
    if (std::find(names.begin(), names.end(), v->string()) != names.end()) continue;
    if (names.size() == most_hashed) return string_of(what);
    names.push_back(v->string());
  }
  if (names.empty()) return op::refuse;
  literal_part part;
  part.names = add_literals(names);
  return instruction(part);
}

const fixed_pattern* planner::fixed_form(index pattern) {
  const auto [known, fresh] = fixed_forms_.try_emplace(pattern, nullptr);
  if (!fresh) return known->second;
  std::vector<code_range> ranges;
  if (!flatten_anchored(d_.patterns[pattern].tree(), ranges)) return nullptr;
  auto form = std::make_unique<fixed_pattern>();
  form->length = ranges.size();
  form->high.fill(0xff);
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    form->low[i] = static_cast<std::uint8_t>(ranges[i].first);
    form->high[i] = static_cast<std::uint8_t>(ranges[i].last);
  }
  known->second = form.get();
  to_.fixed_patterns.push_back(std::move(form));
  return known->second;
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
