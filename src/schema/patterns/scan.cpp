#include "patterns/scan.hpp"

#include "patterns/unicode_property.hpp"

#include <algorithm>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// SyntaxCharacter, and the solidus: what may stand behind a backslash in Unicode mode.
bool may_be_escaped(char c) {
  return std::string_view("^$\\.*+?()[]{}|/").find(c) != std::string_view::npos;
}

constexpr std::string_view hex_digits = "0123456789abcdefABCDEF";
constexpr std::string_view property_characters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_=";

constexpr std::uint32_t high_surrogate = 0xd800;
constexpr std::uint32_t low_surrogate = 0xdc00;

std::uint32_t joined(std::uint32_t high, std::uint32_t low) {
  return 0x10000 + ((high - high_surrogate) << 10U) + (low - low_surrogate);
}
bool is_high(std::uint32_t code) {
  return code >= high_surrogate && code < low_surrogate;
}
bool is_low(std::uint32_t code) {
  return code >= low_surrogate && code <= 0xdfff;
}

}  // namespace

void pattern_scanner::fail(std::string_view what, failure_kind kind, std::string_view code) {
  if (error_) return;
  problem p;
  p.kind = kind;
  p.code = code;
  p.offset = at_;
  if (!grammar_.quiet) {
    p.found = excerpt(text_);
    p.message = std::string(what) + " in the pattern " + excerpt(text_, 60);
  }
  error_ = std::move(p);
}

bool pattern_scanner::take(std::string_view what) {
  if (!ahead(what)) return false;
  at_ += what.size();
  return true;
}

std::uint32_t pattern_scanner::code_point() {
  const utf8::decoded d = utf8::decode(text_.substr(at_));
  at_ += d.length;
  return d.code;
}

std::optional<std::uint64_t> pattern_scanner::number() {
  if (at_ >= text_.size() || !is_digit(peek())) return std::nullopt;
  constexpr std::uint64_t largest = 1'000'000'000'000'000'000;
  std::uint64_t n = 0;
  for (; at_ < text_.size() && is_digit(peek()); ++at_) {
    n = std::min<std::uint64_t>(n, largest / 10) * 10 + static_cast<std::uint64_t>(peek() - '0');
  }
  return n;
}

bool pattern_scanner::braces(std::uint64_t& min, std::uint64_t& max) {
  const std::size_t start = at_;
  if (!take("{")) return false;
  if (const auto low = number()) {
    min = max = *low;
    if (take(",")) max = number().value_or(no_limit);
    if (take("}")) return true;
  }
  at_ = start;
  return false;
}

std::optional<std::uint32_t> pattern_scanner::hexadecimal(std::size_t count) {
  std::uint32_t code = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const int digit = at_ + i < text_.size() ? hex_digit(text_[at_ + i]) : -1;
    if (digit < 0) return std::nullopt;
    code = code * 16 + static_cast<std::uint32_t>(digit);
  }
  at_ += count;
  return code;
}

std::uint32_t pattern_scanner::character_escape(bool in_class) {
  constexpr std::string_view letters = "tnvfr";
  constexpr std::string_view controls = "\t\n\v\f\r";
  const char c = peek();
  if (const std::size_t i = letters.find(c); i != std::string_view::npos) {
    ++at_;
    return static_cast<std::uint32_t>(controls[i]);
  }
  if (c == 'c') return control_escape(in_class);
  if (c == '0' && !is_digit(peek_next())) {
    ++at_;
    return 0;
  }
  if (!unicode() && c >= '0' && c <= '7') return legacy_octal();
  if (c == 'x') {
    ++at_;
    if (const auto code = hexadecimal(2)) return *code;
    if (unicode()) fail("\\x without two hexadecimal digits");
    return 'x';
  }
  if (c == 'u') {
    ++at_;
    return unicode_escape(unicode());
  }
  return identity_escape(in_class);
}

std::uint32_t pattern_scanner::control_escape(bool in_class) {
  const char c = peek_next();
  if (is_letter(c) || (!unicode() && in_class && (is_digit(c) || c == '_'))) {
    at_ += 2;
    return static_cast<std::uint32_t>(c) % 32;
  }
  if (unicode()) fail("\\c without a letter");
  return '\\';  // Annex B: the backslash itself, and c is read again
}

std::uint32_t pattern_scanner::legacy_octal() {
  const std::size_t most = peek() <= '3' ? 3 : 2;
  std::uint32_t code = 0;
  for (std::size_t i = 0; i < most && at_ < text_.size() && peek() >= '0' && peek() <= '7'; ++i, ++at_) {
    code = code * 8 + static_cast<std::uint32_t>(peek() - '0');
  }
  return code;
}

std::uint32_t pattern_scanner::unicode_escape(bool unicode_mode) {
  if (unicode_mode && take("{")) return unicode_in_braces();
  if (!unicode_mode && braces_with(at_, hex_digits)) lost_unicode_ = true;
  const auto high = hexadecimal(4);
  if (!high) {
    if (unicode_mode) fail("\\u without four hexadecimal digits");
    return 'u';
  }
  const std::size_t start = at_;
  if (is_high(*high) && take("\\u")) {
    const auto low = hexadecimal(4);
    if (low && is_low(*low)) return joined(*high, *low);
    at_ = start;
  }
  return *high;
}

std::uint32_t pattern_scanner::unicode_in_braces() {
  std::uint32_t code = 0;
  const std::size_t start = at_;
  for (; at_ < text_.size() && hex_digit(peek()) >= 0; ++at_) {
    code = std::min(code * 16 + static_cast<std::uint32_t>(hex_digit(peek())), last_code + 1);
  }
  if (at_ == start || code > last_code || !take("}")) fail("no code point in \\u{}");
  return code;
}

std::uint32_t pattern_scanner::identity_escape(bool in_class) {
  const char c = peek();
  if (unicode()) {
    if (may_be_escaped(c) || (in_class && c == '-')) return code_point();
    fail(is_digit(c) ? "a decimal escape" : "an escape that has no meaning");
    return 0;
  }
  if (c == 'k' && grammar_.named_groups) {
    fail("\\k without a group name");
    return 0;
  }
  if ((c == 'p' || c == 'P') && braces_with(at_ + 1, property_characters)) lost_unicode_ = true;
  return code_point();
}

/// Does {…} stand there, with nothing but these characters in it?
bool pattern_scanner::braces_with(std::size_t at, std::string_view allowed) const {
  if (at >= text_.size() || text_[at] != '{') return false;
  const std::size_t end = text_.find_first_not_of(allowed, at + 1);
  return end != std::string_view::npos && end > at + 1 && text_[end] == '}';
}

bool pattern_scanner::property(std::string_view& name, std::string_view& value, bool& has_value) {
  const std::size_t end = text_.find_first_not_of(property_characters, at_);
  if (end == std::string_view::npos || text_[end] != '}') return false;
  const std::string_view all = text_.substr(at_, end - at_);
  const std::size_t sign = all.find('=');
  has_value = sign != std::string_view::npos;
  name = all.substr(0, sign);
  value = has_value ? all.substr(sign + 1) : std::string_view();
  at_ = end + 1;
  return true;
}

std::string pattern_scanner::group_name() {
  std::string name;
  while (more() && peek() != '>') {
    const std::size_t start = at_;
    std::uint32_t code = 0;
    if (take("\\")) {
      if (!take("u")) fail("an escape in the name of a group");
      code = unicode_escape(true);
    } else {
      code = code_point();
    }
    const bool joiner = code == 0x200c || code == 0x200d;
    const bool fits =
        code == '$' || code == '_' || (name.empty() ? is_id_start(code) : joiner || is_id_continue(code));
    if (!error_ && !fits) {
      at_ = start;
      fail("the name of a group cannot have this character");
    }
    if (!error_) utf8::append(name, code);
  }
  if (name.empty()) fail("a group without a name");
  if (!take(">")) fail("the name of a group without an end");
  return name;
}

group_census count_groups(std::string_view text) {
  group_census found;
  bool in_class = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (in_class) {
      in_class = text[i] != ']';
    } else if (text[i] == '[') {
      in_class = true;
    } else if (text[i] == '(') {
      const std::string_view rest = text.substr(i + 1);
      const bool named = rest.starts_with("?<") && !rest.starts_with("?<=") && !rest.starts_with("?<!");
      if (rest.starts_with('?') && !named) continue;
      ++found.groups;
      if (!named) continue;
      found.named = true;
      pattern_scanner scan(rest.substr(2), {.quiet = true});
      std::string name = scan.group_name();
      if (!scan.error()) found.names.emplace_back(std::move(name), found.groups);
    }
  }
  std::sort(found.names.begin(), found.names.end());
  return found;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
