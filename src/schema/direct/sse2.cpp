// The driver for any x86-64: blocks of 16 bytes. SSE2 is part of the architecture, so this file needs no
// other flags than the rest.
#include "direct/driver.hpp"
#include "direct/machine.hpp"

#include <bit>

#include <tenon/utf8.hpp>

#if defined(__x86_64__)
#include <emmintrin.h>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

namespace {

struct sse2 {
  using block = __m128i;
  using mask = std::uint32_t;
  static constexpr std::size_t width = sizeof(block);

  static block load(const void* p) { return _mm_loadu_si128(static_cast<const block*>(p)); }
  static void store(char* p, block b) { _mm_storeu_si128(reinterpret_cast<block*>(p), b); }
  static std::size_t first(mask m) { return static_cast<std::size_t>(std::countr_zero(m)); }
  static mask bits(block b) { return static_cast<mask>(_mm_movemask_epi8(b)); }
  static mask stops(block b) {
    const block control = _mm_cmpeq_epi8(_mm_min_epu8(b, _mm_set1_epi8(0x1f)), b);
    const block quote = _mm_cmpeq_epi8(b, _mm_set1_epi8('"'));
    const block backslash = _mm_cmpeq_epi8(b, _mm_set1_epi8('\\'));
    return bits(_mm_or_si128(control, _mm_or_si128(quote, backslash)));
  }
  static mask highs(block b) { return bits(b); }

  // Every bit of these is right.
  static constexpr bool exact = true;
  static constexpr mask all = 0xffff;
  static constexpr mask last = mask{1} << 15U;
  static mask equal(block b, char c) { return bits(_mm_cmpeq_epi8(b, _mm_set1_epi8(c))); }
  static mask backslashes(block b) { return equal(b, '\\'); }
  static mask quotes(block b) { return equal(b, '"'); }
  static mask opening(block b) { return equal(_mm_or_si128(b, _mm_set1_epi8(0x20)), '{'); }
  static mask closing(block b) { return equal(_mm_or_si128(b, _mm_set1_epi8(0x20)), '}'); }
  /// From each bit up to the next one.
  static mask between(mask m) {
    for (unsigned by = 1; by < width; by *= 2) m ^= m << by;
    return m & all;
  }

  static mask other_than_space(block b) { return bits(_mm_cmpeq_epi8(b, _mm_set1_epi8(' '))) ^ 0xffffU; }

  static mask equal_bytes(const char* p, const name& n) {
    const mask low = bits(_mm_cmpeq_epi8(load(p), load(n.text.data())));
    const mask high = bits(_mm_cmpeq_epi8(load(p + width), load(n.text.data() + width)));
    return low | high << width;
  }
  static bool same(const char* p, const name& n) { return (equal_bytes(p, n) & n.mask) == n.want; }
  static bool same_but_comma(const char* p, const name& n) {
    return (equal_bytes(p, n) & n.mask & ~mask{1}) == (n.want & ~mask{1});
  }

  static mask in_range(const char* p, const std::uint8_t* low, const std::uint8_t* high) {
    const block b = load(p);
    const block above = _mm_cmpeq_epi8(_mm_max_epu8(b, load(low)), b);
    const block below = _mm_cmpeq_epi8(_mm_min_epu8(b, load(high)), b);
    return bits(_mm_and_si128(above, below));
  }
  static bool in_ranges(const char* p, const position_ranges& ranges) {
    const mask inside = in_range(p, ranges.low.data(), ranges.high.data()) |
                        in_range(p + width, ranges.low.data() + width, ranges.high.data() + width) << width;
    return static_cast<std::size_t>(std::countr_one(inside)) >= ranges.length;
  }
  static bool all_in(const char* p, std::size_t size, const ascii_set& set) {
    return all_ascii_in(p, size, set);
  }
  static bool is_utf8(const char* p, std::size_t size) { return utf8::valid({p, size}); }
};

}  // namespace

bool validate_sse2(session& s) {
  return machine<sse2, false>::run(s, nullptr);
}
bool bind_sse2(session& s, void* to) {
  return machine<sse2, true>::run(s, to);
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
#endif
