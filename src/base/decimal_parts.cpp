#include "decimal_parts.hpp"

#include <algorithm>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace decimal {
namespace detail {
namespace {

std::string_view without_leading_zeros(std::string_view digits) noexcept {
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

std::strong_ordering compare_digits(std::string_view a, std::string_view b) noexcept {
  if (const auto by_length = a.size() <=> b.size(); by_length != 0) return by_length;
  return a.compare(b) <=> 0;
}

void strip_zeros(parts& p) noexcept {
  p.whole = without_leading_zeros(p.whole);
  p.magnitude.shift = static_cast<std::int64_t>(p.whole.size());
  if (p.whole.empty()) {
    const std::size_t fraction_size = p.fraction.size();
    p.fraction = without_leading_zeros(p.fraction);
    p.magnitude.shift -= static_cast<std::int64_t>(fraction_size - p.fraction.size());
  }
  const auto trim_end = [](std::string_view& digits) {
    digits.remove_suffix(digits.size() - (digits.find_last_not_of('0') + 1));
  };
  trim_end(p.fraction);
  if (p.fraction.empty()) trim_end(p.whole);
}

}  // namespace

std::size_t digit_run(std::string_view text, std::size_t from) noexcept {
  std::size_t i = from;
  while (i < text.size() && is_digit(text[i])) ++i;
  return i - from;
}

std::string sum(std::string_view a, std::string_view b) {
  if (a.size() < b.size()) std::swap(a, b);
  std::string out(a);
  int carry = 0;
  for (std::size_t i = 0; i < a.size() && (i < b.size() || carry != 0); ++i) {
    const int digit = (a[a.size() - 1 - i] - '0') + (i < b.size() ? b[b.size() - 1 - i] - '0' : 0) + carry;
    out[a.size() - 1 - i] = static_cast<char>('0' + digit % 10);
    carry = digit / 10;
  }
  if (carry != 0) out.insert(out.begin(), '1');
  return out;
}

std::string difference(std::string_view a, std::string_view b) {
  std::string out(a);
  int borrow = 0;
  for (std::size_t i = 0; i < a.size() && (i < b.size() || borrow != 0); ++i) {
    int digit = (a[a.size() - 1 - i] - '0') - (i < b.size() ? b[b.size() - 1 - i] - '0' : 0) - borrow;
    borrow = digit < 0 ? 1 : 0;
    if (digit < 0) digit += 10;
    out[a.size() - 1 - i] = static_cast<char>('0' + digit);
  }
  return std::string(without_leading_zeros(out));
}

std::uint64_t to_word(std::string_view digits) noexcept {
  std::uint64_t number = 0;
  for (const char c : digits) number = number * 10 + static_cast<std::uint64_t>(c - '0');
  return number;
}

std::optional<std::int64_t> power::small() const noexcept {
  if (digits.size() > word_digits) return std::nullopt;
  const auto written = static_cast<std::int64_t>(to_word(digits));
  return (negative ? -written : written) + shift;
}

signed_digits power::sum_of() const {
  const bool shift_negative = shift < 0;
  const auto bits = static_cast<std::uint64_t>(shift);
  const std::uint64_t magnitude = shift_negative ? 0 - bits : bits;
  const std::string shift_digits = magnitude == 0 ? std::string() : std::to_string(magnitude);
  if (negative == shift_negative) return {negative, sum(digits, shift_digits)};
  if (compare_digits(digits, shift_digits) < 0) return {shift_negative, difference(shift_digits, digits)};
  return {negative, difference(digits, shift_digits)};
}

std::strong_ordering compare(const power& a, const power& b) {
  const auto small_a = a.small();
  const auto small_b = b.small();
  if (small_a && small_b) return *small_a <=> *small_b;
  const signed_digits x = a.sum_of();
  const signed_digits y = b.sum_of();
  const bool x_negative = x.negative && !x.digits.empty();
  const bool y_negative = y.negative && !y.digits.empty();
  if (x_negative != y_negative) return y_negative <=> x_negative;
  const auto by_size = compare_digits(x.digits, y.digits);
  return x_negative ? 0 <=> by_size : by_size;
}

parts take_apart(std::string_view literal) noexcept {
  parts p;
  if (literal.front() == '-') {
    p.negative = true;
    literal.remove_prefix(1);
  }
  const std::size_t whole = digit_run(literal, 0);
  p.whole = literal.substr(0, whole);
  literal.remove_prefix(whole);
  if (!literal.empty() && literal.front() == '.') {
    const std::size_t fraction = digit_run(literal, 1);
    p.fraction = literal.substr(1, fraction);
    literal.remove_prefix(1 + fraction);
  }
  if (!literal.empty()) {  // e or E
    literal.remove_prefix(1);
    p.magnitude.negative = literal.front() == '-';
    if (!is_digit(literal.front())) literal.remove_prefix(1);
    p.magnitude.digits = without_leading_zeros(literal);
    if (p.magnitude.digits.empty()) p.magnitude.negative = false;
  }
  strip_zeros(p);
  if (p.zero()) p = {};
  return p;
}

}  // namespace detail
}  // namespace decimal
}  // namespace v0
}  // namespace tenon
