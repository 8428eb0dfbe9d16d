#include "enumerators.hpp"

#include <array>
#include <cstdint>
#include <string>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

namespace {

/// Longer texts are no enumerators that were spelled otherwise.
constexpr std::size_t longest_written = 256;

enum class tier : std::uint8_t { letter_case, accent, separator };

std::uint32_t lower(std::uint32_t c) noexcept {
  if (c >= 'A' && c <= 'Z') return c + 32;
  if ((c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x391 && c <= 0x3A9) || (c >= 0x410 && c <= 0x42F))
    return c + 32;
  if (c >= 0x400 && c <= 0x40F) return c + 80;
  // Latin Extended-A alternates, from two different parities.
  if ((c >= 0x100 && c <= 0x137) || (c >= 0x14A && c <= 0x177)) return c | 1U;
  if ((c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E)) return c % 2 == 1 ? c + 1 : c;
  return c;
}

/// Of a lower-case letter, without its accent. Latin-1 and Latin Extended-A; others stay.
std::uint32_t without_accent(std::uint32_t c) noexcept {
  constexpr std::string_view latin1 = "aaaaaa\0ceeeeiiii\0nooooo\0\0uuuuy\0y";  // U+00E0 …
  if (c >= 0xE0 && c <= 0xFF) {
    const char plain = latin1[c - 0xE0];
    return plain == '\0' ? c : static_cast<std::uint32_t>(plain);
  }
  struct row {
    std::uint32_t first, last;
    char plain;
  };
  constexpr std::array<row, 17> rows = {{{0x100, 0x105, 'a'},
                                         {0x106, 0x10D, 'c'},
                                         {0x10E, 0x111, 'd'},
                                         {0x112, 0x11B, 'e'},
                                         {0x11C, 0x123, 'g'},
                                         {0x124, 0x127, 'h'},
                                         {0x128, 0x131, 'i'},
                                         {0x134, 0x135, 'j'},
                                         {0x136, 0x137, 'k'},
                                         {0x139, 0x142, 'l'},
                                         {0x143, 0x148, 'n'},
                                         {0x14C, 0x151, 'o'},
                                         {0x154, 0x159, 'r'},
                                         {0x15A, 0x161, 's'},
                                         {0x162, 0x167, 't'},
                                         {0x168, 0x173, 'u'},
                                         {0x179, 0x17E, 'z'}}};
  for (const auto& [first, last, plain] : rows)
    if (c >= first && c <= last) return static_cast<std::uint32_t>(plain);
  return c;
}

bool is_letter(std::uint32_t c) noexcept {
  return (c >= 'a' && c <= 'z') || c >= 0xC0;
}
bool is_separator(std::uint32_t c) noexcept {
  return c == ' ' || c == '_' || c == '-' || c == '\t';
}

std::string_view trimmed(std::string_view text) noexcept {
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

/// Marks in pairs, and the full stop of a sentence. One mark alone may say that something is missing.
std::string_view undecorated(std::string_view text) noexcept {
  text = trimmed(text);
  if (text.ends_with('.') && !text.ends_with("..")) text = trimmed(text.substr(0, text.size() - 1));
  while (text.size() > 2) {
    constexpr std::string_view opens = "\"'`*[";
    constexpr std::string_view closes = "\"'`*]";
    const auto mark = opens.find(text.front());
    if (mark == std::string_view::npos || text.back() != closes[mark]) break;
    text = trimmed(text.substr(1, text.size() - 2));
  }
  if (text.ends_with('.') && !text.ends_with("..")) text.remove_suffix(1);
  return text;
}

std::u32string folded(std::string_view text, tier how) {
  std::u32string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto code = utf8::decode(text.substr(at));
    if (!code.valid) return {};
    auto c = lower(code.code);
    if (how != tier::letter_case) {
      // Combining accents: the letter before has them as one.
      if (c >= 0x300 && c <= 0x36F) {
        at += code.length;
        continue;
      }
      c = without_accent(c);
    }
    out += static_cast<char32_t>(c);
    at += code.length;
  }
  if (how != tier::separator) return out;
  std::u32string joined;
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto last = i;
    while (last < out.size() && is_separator(out[last])) ++last;
    const bool between_letters =
        last > i && i > 0 && last < out.size() && is_letter(out[i - 1]) && is_letter(out[last]);
    if (between_letters)
      i = last;
    else if (last > i && i > 0 && last < out.size()) {
      // Beside a digit a separator counts, but not which one it is: `level 2`, `level_2`; not `1-2`.
      if (!is_letter(out[i - 1]) && !is_letter(out[last])) {
        joined += out[i];
        continue;
      }
      joined += U' ';
      i = last;
    }
    joined += out[i];
  }
  return joined;
}

}  // namespace

std::optional<std::string_view> enumerator_for(std::string_view written,
                                               std::span<const std::string_view> listed) {
  if (written.size() > longest_written) return std::nullopt;
  for (const auto how : {tier::letter_case, tier::accent, tier::separator}) {
    const auto mine = folded(how == tier::separator ? undecorated(written) : written, how);
    if (mine.empty()) continue;
    std::optional<std::string_view> found;
    std::size_t count = 0;
    for (const auto one : listed) {
      if (one.size() > 2 * longest_written || folded(one, how) != mine) continue;
      if (found && *found == one) continue;
      found = one;
      ++count;
    }
    if (count == 1) return found;
    if (count > 1) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
