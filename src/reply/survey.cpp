#include "survey.hpp"

#include "drop.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace reply {

namespace {

problem damage(std::size_t at, std::string code, std::string message) {
  problem p;
  p.kind = failure_kind::not_json;
  p.code = std::move(code);
  p.message = std::move(message);
  p.offset = at;
  return p;
}

constexpr bool is_line_space(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r';
}

}  // namespace

survey::survey(std::string_view text, std::size_t begin, std::size_t end, const json::read_limits& limits)
    : text_(text), begin_(begin), end_(end), limits_(limits) {
  for (auto at = begin_; at < end_;) {
    const auto found = next_mark(text_, at, end_);
    if (found.what == mark::none) break;
    at = take(found);
  }
  if (fence_) close_fence(end_);
}

std::size_t survey::take(found_mark found) {
  switch (found.what) {
    case mark::none:
      break;
    case mark::opening_tag:
      return reasoning(found);
    case mark::empty_tag:
      add(marks_, dropped(found.begin, found.end, "think_block", "An empty reasoning tag."));
      break;
    case mark::closing_tag:
      forget_up_to(found.end);
      break;
    case mark::fence:
      return fence(found);
    case mark::stray_closer:
      keep({found.begin, found.end, standing::own_lines, std::nullopt,
            damage(found.begin, "unexpected_byte", "a closing bracket without its opening one")});
      break;
    case mark::block:
    case mark::unclosed_block:
      block(found);
      break;
  }
  return found.end;
}

std::size_t survey::reasoning(found_mark opening) {
  const auto closing = closing_tag_of(text_, opening.tag_name, opening.end, end_);
  if (closing.what == mark::none) {
    keep({opening.begin, end_, standing::own_lines, std::nullopt,
          damage(opening.begin, "unexpected_end", "a reasoning block that is never closed")});
    return end_;
  }
  add(marks_, dropped(opening.begin, closing.end, "think_block", "Reasoning is not the answer."));
  return closing.end;
}

/// A closing tag that nothing opened: all of the text before it was reasoning.
void survey::forget_up_to(std::size_t end) {
  items_.clear();
  marks_.clear();
  fence_.reset();
  add(marks_,
      dropped(begin_, end, "orphan_think_end", "What stands before a closing reasoning tag is reasoning."));
}

std::size_t survey::fence(found_mark run) {
  constexpr std::string_view reason = "The fence around the answer.";
  if (!fence_) {
    const auto content = fence_content(text_, run, end_);
    const auto info = text_.substr(run.end, content - run.end);
    const auto language = info.substr(0, info.find_first_of(" \t\r\n"));
    fence_ = open_fence{run, content, items_.size(), !language.empty() && !is_json_language(language)};
    add(marks_, dropped(run.begin, content, "markdown_fence", reason));
    return content;
  }
  if (closes(text_, fence_->run, run)) {
    close_fence(run.begin);
    add(marks_, dropped(run.begin, run.end, "markdown_fence", reason));
  }
  return run.end;
}

/// What fills its fence is an answer. What stands among other text in it is none, and says so unless the
/// fence is of another language.
void survey::close_fence(std::size_t content_end) {
  const auto [run, content, first, code] = *fence_;
  fence_.reset();
  const bool fills = items_.size() == first + 1 && blank(text_, content, items_[first].begin) &&
                     blank(text_, items_[first].end, content_end);
  for (auto i = first; i < items_.size(); ++i) {
    auto& one = items_[i];
    one.where = fills || !code ? standing::fenced : standing::inline_text;
    if (fills || !one.document) continue;
    one.document.reset();
    one.why = damage(one.begin, "unexpected_byte", "a value among other text in a fence");
  }
}

void survey::block(found_mark found) {
  item one{found.begin, found.end};
  auto document = read_range(text_, found.begin, found.end, limits_);
  if (found.what == mark::block && !document && harmless(found.begin, found.end)) return;
  if (!document)
    one.why = std::move(document.error());
  else if (!fence_ && fragment(found.begin, found.end))
    one.why = damage(found.begin, "unexpected_byte", "a value that is a part of something larger");
  else
    one.document.emplace(std::move(*document));
  if (on_own_lines(found.begin, found.end)) one.where = standing::own_lines;
  keep(std::move(one));
}

void survey::keep(item one) {
  if (items_.size() < max_candidates) {
    items_.push_back(std::move(one));
    return;
  }
  items_.back() = {one.begin, one.end, standing::fenced, std::nullopt,
                   damage(one.begin, "max_candidates", "too many values to choose from")};
}

bool survey::on_own_lines(std::size_t begin, std::size_t end) const noexcept {
  while (begin > begin_ && is_line_space(text_[begin - 1])) --begin;
  while (end < end_ && is_line_space(text_[end])) ++end;
  return (begin == begin_ || text_[begin - 1] == '\n') && (end == end_ || text_[end] == '\n');
}

/// `"key": {…}` and `{…}, "key"`: the piece of a text that lost its outer brackets.
bool survey::fragment(std::size_t begin, std::size_t end) const noexcept {
  const auto joins = [](char c) { return c == ':' || c == ','; };
  const auto before = trim_space(text_, begin_, begin);
  if (before > begin_ && joins(text_[before - 1])) {
    const auto name = trim_space(text_, begin_, before - 1);
    if (name > begin_ && text_[name - 1] == '"') return true;
  }
  const auto after = skip_space(text_, end, end_);
  if (after == end_ || !joins(text_[after])) return false;
  const auto next = skip_space(text_, after + 1, end_);
  return next < end_ && text_[next] == '"';
}

/// Brackets of running text, `{name}` or `list[str]`: nothing of JSON in them.
bool survey::harmless(std::size_t begin, std::size_t end) const noexcept {
  const std::string_view telling = text_[begin] == '{' ? "\":'" : "\"'{";
  return text_.substr(begin, end - begin).find_first_of(telling, 1) == nowhere;
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
