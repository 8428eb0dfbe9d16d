// Where a text in quotation marks ends, when the first mark is not followed by what must follow.
//
// The rule: a mark ends the text if what follows it is structure. Marks before it belong to the text, and
// come in pairs; a single one says that a mark is missing somewhere, and unless it is plain where, that is
// two readings.
#include "mender.hpp"

#include <algorithm>

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
  std::size_t looks = 0;
  auto mark = first;
  // Where a mark is missing as well, each text that lacks one looks ahead: not further than it has to.
  constexpr std::size_t most_marks = 64;
  while (mark < end_ && !(lost && doubtful) && !ends_here(mark + 1, where)) {
    ++inner;
    if (lost && inner > most_marks)
      return ambiguous(from, "a quotation mark is missing", "quotation marks are not escaped");
    if (inner % 2 == 0 && structural(text_.substr(before + 1, mark - before - 1))) doubtful = true;
    if (!doubtful && swallows(from, mark, looks)) doubtful = true;
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
