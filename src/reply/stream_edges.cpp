#include "stream_edges.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace reply {

namespace {

constexpr std::size_t shortest_fence = 3;

/// Bytes of the code point that begins so, by its first byte alone.
constexpr std::size_t expected_length(char first) noexcept {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

enum class spacing : std::uint8_t { space, none, cut };

/// Is there white space of any kind at `at`? Then `at` is moved over one character of it.
spacing step_over_space(std::string_view text, std::size_t& at) noexcept {
  if (is_json_space(text[at])) {
    ++at;
    return spacing::space;
  }
  const std::size_t length = expected_length(text[at]);
  if (text.size() - at < length) return spacing::cut;
  const std::size_t end = skip_space(text, at, at + length);
  if (end == at) return spacing::none;
  at = end;
  return spacing::space;
}

constexpr bool begins_scalar(char c) noexcept {
  return c == '"' || c == '-' || (c >= '0' && c <= '9');
}

/// The literal that begins so; empty if none does.
constexpr std::string_view literal_of(char first) noexcept {
  return first == 't' ? "true" : first == 'f' ? "false" : first == 'n' ? "null" : std::string_view();
}

constexpr bool makes_fences(char c) noexcept {
  return c == '`' || c == '~';
}

}  // namespace

void opening::go_on(std::size_t at) noexcept {
  dropped_ = true;
  at_ = at;
  where_ = place::space;
}

opening::verdict opening::not_an_answer(std::size_t at) {
  if (allowed_ == surroundings::spaces || fence_) return verdict::other;
  where_ = place::prose;
  marks_ = mark_reader(at);
  return verdict::more;
}

opening::verdict opening::look(std::string_view text) {
  while (at_ < text.size()) {
    const std::size_t before = at_;
    const place there = where_;
    const verdict said = [&] {
      switch (there) {
        case place::space:
          return space(text);
        case place::word:
          return word(text);
        case place::tag:
          return tag(text);
        case place::remark:
          return remark(text);
        case place::reasoning:
          return reasoning(text);
        case place::run:
          return run(text);
        case place::info:
          return info(text);
        case place::aside:
          return aside(text);
        case place::prose:
          return prose(text);
      }
      return verdict::other;
    }();
    if (said != verdict::more) return said;
    if (at_ == before && where_ == there) return verdict::more;
  }
  return verdict::more;
}

opening::verdict opening::space(std::string_view text) {
  const char c = text[at_];
  if (c == '{' || c == '[') return verdict::answer;
  const bool scalars = allowed_ == surroundings::clean || fence_;
  if (c == '"' && !scalars) return verdict::other;  // what looks like a tag may stand in a string
  if (begins_scalar(c)) return scalars ? verdict::answer : not_an_answer(at_);
  if (scalars && !literal_of(c).empty()) {
    where_ = place::word;
    return verdict::more;
  }
  if (allowed_ == surroundings::spaces) {
    if (!is_json_space(c)) return verdict::other;
    ++at_;
    return verdict::more;
  }
  if (!fence_ && (c == '<' || makes_fences(c))) {
    began_ = at_++;
    where_ = c == '<' ? place::tag : place::run;
    return verdict::more;
  }
  const spacing found = step_over_space(text, at_);
  if (found == spacing::space && !is_json_space(c)) dropped_ = true;
  return found == spacing::none ? not_an_answer(at_) : verdict::more;
}

/// "true" is an answer, "the" is prose.
opening::verdict opening::word(std::string_view text) {
  const std::string_view literal = literal_of(text[at_]);
  const std::string_view came = text.substr(at_, literal.size());
  if (!literal.starts_with(came)) return not_an_answer(at_);
  return came.size() == literal.size() ? verdict::answer : verdict::more;
}

opening::verdict opening::tag(std::string_view text) {
  if (text.substr(began_).starts_with("<!--")) {
    at_ = began_ + 4;
    where_ = place::remark;
    return verdict::more;
  }
  const std::size_t angle = text.find_first_of("<>", at_);
  if (angle == nowhere) {
    at_ = text.size();
    return verdict::more;
  }
  const found_mark found = tag_at(text, began_, angle + 1);
  if (text[angle] == '<' || found.what == mark::none) return not_an_answer(began_);
  // A closing tag in front of everything is the end of reasoning of which nothing is left.
  go_on(angle + 1);
  if (found.what == mark::opening_tag) {
    where_ = place::reasoning;
    tag_name_ = found.tag_name;
    angle_ = nowhere;
  }
  return verdict::more;
}

opening::verdict opening::remark(std::string_view text) {
  const std::size_t close = text.find("-->", at_);
  if (close != nowhere) {
    go_on(close + 3);
  } else if (text.size() >= 2) {
    at_ = std::max(at_, text.size() - 2);
  }
  return verdict::more;
}

opening::verdict opening::reasoning(std::string_view text) {
  const std::size_t angle = text.find_first_of("<>", at_);
  if (angle == nowhere) {
    at_ = text.size();
    return verdict::more;
  }
  at_ = angle + 1;
  if (text[angle] == '<') {
    angle_ = angle;
    return verdict::more;
  }
  if (angle_ != nowhere) {
    const found_mark found = tag_at(text, angle_, at_);
    if (found.what == mark::closing_tag && found.tag_name == tag_name_) where_ = place::space;
  }
  angle_ = nowhere;
  return verdict::more;
}

opening::verdict opening::run(std::string_view text) {
  while (at_ < text.size() && text[at_] == text[began_]) ++at_;
  if (at_ == text.size()) return verdict::more;
  if (at_ - began_ < shortest_fence) return not_an_answer(began_);
  mark_ = {mark::fence, began_, at_};
  where_ = place::info;
  return verdict::more;
}

/// The rest of the line on which the fence opens. The end of the line, or a bracket or quote that begins the
/// answer on it, decides where the content begins, in the same way whatever follows.
opening::verdict opening::info(std::string_view text) {
  for (; at_ < text.size(); ++at_) {
    const char c = text[at_];
    if (c == '`' || c == text[began_]) return not_an_answer(began_);  // ```true```
    const bool quote = c == '"' && skip_space(text, mark_.end, at_) == at_;
    if (c != '\n' && c != '{' && c != '[' && !quote) continue;
    const std::size_t content = quote ? mark_.end : fence_content(text, mark_, at_ + 1);
    const std::string_view words = text.substr(mark_.end, content - mark_.end);
    go_on(content);
    if (is_reasoning_language(words.substr(0, words.find_first_of(" \t\r\n")))) {
      where_ = place::aside;
      marks_ = mark_reader(content);
    } else {
      fence_ = mark_;
    }
    return verdict::more;
  }
  return verdict::more;
}

/// In a fence of reasoning, up to its end.
opening::verdict opening::aside(std::string_view text) {
  for (auto found = marks_.next(text); found.what != mark::none; found = marks_.next(text)) {
    if (found.what != mark::fence || !closes(text, mark_, found)) continue;
    go_on(found.end);
    break;
  }
  return verdict::more;
}

/// In prose, up to a closing tag that nothing opened.
opening::verdict opening::prose(std::string_view text) {
  for (auto found = marks_.next(text); found.what != mark::none; found = marks_.next(text)) {
    if (found.what == mark::opening_tag) return verdict::other;
    if (found.what != mark::closing_tag) continue;
    go_on(found.end);
    break;
  }
  return verdict::more;
}

bool closing::look(std::string_view text) {
  while (at_ < text.size()) {
    if (began_ != nowhere && !closed_) {  // in the closing run
      while (at_ < text.size() && text[at_] == text[began_]) ++at_;
      const found_mark run{mark::fence, began_, at_};
      settled_ = closes(text, *fence_, run);
      if (at_ == text.size()) return true;
      if (!settled_) {
        at_ = began_;
        return false;
      }
      closed_ = true;
      continue;
    }
    if (fence_ && !closed_ && text[at_] == text[fence_->begin]) {
      began_ = at_;
      continue;
    }
    if (!space(text)) return settled_ = false;
    if (!settled_) return true;
  }
  return true;
}

/// Over one character of white space; not settled if it is cut.
bool closing::space(std::string_view text) {
  if (allowed_ == surroundings::spaces) {
    if (!is_json_space(text[at_])) return false;
    ++at_;
    return true;
  }
  const spacing found = step_over_space(text, at_);
  settled_ = found != spacing::cut;
  return found != spacing::none;
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
