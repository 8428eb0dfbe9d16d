// What an escape stands for, whole or as far as it has been read.
#pragma once

#include "reader_table.hpp"

#include <cstdint>

namespace tenon {
inline namespace v0 {
namespace json {

constexpr std::uint32_t hex_value(std::uint8_t digit) noexcept {
  return digit <= '9' ? digit - '0' : (digit | 0x20U) - 'a' + 10U;
}

constexpr char unescaped(char letter) noexcept {
  switch (letter) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return letter;
  }
}

/// Section 7: a pair stands for 0x10000 plus ten bits of each half.
constexpr std::uint32_t paired(std::uint32_t high, std::uint32_t low) noexcept {
  return 0x10000U + ((high & 0x3FFU) << 10U) + (low & 0x3FFU);
}

struct code_points {
  std::uint32_t first = 0;
  std::uint32_t last = 0x10FFFF;  // inclusive
};

/// Where the code point lies, once the machine is in this state of an escape: no range inside of this one
/// holds them all. `unit` is what the hexadecimal digits since the last `u` make, `high` the first half.
code_points possible(table::state at, std::uint32_t unit, std::uint32_t high) noexcept;

}  // namespace json
}  // namespace v0
}  // namespace tenon
