#include "walk/numbers.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <optional>

#include <tenon/decimal.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

/// digits / 10^scale
struct small_decimal {
  std::int64_t digits = 0;
  std::size_t scale = 0;
};

constexpr std::size_t most_digits = 18;  // any so many fit 64 bits

constexpr std::array<std::int64_t, most_digits + 1> make_powers() {
  std::array<std::int64_t, most_digits + 1> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
  return powers;
}
constexpr auto powers = make_powers();

/// Empty for more digits, and for an exponent.
std::optional<small_decimal> small(std::string_view literal) {
  const bool negative = literal.front() == '-';
  literal.remove_prefix(negative ? 1 : 0);
  if (literal.size() > most_digits) return std::nullopt;
  small_decimal n;
  bool fraction = false;
  for (const char c : literal) {
    if (c == '.') {
      fraction = true;
    } else if (c < '0' || c > '9') {
      return std::nullopt;
    } else {
      n.digits = n.digits * 10 + (c - '0');
      n.scale += fraction ? 1 : 0;
    }
  }
  if (negative) n.digits = -n.digits;
  return n;
}

bool fits_scaled(std::int64_t digits, std::size_t by) {
  return digits < powers[most_digits - by] && digits > -powers[most_digits - by];
}

/// Both with the same scale; false if that does not fit.
bool align(small_decimal& a, small_decimal& b) {
  small_decimal& coarse = a.scale < b.scale ? a : b;
  const std::size_t by = std::max(a.scale, b.scale) - coarse.scale;
  if (!fits_scaled(coarse.digits, by)) return false;
  coarse.digits *= powers[by];
  coarse.scale += by;
  return true;
}

bool no_multiple(std::string_view literal, const number_check& check, bool& undecided) {
  std::optional<small_decimal> a = small(literal);
  std::optional<small_decimal> b = small(check.bound);
  if (a && b && align(*a, *b)) return a->digits % b->digits != 0;
  const std::optional<bool> multiple = decimal::is_multiple_of(literal, check.bound);
  undecided = !multiple.has_value();
  return !multiple.value_or(false);
}

std::strong_ordering order_of(std::string_view literal, const number_check& check) {
  if (check.small) {
    const std::optional<small_decimal> a = small(literal);
    if (a && a->scale == 0) return a->digits <=> check.integer;
  }
  return decimal::compare(literal, check.bound);
}

}  // namespace

bool violates(const number_check& check, std::string_view literal, bool& undecided) {
  switch (check.kind) {
    case number_check::what::minimum:
      return order_of(literal, check) < 0;
    case number_check::what::exclusive_minimum:
      return order_of(literal, check) <= 0;
    case number_check::what::maximum:
      return order_of(literal, check) > 0;
    case number_check::what::exclusive_maximum:
      return order_of(literal, check) >= 0;
    case number_check::what::multiple_of:
      return no_multiple(literal, check, undecided);
  }
  return true;
}

std::string_view keyword_of(number_check::what kind) {
  switch (kind) {
    case number_check::what::minimum:
      return "minimum";
    case number_check::what::exclusive_minimum:
      return "exclusiveMinimum";
    case number_check::what::maximum:
      return "maximum";
    case number_check::what::exclusive_maximum:
      return "exclusiveMaximum";
    case number_check::what::multiple_of:
      return "multipleOf";
  }
  return "";
}

std::string expected_of(const number_check& check) {
  std::string bound = excerpt(check.bound, 80);
  switch (check.kind) {
    case number_check::what::minimum:
      return "at least " + bound;
    case number_check::what::exclusive_minimum:
      return "more than " + bound;
    case number_check::what::maximum:
      return "at most " + bound;
    case number_check::what::exclusive_maximum:
      return "less than " + bound;
    case number_check::what::multiple_of:
      return "a multiple of " + bound;
  }
  return bound;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
