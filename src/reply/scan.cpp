#include "scan.hpp"

#include <algorithm>
#include <array>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

namespace {

// A name that another begins with stands behind it.
constexpr std::array<std::string_view, 8> tag_names = {"thinking", "think",   "reasoning",  "reflection",
                                                       "thoughts", "thought", "scratchpad", "analysis"};
constexpr std::size_t shortest_fence = 3;

constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool begins_with_any_case(std::string_view text, std::string_view lower_case) noexcept {
  if (text.size() < lower_case.size()) return false;
  for (std::size_t i = 0; i < lower_case.size(); ++i)
    if (lower(text[i]) != lower_case[i]) return false;
  return true;
}

constexpr bool is_word(char c) noexcept {
  return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '+' ||
         c == '.' || c == '#';
}

/// What a mark can begin with.
constexpr auto interesting = [] {
  std::array<bool, 256> table{};
  for (const char c : std::string_view("<{[}]`~")) table[static_cast<unsigned char>(c)] = true;
  return table;
}();

/// What a block is looked through for.
constexpr auto telling = [] {
  std::array<bool, 256> table{};
  for (const char c : std::string_view("\"{[}]<")) table[static_cast<unsigned char>(c)] = true;
  return table;
}();

/// The block that begins at `at`. Both kinds of bracket count alike: whether they match is a question
/// for the strict reader.
found_mark block_at(std::string_view text, std::size_t at, std::size_t end) noexcept {
  std::size_t depth = 0;
  for (auto i = at; i < end; ++i) {
    while (i < end && !telling[static_cast<unsigned char>(text[i])]) ++i;
    if (i == end) break;
    switch (text[i]) {
      case '"':
        i = string_end(text, i, end) - 1;
        break;
      case '{':
      case '[':
        ++depth;
        break;
      case '}':
      case ']':
        if (--depth == 0) return {mark::block, at, i + 1};
        break;
      case '<':
        // A bracket in reasoning that nobody closes must not hide the end of the reasoning.
        if (tag_at(text, i, end).what == mark::closing_tag) return {mark::unclosed_block, at, i};
        break;
      default:
        break;
    }
  }
  return {mark::unclosed_block, at, end};
}

std::size_t run_end(std::string_view text, std::size_t at, std::size_t end) noexcept {
  auto i = at;
  while (i < end && text[i] == text[at]) ++i;
  return i;
}

bool is_space(std::uint32_t code) noexcept {
  return code == ' ' || (code >= 0x09 && code <= 0x0D) || code == 0x85 || code == 0xA0 || code == 0x1680 ||
         (code >= 0x2000 && code <= 0x200D) || code == 0x2028 || code == 0x2029 || code == 0x202F ||
         code == 0x205F || code == 0x2060 || code == 0x3000 || code == 0xFEFF;
}

}  // namespace

std::size_t string_end(std::string_view text, std::size_t at, std::size_t end) noexcept {
  const auto whole = text.substr(0, end);
  for (auto i = whole.find('"', at + 1); i != nowhere; i = whole.find('"', i + 1)) {
    auto first = i;
    while (first > at + 1 && text[first - 1] == '\\') --first;
    if ((i - first) % 2 == 0) return i + 1;
  }
  return end;
}

found_mark tag_at(std::string_view text, std::size_t at, std::size_t end) noexcept {
  const bool closing = at + 1 < end && text[at + 1] == '/';
  const auto name_at = at + (closing ? 2 : 1);
  if (text[at] != '<' || name_at >= end) return {mark::none, end, end};
  const auto rest = text.substr(name_at, end - name_at);
  for (const auto name : tag_names) {
    if (!begins_with_any_case(rest, name)) continue;
    const auto after = name_at + name.size();
    // Attributes end at the next angle bracket of either kind, so that no byte is looked at for two tags.
    const auto close = text.substr(0, end).find_first_of("<>", after);
    if (close == nowhere || text[close] != '>') break;
    if (close != after && !is_json_space(text[after]) && text[after] != '/') break;
    const bool empty = text[close - 1] == '/';
    return {closing ? mark::closing_tag : (empty ? mark::empty_tag : mark::opening_tag), at, close + 1, name};
  }
  return {mark::none, end, end};
}

found_mark remark_at(std::string_view text, std::size_t at, std::size_t end) noexcept {
  const auto whole = text.substr(0, end);
  if (whole.substr(at, 4) != "<!--") return {mark::none, end, end};
  const auto close = whole.find("-->", at + 4);
  if (close == nowhere) return {mark::none, end, end};
  return {mark::remark, at, close + 3};
}

found_mark closing_tag_of(std::string_view text, std::string_view name, std::size_t from,
                          std::size_t end) noexcept {
  const auto whole = text.substr(0, end);
  for (auto at = whole.find("</", from); at != nowhere; at = whole.find("</", at + 2)) {
    const auto tag = tag_at(text, at, end);
    if (tag.what == mark::closing_tag && tag.tag_name == name) return tag;
  }
  return {mark::none, end, end};
}

found_mark next_mark(std::string_view text, std::size_t from, std::size_t end) noexcept {
  for (auto i = from; i < end; ++i) {
    const char c = text[i];
    if (!interesting[static_cast<unsigned char>(c)]) continue;
    if (c == '{' || c == '[') return block_at(text, i, end);
    if (c == '}' || c == ']') return {mark::stray_closer, i, i + 1};
    if (c == '<') {
      if (const auto tag = tag_at(text, i, end); tag.what != mark::none) return tag;
      if (const auto remark = remark_at(text, i, end); remark.what != mark::none) return remark;
      continue;
    }
    const auto stop = run_end(text, i, end);
    if (stop - i >= shortest_fence) return {mark::fence, i, stop};
    i = stop - 1;
  }
  return {mark::none, end, end};
}

std::size_t fence_content(std::string_view text, found_mark fence, std::size_t end) noexcept {
  auto word_end = fence.end;
  while (word_end < end && is_word(text[word_end])) ++word_end;
  const auto line_end = std::min(text.substr(0, end).find('\n', word_end), end);
  const auto next = skip_space(text, word_end, end);
  // A word with nothing but the closing fence after it is the content itself: ```true```.
  if (next < line_end && text[next] == text[fence.begin]) return fence.end;
  // Nothing or more of an info string up to the end of the line; else content on the opening line.
  const auto rest = text.substr(word_end, line_end - word_end);
  const bool info = next >= line_end || (word_end != fence.end && line_end < end &&
                                         rest.find_first_of("{[") == nowhere && rest.find('`') == nowhere);
  return info ? std::min(line_end + 1, end) : word_end;
}

bool is_json_language(std::string_view word) noexcept {
  return begins_with_any_case(word, "json");
}

bool is_reasoning_language(std::string_view word) noexcept {
  return std::any_of(tag_names.begin(), tag_names.end(), [word](std::string_view name) {
    return word.size() == name.size() && begins_with_any_case(word, name);
  });
}

bool closes(std::string_view text, found_mark opening, found_mark run) noexcept {
  return text[opening.begin] == text[run.begin] && run.end - run.begin >= opening.end - opening.begin;
}

std::size_t skip_space(std::string_view text, std::size_t begin, std::size_t end) noexcept {
  while (begin < end) {
    const char c = text[begin];
    if (c > ' ' && c < '\x7f') break;  // nearly always
    const auto here = utf8::decode(text.substr(begin, end - begin));
    if (!here.valid || !is_space(here.code)) break;
    begin += here.length;
  }
  return begin;
}

std::size_t trim_space(std::string_view text, std::size_t begin, std::size_t end) noexcept {
  while (begin < end) {
    auto at = end - 1;
    if (text[at] > ' ' && text[at] < '\x7f') break;
    // Back to a byte that begins a code point: at most three steps (RFC 3629).
    while (at > begin && end - at < 4 && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) --at;
    const auto here = utf8::decode(text.substr(at, end - at));
    if (!here.valid || here.length != end - at || !is_space(here.code)) break;
    end = at;
  }
  return end;
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
