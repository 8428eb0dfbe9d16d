// uri and uri-reference by RFC 3986 (appendix A has the grammar), iri and iri-reference by RFC 3987.
//
// Both grammars are one, but for the code points beyond ASCII that an IRI admits. Each component is the
// longest run of what it may hold; what follows must be the delimiter of a later component. Only a user
// part is read twice, as nothing but the "@" behind it tells it from a host.
#include "formats/rules.hpp"
#include "formats/text.hpp"

#include <array>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace formats {

namespace {

// Classes of characters, section 2.2 and 2.3 of RFC 3986; the single ones are classes of their own.
constexpr unsigned unreserved = 1;
constexpr unsigned sub_delims = 2;
constexpr unsigned colon = 4;
constexpr unsigned at_sign = 8;
constexpr unsigned slash = 16;
constexpr unsigned question_mark = 32;

constexpr unsigned name = unreserved | sub_delims;
constexpr unsigned path_character = name | colon | at_sign;
constexpr unsigned path = path_character | slash;
constexpr unsigned query = path | question_mark;

constexpr std::array<std::uint8_t, 128> classes = [] {
  std::array<std::uint8_t, 128> of{};
  const auto put = [&of](std::string_view all, unsigned c) {
    for (const char one : all) of[static_cast<unsigned char>(one)] = static_cast<std::uint8_t>(c);
  };
  put("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~", unreserved);
  put("!$&'()*+,;=", sub_delims);
  put(":", colon);
  put("@", at_sign);
  put("/", slash);
  put("?", question_mark);
  return of;
}();

constexpr bool is_of(char c, unsigned wanted) {
  return is_ascii(c) && (classes[static_cast<unsigned char>(c)] & wanted) != 0;
}

/// What a component may hold beyond ASCII.
enum class beyond { nothing, ucschar, ucschar_and_private };

/// RFC 3987, section 4.1: an IRI must not contain marks, embeddings and overrides of direction.
constexpr bool is_bidi_control(std::uint32_t code) {
  return code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e);
}

/// Length of the character beyond ASCII at the front; 0 if the component may not hold it.
std::size_t wide_character(std::string_view text, beyond ascii) {
  if (ascii == beyond::nothing) return 0;
  const utf8::decoded d = utf8::decode(text);
  const bool fits = is_ucschar(d.code) || (ascii == beyond::ucschar_and_private && is_iprivate(d.code));
  return d.valid && fits && !is_bidi_control(d.code) ? d.length : 0;
}

/// Takes the longest run of characters of the classes, escapes, and what is allowed beyond ASCII.
void take_run(std::string_view& text, unsigned wanted, beyond ascii) {
  std::size_t i = 0;
  while (i < text.size()) {
    std::size_t length = 0;
    if (is_of(text[i], wanted)) {
      length = 1;
    } else if (text[i] == '%') {
      length = is_escape(text.substr(i)) ? 3 : 0;
    } else if (!is_ascii(text[i])) {
      length = wide_character(text.substr(i), ascii);
    }
    if (length == 0) break;
    i += length;
  }
  text.remove_prefix(i);
}

/// scheme ":"
bool take_scheme(std::string_view& text) {
  if (text.empty() || !is_letter(text.front())) return false;
  std::size_t i = 1;
  while (i < text.size() &&
         (is_letter_or_digit(text[i]) || text[i] == '+' || text[i] == '-' || text[i] == '.')) {
    ++i;
  }
  if (i == text.size() || text[i] != ':') return false;
  text.remove_prefix(i + 1);
  return true;
}

/// "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
bool is_future_address(std::string_view text) {
  if (!take(text, 'v') && !take(text, 'V')) return false;
  std::size_t digits = 0;
  while (digits < text.size() && is_hex(text[digits])) ++digits;
  text.remove_prefix(digits);
  if (digits == 0 || !take(text, '.') || text.empty()) return false;
  for (const char c : text) {
    if (!is_of(c, name | colon)) return false;
  }
  return true;
}

bool take_bracketed(std::string_view& text) {
  if (!take(text, '[')) return false;
  const std::size_t end = text.find(']');
  if (end == std::string_view::npos) return false;
  const std::string_view address = text.substr(0, end);
  text.remove_prefix(end + 1);
  return is_ipv6(address) || is_future_address(address);
}

/// [ userinfo "@" ] host [ ":" port ]
bool take_authority(std::string_view& text, beyond ascii) {
  std::string_view user = text;
  take_run(user, name | colon, ascii);
  if (take(user, '@')) text = user;
  if (text.starts_with('[')) {
    if (!take_bracketed(text)) return false;
  } else {
    take_run(text, name, ascii);
  }
  if (take(text, ':')) take_digits(text);
  return text.empty() || text.front() == '/' || text.front() == '?' || text.front() == '#';
}

enum class whole : bool { no, yes };

bool is_reference(std::string_view text, whole needs_scheme, beyond ascii) {
  const bool has_scheme = take_scheme(text);
  if (!has_scheme && needs_scheme == whole::yes) return false;
  if (text.starts_with("//")) {
    text.remove_prefix(2);
    if (!take_authority(text, ascii)) return false;
  } else if (!has_scheme) {  // a colon in the first segment would make a scheme of it
    take_run(text, name | at_sign, ascii);
    if (text.starts_with(':')) return false;
  }
  take_run(text, path, ascii);
  if (take(text, '?')) {
    take_run(text, query, ascii == beyond::nothing ? ascii : beyond::ucschar_and_private);
  }
  if (take(text, '#')) take_run(text, query, ascii);
  return text.empty();
}

}  // namespace

bool is_uri(std::string_view text) {
  return is_reference(text, whole::yes, beyond::nothing);
}
bool is_uri_reference(std::string_view text) {
  return is_reference(text, whole::no, beyond::nothing);
}
bool is_iri(std::string_view text) {
  return is_reference(text, whole::yes, beyond::ucschar);
}
bool is_iri_reference(std::string_view text) {
  return is_reference(text, whole::no, beyond::ucschar);
}

}  // namespace formats
}  // namespace schema
}  // namespace v0
}  // namespace tenon
