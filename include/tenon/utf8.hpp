// UTF-8 by RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace utf8 {

/// Offset of the first byte that does not belong to valid UTF-8; npos if all of it does.
std::size_t first_invalid(std::string_view text) noexcept;
inline bool valid(std::string_view text) noexcept {
  return first_invalid(text) == std::string_view::npos;
}

/// Number of code points. Precondition: valid(text).
std::size_t code_points(std::string_view text) noexcept;

/// Appends a code point. Precondition: code <= 0x10FFFF and not a surrogate.
void append(std::string& to, std::uint32_t code);

struct decoded {
  std::uint32_t code;  // U+FFFD for an invalid sequence
  std::size_t length;  // bytes taken, at least 1
  bool valid;
};
/// The code point at the front. Precondition: !text.empty().
decoded decode(std::string_view text) noexcept;

/// The largest prefix length <= limit that does not cut a code point.
std::size_t floor_boundary(std::string_view text, std::size_t limit) noexcept;

/// The text with each maximal invalid part replaced by U+FFFD.
std::string sanitized(std::string_view text);

}  // namespace utf8
}  // namespace v0
}  // namespace tenon
