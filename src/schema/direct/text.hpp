// The tokens of JSON, read in blocks: white space, strings, escapes, numbers.
//
// V says how a block is looked at (direct/avx2.cpp, direct/sse2.cpp, direct/swar.cpp). It has internal
// linkage in its file, and so has everything here with it: the same template compiled for two processors
// must never be taken for one another by the linker. For the same reason nothing in this file stands
// outside of the template, and whoever includes it has included what it needs before.
//
// A text ends with a zero byte and `padding` readable bytes. Zero is legal nowhere in JSON, so every loop
// stops there by itself and no bounds are checked. A null pointer as answer: the text does not fit.
#pragma once

#include "direct/session.hpp"
#include "direct/word.hpp"

#include <array>
#include <bit>
#include <cfloat>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

/// A string, decoded: a view into the text where there is no escape, else to where the arena is free. The
/// next string overwrites it unless session::keep is asked to keep it.
struct decoded {
  const char* data;
  std::size_t size;
  bool ascii;
};

template <class V>
struct tokens {
  using block = typename V::block;
  using mask = typename V::mask;

  static bool is_above_space(char c) { return static_cast<unsigned char>(c) > ' '; }

  [[gnu::always_inline]] static const char* skip_space(const char* p) {
    if (is_above_space(*p)) [[likely]]
      return p;
    if (*p == ' ' && is_above_space(p[1])) return p + 1;
    return skip_long_space(p);
  }

  [[gnu::noinline]] static const char* skip_long_space(const char* p) {
    while (true) {
      while (*p == '\n' || *p == '\r' || *p == '\t') ++p;
      if (*p != ' ') return p;
      const mask other = V::other_than_space(V::load(p));  // indentation is a run of spaces
      p += other == 0 ? V::width : V::first(other);
    }
  }

  // ---- strings ----

  /// At the opening quote; answers what is behind the closing one.
  [[gnu::always_inline]] static const char* string(const char* p, decoded& to, session& s) {
    if (*p != '"') [[unlikely]]
      return nullptr;
    const char* const begin = ++p;
    mask high = 0;
    while (true) {
      const block b = V::load(p);
      const mask stop = V::stops(b);
      if (stop == 0) {
        high |= V::highs(b);
        p += V::width;
        continue;
      }
      high |= V::highs(b) & ((stop & (0 - stop)) - 1);
      p += V::first(stop);
      break;
    }
    if (*p != '"') [[unlikely]] {
      if (*p != '\\') return nullptr;
      decoded made;  // so that the address of `to` is not taken
      p = unescape(begin, p, high != 0, made, s);
      to = made;
      return p;
    }
    to = {begin, static_cast<std::size_t>(p - begin), high == 0};
    if (high != 0 && !V::is_utf8(begin, to.size)) return nullptr;
    return p + 1;
  }

  /// From the first backslash at `p` on.
  [[gnu::noinline]] static const char* unescape(const char* begin, const char* p, bool high, decoded& to,
                                                session& s) {
    char* const first = s.room();
    char* out = first + (p - begin);
    std::memcpy(first, begin, static_cast<std::size_t>(p - begin));
    bool ascii = true;
    while (*p == '\\') {
      const char* const character = out;
      p = escape(p, out);
      if (p == nullptr) return nullptr;
      ascii = ascii && static_cast<unsigned char>(*character) < 0x80;
      while (true) {
        const block b = V::load(p);
        V::store(out, b);
        const mask stop = V::stops(b);
        const mask before = stop == 0 ? ~mask{0} : (stop & (0 - stop)) - 1;
        high = high || (V::highs(b) & before) != 0;
        const std::size_t count = stop == 0 ? V::width : V::first(stop);
        p += count;
        out += count;
        if (stop != 0) break;
      }
    }
    // Escapes are ASCII, so the text is valid UTF-8 exactly if what it decodes to is.
    if (*p != '"' || (high && !V::is_utf8(begin, static_cast<std::size_t>(p - begin)))) return nullptr;
    to = {first, static_cast<std::size_t>(out - first), ascii && !high};
    return p + 1;
  }

  /// At a backslash; writes the character.
  static const char* escape(const char* p, char*& out) {
    switch (p[1]) {
      case '"':
      case '\\':
      case '/':
        *out++ = p[1];
        return p + 2;
      case 'b':
        *out++ = '\b';
        return p + 2;
      case 'f':
        *out++ = '\f';
        return p + 2;
      case 'n':
        *out++ = '\n';
        return p + 2;
      case 'r':
        *out++ = '\r';
        return p + 2;
      case 't':
        *out++ = '\t';
        return p + 2;
      case 'u':
        return unicode_escape(p + 2, out);
      default:
        return nullptr;
    }
  }

  /// At four digits, which may be the first half of a pair (RFC 8259, section 7). Lone halves are refused.
  static const char* unicode_escape(const char* p, char*& out) {
    std::uint32_t code = 0;
    if (!hex(p, code)) return nullptr;
    p += 4;
    if (code >= 0xD800 && code < 0xE000) {
      std::uint32_t low = 0;
      if (code >= 0xDC00 || p[0] != '\\' || p[1] != 'u' || !hex(p + 2, low)) return nullptr;
      if (low < 0xDC00 || low >= 0xE000) return nullptr;
      code = 0x10000U + ((code & 0x3FFU) << 10U) + (low & 0x3FFU);
      p += 6;
    }
    const auto put = [&out](std::uint32_t byte) {
      *out++ = static_cast<char>(static_cast<unsigned char>(byte));
    };
    if (code < 0x80) {
      put(code);
    } else if (code < 0x800) {
      put(0xC0U | (code >> 6U));
      put(0x80U | (code & 0x3FU));
    } else if (code < 0x10000) {
      put(0xE0U | (code >> 12U));
      put(0x80U | ((code >> 6U) & 0x3FU));
      put(0x80U | (code & 0x3FU));
    } else {
      put(0xF0U | (code >> 18U));
      put(0x80U | ((code >> 12U) & 0x3FU));
      put(0x80U | ((code >> 6U) & 0x3FU));
      put(0x80U | (code & 0x3FU));
    }
    return p;
  }

  static bool hex(const char* p, std::uint32_t& code) {
    for (int i = 0; i < 4; ++i) {
      const auto byte = static_cast<unsigned char>(p[i]);
      std::uint32_t digit = byte - std::uint32_t{'0'};
      if (digit > 9) {
        digit = (byte | 0x20U) - std::uint32_t{'a'};
        if (digit > 5) return false;
        digit += 10;
      }
      code = code << 4U | digit;
    }
    return true;
  }

  // ---- numbers ----

  static constexpr std::array<std::uint64_t, 9> tens = {1,       10,        100,        1'000,      10'000,
                                                        100'000, 1'000'000, 10'000'000, 100'000'000};
  static constexpr std::array<double, 16> exact_tens = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                        1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  static constexpr int most_digits = 15;

  /// How many of the eight bytes, from the front, are digits.
  static int digits_in(std::uint64_t word) {
    const std::uint64_t x = word ^ 0x3030303030303030U;
    const std::uint64_t other = ((x + 0x7676767676767676U) | x) & 0x8080808080808080U;
    return other == 0 ? 8 : std::countr_zero(other) / 8;
  }
  /// The number that the first 1 to 8 bytes write.
  static std::uint64_t value_of(std::uint64_t word, int digits) {
    std::uint64_t x = (word ^ 0x3030303030303030U) << (64 - 8 * digits);  // zeros in front
    x = x * 10 + (x >> 8U);                                               // pairs
    constexpr std::uint64_t pairs = 0x000000FF000000FFU;
    return ((x & pairs) * 0x000F424000000064U + ((x >> 16U) & pairs) * 0x0000271000000001U) >> 32U;
  }
  /// Up to 15 digits from `p` on, as many as are there, times what `to` was; -1 for more.
  [[gnu::always_inline]] static int read_digits(const char* p, std::uint64_t& to) {
    const std::uint64_t word = load_word(p);
    const int count = digits_in(word);
    if (count == 0) return 0;
    to = to * tens[static_cast<std::size_t>(count)] + value_of(word, count);
    if (count < 8) [[likely]]
      return count;
    const std::uint64_t second = load_word(p + 8);
    const int more = digits_in(second);
    if (more == 8) return -1;
    if (more != 0) to = to * tens[static_cast<std::size_t>(more)] + value_of(second, more);
    return 8 + more;
  }

  /// A whole number of up to 15 digits that is written as one; null for any other, to be read in full.
  [[gnu::always_inline]] static const char* integer(const char* p, std::int64_t& to) {
    const char* const digits = p + (*p == '-' ? 1 : 0);
    std::uint64_t magnitude = 0;
    const int count = read_digits(digits, magnitude);
    if (count <= 0 || (*digits == '0' && count > 1)) [[unlikely]]
      return nullptr;
    const char* const end = digits + count;
    if (*end == '.' || (*end | 0x20) == 'e') [[unlikely]]
      return nullptr;
    const auto number = static_cast<std::int64_t>(magnitude);
    to = digits == p ? number : -number;
    return end;
  }

  /// Up to 15 digits and no exponent: then digits and power of ten are exact doubles, and their quotient is
  /// the nearest one (Clinger 1990). Null for any other, to be read in full.
  [[gnu::always_inline]] static const char* real(const char* p, double& to) {
    if constexpr (FLT_EVAL_METHOD != 0) return nullptr;
    const char* const digits = p + (*p == '-' ? 1 : 0);
    std::uint64_t magnitude = 0;
    const int count = read_digits(digits, magnitude);
    if (count <= 0 || (*digits == '0' && count > 1)) [[unlikely]]
      return nullptr;
    const char* end = digits + count;
    auto number = static_cast<double>(static_cast<std::int64_t>(magnitude));
    if (*end == '.') {
      const int places = read_digits(end + 1, magnitude);
      if (places <= 0 || count + places > most_digits) [[unlikely]]
        return nullptr;
      number = static_cast<double>(static_cast<std::int64_t>(magnitude)) /
               exact_tens[static_cast<std::size_t>(places)];
      end += 1 + places;
    }
    if ((*end | 0x20) == 'e') [[unlikely]]
      return nullptr;
    to = digits == p ? number : -number;
    return end;
  }

  /// The end of a number by the grammar (RFC 8259, section 6).
  static const char* number_end(const char* p) {
    p += *p == '-' ? 1 : 0;
    const char* const whole = p;
    p = skip_digits(p);
    if (p == whole || (*whole == '0' && p - whole > 1)) return nullptr;
    if (*p == '.') {
      const char* const fraction = p + 1;
      p = skip_digits(fraction);
      if (p == fraction) return nullptr;
    }
    if ((*p | 0x20) != 'e') return p;
    ++p;
    p += *p == '+' || *p == '-' ? 1 : 0;
    const char* const exponent = p;
    p = skip_digits(exponent);
    return p == exponent ? nullptr : p;
  }
  static const char* skip_digits(const char* p) {
    while (*p >= '0' && *p <= '9') ++p;
    return p;
  }

  // ---- anything ----

  /// Behind a value of which nothing is known yet. It is read again: only brackets and quotes count here.
  static const char* skip(const char* p) {
    std::size_t open = 0;
    do {
      p = skip_space(p);
      switch (*p) {
        case '{':
        case '[':
          ++open;
          ++p;
          break;
        case '}':
        case ']':
          if (open == 0) return nullptr;
          --open;
          ++p;
          break;
        case ',':
        case ':':
          if (open == 0) return nullptr;
          ++p;
          break;
        case '"':
          p = skip_string(p + 1);
          break;
        default:
          p = skip_word(p);
      }
      if (p == nullptr) return nullptr;
    } while (open != 0);
    return p;
  }
  /// Behind a value in a text that has been read. Of an array or object only brackets count that are in no
  /// string: a block with a backslash is left to whoever reads strings one by one.
  static const char* skip_known(const char* p) {
    if constexpr (V::exact) {
      if (*p == '{' || *p == '[') {
        std::size_t open = 0;
        bool within = false;  // a string, where the block begins
        while (true) {
          const block b = V::load(p);
          if (V::backslashes(b) != 0) {
            p = skip_bytes(p, open, within);
            if (open == 0) return p;
            continue;
          }
          const mask inside = V::between(V::quotes(b)) ^ (within ? V::all : mask{0});
          const mask begins = V::opening(b) & ~inside;
          mask ends = V::closing(b) & ~inside;
          const auto ended = static_cast<std::size_t>(std::popcount(ends));
          if (open <= ended) {
            for (; ends != 0; ends &= ends - 1) {
              const mask before = (ends & (0 - ends)) - 1;
              const auto begun = static_cast<std::size_t>(std::popcount(begins & before));
              const auto gone = ended - static_cast<std::size_t>(std::popcount(ends)) + 1;
              if (open + begun == gone) return p + V::first(ends) + 1;
            }
          }
          open = open + static_cast<std::size_t>(std::popcount(begins)) - ended;
          within = (inside & V::last) != 0;
          p += V::width;
        }
      }
    }
    return skip(p);
  }
  /// The same, byte by byte, for the next few.
  static const char* skip_bytes(const char* p, std::size_t& open, bool& within) {
    const char* const end = p + V::width;
    while (p < end) {
      const char c = *p++;
      if (within && c == '\\') ++p;
      if (c == '"') within = !within;
      if (within) continue;
      if (c == '{' || c == '[') ++open;
      if ((c == '}' || c == ']') && --open == 0) return p;
    }
    return p;
  }

  static const char* skip_string(const char* p) {
    while (true) {
      const mask stop = V::stops(V::load(p));
      if (stop == 0) {
        p += V::width;
        continue;
      }
      p += V::first(stop);
      if (*p == '"') return p + 1;
      if (*p != '\\' || p[1] == 0) return nullptr;
      p += 2;
    }
  }
  static const char* skip_word(const char* p) {
    const char* const begin = p;
    while (is_above_space(*p) && *p != ',' && *p != ':' && *p != '"' && (*p | 0x20) != '{' &&
           (*p | 0x20) != '}')
      ++p;
    return p == begin ? nullptr : p;
  }
};

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
