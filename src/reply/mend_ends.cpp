// Where a text in quotation marks ends, when the first mark is not followed by what must follow.
//
// The rule: a mark ends the text if what follows it is structure. Marks before it belong to the text, and
// come in pairs; a single one says that a mark is missing somewhere, and unless it is plain where, that is
// two readings.
#include "mender.hpp"

#include <algorithm>
#include <array>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

namespace {

constexpr std::string_view closing_curly = "\xE2\x80\x9D";
constexpr std::string_view opening_curly = "\xE2\x80\x9C";
constexpr std::string_view closing_single = "\xE2\x80\x99";
constexpr std::string_view opening_single = "\xE2\x80\x98";
constexpr std::string_view closing_angle = "\xC2\xBB";
constexpr std::string_view opening_angle = "\xC2\xAB";

bool is_word_byte(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80U;
}

/// What stands between two texts rather than inside of quotation marks: signs of structure, alone or at an
/// end, or words with space on both sides, `"x" or "y"`. American usage puts a comma before the closing mark,
/// so one without a space behind it is text.
bool structural(std::string_view between) noexcept {
  const auto inner = between.substr(skip_space(between, 0, between.size()));
  const auto core = inner.substr(0, trim_space(inner, 0, inner.size()));
  if (core.empty() || (inner.size() < between.size() && core.size() < inner.size())) return true;
  constexpr std::string_view first = ",:=]}";
  const bool spaced = core.size() < inner.size();
  return first.find(core.front()) != nowhere || core.back() == ':' || core.back() == '=' ||
         core.ends_with("=>") || (core.back() == ',' && spaced) ||
         core.find_first_not_of(" \t\r\n,:[]{}") == nowhere;
}

}  // namespace

/// The next mark that no backslash stands before; end_ if there is none.
std::size_t mender::next_mark_of(char letter, std::size_t from) const noexcept {
  const auto whole = text_.substr(0, end_);
  for (auto at = whole.find(letter, from); at != nowhere; at = whole.find(letter, at + 1)) {
    auto first = at;
    while (first > from && text_[first - 1] == '\\') --first;
    if ((at - first) % 2 == 0) return at;
  }
  return end_;
}

bool mender::find_end(const quote& opening, place where, std::size_t from, extent& to) {
  switch (opening.what) {
    case quote::sort::triple: {
      const std::string_view three = opening.letter == '"' ? R"(""")" : "'''";
      to.content = text_.find(three, from);
      if (to.content == nowhere || to.content + 3 > end_) return never_ends(where, from, to);
      to.past = to.content + 3;
      // A text that ends with its own mark: the last three are the closing ones.
      while (to.past < end_ && text_[to.past] == opening.letter) ++to.content, ++to.past;
      return true;
    }
    case quote::sort::plain:
      return plain_end(where, from, to);
    case quote::sort::apostrophe:
    case quote::sort::backtick:
      return apostrophe_end(opening, where, from, to);
    case quote::sort::curly:
    case quote::sort::low:
    case quote::sort::curly_single:
    case quote::sort::angled:
      break;
  }
  const auto begin = from;
  if (curly_end(opening, where, from, end_, to)) return true;
  return fail("unexpected_byte", begin, "a text in other quotation marks that does not end");
}

bool mender::plain_end(place where, std::size_t from, extent& to) {
  const auto first = next_mark_of('"', from);
  if (where == place::name) {
    const auto next = first < end_ ? ahead_.past_space(first + 1) : end_;
    const bool colon = next < end_ && (text_[next] == ':' || text_[next] == '=');
    if (first < end_ && (colon || ahead_.at_end(next))) {
      to = {first, first + 1};
      return true;
    }
    const auto line = std::min(text_.substr(0, first).find('\n', from), first);
    return curly_end({quote::sort::curly, 0, '"'}, where, from, line, to) || name_end(from, first, to);
  }
  extent cut;
  // `"text,⏎ "name": …`: a text that ends with a line break is less likely than a missing mark.
  const bool lost = first < end_ && lost_before(from, first, where, cut);
  const bool breaks = lost && text_.substr(cut.content, first - cut.content).find('\n') != nowhere;
  if (first < end_ && !breaks && ends_here(first + 1, where)) {
    if (begins_value(from, first) || lines_of_more(from, first, where))
      return ambiguous(from, "a text of several lines", "a quotation mark is missing");
    to = {first, first + 1};
    return true;
  }
  if (curly_end({quote::sort::curly, 0, '"'}, where, from, first, to)) return true;
  if (first == end_) return lost_at_end(from, to) ? !why_ : never_ends(where, from, to);
  return quoted_inside(where, from, first, lost, cut, to);
}

/// Marks up to the one that ends the text: in pairs they belong to it.
bool mender::quoted_inside(place where, std::size_t from, std::size_t first, bool lost, const extent& cut,
                           extent& to) {
  std::size_t inner = 0;
  auto before = first;
  bool doubtful = false;
  auto mark = first;
  while (mark < end_ && !ends_here(mark + 1, where)) {
    ++inner;
    if (inner % 2 == 0 && structural(text_.substr(before + 1, mark - before - 1))) doubtful = true;
    if (swallows(from, mark)) doubtful = true;
    before = mark;
    mark = next_mark_of('"', mark + 1);
  }
  const bool whole = mark < end_ && inner % 2 == 0 && !doubtful;
  if (lost && whole) return ambiguous(from, "a quotation mark is missing", "quotation marks are not escaped");
  if (lost && two_ways(from, cut, where)) return false;
  if (lost) {
    to = cut;
    note(mends::missing_quote, cut.content, cut.content, "\"");
    return true;
  }
  // What was cut off cannot be completed where it is not certain what of it is the text.
  if (mark >= end_ && inner % 2 == 1 && !how_.complete) return never_ends(where, from, to);
  if (!whole) return ambiguous(first, "the text ends here", "the quotation mark belongs to the text");
  to = {mark, mark + 1};
  return true;
}

/// A name whose closing mark is missing: `"name: 1`.
bool mender::name_end(std::size_t from, std::size_t first, extent& to) {
  auto stop = from;
  constexpr std::string_view signs = "_-.$";
  while (stop < end_ && (is_word_byte(text_[stop]) || signs.find(text_[stop]) != nowhere) &&
         quote_at(text_, stop, end_).length == 0)
    ++stop;
  if (stop > from && stop < first && text_[stop] == ':') {
    note(mends::missing_quote, stop, stop, "\"");
    to = {stop, stop};
    return true;
  }
  if (first == end_) return ran_out(at_);
  const auto next = ahead_.past_space(first + 1);
  // A colon is missing: `"name" 1`.
  const bool quoted = quote_at(text_, next, end_).length != 0;
  if (next > first + 1 && ahead_.value(next) && (!quoted || ahead_.lacks_colon(at_))) {
    to = {first, first + 1};
    return true;
  }
  return fail("unexpected_byte", first, "a name that no colon follows");
}

/// In single quotation marks an apostrophe within a word is a letter.
bool mender::apostrophe_end(const quote& opening, place where, std::size_t from, extent& to) {
  std::size_t inner = 0;
  const auto begin = from;
  for (auto mark = next_mark_of(opening.letter, from); mark < end_;
       mark = next_mark_of(opening.letter, mark + 1)) {
    const auto next = ahead_.past_space(mark + 1);
    const bool ends = where == place::name ? (next < end_ && (text_[next] == ':' || text_[next] == '='))
                                           : ends_here(mark + 1, where);
    if (ends && where != place::name && begins_value(begin, mark))
      return ambiguous(begin, "a text of several lines", "a quotation mark is missing");
    if (ends) {
      to = {mark, mark + 1};
      return true;
    }
    if (mark + 1 < end_ && next == mark + 1 && is_word_byte(text_[next]) && mark > begin &&
        is_word_byte(text_[mark - 1]))
      continue;
    extent cut;
    if (inner == 0 && lost_before(begin, mark, where, cut)) {
      if (two_ways(begin, cut, where)) return false;
      to = cut;
      note(mends::missing_quote, cut.content, cut.content, "\"");
      return true;
    }
    // Followed by structure that does not go on: two texts, or one that holds the mark.
    if (next < end_ && (text_[next] == ',' || text_[next] == ']' || text_[next] == '}'))
      return ambiguous(mark, "the text ends here", "the quotation mark belongs to the text");
    ++inner;
    if (where == place::name) return fail("unexpected_byte", mark, "a name that no colon follows");
  }
  return never_ends(where, from, to);
}

/// Up to `stop`: the closing mark of the same sort, those of pairs inside left out.
bool mender::curly_end(const quote& opening, place where, std::size_t from, std::size_t stop, extent& to) {
  const bool single = opening.what == quote::sort::curly_single;
  const bool angled = opening.what == quote::sort::angled;
  const auto opens = single ? opening_single : (angled ? opening_angle : opening_curly);
  const auto closes = single ? closing_single : (angled ? closing_angle : closing_curly);
  std::size_t depth = 0;
  for (auto i = from; i < stop; ++i) {
    const char c = text_[i];
    if (c == '\\') {
      ++i;
      continue;
    }
    if (static_cast<unsigned char>(c) < 0x80U && c != '"') continue;
    const auto rest = text_.substr(i, stop - i);
    const bool low = opening.what == quote::sort::low && rest.starts_with(opening_curly);
    const bool closing = low || rest.starts_with(closes);
    if (!closing && rest.starts_with(opens)) ++depth;
    if (!closing && (c != '"' || opening.length == 0)) continue;
    const auto past = i + (closing ? closes.size() : 1);
    const auto next = ahead_.past_space(past);
    const bool ends = where == place::name ? (next < end_ && text_[next] == ':') : ends_here(past, where);
    if (depth == 0 && ends) {
      to = {i, past};
      return true;
    }
    // Followed by structure that does not go on: no mark inside of a text.
    if (closing && depth == 0 && opening.length != 0 && next < end_ &&
        (text_[next] == ',' || text_[next] == ']' || text_[next] == '}'))
      return false;
    if (closing && depth > 0) --depth;
  }
  return false;
}

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

/// `text⏎], "name": …`: the mark at `at` begins a member of something around the text.
bool mender::swallows(std::size_t from, std::size_t at) const noexcept {
  auto before = trim_space(text_, from, at);
  if (before == from || text_[before - 1] != ',' || !ahead_.quoted_name(at)) return false;
  before = trim_space(text_, from, before - 1);
  return strip_closers(from, before) != before;
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

bool mender::never_ends(place where, std::size_t from, extent& to) {
  if (!how_.complete || where == place::name) return ran_out(at_);
  // An escape or a code point that is not whole goes.
  auto stop = end_;
  for (auto i = from; i < end_; ++i) {
    if (text_[i] != '\\') continue;
    const bool whole = i + 1 < end_ && (text_[i + 1] != 'u' || i + 6 <= end_);
    if (!whole) stop = i;
    ++i;
  }
  if (stop == end_ && stop > from) {
    auto last = stop - 1;
    while (last > from && stop - last < 4 && (static_cast<unsigned char>(text_[last]) & 0xC0U) == 0x80U)
      --last;
    const auto code = utf8::decode(text_.substr(last, stop - last));
    if (!code.valid || code.length != stop - last) stop = last;
  }
  if (stop < end_) note(mends::cut_off, stop, end_);
  note(mends::completed, end_, end_, "\"");
  cut_ = true;
  to = {stop, end_};
  return true;
}

bool mender::closes_well(std::size_t at, place where) const noexcept {
  const auto kind_of = [](char c) { return c == '}' ? json::kind::object : json::kind::array; };
  auto level = frames_.size();
  const char own = where == place::item ? ']' : '}';
  // Of the other kind with nothing of that kind around: it was meant to be the right one.
  if (text_[at] != own && !enclosed_by(kind_of(text_[at])) && frames_.size() == 1)
    return ahead_.at_end(ahead_.past_space(at + 1));
  auto past = at;
  while (past < end_ && (text_[past] == '}' || text_[past] == ']')) {
    if (level > 0) --level;
    at = past + 1;
    past = ahead_.past_space(at);
  }
  if (level == 0) return ahead_.at_end(past) || ahead_.settled(at);
  if (ahead_.at_end(past)) return true;
  const auto around = frames_[level - 1].container.is_object() ? place::member : place::item;
  if (text_[past] == ',') return comma_fits(past, around);
  return around == place::member ? ahead_.quoted_name(past) : ahead_.value(past);
}

/// What follows this comma can follow a comma in such a container.
bool mender::comma_fits(std::size_t comma, place where) const noexcept {
  auto next = ahead_.past_space(comma + 1);
  while (next < end_ && text_[next] == ',') next = ahead_.past_space(next + 1);
  if (ahead_.at_end(next) || ahead_.comment(next)) return true;
  if (text_[next] == '}' || text_[next] == ']') return true;
  if (where == place::member)
    return ahead_.name(next) || ahead_.nearly_name(next) || ahead_.lacks_colon(next) ||
           ahead_.name_cut_off(next) || text_.substr(next, 3) == "...";
  return ahead_.value(next) || ahead_.literal_cut_off(next) ||
         (ahead_.quoted_name(next) && enclosed_by(json::kind::object)) || text_.substr(next, 3) == "...";
}

/// Whether a text of this kind can have ended just before `past`.
bool mender::ends_here(std::size_t past, place where) const noexcept {
  const auto next = ahead_.past_space(past);
  if (ahead_.at_end(next)) return true;
  const char c = text_[next];
  if (c == '}' || c == ']') return closes_well(next, where);
  if (c == ',') return comma_fits(next, where);
  if (c == '+') return quote_at(text_, ahead_.past_space(next + 1), end_).length != 0;
  if (next > past && ahead_.comment(next)) return true;
  const bool line = text_.substr(past, next - past).find('\n') != nowhere;
  if (where == place::member) return ahead_.quoted_name(next) || ((line || bare_names_) && ahead_.name(next));
  return next > past && (ahead_.whole_text(next) || (line && ahead_.value(next)));
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
