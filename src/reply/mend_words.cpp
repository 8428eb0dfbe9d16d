// Names and values without quotation marks: literals of other languages, numbers in other forms, text.
#include "mender.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <tenon/decimal.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

namespace {

constexpr std::size_t longest_word = 4096;

constexpr bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

constexpr bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80U;
}

constexpr bool begins_text(char c) noexcept {
  return is_letter(c) || is_digit(c) || c == '_' || c == '$' || c == '-' || c == '+' || c == '.' ||
         c == '/' || c == '@';
}

struct spelling {
  std::string_view word;
  std::string_view json;
};
constexpr std::array<spelling, 12> literals = {{{"true", "true"},
                                                {"false", "false"},
                                                {"null", "null"},
                                                {"True", "true"},
                                                {"False", "false"},
                                                {"None", "null"},
                                                {"TRUE", "true"},
                                                {"FALSE", "false"},
                                                {"NULL", "null"},
                                                {"Null", "null"},
                                                {"nil", "null"},
                                                {"undefined", "null"}}};

/// No value of JSON, and no other value is the same.
bool is_not_a_number(std::string_view word) noexcept {
  if (!word.empty() && (word.front() == '-' || word.front() == '+')) word.remove_prefix(1);
  return word == "NaN" || word == "nan" || word == "Infinity" || word == "inf" || word == "Inf";
}

/// A number or a literal, so that a comment may follow without a space.
bool complete_word(std::string_view word) noexcept {
  return decimal::is_literal(word) ||
         std::any_of(literals.begin(), literals.end(), [word](const spelling& s) { return s.word == word; });
}

/// `2e+`: a number that lost its end.
bool unfinished_number(std::string_view word) noexcept {
  const auto stop = word.find_last_not_of("+-");
  if (stop == nowhere || (word[stop] != 'e' && word[stop] != 'E')) return false;
  return decimal::is_literal(word.substr(0, stop));
}

/// `1_000`: underscores between digits, as programming languages have them.
bool without_underscores(std::string_view word, std::string& into) {
  into.clear();
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] != '_') {
      into += word[i];
      continue;
    }
    if (i == 0 || i + 1 == word.size() || !is_digit(word[i - 1]) || !is_digit(word[i + 1])) return false;
  }
  return true;
}

/// The same number as JSON spells it; empty if the word is none. `loose`: it may be a code as well.
std::string as_json_number(std::string_view word, bool& loose) {
  std::string digits;
  if (!without_underscores(word, digits)) return {};
  loose = digits.size() != word.size();
  std::string sign;
  if (digits.starts_with('+') || digits.starts_with('-')) {
    if (digits.front() == '-') sign = "-";
    digits.erase(0, 1);
  }
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    std::uint64_t number = 0;
    const auto* last = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data() + 2, last, number, 16);
    if (error != std::errc() || stop != last || digits.size() == 2) return {};
    loose = true;
    return sign + std::to_string(number);
  }
  if (digits.starts_with('.')) digits.insert(0, "0");
  const auto zeros = std::min(digits.find_first_not_of('0'), digits.size());
  if (zeros > 0 && digits.size() > 1 && is_digit(digits[1])) {
    digits.erase(0, zeros < digits.size() && is_digit(digits[zeros]) ? zeros : zeros - 1);
    loose = true;
  }
  if (const auto point = digits.find('.'); point != nowhere && point > 0) {
    if (point + 1 == digits.size())
      digits += '0';
    else if (digits[point + 1] == 'e' || digits[point + 1] == 'E')
      digits.insert(point + 1, "0");
  }
  auto number = sign + digits;
  return decimal::is_literal(number) ? number : std::string();
}

}  // namespace

bool mender::bare_name() {
  auto& top = frames_.back();
  const auto begin = at_;
  auto stop = begin;
  while (stop < end_ && is_name_byte(text_[stop]) && quote_at(text_, stop, end_).length == 0) ++stop;
  if (text_.substr(begin, 3) == "...") return fail("elided", begin, "an ellipsis: something was left out");
  if (stop == begin) return fail("unexpected_byte", begin, "not the beginning of a name");
  if (ahead_.at_end(stop)) return ran_out(begin);
  top.name = text_.substr(begin, stop - begin);
  top.name_source = {begin, stop};
  at_ = stop;
  // `name":` lost its first quotation mark.
  const auto closing = quote_at(text_, stop, end_);
  if (closing.length != 0) {
    const auto colon = ahead_.past_space(stop + closing.length);
    if (colon >= end_ || text_[colon] != ':')
      return fail("unexpected_byte", stop, "a quotation mark inside of a name");
    at_ = stop + closing.length;
    top.name_source.end = at_;
  } else {
    const auto next = ahead_.past_space(stop);
    if (ahead_.at_end(next)) return ran_out(begin);
    if (text_[next] != ':' && text_[next] != '=')
      return fail("unexpected_byte", next, "a name without a colon");
  }
  bare_names_ = true;
  note(mends::bare_name, begin, at_, "\"" + top.name + "\"");
  return true;
}

/// A value that begins with no bracket and no quotation mark.
bool mender::word() {
  const auto begin = at_;
  if (text_.substr(begin, 3) == "..." || text_.substr(begin, 3) == "\xE2\x80\xA6")
    return fail("elided", begin, "an ellipsis: something was left out");
  if (!begins_text(text_[begin])) return fail("unexpected_byte", begin, "not the beginning of a value");
  const auto last = std::min(end_, begin + longest_word);
  auto stop = begin;
  while (stop < last) {
    const char c = text_[stop];
    if (c == ',' || c == '}' || c == ']' || c == '\n') break;
    const bool remark = text_.substr(stop, 2) == "//" || text_.substr(stop, 2) == "/*";
    const bool spaced = stop > begin && is_json_space(text_[stop - 1]);
    if (spaced && (remark || c == '#')) break;
    if (remark && complete_word(text_.substr(begin, stop - begin))) break;
    ++stop;
  }
  const bool at_end = stop == end_ || ahead_.at_end(ahead_.past_space(stop));
  if (stop == last && !at_end)
    return fail("bare_text", begin, "text without quotation marks that does not end");
  stop = trim_space(text_, begin, stop);
  if (at_end && text_[stop - 1] != '"' && stop == end_) return ran_out(begin);

  const auto whole = text_.substr(begin, stop - begin);
  auto word_end = begin;
  while (word_end < stop && ahead_.past_space(word_end) == word_end) ++word_end;
  const auto first = text_.substr(begin, word_end - begin);
  // `1 "b": 2`: the next member begins behind a value, and only the comma is missing.
  const bool more = first.size() != whole.size();
  const auto next = ahead_.past_space(begin + first.size());
  const bool alone = !more || ahead_.quoted_name(next) || (complete_word(first) && ahead_.name(next)) ||
                     (frames_.back().container.is_array() && ahead_.value(next));
  if (alone) {
    at_ = begin + first.size();
    if (literal(first, begin)) return true;
    if (is_not_a_number(first))
      return fail("not_a_number", begin, "JSON has no value for " + std::string(first));
    if (unfinished_number(first)) return fail("invalid_number", begin, "a number without its end");
    if (number(first, begin)) return true;
    at_ = begin;
    if (more && !ahead_.quoted_name(next)) return bare_text(begin, stop);
    if (more) return fail("unexpected_byte", begin, "text without quotation marks");
  }
  return bare_text(begin, stop);
}

bool mender::literal(std::string_view word, std::size_t begin) {
  const auto* known =
      std::find_if(literals.begin(), literals.end(), [&](const auto& s) { return s.word == word; });
  if (known == literals.end()) return false;
  if (word != known->json) note(mends::other_literal, begin, begin + word.size(), known->json);
  json::value v;
  if (known->json != "null") v = json::value(known->json == "true");
  put(std::move(v), begin, begin + word.size());
  return true;
}

bool mender::number(std::string_view word, std::size_t begin) {
  const auto stop = begin + word.size();
  if (decimal::is_literal(word)) {
    put(json::value::from_literal(std::string(word)), begin, stop);
    return true;
  }
  const char first = word.front();
  if (!is_digit(first) && first != '-' && first != '+' && first != '.') return false;
  bool loose = false;
  auto spelled = as_json_number(word, loose);
  if (spelled.empty()) return false;
  note(mends::number_form, begin, stop, spelled);
  if (loose) loose_.push_back(begin);
  put(json::value::from_literal(std::move(spelled)), begin, stop);
  return true;
}

/// Text up to the next comma, bracket or line end, if that is certainly its end.
bool mender::bare_text(std::size_t begin, std::size_t end) {
  auto stop = end;
  // `text",` lost its first quotation mark.
  const auto content = text_.substr(begin, end - begin);
  auto mark = content.find_first_of("\"{[(");
  for (auto i = begin; i < std::min(begin + std::min(mark, content.size()), end); ++i) {
    const auto curly = quote_at(text_, i, end).what;
    if (curly == quote::sort::curly || curly == quote::sort::low) mark = i - begin;
  }
  const bool lost = mark != nowhere && mark + 1 == content.size() && content[mark] == '"';
  if (mark != nowhere && !lost)
    return fail("unexpected_byte", begin + mark,
                "a bracket or quotation mark in text without quotation marks");
  // `name: …` is a member whose brace or quotation mark is missing.
  const auto colon = content.find(':');
  if (colon != nowhere && colon + 1 < content.size() && content[colon + 1] == ' ' && ahead_.name(begin))
    return ambiguous(begin, "one text", "a name and its value");
  for (auto at = begin; at < end; ++at) {
    const auto past = ahead_.past_space(at);
    if (past > at && past < end && ahead_.name(past))
      return ambiguous(begin, "one text", "a text and a member without a comma between them");
    if (past > at) at = past - 1;
  }
  const auto next = ahead_.past_space(end);
  const bool list = frames_.back().container.is_array();
  if (next < end_ && text_[next] == ',' && !list) {
    const auto after = ahead_.past_space(next + 1);
    const bool goes_on = !ahead_.at_end(after) && text_[after] != '}' && text_[after] != ',' &&
                         !ahead_.name(after) && !ahead_.comment(after);
    if (goes_on) return ambiguous(begin, "the text ends at the comma", "the comma belongs to the text");
  }
  if (next < end_ && text_[next] != ',' && text_[next] != '}' && text_[next] != ']' && !ahead_.at_end(next) &&
      !ahead_.comment(next) && (list || !ahead_.name(next)))
    return fail("unexpected_byte", next, "text without quotation marks over several lines");
  if (lost) --stop;
  if (lost && decimal::is_literal(text_.substr(begin, stop - begin)))
    return ambiguous(begin, "a number", "a text that lost a quotation mark");
  at_ = end;
  std::string said;
  if (!lost && text_.substr(begin, stop - begin).find('\\') != nowhere)
    return ambiguous(begin, "a backslash", "an escape");
  if (!decode(begin, stop, '"', said)) return false;
  note(lost ? mends::missing_quote : mends::bare_text, begin, lost ? begin : end, lost ? "\"" : "");
  put(json::value(std::move(said)), begin, end);
  return true;
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
