// UTF-8 by RFC 3629, section 4. One decoder serves every function here, so that they cannot disagree
// about what is valid; runs of ASCII are skipped eight bytes at a time. The trap: an invalid sequence is
// as long as its longest prefix that could have become valid (Unicode 15, section 3.9, "maximal
// subpart"), and at least one byte, so that replacing parts never swallows a following valid character.
#include <cstring>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace utf8 {
namespace {

constexpr std::uint32_t replacement = 0xFFFD;

constexpr std::uint8_t byte_at(std::string_view text, std::size_t i) noexcept {
  return static_cast<std::uint8_t>(text[i]);
}

constexpr bool is_continuation(std::uint8_t b) noexcept {
  return (b & 0xC0U) == 0x80U;
}

/// What a lead byte promises. The first continuation byte has a range of its own: that is where overlong
/// forms, surrogates and code points above U+10FFFF are told apart.
struct lead {
  std::size_t length;  // 0: cannot start a sequence
  std::uint8_t first_low;
  std::uint8_t first_high;
};

constexpr lead lead_of(std::uint8_t b) noexcept {
  if (b < 0x80) return {1, 0, 0};
  if (b < 0xC2) return {0, 0, 0};
  if (b < 0xE0) return {2, 0x80, 0xBF};
  if (b == 0xE0) return {3, 0xA0, 0xBF};
  if (b == 0xED) return {3, 0x80, 0x9F};
  if (b < 0xF0) return {3, 0x80, 0xBF};
  if (b == 0xF0) return {4, 0x90, 0xBF};
  if (b < 0xF4) return {4, 0x80, 0xBF};
  if (b == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

/// Length of the ASCII run at the front, rounded down to whole words except near the end.
std::size_t ascii_run(std::string_view text, std::size_t from) noexcept {
  std::size_t i = from;
  while (text.size() - i >= sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + i, sizeof word);
    if ((word & 0x8080808080808080U) != 0) break;
    i += sizeof word;
  }
  while (i < text.size() && byte_at(text, i) < 0x80) ++i;
  return i - from;
}

}  // namespace

decoded decode(std::string_view text) noexcept {
  const std::uint8_t first = byte_at(text, 0);
  const lead promise = lead_of(first);
  if (promise.length == 1) return {first, 1, true};
  if (promise.length == 0) return {replacement, 1, false};
  std::uint32_t code = first & (0x7FU >> promise.length);
  for (std::size_t i = 1; i < promise.length; ++i) {
    if (i == text.size()) return {replacement, i, false};
    const std::uint8_t b = byte_at(text, i);
    const bool fits = i == 1 ? b >= promise.first_low && b <= promise.first_high : is_continuation(b);
    if (!fits) return {replacement, i, false};
    code = (code << 6U) | (b & 0x3FU);
  }
  return {code, promise.length, true};
}

std::size_t first_invalid(std::string_view text) noexcept {
  std::size_t i = 0;
  while (true) {
    i += ascii_run(text, i);
    if (i == text.size()) return std::string_view::npos;
    const decoded next = decode(text.substr(i));
    if (!next.valid) return i;
    i += next.length;
  }
}

std::size_t code_points(std::string_view text) noexcept {
  std::size_t count = 0;
  for (const char c : text) count += is_continuation(static_cast<std::uint8_t>(c)) ? 0 : 1;
  return count;
}

void append(std::string& to, std::uint32_t code) {
  const auto put = [&to](std::uint32_t b) { to.push_back(static_cast<char>(static_cast<std::uint8_t>(b))); };
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
}

std::size_t floor_boundary(std::string_view text, std::size_t limit) noexcept {
  if (limit >= text.size()) return text.size();
  // A sequence that straddles the limit starts at most three bytes before it.
  for (std::size_t back = 1; back <= 3 && back <= limit; ++back) {
    const std::size_t start = limit - back;
    if (is_continuation(byte_at(text, start))) continue;
    return decode(text.substr(start)).length > back ? start : limit;
  }
  return limit;
}

std::string sanitized(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t bad = first_invalid(text.substr(i));
    if (bad == std::string_view::npos) {
      out.append(text.substr(i));
      break;
    }
    out.append(text.substr(i, bad));
    append(out, replacement);
    i += bad + decode(text.substr(i + bad)).length;
  }
  return out;
}

}  // namespace utf8
}  // namespace v0
}  // namespace tenon
