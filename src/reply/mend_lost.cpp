// Texts whose closing quotation mark is missing: what shows it, and where they end.
#include "mender.hpp"

#include <algorithm>
#include <array>

namespace tenon {
inline namespace v0 {
namespace reply {

/// `"text,⏎ "name": …`: the mark at `at` begins the next thing, and the one before it is missing.
bool mender::lost_before(std::size_t from, std::size_t at, place where, extent& to) const noexcept {
  auto before = trim_space(text_, from, at);
  if (before == from) return false;
  const bool line = text_.substr(before, at - before).find('\n') != nowhere;
  bool comma = text_[before - 1] == ',';
  const bool brace = text_[before - 1] == '{' && ahead_.quoted_name(at);
  if (brace) {
    // `[{"a": "text}, {"a": …`
    before = trim_space(text_, from, before - 1);
    comma = before > from && text_[before - 1] == ',';
    const auto inner = comma ? trim_space(text_, from, before - 1) : from;
    if (inner == from || text_[inner - 1] != '}' || strip_closers(from, inner) == inner) return false;
  } else if ((!comma && !line) || !(where == place::item ? ahead_.whole_text(at) : ahead_.quoted_name(at))) {
    return false;
  }
  auto stop = before;
  while (stop > from && text_[stop - 1] == ',') stop = trim_space(text_, from, stop - 1);
  const auto content = trim_space(text_, from, strip_closers(from, stop));
  // Spaces before the comma may be the text's own.
  if (content == from || (stop == content && stop < end_ && (text_[stop] == ' ' || text_[stop] == '\t')))
    return false;
  to = {content, content};
  return true;
}

/// A text without its closing mark that may be more than one text, or less; says so.
bool mender::two_ways(std::size_t from, const extent& cut, place where) {
  const bool more = ahead_.hides_more(from, cut.content, where == place::item);
  if (!more && text_[cut.content - 1] != ',') return false;
  ambiguous(from, "a text that holds a comma", more ? "several values" : "a comma behind the text");
  return true;
}

/// `text,⏎ text`, `text,⏎ name: text`: what looks like two items or members, one on each line.
bool mender::lines_of_more(std::size_t from, std::size_t to, place where) const noexcept {
  const auto content = text_.substr(from, to - from);
  for (auto line = content.find(",\n"); line != nowhere; line = content.find(",\n", line + 2)) {
    if (line + 2 == content.size() || (content[line + 2] != ' ' && content[line + 2] != '\t')) continue;
    if (where == place::item || ahead_.name(ahead_.past_space(from + line + 2))) return true;
  }
  return false;
}

/// `text⏎], "name": …`: the mark at `at` begins a member of something around the text. Each look may be at
/// all of the text, so after a few the answer is yes.
bool mender::swallows(std::size_t from, std::size_t at, std::size_t& looks) const noexcept {
  constexpr std::size_t most_looks = 16;
  auto before = trim_space(text_, from, at);
  if (before == from || text_[before - 1] != ',' || !ahead_.quoted_name(at)) return false;
  before = trim_space(text_, from, before - 1);
  if (before == from || (text_[before - 1] != '}' && text_[before - 1] != ']')) return false;
  return ++looks > most_looks || strip_closers(from, before) != before;
}

/// Closing brackets at the end of a text that were opened outside of it: the longest row of them that closes
/// what is open, from the inside out.
std::size_t mender::strip_closers(std::size_t from, std::size_t to) const noexcept {
  constexpr std::size_t most = 32;
  std::array<std::size_t, most> row{};  // from the last
  std::size_t length = 0;
  const auto last = std::min(most, frames_.size());
  for (auto stop = to; length < last && stop > from; stop = trim_space(text_, from, stop - 1)) {
    if (text_[stop - 1] != '}' && text_[stop - 1] != ']') break;
    row[length++] = stop - 1;
  }
  if (length == 0) return to;
  // Of each kind, how many more were closed than opened.
  std::ptrdiff_t braces = 0;
  std::ptrdiff_t brackets = 0;
  for (const char c : text_.substr(from, to - from)) {
    braces += c == '}' ? 1 : (c == '{' ? -1 : 0);
    brackets += c == ']' ? 1 : (c == '[' ? -1 : 0);
  }
  const auto closes = [&](std::size_t count) {
    std::ptrdiff_t own_braces = 0;
    std::ptrdiff_t own_brackets = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const bool object = frames_[frames_.size() - 1 - i].container.is_object();
      if (text_[row[count - 1 - i]] != (object ? '}' : ']')) return false;
      ++(object ? own_braces : own_brackets);
    }
    return own_braces <= std::max<std::ptrdiff_t>(braces, 0) &&
           own_brackets <= std::max<std::ptrdiff_t>(brackets, 0);
  };
  while (length > 0 && !closes(length)) --length;
  return length == 0 ? to : trim_space(text_, from, row[length - 1]);
}

/// `text,⏎ name: "…`: the mark at `at` begins the value of a member, and the one before it is missing.
bool mender::begins_value(std::size_t from, std::size_t at) const noexcept {
  auto before = trim_space(text_, from, at);
  if (before > from + 1 && text_[before - 1] == '>' && text_[before - 2] == '=') --before;
  if (before == from || (text_[before - 1] != ':' && text_[before - 1] != '=')) return false;
  const auto name = trim_space(text_, from, before - 1);
  auto first = name;
  while (first > from && is_name_byte(text_[first - 1])) --first;
  if (first == name) return false;
  const auto outside = trim_space(text_, from, first);
  return outside > from &&
         (text_[outside - 1] == ',' || text_.substr(outside, first - outside).find('\n') != nowhere);
}

/// No mark up to the end, but every bracket is closed there: `{"a": "text}`.
bool mender::lost_at_end(std::size_t from, extent& to) {
  auto stop = trim_space(text_, from, end_);
  while (stop > from && text_[stop - 1] == '`') --stop;
  stop = trim_space(text_, from, stop);
  for (const auto& f : frames_) {
    if (stop == from || text_[stop - 1] != (f.container.is_object() ? '}' : ']')) return false;
    stop = trim_space(text_, from, stop - 1);
  }
  const auto content = text_.substr(from, stop - from);
  if (content.empty() || content.find_first_of("{}[]") != nowhere) return false;
  const bool list = frames_.back().container.is_array();
  if (ahead_.hides_more(from, stop, list)) {
    ambiguous(from, "a text that holds a comma", "several values");
    return true;
  }
  if (content.back() == ',') stop = trim_space(text_, from, stop - 1);
  to = {stop, stop};
  note(mends::missing_quote, stop, stop, "\"");
  return true;
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
