// Numbers as they were written. A JSON number literal is compared, classified and tested for
// divisibility exactly, whatever its size; nothing goes through a double unless a caller asks.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace decimal {

/// True if the text is a number of RFC 8259 section 6, whole.
bool is_literal(std::string_view text) noexcept;

// All functions below: precondition is_literal(...) for every literal. Time and memory are linear in
// the length of the literals; an exponent is never expanded (1e1000000000 costs what it is long).

/// Mathematical order. -0 equals 0.
std::strong_ordering compare(std::string_view a, std::string_view b);
inline bool equal(std::string_view a, std::string_view b) {
  return compare(a, b) == 0;
}

/// True if the value has no fraction: 1, 1.0, 1e2, 12e-1 is false.
bool is_integer(std::string_view literal);

/// True if value / divisor is an integer. Empty if the divisor is 0, or if deciding it would need
/// more than max_digits steps: a step takes one digit of the value, with the zeros that its exponent adds
/// as far as they matter, and nine digits of the divisor.
inline constexpr std::size_t max_digits = 100'000;
std::optional<bool> is_multiple_of(std::string_view value, std::string_view divisor);

/// The integer value if the literal is one mathematically and it fits; else empty.
std::optional<std::int64_t> to_int64(std::string_view literal);
std::optional<std::uint64_t> to_uint64(std::string_view literal);

/// The nearest double (round to nearest even); empty on overflow. Underflow gives a denormal or 0.
std::optional<double> to_double(std::string_view literal);

/// One spelling per mathematical value, so that equal numbers have equal text (for hashing): digits
/// without leading or trailing zeros, then always an exponent ("-12e3", "1e0"); "0" for zero.
std::string canonical(std::string_view literal);

/// The fewest digits that read back as the same double, written plain from 1e-6 up to below 1e21 and with
/// an exponent outside (as ECMAScript writes numbers); -0 keeps its sign. Precondition: finite.
std::string shortest(double value);

}  // namespace decimal
}  // namespace v0
}  // namespace tenon
