// A number literal taken apart. Every literal is seen as 0.D x 10^E, where D is its digits without leading
// and trailing zeros and E a signed whole number. The digits stay in the literal as two views; nothing is
// expanded. The trap is E: a literal may write an exponent of any length, so E is the written exponent
// plus a small shift, and only exponents of up to 18 digits fit a machine word.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace decimal {
namespace detail {

/// Digits that a 64-bit word holds whatever they are.
inline constexpr std::size_t word_digits = 18;

constexpr bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}
/// Number of digits from there on.
std::size_t digit_run(std::string_view text, std::size_t from) noexcept;
/// Precondition: at most word_digits digits.
std::uint64_t to_word(std::string_view digits) noexcept;

/// A whole number of any size: digits without leading zeros, empty for 0.
struct signed_digits {
  bool negative = false;
  std::string digits;
};

/// a + b for digits without leading zeros.
std::string sum(std::string_view a, std::string_view b);
/// a - b for digits without leading zeros, a >= b.
std::string difference(std::string_view a, std::string_view b);

/// The written exponent plus a shift that is never longer than the literal.
struct power {
  bool negative = false;
  std::string_view digits;  // as written, without leading zeros
  std::int64_t shift = 0;

  /// The sum, if the exponent is short enough for it to fit a word for certain.
  std::optional<std::int64_t> small() const noexcept;
  signed_digits sum_of() const;
};

std::strong_ordering compare(const power& a, const power& b);

/// value = (negative ? -1 : 1) x 0.D x 10^magnitude, D = whole + fraction.
struct parts {
  bool negative = false;
  std::string_view whole;
  std::string_view fraction;
  power magnitude;

  std::size_t digits() const noexcept { return whole.size() + fraction.size(); }
  bool zero() const noexcept { return digits() == 0; }
  unsigned digit(std::size_t i) const noexcept {
    return static_cast<unsigned>((i < whole.size() ? whole[i] : fraction[i - whole.size()]) - '0');
  }
  /// The power of ten of the last digit: value = D x 10^unit with D a whole number.
  power unit() const noexcept {
    power at_last = magnitude;
    at_last.shift -= static_cast<std::int64_t>(digits());
    return at_last;
  }
};

/// Zero has no sign, no digits and no magnitude. Precondition: is_literal(literal).
parts take_apart(std::string_view literal) noexcept;

}  // namespace detail
}  // namespace decimal
}  // namespace v0
}  // namespace tenon
