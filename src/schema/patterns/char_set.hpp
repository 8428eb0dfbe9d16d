// Sets of code points, as sorted ranges.
#pragma once

#include <cstdint>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

struct code_range {
  std::uint32_t first = 0;
  std::uint32_t last = 0;  // inclusive
  friend bool operator==(code_range, code_range) = default;
  friend auto operator<=>(code_range, code_range) = default;
};

/// Sorted, disjoint, not adjacent, once normalized.
using char_set = std::vector<code_range>;

inline constexpr std::uint32_t last_code = 0x10ffff;

void normalize(char_set& set);
/// Precondition of these: normalized.
char_set complement(const char_set& set);
bool contains(const char_set& set, std::uint32_t code) noexcept;

/// What ECMA-262 calls \d, \w and \s (22.2.2.9, with WhiteSpace of 12.2 and LineTerminator of 12.3).
const char_set& digit_characters();
const char_set& word_characters();
const char_set& space_characters();
const char_set& line_terminators();

inline bool is_word_character(std::uint32_t code) noexcept {
  return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || (code >= '0' && code <= '9') ||
         code == '_';
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
