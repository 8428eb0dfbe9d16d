// Labels of internationalised names: RFC 5890 to 5893. The only place that knows libidn2.
//
// libidn2 judges one label: code points, normal form, hyphens, joiners and other characters with a context,
// direction. Two things are added here. Of the Bidi rule for a label (RFC 5893, section 2) version 2.3.3 lets
// pass an RTL label that mixes European and Arabic digits (condition 4) or ends with a sign and marks (3).
// And in a name with an RTL label the other labels must keep the rule too.
//
// All functions throw std::bad_alloc and nothing else, and may be called from many threads.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace idn {

/// The longest label that is looked at, in bytes of UTF-8; longer ones are no labels. An A-label has 63
/// octets at most, one at least for each code point of the label.
inline constexpr std::size_t max_label_bytes = 255;

struct label {
  std::string unicode;     // the U-label, in UTF-8 and NFC
  std::size_t octets = 0;  // of the A-label
  bool right_to_left = false;
};

enum class normal_form : bool { required, made };

/// A label with something beyond ASCII. Empty if it is no U-label.
std::optional<label> from_unicode(std::string_view text, normal_form nfc);

/// Does it begin like an A-label? "xn--", of either case.
bool has_ace_prefix(std::string_view text) noexcept;

/// A label of ASCII with the prefix. Empty if it is not what Punycode makes of a U-label (letters may be of
/// either case).
std::optional<label> from_ascii(std::string_view text);

/// The Bidi rule of a name. `labels` are its U-labels; `plain_digit_first`: another label, of plain ASCII,
/// begins with a digit.
bool keeps_bidi_rule(const std::vector<label>& labels, bool plain_digit_first);

}  // namespace idn
}  // namespace schema
}  // namespace v0
}  // namespace tenon
