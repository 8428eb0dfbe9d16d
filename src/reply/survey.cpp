#include "survey.hpp"

#include "drop.hpp"
#include "mends.hpp"
#include "readings.hpp"

#include <algorithm>
#include <array>
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

survey::survey(std::string_view text, std::size_t begin, std::size_t end, const survey_options& how)
    : text_(text), begin_(begin), end_(end), how_(how) {
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
    case mark::remark:
      add(marks_, dropped(found.begin, found.end, "think_block", "A comment is not the answer."));
      break;
    case mark::closing_tag:
      forget_up_to(found.end);
      break;
    case mark::fence:
      return fence(found);
    case mark::stray_closer:
      extra_closer(found);
      break;
    case mark::block:
    case mark::unclosed_block:
      return block(found);
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
    fence_ = open_fence{run,
                        content,
                        items_.size(),
                        !language.empty() && !is_json_language(language),
                        is_reasoning_language(language),
                        marks_.size()};
    add(marks_, dropped(run.begin, content, "markdown_fence", reason));
    return content;
  }
  if (closes(text_, fence_->run, run)) {
    if (fence_->reasoning) {
      items_.resize(fence_->first_item);
      marks_.resize(fence_->first_mark);
      add(marks_, dropped(fence_->run.begin, run.end, "think_block", "Reasoning is not the answer."));
      fence_.reset();
      return run.end;
    }
    close_fence(run.begin);
    add(marks_, dropped(run.begin, run.end, "markdown_fence", reason));
  }
  return run.end;
}

/// What fills its fence is an answer. What stands among other text in it is none, and says so unless the
/// fence is of another language.
void survey::close_fence(std::size_t content_end) {
  const auto [run, content, first, code, reasoning, first_mark] = *fence_;
  fence_.reset();
  const bool fills = items_.size() == first + 1 && blank(text_, content, items_[first].begin) &&
                     blank(text_, items_[first].tail, content_end);
  for (auto i = first; i < items_.size(); ++i) {
    auto& one = items_[i];
    one.where = fills || !code ? standing::fenced : standing::inline_text;
    if (fills || !one.document) continue;
    one.document.reset();
    one.why = damage(one.begin, "unexpected_byte", "a value among other text in a fence");
  }
}

/// Returns where the block ends: what a strict reader takes for its end may lie in a broken string.
std::size_t survey::block(found_mark found) {
  item one{found.begin, found.end};
  auto document = read_range(text_, found.begin, found.end, how_.limits);
  if (found.what == mark::block && !document && harmless(found.begin, found.end) &&
      !(failed_mends_ < max_failed_mends && plain_values(found.begin, found.end)))
    return found.end;
  if (!document) {
    one.why = std::move(document.error());
    if (how_.mending && failed_mends_ < max_failed_mends) mend_block(one);
  } else {
    one.document.emplace(std::move(*document));
  }
  if (one.document && !fence_ && fragment(one.begin, one.end)) {
    one.why = damage(one.begin, "unexpected_byte", "a value that is a part of something larger");
    one.document.reset();
  }
  if (on_own_lines(one.begin, one.end)) one.where = standing::own_lines;
  const auto end = one.end;
  keep(std::move(one));
  return end;
}

/// The strict reader's error stays where there is no better one: it is what the model can put right.
void survey::mend_block(item& one) {
  auto read =
      mend_range(text_, one.begin, end_, {how_.limits, mismatch::missing, false, how_.complete}, how_.shape);
  if (read) {
    one.end = read->end;
    one.document.emplace(std::move(read->document));
    one.edits = std::move(read->edits);
    one.loose = std::move(read->loose);
    one.unclosed = std::move(read->unclosed);
    return;
  }
  ++failed_mends_;
  if (read.error().cut) {
    one.end = end_;
    one.committed.emplace(std::move(read.error().committed));
  }
  if (read.error().cut || read.error().why.kind == failure_kind::ambiguous)
    one.why = std::move(read.error().why);
}

/// Right behind a whole value it is one too many, unless the value can have stood in something whose opening
/// bracket is missing; elsewhere it is the end of something that is not there.
void survey::extra_closer(found_mark found) {
  if (how_.mending && !items_.empty() && items_.back().document && items_.back().where != standing::fenced &&
      blank(text_, items_.back().tail, found.begin) && one_too_many(items_.back(), text_[found.begin])) {
    items_.back().tail = found.end;
    add(marks_, made(mends::extra_closer, found.begin, found.end));
    return;
  }
  keep({found.begin, found.end, standing::own_lines, std::nullopt,
        damage(found.begin, "unexpected_byte", "a closing bracket without its opening one")});
}

/// A name or a comma in front says that an opening bracket is missing; and `{…}]` may have been a list,
/// unless a schema wants none.
bool survey::one_too_many(const item& before, char bracket) const {
  if (labelled(before.begin)) return false;
  if (bracket != ']' || text_[before.begin] != '{') return true;
  if (how_.shape == nullptr) return false;
  value list = value::array();
  list.push_back(before.document->root);
  return !how_.shape->accepts(list);
}

void survey::keep(item one) {
  one.tail = one.end;
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

/// `name: {…}`, `'name' = {…}` and `…, {…}`: but not the colon at the end of a sentence.
bool survey::labelled(std::size_t begin) const noexcept {
  auto at = trim_space(text_, begin_, begin);
  if (at == begin_) return false;
  if (text_[at - 1] == ',') return true;
  if (text_[at - 1] == '>' && at - 1 > begin_ && text_[at - 2] == '=') --at;
  const bool joined = text_[at - 1] == ':' || text_[at - 1] == '=';
  if (joined) at = trim_space(text_, begin_, at - 1);
  constexpr std::array<std::string_view, 6> quotes = {"\"", "'", "`", "\u201d", "\u2019", "\u00bb"};
  const auto before = text_.substr(begin_, at - begin_);
  if (std::any_of(quotes.begin(), quotes.end(), [&](std::string_view q) { return before.ends_with(q); }))
    return true;
  if (!joined) return false;
  const auto name = at;
  while (at > begin_ && is_name_byte(text_[at - 1])) --at;
  if (at == name) return false;
  while (at > begin_ && is_line_space(text_[at - 1])) --at;
  return at == begin_ || text_[at - 1] == '\n' || text_[at - 1] == ',' || text_[at - 1] == '>';
}

/// `[1, 2, True]`: no quotation marks, and values all the same.
bool survey::plain_values(std::size_t begin, std::size_t end) const {
  if (text_[begin] != '[') return false;
  const auto read = mend(text_, begin, end, {how_.limits, mismatch::missing});
  return read && read->document.root.size() > 1 &&
         std::none_of(read->edits.begin(), read->edits.end(),
                      [](const edit& e) { return e.rule == mends::bare_text.name; });
}

/// Brackets of running text, `{name}` or `list[str]`: nothing of JSON in them.
bool survey::harmless(std::size_t begin, std::size_t end) const noexcept {
  const std::string_view telling = text_[begin] == '{' ? "\":'" : "\"'{";
  return text_.substr(begin, end - begin).find_first_of(telling, 1) == nowhere;
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
