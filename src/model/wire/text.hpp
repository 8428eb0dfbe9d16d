// ASCII text in any letter case, as headers and messages have it.
#pragma once

#include <algorithm>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace wire {

constexpr char lower_case(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

constexpr bool is_letter(char c) noexcept {
  return lower_case(c) >= 'a' && lower_case(c) <= 'z';
}

constexpr bool same_letters(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower_case(x) == lower_case(y); });
}

/// Place of `part`, in any letter case; npos if it does not occur.
inline std::size_t find_letters(std::string_view text, std::string_view part) noexcept {
  const auto found = std::search(text.begin(), text.end(), part.begin(), part.end(),
                                 [](char x, char y) { return lower_case(x) == lower_case(y); });
  return found == text.end() && !part.empty() ? std::string_view::npos
                                              : static_cast<std::size_t>(found - text.begin());
}

constexpr std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view space = " \t\r\n\f\v";
  const auto first = text.find_first_not_of(space);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(space) - first + 1);
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
