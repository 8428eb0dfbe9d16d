// Valid UTF-8 by blocks of 32 bytes (Keiser and Lemire, "Validating UTF-8 in less than one instruction per
// byte", 2021): each way in which two neighbours can be wrong is a bit, and what the first byte's halves and
// the second byte's upper half allow is looked up in three tables of 16 entries. Part of direct/avx2.cpp.
#pragma once

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {
namespace {

namespace utf8_tables {

/// Bytes from first to last, of a neighbour.
struct bytes {
  int first;
  int last;
};
struct wrong {
  std::uint8_t bit;
  bytes before;
  bytes after;
};
// RFC 3629, section 4. The last row is no error by itself: a second continuation byte is right behind the
// lead byte of a long character, and only there.
constexpr std::uint8_t second_continuation = 0x80;
constexpr std::array<wrong, 11> all_wrong = {{
    {0x01, {0xC0, 0xFF}, {0x00, 0x7F}},  // a lead byte without a continuation
    {0x01, {0xC0, 0xFF}, {0xC0, 0xFF}},
    {0x02, {0x00, 0x7F}, {0x80, 0xBF}},  // a continuation without a lead byte
    {0x04, {0xE0, 0xE0}, {0x80, 0x9F}},  // overlong, three bytes
    {0x08, {0xED, 0xED}, {0xA0, 0xBF}},  // a surrogate
    {0x10, {0xC0, 0xC1}, {0x80, 0xBF}},  // overlong, two bytes
    {0x20, {0xF0, 0xF0}, {0x80, 0x8F}},  // overlong, four bytes
    {0x20, {0xF5, 0xFF}, {0x80, 0x8F}},  // above U+10FFFF
    {0x40, {0xF5, 0xFF}, {0x90, 0xBF}},
    {0x40, {0xF4, 0xF4}, {0x90, 0xBF}},
    {second_continuation, {0x80, 0xBF}, {0x80, 0xBF}},
}};

using table = std::array<std::uint8_t, 32>;  // the 16 entries twice, one for each half of a block
struct tables {
  table upper{};  // half of the first byte
  table lower{};
  table next{};  // upper half of the second byte
};

constexpr void add(table& t, std::size_t entry, std::uint8_t bit) {
  for (const std::size_t half : {std::size_t{0}, std::size_t{16}}) {
    std::uint8_t& one = t[entry + half];
    one = static_cast<std::uint8_t>(one | bit);
  }
}

constexpr tables make_tables() {
  tables t;
  for (const wrong& w : all_wrong) {
    for (int b = w.before.first; b <= w.before.last; ++b) {
      add(t.upper, static_cast<std::size_t>(b) >> 4U, w.bit);
      add(t.lower, static_cast<std::size_t>(b) & 15U, w.bit);
    }
    for (int b = w.after.first; b <= w.after.last; ++b) add(t.next, static_cast<std::size_t>(b) >> 4U, w.bit);
  }
  return t;
}
/// From 32 - n on: n bytes to keep, then such to drop.
constexpr std::array<std::uint8_t, 64> make_window() {
  std::array<std::uint8_t, 64> w{};
  for (std::size_t i = 0; i < 32; ++i) w[i] = 0xff;
  return w;
}

alignas(32) constexpr tables made = make_tables();
alignas(32) constexpr auto window = make_window();

}  // namespace utf8_tables

struct utf8_blocks {
  static __m256i load(const void* p) { return _mm256_loadu_si256(static_cast<const __m256i*>(p)); }
  static __m256i upper_half(__m256i b) {
    return _mm256_and_si256(_mm256_srli_epi16(b, 4), _mm256_set1_epi8(15));
  }

  /// Precondition: the byte behind the text is ASCII, so that a character that ends too early shows.
  static bool valid(const char* p, std::size_t size) {
    const __m256i upper = load(utf8_tables::made.upper.data());
    const __m256i lower = load(utf8_tables::made.lower.data());
    const __m256i next = load(utf8_tables::made.next.data());
    __m256i bad = _mm256_setzero_si256();
    __m256i before = bad;
    for (std::size_t i = 0; i <= size; i += 32) {
      __m256i now = load(p + i);
      const std::size_t left = size + 1 - i;
      if (left < 32) now = _mm256_and_si256(now, load(utf8_tables::window.data() + 32 - left));
      // The blocks that begin one, two and three bytes earlier.
      const __m256i middle = _mm256_permute2x128_si256(before, now, 0x21);
      const __m256i one = _mm256_alignr_epi8(now, middle, 15);
      const __m256i two = _mm256_alignr_epi8(now, middle, 14);
      const __m256i three = _mm256_alignr_epi8(now, middle, 13);
      const __m256i pairs = _mm256_and_si256(
          _mm256_and_si256(_mm256_shuffle_epi8(upper, upper_half(one)),
                           _mm256_shuffle_epi8(lower, _mm256_and_si256(one, _mm256_set1_epi8(15)))),
          _mm256_shuffle_epi8(next, upper_half(now)));
      // Bit 7: here a third or fourth byte must be.
      const __m256i longer = _mm256_or_si256(_mm256_subs_epu8(two, _mm256_set1_epi8(0xE0 - 0x80)),
                                             _mm256_subs_epu8(three, _mm256_set1_epi8(0xF0 - 0x80)));
      const __m256i wanted =
          _mm256_and_si256(longer, _mm256_set1_epi8(static_cast<char>(utf8_tables::second_continuation)));
      bad = _mm256_or_si256(bad, _mm256_xor_si256(pairs, wanted));
      before = now;
    }
    return _mm256_testz_si256(bad, bad) != 0;
  }
};

}  // namespace
}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
