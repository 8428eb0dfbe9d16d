// The ready-made cleaners. Each looks at a range, and either leaves it alone or says what remains and
// what it dropped. None of them looks inside the brackets of an answer.
#include "drop.hpp"
#include "scan.hpp"

#include <utility>

#include <tenon/reply.hpp>
#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

namespace {

constexpr std::string_view mark_bytes = "\xEF\xBB\xBF";

void drop_space(std::string_view text, std::size_t begin, std::size_t end, std::vector<edit>& to) {
  for (auto at = begin; at < end;) {
    if (is_json_space(text[at])) {
      ++at;
      continue;
    }
    const auto length = utf8::decode(text.substr(at, end - at)).length;
    const bool marked = text.substr(at, length) == mark_bytes;
    add(to, marked ? dropped(at, at + length, "byte_order_mark", "A byte order mark is no part of JSON.")
                   : dropped(at, at + length, "outer_space",
                             "White space around the value that JSON does not know."));
    at += length;
  }
}

std::optional<cleaned> clean_space(std::string_view text, std::uint64_t begin, std::uint64_t end) {
  cleaned to;
  to.begin = skip_space(text, begin, end);
  to.end = trim_space(text, to.begin, end);
  drop_space(text, begin, to.begin, to.dropped);
  drop_space(text, to.end, end, to.dropped);
  if (to.dropped.empty()) return std::nullopt;
  return to;
}

/// The first closing tag at the top level that no opening tag belongs to.
found_mark orphan(std::string_view text, std::size_t from, std::size_t end) noexcept {
  for (auto at = from;;) {
    const auto next = next_mark(text, at, end);
    if (next.what == mark::none || next.what == mark::closing_tag) return next;
    if (next.what == mark::opening_tag) return {mark::none, end, end};
    at = next.end;
  }
}

/// Reasoning in a comment of markup, or in a fence that says so.
found_mark aside_at(std::string_view text, std::size_t at, std::size_t end) noexcept {
  if (const auto remark = remark_at(text, at, end); remark.what != mark::none) return remark;
  const found_mark none{mark::none, end, end};
  if (text[at] != '`' && text[at] != '~') return none;
  const auto opening = next_mark(text, at, end);
  if (opening.what != mark::fence || opening.begin != at) return none;
  const auto content = fence_content(text, opening, end);
  const auto info = text.substr(opening.end, content - opening.end);
  if (!is_reasoning_language(info.substr(0, info.find_first_of(" \t\r\n")))) return none;
  for (auto other = next_mark(text, content, end); other.what != mark::none;
       other = next_mark(text, other.end, end))
    if (other.what == mark::fence && closes(text, opening, other)) return {mark::remark, at, other.end};
  return none;
}

std::optional<cleaned> clean_thinking(std::string_view text, std::uint64_t begin, std::uint64_t end) {
  cleaned to{begin, end, {}};
  while (true) {
    const auto at = skip_space(text, to.begin, end);
    if (at == end) break;
    if (const auto aside = aside_at(text, at, end); aside.what != mark::none) {
      add(to.dropped, dropped(to.begin, aside.end, "think_block", "Reasoning in front of the answer."));
      to.begin = aside.end;
      continue;
    }
    const auto first = tag_at(text, at, end);
    found_mark last;
    if (first.what == mark::opening_tag)
      last = closing_tag_of(text, first.tag_name, first.end, end);
    else if (first.what == mark::empty_tag)
      last = first;
    else
      last = orphan(text, at, end);
    if (last.what == mark::none) break;
    const bool block = first.what == mark::opening_tag || first.what == mark::empty_tag;
    // A closing tag at the very end says nothing about what stands before it.
    if (!block && blank(text, last.end, end)) break;
    add(to.dropped, block ? dropped(to.begin, last.end, "think_block", "Reasoning in front of the answer.")
                          : dropped(to.begin, last.end, "orphan_think_end",
                                    "What stands before a closing reasoning tag is reasoning."));
    to.begin = last.end;
  }
  if (to.dropped.empty()) return std::nullopt;
  return to;
}

/// Where the content of a fence ends and the closing run begins; of kind none if the fence is not closed.
found_mark closing_fence(std::string_view text, found_mark opening, std::size_t from,
                         std::size_t end) noexcept {
  for (auto at = from;;) {
    const auto next = next_mark(text, at, end);
    if (next.what == mark::fence && closes(text, opening, next)) return next;
    if (next.what == mark::none) return next;
    if (next.what == mark::unclosed_block) break;
    at = next.end;
  }
  // An object that was cut off still ends where the fence does, so that the error says what is missing.
  auto run = trim_space(text, from, end);
  const auto run_end = run;
  while (run > from && text[run - 1] == text[opening.begin]) --run;
  const found_mark last{mark::fence, run, run_end};
  const bool own_line = run > from && text[run - 1] == '\n';
  return own_line && closes(text, opening, last) ? last : found_mark{mark::none, end, end};
}

std::optional<cleaned> clean_fence(std::string_view text, std::uint64_t begin, std::uint64_t end) {
  const auto at = skip_space(text, begin, end);
  const auto opening = next_mark(text, at, end);
  if (opening.what != mark::fence || opening.begin != at) return std::nullopt;
  const auto content = fence_content(text, opening, end);
  const auto inner = skip_space(text, content, end);
  // A string is opaque here as it is inside brackets.
  const auto from = inner < end && text[inner] == '"' ? string_end(text, inner, end) : content;
  const auto closing = closing_fence(text, opening, from, end);
  if (closing.what != mark::none && !blank(text, closing.end, end)) return std::nullopt;
  cleaned to{content, closing.begin, {}};
  to.dropped.push_back(dropped(begin, content, "markdown_fence", "The fence around the answer."));
  if (closing.what != mark::none)
    to.dropped.push_back(dropped(closing.begin, end, "markdown_fence", "The fence around the answer."));
  return to;
}

}  // namespace

cleaner thinking_tag() {
  return clean_thinking;
}
cleaner markdown_fence() {
  return clean_fence;
}
cleaner outer_space() {
  return clean_space;
}

cleaner composite(std::vector<cleaner> parts) {
  return [parts = std::move(parts)](std::string_view text, std::uint64_t begin,
                                    std::uint64_t end) -> std::optional<cleaned> {
    cleaned to{begin, end, {}};
    bool changed = false;
    for (const auto& part : parts) {
      auto one = part(text, to.begin, to.end);
      if (!one) continue;
      changed = true;
      to.begin = one->begin;
      to.end = one->end;
      for (auto& e : one->dropped) to.dropped.push_back(std::move(e));
    }
    if (!changed) return std::nullopt;
    return to;
  };
}

std::vector<cleaner> standard_cleaners() {
  return {outer_space(), thinking_tag(), markdown_fence(), outer_space()};
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
