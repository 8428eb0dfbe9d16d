// What the formats share: classes of ASCII characters, taking things off the front of a text, and the
// code points beyond ASCII that RFC 3987 and RFC 6570 admit. A function that takes leaves the text behind
// what it took; where it says no, it took nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace formats {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_letter_or_digit(char c) {
  return is_letter(c) || is_digit(c);
}
constexpr bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
constexpr bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}
constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

/// The digits at the front, however many.
constexpr std::string_view take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  const std::string_view digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

/// "%" and two hexadecimal digits at the front.
constexpr bool is_escape(std::string_view text) {
  return text.size() >= 3 && text[0] == '%' && is_hex(text[1]) && is_hex(text[2]);
}

/// RFC 3987, section 2.2.
constexpr bool is_ucschar(std::uint32_t code) {
  if (code < 0x10000) {
    return (code >= 0xa0 && code <= 0xd7ff) || (code >= 0xf900 && code <= 0xfdcf) ||
           (code >= 0xfdf0 && code <= 0xffef);
  }
  // The last two of each plane are no characters; the first block of plane 14 is for tags.
  return code < 0xf0000 && (code & 0xffff) <= 0xfffd && !(code >= 0xe0000 && code < 0xe1000);
}
constexpr bool is_iprivate(std::uint32_t code) {
  return (code >= 0xe000 && code <= 0xf8ff) ||
         (code >= 0xf0000 && code <= 0x10fffd && (code & 0xffff) <= 0xfffd);
}

}  // namespace formats
}  // namespace schema
}  // namespace v0
}  // namespace tenon
