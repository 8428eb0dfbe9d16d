// Exact arithmetic on number literals. Every literal is seen as 0.D x 10^E, where D is its digits
// without leading and trailing zeros and E a signed whole number. The digits stay in the literal as two
// views; nothing is expanded. The trap is E: a literal may write an exponent of any length, so E is the
// written exponent plus a small shift, and only exponents of up to 18 digits fit a machine word.
#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include <tenon/decimal.hpp>

namespace tenon {
inline namespace v0 {
namespace decimal {
namespace {

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

std::size_t digit_run(std::string_view text, std::size_t from) noexcept {
  std::size_t i = from;
  while (i < text.size() && is_digit(text[i])) ++i;
  return i - from;
}

std::string_view without_leading_zeros(std::string_view digits) noexcept {
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

/// A whole number of any size: digits without leading zeros, empty for 0.
struct signed_digits {
  bool negative = false;
  std::string digits;
};

std::strong_ordering compare_digits(std::string_view a, std::string_view b) noexcept {
  if (const auto by_length = a.size() <=> b.size(); by_length != 0) return by_length;
  return a.compare(b) <=> 0;
}

/// a + b for digits without leading zeros.
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

/// a - b for digits without leading zeros, a >= b.
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

/// The written exponent plus a shift that is never longer than the literal.
struct power {
  bool negative = false;
  std::string_view digits;  // as written, without leading zeros
  std::int64_t shift = 0;

  /// The sum, if the exponent is short enough for it to fit a word for certain.
  std::optional<std::int64_t> small() const noexcept {
    constexpr std::size_t always_fits = 18;
    if (digits.size() > always_fits) return std::nullopt;
    std::int64_t written = 0;
    for (const char c : digits) written = written * 10 + (c - '0');
    return (negative ? -written : written) + shift;
  }

  signed_digits sum_of() const {
    const bool shift_negative = shift < 0;
    const auto magnitude = shift_negative ? 0 - static_cast<std::uint64_t>(shift)  //
                                          : static_cast<std::uint64_t>(shift);
    const std::string small_digits = magnitude == 0 ? std::string() : std::to_string(magnitude);
    if (negative == shift_negative) return {negative, sum(digits, small_digits)};
    if (compare_digits(digits, small_digits) < 0) return {shift_negative, difference(small_digits, digits)};
    return {negative, difference(digits, small_digits)};
  }
};

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

/// A literal taken apart: value = (negative ? -1 : 1) x 0.D x 10^magnitude, D = whole + fraction.
struct parts {
  bool negative = false;
  std::string_view whole;
  std::string_view fraction;
  power magnitude;

  std::size_t digits() const noexcept { return whole.size() + fraction.size(); }
  bool zero() const noexcept { return digits() == 0; }
  char digit(std::size_t i) const noexcept {
    return i < whole.size() ? whole[i] : fraction[i - whole.size()];
  }
  /// The power of ten of the last digit: value = D x 10^unit with D a whole number.
  power unit() const noexcept {
    power at_last = magnitude;
    at_last.shift -= static_cast<std::int64_t>(digits());
    return at_last;
  }
};

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

/// The whole number if it is one and has at most 20 digits, which a 128-bit word holds.
__extension__ using wide = unsigned __int128;

std::optional<wide> small_integer(const parts& p) noexcept {
  if (p.zero()) return wide{0};
  constexpr std::int64_t most_digits = 20;
  const auto magnitude = p.magnitude.small();
  if (!magnitude || *magnitude < 1 || *magnitude > most_digits) return std::nullopt;
  const auto length = static_cast<std::size_t>(*magnitude);
  if (p.digits() > length) return std::nullopt;
  wide number = 0;
  for (std::size_t i = 0; i < length; ++i) {
    number = number * 10 + static_cast<unsigned>(i < p.digits() ? p.digit(i) - '0' : 0);
  }
  return number;
}

/// A whole number of any size in words of nine decimal digits, least significant first.
class natural {
 public:
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
    by.append_digit(static_cast<std::uint32_t>(divisor.digit(i) - '0'));
  }
  natural rest(words);
  for (std::size_t i = 0; i < dividend.digits() + zeros; ++i) {
    rest.append_digit(i < dividend.digits() ? static_cast<std::uint32_t>(dividend.digit(i) - '0') : 0);
    while (rest.at_least(by)) rest.subtract(by);
  }
  return rest.zero();
}

/// The same for a divisor of at most 18 digits.
bool divides_short(const parts& divisor, const parts& dividend, std::size_t zeros) noexcept {
  std::uint64_t by = 0;
  for (std::size_t i = 0; i < divisor.digits(); ++i) {
    by = by * 10 + static_cast<std::uint64_t>(divisor.digit(i) - '0');
  }
  std::uint64_t rest = 0;
  for (std::size_t i = 0; i < dividend.digits() + zeros; ++i) {
    const unsigned digit = i < dividend.digits() ? static_cast<unsigned>(dividend.digit(i) - '0') : 0U;
    rest = static_cast<std::uint64_t>((wide{rest} * 10 + digit) % by);
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
  const signed_digits x = a.sum_of();
  const signed_digits y = b.sum_of();
  const std::string gap = x.negative == y.negative  //
                              ? (x.negative ? difference(y.digits, x.digits) : difference(x.digits, y.digits))
                              : sum(x.digits, y.digits);
  constexpr std::size_t always_fits = 18;
  if (gap.size() > always_fits) return limit;
  std::uint64_t number = 0;
  for (const char c : gap) number = number * 10 + static_cast<std::uint64_t>(c - '0');
  return static_cast<std::size_t>(std::min<std::uint64_t>(number, limit));
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

std::optional<bool> is_multiple_of(std::string_view value, std::string_view divisor) {
  const parts a = take_apart(value);
  const parts b = take_apart(divisor);
  if (a.zero()) return true;
  // value / divisor = (A / B) x 10^(unit(a) - unit(b)), A and B whole and not divisible by ten.
  if (compare(a.unit(), b.unit()) < 0) return false;
  // More zeros than B has factors two or five change nothing, and B has fewer than four per digit.
  const std::size_t zeros = capped_difference(a.unit(), b.unit(), 4 * b.digits());
  constexpr std::size_t word_digits = 9;
  constexpr std::size_t short_digits = 18;
  const std::size_t length = a.digits() + zeros;
  if (b.digits() <= short_digits) {
    if (length > max_digits) return std::nullopt;
    return divides_short(b, a, zeros);
  }
  // One word more than B has, since the remainder is multiplied by ten before it is reduced.
  const std::size_t words = b.digits() / word_digits + 2;
  if (length > max_digits / words) return std::nullopt;
  return divides_long(b, a, zeros, words);
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
  const signed_digits exponent = p.unit().sum_of();
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
    if (is_digit(c)) digits += c;
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
