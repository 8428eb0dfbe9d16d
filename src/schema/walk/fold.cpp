#include "walk/fold.hpp"

#include <vector>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

/// In these blocks a capital stands right before its small letter.
bool is_capital_of_pair(std::uint32_t c) {
  const bool even_is_capital = (c >= 0x100 && c <= 0x137 && c != 0x130 && c != 0x131) ||
                               (c >= 0x14a && c <= 0x177) || (c >= 0x1e00 && c <= 0x1e95) ||
                               (c >= 0x1ea0 && c <= 0x1eff);
  const bool odd_is_capital = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17e);
  return (even_is_capital && c % 2 == 0) || (odd_is_capital && c % 2 == 1);
}

std::uint32_t code_before(std::string_view text, std::size_t at) {
  std::size_t begin = at - 1;
  while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xc0U) == 0x80U) --begin;
  return utf8::decode(text.substr(begin)).code;
}

/// For each prefix of `text`, the length of its longest proper prefix that is also its suffix.
std::vector<std::size_t> borders(std::string_view text) {
  std::vector<std::size_t> border(text.size(), 0);
  for (std::size_t i = 1; i < text.size(); ++i) {
    std::size_t k = border[i - 1];
    while (k > 0 && text[i] != text[k]) k = border[k - 1];
    border[i] = text[i] == text[k] ? k + 1 : k;
  }
  return border;
}

}  // namespace

bool is_white(std::uint32_t c) noexcept {
  return c == ' ' || (c >= 9 && c <= 13) || c == 0x85 || c == 0xa0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f ||
         c == 0x3000 || c == 0xfeff;
}

bool is_word(std::uint32_t c) noexcept {
  if (c < 0x80) return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  const bool punctuation = (c >= 0x80 && c <= 0xbf && c != 0xaa && c != 0xb5 && c != 0xba) || c == 0xd7 ||
                           c == 0xf7 || (c >= 0x2010 && c <= 0x206f) || (c >= 0x3000 && c <= 0x303f) ||
                           (c >= 0xff00 && c <= 0xff0f) || c == 0xfffd;
  return !punctuation && !is_white(c);
}

std::uint32_t fold(std::uint32_t c) noexcept {
  if (c >= 'A' && c <= 'Z') return c + 32;
  if (c < 0x80) return c;
  if (c >= 0xc0 && c <= 0xde && c != 0xd7) return c + 32;
  if (c == 0x178) return 0xff;
  if (c == 0x17f) return 's';
  return is_capital_of_pair(c) ? c + 1 : c;
}

std::string folded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool gap = false;
  while (!text.empty()) {
    const utf8::decoded d = utf8::decode(text);
    text.remove_prefix(d.length);
    if (is_white(d.code)) {
      gap = true;
      continue;
    }
    if (gap && !out.empty()) out += ' ';
    gap = false;
    utf8::append(out, fold(d.code));
  }
  return out;
}

bool verbatim_source::at_edges(std::size_t begin, std::size_t end) const {
  const std::string_view all = text_;
  const bool inner_begin =
      begin > 0 && is_word(code_before(all, begin)) && is_word(utf8::decode(all.substr(begin)).code);
  const bool inner_end =
      end < all.size() && is_word(code_before(all, end)) && is_word(utf8::decode(all.substr(end)).code);
  return !inner_begin && !inner_end;
}

bool verbatim_source::contains(std::string_view text) const {
  const std::string wanted = folded(text);
  if (wanted.empty() || wanted.size() > text_.size()) return false;
  const std::vector<std::size_t> border = borders(wanted);
  std::size_t k = 0;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    while (k > 0 && text_[i] != wanted[k]) k = border[k - 1];
    if (text_[i] == wanted[k]) ++k;
    if (k < wanted.size()) continue;
    if (at_edges(i + 1 - k, i + 1)) return true;
    k = border[k - 1];
  }
  return false;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
