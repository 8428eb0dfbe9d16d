// The one loop that most bytes of a text pass through: what a string just contains.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "reader_table.hpp"

namespace tenon {
inline namespace v0 {
namespace json {

/// True for what needs no look at it: ASCII but quote, backslash and control characters.
inline bool is_plain(char c) noexcept {
  return table::cells[static_cast<std::size_t>(table::state::string)][static_cast<std::uint8_t>(c)] ==
         table::make_cell(table::state::string, table::action::none);
}

/// Moves p over whole words of plain bytes; true if it stopped at a byte that is not plain.
template <class Word>
inline bool skip_plain_words(const char*& p, const char* end) noexcept {
  constexpr Word ones = static_cast<Word>(0x0101010101010101U);
  constexpr Word highs = static_cast<Word>(0x8080808080808080U);
  while (end - p >= static_cast<std::ptrdiff_t>(sizeof(Word))) {
    Word word = 0;
    std::memcpy(&word, p, sizeof word);
    // A byte below 0x20, equal to '"' or '\\', or above 0x7F has its high bit set in one of these. What is
    // set above the lowest such byte may be wrong, the lowest never is.
    const Word quote = word ^ (ones * '"');
    const Word backslash = word ^ (ones * '\\');
    const Word special = (word | (word - ones * 0x20) | (quote - ones) | (backslash - ones)) & highs;
    if (special != 0) {
      if constexpr (std::endian::native == std::endian::little) {
        p += std::countr_zero(special) / 8;
      } else {
        while (is_plain(*p)) ++p;
      }
      return true;
    }
    p += sizeof word;
  }
  return false;
}

#if defined(__SSE2__)
inline bool skip_plain_blocks(const char*& p, const char* end) noexcept {
  while (end - p >= 16) {
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    // As signed bytes, both control characters and everything above 0x7F are less than a space.
    const __m128i special = _mm_or_si128(
        _mm_cmplt_epi8(block, _mm_set1_epi8(0x20)),
        _mm_or_si128(_mm_cmpeq_epi8(block, _mm_set1_epi8('"')), _mm_cmpeq_epi8(block, _mm_set1_epi8('\\'))));
    const auto mask = static_cast<unsigned>(_mm_movemask_epi8(special));
    if (mask != 0) {
      p += std::countr_zero(mask);
      return true;
    }
    p += 16;
  }
  return false;
}
#else
inline bool skip_plain_blocks(const char*&, const char*) noexcept {
  return false;
}
#endif

/// The first byte in [p, end) that is not plain, else end.
inline const char* skip_plain(const char* p, const char* end) noexcept {
  if (skip_plain_blocks(p, end) || skip_plain_words<std::uint64_t>(p, end) ||
      skip_plain_words<std::uint32_t>(p, end)) {
    return p;
  }
  while (p != end && is_plain(*p)) ++p;
  return p;
}

}  // namespace json
}  // namespace v0
}  // namespace tenon
