// uri-template by RFC 6570, section 2, with erratum 6937 (an apostrophe is a literal). The operators that
// the grammar reserves ("=", ",", "!", "@", "|") are operators of it.
#include "formats/rules.hpp"
#include "formats/text.hpp"

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace formats {

namespace {

constexpr std::string_view operators = "+#./;?&=,!@|";
constexpr std::string_view no_literals = "\"%<>\\^`{|}";  // beside controls and space
constexpr int max_prefix_digits = 4;

/// Length of the literal at the front; 0 if there is none.
std::size_t literal(std::string_view text) {
  const char c = text.front();
  if (is_escape(text)) return 3;
  if (is_ascii(c)) return c > ' ' && c != 0x7f && no_literals.find(c) == std::string_view::npos ? 1 : 0;
  const utf8::decoded d = utf8::decode(text);
  return d.valid && (is_ucschar(d.code) || is_iprivate(d.code)) ? d.length : 0;
}

bool take_varchars(std::string_view& text) {
  std::size_t i = 0;
  while (i < text.size()) {
    if (is_letter_or_digit(text[i]) || text[i] == '_') {
      i += 1;
    } else if (is_escape(text.substr(i))) {
      i += 3;
    } else {
      break;
    }
  }
  text.remove_prefix(i);
  return i > 0;
}

/// varname [ ":" max-length / "*" ]
bool take_variable(std::string_view& text) {
  do {
    if (!take_varchars(text)) return false;
  } while (take(text, '.'));
  if (take(text, '*') || !take(text, ':')) return true;
  const std::string_view length = take_digits(text);
  return !length.empty() && length.size() <= max_prefix_digits && length.front() != '0';
}

/// What follows "{", with the "}".
bool take_expression(std::string_view& text) {
  if (!text.empty() && operators.find(text.front()) != std::string_view::npos) text.remove_prefix(1);
  do {
    if (!take_variable(text)) return false;
  } while (take(text, ','));
  return take(text, '}');
}

}  // namespace

bool is_uri_template(std::string_view text) {
  while (!text.empty()) {
    if (take(text, '{')) {
      if (!take_expression(text)) return false;
      continue;
    }
    const std::size_t length = literal(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace formats
}  // namespace schema
}  // namespace v0
}  // namespace tenon
