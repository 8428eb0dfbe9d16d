// Comparing and converting number literals, exactly. How they are taken apart: decimal_parts.hpp.
#include "decimal_parts.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <system_error>

#include <tenon/decimal.hpp>

namespace tenon {
inline namespace v0 {
namespace decimal {
namespace {

using detail::digit_run;
using detail::parts;
using detail::power;
using detail::take_apart;

__extension__ using wide = unsigned __int128;

/// The whole number, without its sign, if it is one and has at most 20 digits.
std::optional<wide> small_integer(const parts& p) noexcept {
  if (p.zero()) return wide{0};
  constexpr std::int64_t most_digits = 20;
  const auto magnitude = p.magnitude.small();
  if (!magnitude || *magnitude < 1 || *magnitude > most_digits) return std::nullopt;
  const auto length = static_cast<std::size_t>(*magnitude);
  if (p.digits() > length) return std::nullopt;
  wide number = 0;
  for (std::size_t i = 0; i < length; ++i) {
    number = number * 10 + (i < p.digits() ? p.digit(i) : 0U);
  }
  return number;
}

}  // namespace

bool is_literal(std::string_view text) noexcept {
  std::size_t i = !text.empty() && text[0] == '-' ? 1 : 0;
  const std::size_t whole = digit_run(text, i);
  if (whole == 0 || (whole > 1 && text[i] == '0')) return false;
  i += whole;
  if (i < text.size() && text[i] == '.') {
    const std::size_t fraction = digit_run(text, i + 1);
    if (fraction == 0) return false;
    i += 1 + fraction;
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    const std::size_t exponent = digit_run(text, i);
    if (exponent == 0) return false;
    i += exponent;
  }
  return i == text.size();
}

std::strong_ordering compare(std::string_view a, std::string_view b) {
  const parts x = take_apart(a);
  const parts y = take_apart(b);
  const auto sign = [](const parts& p) { return p.zero() ? 0 : (p.negative ? -1 : 1); };
  if (sign(x) != sign(y)) return sign(x) <=> sign(y);
  if (x.zero()) return std::strong_ordering::equal;
  auto by_size = compare(x.magnitude, y.magnitude);
  const std::size_t common = std::min(x.digits(), y.digits());
  for (std::size_t i = 0; by_size == 0 && i < common; ++i) by_size = x.digit(i) <=> y.digit(i);
  // No trailing zeros: of two that agree so far, the longer one is the greater.
  if (by_size == 0) by_size = x.digits() <=> y.digits();
  return x.negative ? 0 <=> by_size : by_size;
}

bool is_integer(std::string_view literal) {
  const parts p = take_apart(literal);
  return p.zero() || compare(p.unit(), power{}) >= 0;
}

std::optional<std::int64_t> to_int64(std::string_view literal) {
  const parts p = take_apart(literal);
  const auto number = small_integer(p);
  constexpr wide most = static_cast<std::uint64_t>(INT64_MAX);
  if (!number || *number > most + (p.negative ? 1 : 0)) return std::nullopt;
  const auto bits = static_cast<std::uint64_t>(*number);
  return static_cast<std::int64_t>(p.negative ? 0 - bits : bits);
}

std::optional<std::uint64_t> to_uint64(std::string_view literal) {
  const parts p = take_apart(literal);
  const auto number = small_integer(p);
  if (!number || p.negative || *number > UINT64_MAX) return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

std::optional<double> to_double(std::string_view literal) {
  double number = 0;
  const auto [end, error] = std::from_chars(literal.data(), literal.data() + literal.size(), number);
  if (error == std::errc{}) return number;
  const parts p = take_apart(literal);
  if (compare(p.magnitude, power{}) > 0) return std::nullopt;
  return literal.front() == '-' ? -0.0 : 0.0;
}

std::string canonical(std::string_view literal) {
  const parts p = take_apart(literal);
  if (p.zero()) return "0";
  const detail::signed_digits exponent = p.unit().sum_of();
  std::string out;
  out.reserve(p.digits() + exponent.digits.size() + 3);
  if (p.negative) out += '-';
  out.append(p.whole).append(p.fraction);
  out += 'e';
  if (exponent.digits.empty()) return out += '0';
  if (exponent.negative) out += '-';
  return out += exponent.digits;
}

std::string shortest(double value) {
  // The digits are the shortest that read back as the same double; where the point stands follows
  // ECMAScript (Number::toString): plain from 1e-7 up to 1e21, an exponent outside.
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,  //
                                 std::chars_format::scientific)
                       .ptr;
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::size_t e = text.find('e');
  std::string digits;
  for (const char c : text.substr(0, e)) {
    if (detail::is_digit(c)) digits += c;
  }
  int exponent = 0;
  std::from_chars(text.data() + e + (text[e + 1] == '+' ? 2 : 1), end, exponent);

  std::string out(text.front() == '-' ? "-" : "");
  const int count = static_cast<int>(digits.size());
  const int point = exponent + 1;  // digits before the point
  constexpr int longest_plain = 21;
  constexpr int smallest_plain = -6;
  if (point >= count && point <= longest_plain) {
    return out + digits + std::string(static_cast<std::size_t>(point - count), '0');
  }
  if (point > 0 && point <= longest_plain)
    return out + digits.insert(static_cast<std::size_t>(point), 1, '.');
  if (point > smallest_plain && point <= 0) {
    return out + "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  }
  if (count > 1) digits.insert(1, 1, '.');
  return out + digits + (exponent < 0 ? "e-" : "e+") + std::to_string(exponent < 0 ? -exponent : exponent);
}

}  // namespace decimal
}  // namespace v0
}  // namespace tenon
