// email: Mailbox of RFC 5321, section 4.1.2 (no comments, no folding, no display name), with the sizes of
// section 4.5.3.1. idn-email: the same with the extensions of RFC 6531, section 3.3.
//
// Drafts 4 to 7 name RFC 5322, section 3.4.1, for email; what that adds (comments, white space, domains
// that are no names) is syntax of message headers and in no address that a server would take.
#include "formats/rules.hpp"
#include "formats/text.hpp"

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace formats {

namespace {

constexpr std::string_view atom_marks = "!#$%&'*+-/=?^_`{|}~";

bool is_atext(char c, bool international) {
  if (!is_ascii(c)) return international;
  return is_letter_or_digit(c) || atom_marks.find(c) != std::string_view::npos;
}

/// Atom *( "." Atom )
bool take_dot_string(std::string_view& text, bool international) {
  do {
    std::size_t i = 0;
    while (i < text.size() && is_atext(text[i], international)) ++i;
    if (i == 0) return false;
    text.remove_prefix(i);
  } while (take(text, '.'));
  return true;
}

bool is_printable(char c) {
  return c >= ' ' && c <= '~';
}

/// Behind the opening quote, up to and with the closing one.
bool take_quoted(std::string_view& text, bool international) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      text.remove_prefix(i + 1);
      return true;
    }
    if (text[i] == '\\') {  // a pair: any printable character of ASCII
      ++i;
      if (i == text.size() || !is_printable(text[i])) return false;
    } else if (!is_printable(text[i]) && (is_ascii(text[i]) || !international)) {
      return false;
    }
  }
  return false;
}

bool is_mailbox(std::string_view text, bool international) {
  if (text.size() > max_mailbox_octets || !utf8::valid(text)) return false;
  std::string_view rest = text;
  const bool local =
      take(rest, '"') ? take_quoted(rest, international) : take_dot_string(rest, international);
  if (!local || text.size() - rest.size() > max_local_octets || !take(rest, '@')) return false;
  if (!take(rest, '[')) return is_mail_domain(rest, international);
  if (!rest.ends_with(']')) return false;
  rest.remove_suffix(1);
  return is_address_literal(rest);
}

}  // namespace

bool is_email(std::string_view text) {
  return is_mailbox(text, false);
}
bool is_idn_email(std::string_view text) {
  return is_mailbox(text, true);
}

}  // namespace formats
}  // namespace schema
}  // namespace v0
}  // namespace tenon
