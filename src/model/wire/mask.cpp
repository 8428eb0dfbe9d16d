#include "mask.hpp"

#include "text.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

constexpr std::string_view hidden = "***";
/// Longer secrets are compared by their first so many bytes.
constexpr std::size_t longest_secret = 4096;

constexpr bool is_key_byte(char c) noexcept {
  return is_digit(c) || (lower_case(c) >= 'a' && lower_case(c) <= 'z') || c == '-' || c == '_' || c == '.' ||
         c == '*' || c == '+' || c == '/' || c == '=';
}

std::size_t key_length(std::string_view text) noexcept {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_key_byte) - text.begin());
}

/// Length of what begins here and is shaped like a key; 0 if nothing is. `shown` is how much of it may stay.
std::size_t shaped_like_key(std::string_view text, std::size_t& shown) noexcept {
  constexpr std::array<std::string_view, 9> openings{"sk-", "sk_",  "gsk_", "AIza", "xai-",
                                                     "pk-", "key-", "hf_",  "fw_"};
  constexpr std::string_view bearer = "bearer ";
  constexpr std::size_t least = 8;
  if (text.size() > bearer.size() && same_letters(text.substr(0, bearer.size()), bearer)) {
    const auto length = key_length(text.substr(bearer.size()));
    shown = bearer.size();
    return length >= least ? bearer.size() + length : 0;
  }
  for (const auto opening : openings) {
    if (!text.starts_with(opening)) continue;
    const auto length = key_length(text);
    shown = opening.size();
    return length >= opening.size() + least ? length : 0;
  }
  return 0;
}

/// Marks every byte that belongs to a stretch of `secret` of at least shortest_trace bytes (or the whole of a
/// shorter one). Rows of the longest common suffix: linear in both lengths.
void mark(std::string_view text, std::string_view secret, std::string& marks) {
  secret = secret.substr(0, longest_secret);
  if (secret.empty()) return;
  const auto least = std::min(secret.size(), shortest_trace);
  std::vector<std::size_t> above(secret.size() + 1, 0);
  std::vector<std::size_t> row(secret.size() + 1, 0);
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::size_t longest = 0;
    for (std::size_t j = 0; j < secret.size(); ++j) {
      row[j + 1] = text[i] == secret[j] ? above[j] + 1 : 0;
      longest = std::max(longest, row[j + 1]);
    }
    if (longest >= least)
      std::fill_n(marks.begin() + static_cast<std::ptrdiff_t>(i + 1 - longest), longest, '*');
    above.swap(row);
  }
}

}  // namespace

std::string mask(std::string_view text, std::span<const std::string> secrets) {
  text = text.substr(0, longest_masked);
  std::string marks(text.size(), ' ');
  for (const auto& secret : secrets) mark(text, secret, marks);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool within = i > 0 && is_key_byte(text[i - 1]);
    std::size_t shown = 0;
    const auto length = within ? 0 : shaped_like_key(text.substr(i), shown);
    if (length == 0) continue;
    std::fill(marks.begin() + static_cast<std::ptrdiff_t>(i + shown),
              marks.begin() + static_cast<std::ptrdiff_t>(i + length), '*');
    i += length - 1;
  }
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (marks[i] == ' ') {
      result += text[i];
    } else if (i == 0 || marks[i - 1] == ' ') {
      result += hidden;
    }
  }
  return result;
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
