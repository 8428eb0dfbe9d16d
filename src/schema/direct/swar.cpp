// The driver for any machine: blocks of eight bytes in a word.
#include "direct/driver.hpp"
#include "direct/machine.hpp"

#include <bit>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

namespace {

/// A mask has the high bit of each byte that is meant.
struct swar {
  using block = std::uint64_t;
  using mask = std::uint64_t;
  static constexpr std::size_t width = sizeof(block);
  static constexpr bool exact = false;
  static constexpr std::uint64_t ones = 0x0101010101010101U;
  static constexpr std::uint64_t highs_of_all = 0x8080808080808080U;

  static block load(const char* p) { return load_word(p); }
  static void store(char* p, block b) {
    if constexpr (std::endian::native == std::endian::big) b = __builtin_bswap64(b);
    std::memcpy(p, &b, sizeof b);
  }
  static std::size_t first(mask m) { return static_cast<std::size_t>(std::countr_zero(m)) / 8; }
  // What is set above the lowest byte that is meant may be wrong, the lowest never is.
  static mask zeros(block b) { return (b - ones) & ~b & highs_of_all; }
  static mask stops(block b) {
    const mask control = (b - ones * 0x20) & ~b & highs_of_all;
    return control | zeros(b ^ (ones * '"')) | zeros(b ^ (ones * '\\'));
  }
  static mask highs(block b) { return b & highs_of_all; }
  static mask other_than_space(block b) {
    const block x = b ^ (ones * ' ');
    return ((x + ones * 0x7F) | x) & highs_of_all;
  }
  static bool same(const char* p, const name& n) {
    return n.mask == n.want && std::memcmp(p, n.text.data(), n.length) == 0;
  }
  static bool same_but_comma(const char* p, const name& n) {
    return n.mask == n.want && std::memcmp(p + 1, n.text.data() + 1, n.length - std::size_t{1}) == 0;
  }
  static bool in_ranges(const char* p, const position_ranges& ranges) {
    for (std::size_t i = 0; i < ranges.length; ++i) {
      const auto byte = static_cast<unsigned char>(p[i]);
      if (byte < ranges.low[i] || byte > ranges.high[i]) return false;
    }
    return true;
  }
  static bool all_in(const char* p, std::size_t size, const ascii_set& set) {
    return all_ascii_in(p, size, set);
  }
  static bool is_utf8(const char* p, std::size_t size) { return utf8::valid({p, size}); }
};

}  // namespace

bool validate_swar(session& s) {
  return machine<swar, false>::run(s, nullptr);
}
bool bind_swar(session& s, void* to) {
  return machine<swar, true>::run(s, to);
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
