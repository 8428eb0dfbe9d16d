// Eight bytes at a time, the first in the lowest place whatever the machine.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

inline std::uint64_t load_word(const char* p) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, p, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

/// Of the first and the last eight bytes. Precondition: eight bytes can be read at `p`. Not for untrusted
/// names: many may have the same hash.
inline std::uint64_t hash_name(const char* p, std::size_t size) noexcept {
  std::uint64_t first = load_word(p);
  std::uint64_t last = 0;
  if (size < sizeof first) {
    first &= ~(~std::uint64_t{0} << (8 * size));
  } else {
    last = load_word(p + size - sizeof last);
  }
  const std::uint64_t h = (first ^ (last * 0x9e3779b97f4a7c15U)) + size * 0xff51afd7ed558ccdU;
  return ((h ^ (h >> 29)) * 0xd6e8feb86659fd93U) >> 40;
}

/// Are all bytes characters of the set? (See ascii_set.)
inline bool all_ascii_in(const char* p, std::size_t size, const std::array<std::uint8_t, 16>& set) noexcept {
  for (std::size_t i = 0; i < size; ++i) {
    const auto byte = static_cast<unsigned char>(p[i]);
    if (byte >= 0x80 || ((set[byte & 15U] >> (byte >> 4U)) & 1U) == 0) return false;
  }
  return true;
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
