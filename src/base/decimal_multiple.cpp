// Divisibility of numbers of any size. value / divisor = (A / B) x 10^n with A and B whole numbers, so the
// question is whether B divides A with n zeros behind it; only a remainder is ever kept.
#include "decimal_parts.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <tenon/decimal.hpp>

namespace tenon {
inline namespace v0 {
namespace decimal {
namespace {

using detail::parts;
using detail::power;

/// A whole number of a fixed size in words of nine decimal digits, least significant first.
class natural {
 public:
  static constexpr std::size_t word_digits = 9;

  explicit natural(std::size_t words) : words_(words, 0) {}

  void append_digit(std::uint32_t digit) noexcept {
    std::uint64_t carry = digit;
    for (std::uint32_t& word : words_) {
      carry += std::uint64_t{word} * 10;
      word = static_cast<std::uint32_t>(carry % base);
      carry /= base;
    }
  }
  bool at_least(const natural& other) const noexcept {
    return !std::lexicographical_compare(words_.rbegin(), words_.rend(), other.words_.rbegin(),
                                         other.words_.rend());
  }
  void subtract(const natural& other) noexcept {
    std::uint32_t borrow = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::uint32_t take = other.words_[i] + borrow;
      borrow = words_[i] < take ? 1 : 0;
      words_[i] += borrow * base - take;
    }
  }
  bool zero() const noexcept {
    return std::ranges::all_of(words_, [](std::uint32_t word) { return word == 0; });
  }

 private:
  static constexpr std::uint32_t base = 1'000'000'000;
  std::vector<std::uint32_t> words_;
};

/// True if the digits of `dividend`, followed by `zeros` zeros, are divisible by those of `divisor`.
/// Schoolbook division, a digit at a time, that keeps only the remainder.
bool divides_long(const parts& divisor, const parts& dividend, std::size_t zeros, std::size_t words) {
  natural by(words);
  for (std::size_t i = 0; i < divisor.digits(); ++i) {
    by.append_digit(divisor.digit(i));
  }
  natural rest(words);
  for (std::size_t i = 0; i < dividend.digits() + zeros; ++i) {
    rest.append_digit(i < dividend.digits() ? dividend.digit(i) : 0);
    while (rest.at_least(by)) rest.subtract(by);
  }
  return rest.zero();
}

/// The same for a divisor of at most 18 digits.
bool divides_short(const parts& divisor, const parts& dividend, std::size_t zeros) noexcept {
  std::uint64_t by = 0;
  for (std::size_t i = 0; i < divisor.digits(); ++i) {
    by = by * 10 + divisor.digit(i);
  }
  if (by == 0) return false;  // never: the caller sees to it
  std::uint64_t rest = 0;
  for (std::size_t i = 0; i < dividend.digits() + zeros; ++i) {
    const unsigned digit = i < dividend.digits() ? dividend.digit(i) : 0U;
    rest = (rest * 10 + digit) % by;  // below 10^19, which fits
  }
  return rest == 0;
}

/// a - b, but never more than `limit`. Precondition: a >= b.
std::size_t capped_difference(const power& a, const power& b, std::size_t limit) {
  const auto small_a = a.small();
  const auto small_b = b.small();
  if (small_a && small_b) {
    const auto gap = static_cast<std::uint64_t>(*small_a) - static_cast<std::uint64_t>(*small_b);
    return static_cast<std::size_t>(std::min<std::uint64_t>(gap, limit));
  }
  const detail::signed_digits x = a.sum_of();
  const detail::signed_digits y = b.sum_of();
  const std::string gap =
      x.negative == y.negative  //
          ? (x.negative ? detail::difference(y.digits, x.digits) : detail::difference(x.digits, y.digits))
          : detail::sum(x.digits, y.digits);
  if (gap.size() > detail::word_digits) return limit;
  return static_cast<std::size_t>(std::min<std::uint64_t>(detail::to_word(gap), limit));
}

}  // namespace

std::optional<bool> is_multiple_of(std::string_view value, std::string_view divisor) {
  const parts a = detail::take_apart(value);
  const parts b = detail::take_apart(divisor);
  if (b.zero()) return std::nullopt;
  if (a.zero()) return true;
  // value / divisor = (A / B) x 10^(unit(a) - unit(b)), A and B whole and not divisible by ten.
  if (compare(a.unit(), b.unit()) < 0) return false;
  // More zeros than B has factors two or five change nothing, and B has fewer than four per digit.
  const std::size_t zeros = capped_difference(a.unit(), b.unit(), 4 * b.digits());
  const std::size_t length = a.digits() + zeros;
  if (b.digits() <= detail::word_digits) {
    if (length > max_digits) return std::nullopt;
    return divides_short(b, a, zeros);
  }
  // One word more than B has, since the remainder is multiplied by ten before it is reduced.
  const std::size_t words = b.digits() / natural::word_digits + 2;
  if (length > max_digits / words) return std::nullopt;
  return divides_long(b, a, zeros, words);
}

}  // namespace decimal
}  // namespace v0
}  // namespace tenon
