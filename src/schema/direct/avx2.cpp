// The driver for x86-64 with AVX2: blocks of 32 bytes.
//
// Only what stands between the pragmas is compiled for that processor. Whatever another file could share (an
// inline function of a header, a template of the standard library) is included before, so that its code is
// for any processor; what is included inside is instantiated with `avx2`, which no other file can name.
#include "direct/driver.hpp"
#include "direct/session.hpp"
#include "direct/word.hpp"

#include <array>
#include <bit>
#include <cfloat>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#if defined(__x86_64__)
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2")
#endif

#include "direct/machine.hpp"
#include "direct/utf8_avx2.hpp"

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

namespace {

struct avx2 {
  using block = __m256i;
  using mask = std::uint32_t;
  static constexpr std::size_t width = sizeof(block);

  static block load(const void* p) { return _mm256_loadu_si256(static_cast<const block*>(p)); }
  static void store(char* p, block b) { _mm256_storeu_si256(reinterpret_cast<block*>(p), b); }
  static std::size_t first(mask m) { return static_cast<std::size_t>(std::countr_zero(m)); }
  static mask bits(block b) { return static_cast<mask>(_mm256_movemask_epi8(b)); }
  static mask stops(block b) {
    const block control = _mm256_cmpeq_epi8(_mm256_min_epu8(b, _mm256_set1_epi8(0x1f)), b);
    const block quote = _mm256_cmpeq_epi8(b, _mm256_set1_epi8('"'));
    const block backslash = _mm256_cmpeq_epi8(b, _mm256_set1_epi8('\\'));
    return bits(_mm256_or_si256(control, _mm256_or_si256(quote, backslash)));
  }
  static mask highs(block b) { return bits(b); }

  // Every bit of these is right.
  static constexpr bool exact = true;
  static constexpr mask all = 0xffff'ffff;
  static constexpr mask last = mask{1} << 31U;
  static mask equal(block b, char c) { return bits(_mm256_cmpeq_epi8(b, _mm256_set1_epi8(c))); }
  static mask backslashes(block b) { return equal(b, '\\'); }
  static mask quotes(block b) { return equal(b, '"'); }
  static mask opening(block b) { return equal(_mm256_or_si256(b, _mm256_set1_epi8(0x20)), '{'); }
  static mask closing(block b) { return equal(_mm256_or_si256(b, _mm256_set1_epi8(0x20)), '}'); }
  /// From each bit up to the next one.
  static mask between(mask m) {
    for (unsigned by = 1; by < width; by *= 2) m ^= m << by;
    return m;
  }

  static mask other_than_space(block b) { return ~bits(_mm256_cmpeq_epi8(b, _mm256_set1_epi8(' '))); }

  static mask equal_bytes(const char* p, const name& n) {
    return bits(_mm256_cmpeq_epi8(load(p), load(n.text.data())));
  }
  static bool same(const char* p, const name& n) { return (equal_bytes(p, n) & n.mask) == n.want; }
  static bool same_but_comma(const char* p, const name& n) {
    return (equal_bytes(p, n) & n.mask & ~mask{1}) == (n.want & ~mask{1});
  }

  static bool in_ranges(const char* p, const position_ranges& ranges) {
    const block b = load(p);
    const block above = _mm256_cmpeq_epi8(_mm256_max_epu8(b, load(ranges.low.data())), b);
    const block below = _mm256_cmpeq_epi8(_mm256_min_epu8(b, load(ranges.high.data())), b);
    const mask inside = bits(_mm256_and_si256(above, below));
    return static_cast<std::size_t>(std::countr_one(inside)) >= ranges.length;
  }
  static bool all_in(const char* p, std::size_t size, const ascii_set& set) {
    const block by_low_half =
        _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(set.data())));
    const block bit_of_high_half = _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,  //
                                                    1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
    for (std::size_t i = 0; i < size; i += width) {
      const block b = load(p + i);
      const block high_half = _mm256_and_si256(_mm256_srli_epi16(b, 4), _mm256_set1_epi8(15));
      // A shuffle answers zero for what is not ASCII.
      const block in = _mm256_and_si256(_mm256_shuffle_epi8(by_low_half, b),
                                        _mm256_shuffle_epi8(bit_of_high_half, high_half));
      const mask out = bits(_mm256_cmpeq_epi8(in, _mm256_setzero_si256()));
      const std::size_t left = size - i;
      if ((left < width ? out & ((mask{1} << left) - 1) : out) != 0) return false;
    }
    return true;
  }
  static bool is_utf8(const char* p, std::size_t size) { return utf8_blocks::valid(p, size); }
};

}  // namespace

// Declared in direct/driver.hpp for this processor alone.
// NOLINTBEGIN(misc-use-internal-linkage)
bool validate_avx2(session& s) {
  return machine<avx2, false>::run(s, nullptr);
}
bool bind_avx2(session& s, void* to) {
  return machine<avx2, true>::run(s, to);
}
// NOLINTEND(misc-use-internal-linkage)

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
