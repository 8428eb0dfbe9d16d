// What a text says: escapes, control characters and quotation marks that were not escaped.
#include "mender.hpp"

#include <algorithm>
#include <array>

#include <tenon/problem.hpp>
#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

namespace {

constexpr bool is_lower(char c) noexcept {
  return c >= 'a' && c <= 'z';
}
constexpr bool is_alphanumeric(char c) noexcept {
  return is_lower(c) || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

constexpr int hex_digit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Four hexadecimal digits at `at`, or nothing.
std::optional<std::uint32_t> four_digits(std::string_view text, std::size_t at, std::size_t to) noexcept {
  if (at + 4 > to) return std::nullopt;
  std::uint32_t code = 0;
  for (auto i = at; i < at + 4; ++i) {
    const int digit = hex_digit(text[i]);
    if (digit < 0) return std::nullopt;
    code = code * 16 + static_cast<std::uint32_t>(digit);
  }
  return code;
}

/// Where a run of bytes ends that stand for themselves in every text.
std::size_t plain_end_of(std::string_view text, std::size_t at, std::size_t to) noexcept {
  while (at < to && text[at] >= ' ' && text[at] != '"' && text[at] != '\\') ++at;
  return at;
}

struct range {
  std::size_t first = nowhere;
  std::size_t last = 0;
  void add(std::size_t begin, std::size_t end) noexcept {
    first = std::min(first, begin);
    last = end;
  }
  bool any() const noexcept { return first != nowhere; }
};

}  // namespace

struct mender::oddities {
  range controls;
  range marks;
  range escapes;
  std::size_t kept = nowhere;     // a backslash that was read as itself
  std::size_t doubted = nowhere;  // an escape that may have been meant as a backslash and a letter
};

bool mender::text(place where, std::string& into, std::size_t& begin) {
  const auto opening = quote_at(text_, at_, end_);
  begin = at_;
  const auto from = at_ + opening.length;
  extent to;
  const auto noted = edits_.size();
  if (!find_end(opening, where, from, to)) return false;
  const bool plain = opening.what == quote::sort::plain;
  if (!plain)
    edits_.insert(edits_.begin() + static_cast<std::ptrdiff_t>(noted),
                  made(mends::other_quotes, begin, from, "\""));
  into.clear();
  if (!decode(from, to.content, opening.letter, into)) return false;
  if (to.past > to.content && to.past != end_ + 1 && text_.substr(to.content, to.past - to.content) != "\"" &&
      !cut_)
    note(mends::other_quotes, to.content, to.past, "\"");
  at_ = to.past;
  return true;
}

/// `"one " + "two"`.
bool mender::joined(std::string& into) {
  while (true) {
    const auto plus = ahead_.past_space(at_);
    if (plus >= end_ || text_[plus] != '+') return true;
    const auto next = ahead_.past_space(plus + 1);
    if (quote_at(text_, next, end_).length == 0) return true;
    note(mends::joined_text, at_, next);
    at_ = next;
    std::string more;
    std::size_t begin = 0;
    const bool list = frames_.back().container.is_array();
    if (!text(list ? place::item : place::member, more, begin)) return false;
    into += more;
  }
}

bool mender::decode(std::size_t from, std::size_t to, char mark, std::string& into) {
  oddities met;
  for (auto at = from; at < to;) {
    const char c = text_[at];
    if (c == '\\') {
      if (!escape(at, to, into, met)) return false;
      continue;
    }
    if (const auto stop = plain_end_of(text_, at, to); stop > at) {
      into.append(text_, at, stop - at);
      at = stop;
      continue;
    }
    if (static_cast<unsigned char>(c) < 0x20U) met.controls.add(at, at + 1);
    if (c == '"' && mark == '"') met.marks.add(at, at + 1);
    if (static_cast<unsigned char>(c) < 0x80U) {
      into += c;
      ++at;
      continue;
    }
    const auto code = utf8::decode(text_.substr(at, to - at));
    if (!code.valid) return fail("invalid_utf8", at, "bytes that are no UTF-8");
    into.append(text_, at, code.length);
    at += code.length;
  }
  if (met.kept != nowhere && met.doubted != nowhere)
    return ambiguous(met.doubted, "an escape", "a backslash, as in the rest of the text");
  if (met.controls.any()) {
    const auto raw = text_.substr(met.controls.first, met.controls.last - met.controls.first);
    note(mends::raw_control, met.controls.first, met.controls.last, excerpt(raw));
  }
  if (met.marks.any()) note(mends::inner_quote, met.marks.first, met.marks.last, "\\\"");
  if (met.escapes.any()) note(mends::bad_escape, met.escapes.first, met.escapes.last, "\\\\");
  return true;
}

/// At a backslash; goes past what it escapes.
bool mender::escape(std::size_t& at, std::size_t to, std::string& into, oddities& met) {
  const auto begin = at;
  if (at + 1 >= to) {
    if (how_.complete && cut_) {
      ++at;
      return true;
    }
    return fail("invalid_escape", at, "a backslash at the end of a text");
  }
  const char c = text_[at + 1];
  constexpr std::string_view known = "\"\\/bfnrt";
  constexpr std::string_view meaning = "\"\\/\b\f\n\r\t";
  if (const auto row = known.find(c); row != nowhere) {
    into += meaning[row];
    at += 2;
    if (row > 2 && at < to && is_lower(text_[at])) met.doubted = begin;
    return true;
  }
  if (c == 'u' && four_digits(text_, at + 2, to)) return unicode_escape(at, to, into);
  if (c == '\'' || c == '`' || c == '_') {
    into += c;
  } else if (is_alphanumeric(c)) {
    // `\d`, `C:\Users`: a backslash that was not doubled.
    into += '\\';
    into += c;
    met.kept = begin;
  } else {
    return ambiguous(begin, "the backslash belongs to the text", "it does not");
  }
  met.escapes.add(begin, begin + 2);
  at += 2;
  return true;
}

bool mender::unicode_escape(std::size_t& at, std::size_t to, std::string& into) {
  auto code = *four_digits(text_, at + 2, to);
  const auto begin = at;
  at += 6;
  if (code >= 0xDC00U && code <= 0xDFFFU) return fail("lone_surrogate", begin, "half of a surrogate pair");
  if (code >= 0xD800U && code <= 0xDBFFU) {
    const auto low = text_.substr(at, 2) == "\\u" ? four_digits(text_, at + 2, to) : std::nullopt;
    if (!low || *low < 0xDC00U || *low > 0xDFFFU)
      return fail("lone_surrogate", begin, "half of a surrogate pair");
    code = 0x10000U + ((code - 0xD800U) << 10U) + (*low - 0xDC00U);
    at += 6;
  }
  utf8::append(into, code);
  return true;
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
