// The trap: libidn2 says of a label only whether it is right. What the Bidi rule of a whole name must know of
// single characters is asked with probes: short labels whose verdict follows from the class of one
// character. So there is no second table of Unicode here that could be of another version.
#include "formats/idn.hpp"

#include "formats/text.hpp"

#include <algorithm>
#include <cstdint>
#include <idn2.h>
#include <memory>
#include <new>
#include <utility>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace idn {

namespace {

struct release {
  void operator()(void* p) const noexcept { idn2_free(p); }
};
template <class T>
using owned = std::unique_ptr<T, release>;

int checked(int code) {
  if (code == IDN2_MALLOC) throw std::bad_alloc();
  return code;
}

struct registered {
  int code = IDN2_OK;
  std::string ascii;
};

/// The tests for registration (RFC 5891, section 4), the only ones that look at every context.
registered register_label(const std::string& text, normal_form nfc) {
  std::uint8_t* made = nullptr;
  const int flags = nfc == normal_form::made ? IDN2_NFC_INPUT : 0;
  // std::uint8_t is what the library calls the bytes of UTF-8.
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.c_str());
  registered r;
  r.code = checked(idn2_register_u8(bytes, nullptr, &made, flags));
  const owned<std::uint8_t> keep(made);
  if (r.code == IDN2_OK && made != nullptr) r.ascii = reinterpret_cast<const char*>(made);
  return r;
}

/// Empty if it is no Punycode.
std::string decoded(const std::string& ascii) {
  char* made = nullptr;
  const int code = checked(idn2_to_unicode_8z8z(ascii.c_str(), &made, 0));
  const owned<char> keep(made);
  return code == IDN2_OK && made != nullptr ? std::string(made) : std::string();
}

struct character {
  std::uint32_t code = 0;
  std::string_view bytes;
};

/// Precondition: not empty, valid UTF-8.
character first_of(std::string_view text) {
  const utf8::decoded d = utf8::decode(text);
  return {d.code, text.substr(0, d.length)};
}
character last_of(std::string_view text) {
  return first_of(text.substr(utf8::floor_boundary(text, text.size() - 1)));
}

constexpr std::uint32_t first_right_to_left = 0x590;  // no letter before it is of class R, AL or AN

// The digits that may stand in labels, by their Bidi class.
bool is_european_digit(std::uint32_t code) {
  return (code >= '0' && code <= '9') || (code >= 0x6f0 && code <= 0x6f9);
}
bool is_arabic_digit(std::uint32_t code) {
  return (code >= 0x660 && code <= 0x669) || (code >= 0x10d30 && code <= 0x10d39) ||
         (code >= 0x10d40 && code <= 0x10d49);
}

bool mixes_digits(std::string_view unicode) {
  bool european = false;
  bool arabic = false;
  while (!unicode.empty()) {
    const character c = first_of(unicode);
    european = european || is_european_digit(c.code);
    arabic = arabic || is_arabic_digit(c.code);
    unicode.remove_prefix(c.bytes.size());
  }
  return european && arabic;
}

bool breaks_bidi_rule(const std::string& probe) {
  return register_label(probe, normal_form::required).code == IDN2_BIDI;
}

constexpr std::string_view alef = "\u05d0";  // class R

/// R, AL or AN: it must not follow a letter of class L.
bool is_right_to_left(const character& c) {
  return c.code >= first_right_to_left && breaks_bidi_rule("a" + std::string(c.bytes));
}

/// L: of all that labels are made of, only that must not stand inside of an RTL label.
bool is_left_to_right(const character& c) {
  return breaks_bidi_rule(std::string(alef) + std::string(c.bytes) + std::string(alef));
}

/// NSM. Precondition: neither R, AL, AN nor EN, which may end an RTL label too.
bool is_nonspacing_mark(const character& c) {
  return register_label(std::string(alef) + std::string(c.bytes), normal_form::required).code == IDN2_OK;
}

/// Conditions 3 and 6: the label ends with a letter of its direction or a digit, but for marks.
bool ends_well(std::string_view unicode, bool is_of_direction(const character&)) {
  while (!unicode.empty()) {
    const character last = last_of(unicode);
    if (is_european_digit(last.code) || is_of_direction(last)) return true;
    if (!is_nonspacing_mark(last)) return false;
    unicode.remove_suffix(last.bytes.size());
  }
  return false;
}

/// What libidn2 leaves open of a label that it took. By condition 1 the first character gives the direction.
std::optional<label> judged(std::string unicode, std::size_t octets) {
  if (unicode.empty()) return std::nullopt;
  const bool rtl = is_right_to_left(first_of(unicode));
  if (rtl && (mixes_digits(unicode) || !ends_well(unicode, is_right_to_left))) return std::nullopt;
  return label{std::move(unicode), octets, rtl};
}

}  // namespace

std::optional<label> from_unicode(std::string_view text, normal_form nfc) {
  // The library takes strings that end with a zero, so one inside would hide the rest.
  if (text.size() > max_label_bytes || text.find('\0') != std::string_view::npos) return std::nullopt;
  const registered r = register_label(std::string(text), nfc);
  if (r.code != IDN2_OK) return std::nullopt;
  return judged(decoded(r.ascii), r.ascii.size());
}

bool has_ace_prefix(std::string_view text) noexcept {
  return text.size() >= 4 && formats::lower(text[0]) == 'x' && formats::lower(text[1]) == 'n' &&
         text[2] == '-' && text[3] == '-';
}

std::optional<label> from_ascii(std::string_view text) {
  if (text.size() > max_label_bytes) return std::nullopt;
  std::string small(text);
  for (char& c : small) c = formats::lower(c);
  const std::string unicode = decoded(small);
  const registered r = register_label(unicode, normal_form::required);
  // The library hands ASCII back as it is, which differs from what has the prefix.
  if (r.code != IDN2_OK || r.ascii != small) return std::nullopt;
  return judged(unicode, small.size());
}

bool keeps_bidi_rule(const std::vector<label>& labels, bool plain_digit_first) {
  const auto rtl = [](const label& l) { return l.right_to_left; };
  if (std::none_of(labels.begin(), labels.end(), rtl)) return true;
  if (plain_digit_first) return false;
  // Conditions 1 and 6; 5 holds where there is no R, AL or AN.
  return std::all_of(labels.begin(), labels.end(), [](const label& l) {
    return l.right_to_left ||
           (is_left_to_right(first_of(l.unicode)) && ends_well(l.unicode, is_left_to_right));
  });
}

}  // namespace idn
}  // namespace schema
}  // namespace v0
}  // namespace tenon
