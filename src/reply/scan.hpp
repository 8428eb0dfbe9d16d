// The marks that matter at the top level of a reply: reasoning tags, fences, brackets.
//
// Everything that takes text away looks at a reply through this scanner, so that they agree on one
// rule: what stands between a bracket and its partner, strings respected, is opaque. A tag, a fence or
// a brace inside it is data. The trap: text in front of an answer is prose, where a lone quotation mark
// is common, so strings are respected inside brackets only. Each byte is looked at a bounded number of
// times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace reply {

inline constexpr std::size_t nowhere = std::string_view::npos;

enum class mark : std::uint8_t {
  none,            // the end was reached
  opening_tag,     // <think …>
  closing_tag,     // </think>
  empty_tag,       // <think/>
  remark,          // <!-- … -->
  fence,           // three or more backticks or tildes
  block,           // from a bracket to its partner
  unclosed_block,  // from a bracket without a partner to the end, or to a closing tag outside strings
  stray_closer,    // } or ] without a partner
};

struct found_mark {
  mark what = mark::none;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view tag_name = {};
};

/// The next mark at or after `from`, before `end`; of kind none at `end` if there is none.
found_mark next_mark(std::string_view text, std::size_t from, std::size_t end) noexcept;

/// The tag that begins at `at`; of kind none if no reasoning tag does.
found_mark tag_at(std::string_view text, std::size_t at, std::size_t end) noexcept;

/// The closing tag of this name at or after `from`, wherever it stands; of kind none if there is none.
found_mark closing_tag_of(std::string_view text, std::string_view name, std::size_t from,
                          std::size_t end) noexcept;

/// The comment of markup that begins at `at`; of kind none if none does, or it never ends.
found_mark remark_at(std::string_view text, std::size_t at, std::size_t end) noexcept;

/// Past the JSON string that begins at `at`; `end` if it never ends.
std::size_t string_end(std::string_view text, std::size_t at, std::size_t end) noexcept;

/// Past the fence's opening run: where its content begins, after the language and the rest of an info line.
std::size_t fence_content(std::string_view text, found_mark fence, std::size_t end) noexcept;
/// "json", "JSON", "jsonc", "json5", "jsonl" …
bool is_json_language(std::string_view word) noexcept;
/// "thinking", "reasoning" …: what stands in such a fence is no answer.
bool is_reasoning_language(std::string_view word) noexcept;
/// Whether this run ends a block that `opening` began.
bool closes(std::string_view text, found_mark opening, found_mark run) noexcept;

// White space of any kind at one end of [begin, end): JSON's own, Unicode's, and the byte order mark.
std::size_t skip_space(std::string_view text, std::size_t begin, std::size_t end) noexcept;
std::size_t trim_space(std::string_view text, std::size_t begin, std::size_t end) noexcept;
inline bool blank(std::string_view text, std::size_t begin, std::size_t end) noexcept {
  return skip_space(text, begin, end) == end;
}

constexpr bool is_json_space(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// What a name without quotation marks is made of.
constexpr bool is_name_byte(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80U;
}

/// Nothing but white space of JSON: what a strict reader skips, and the ledger need not list.
constexpr bool skippable(std::string_view text) noexcept {
  for (const char c : text)
    if (!is_json_space(c)) return false;
  return true;
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
