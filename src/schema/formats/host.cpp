// Names of hosts: hostname by RFC 1123, section 2.1 (letters, digits and hyphens of ASCII; the limits are
// those of RFC 1035), from draft 7 on with A-labels that must be valid (RFC 5891, section 4.4); idn-hostname
// by RFC 5890, section 2.3.2.3, with the dots of RFC 3490, section 3.1; and the domain of a mailbox.
//
// A name ends without a dot. A name of four numbers is none, as it could not be told from an address (RFC
// 1123). A label with hyphens in third and fourth place that is no A-label is a label of RFC 1123, but may
// not stand beside U-labels (RFC 5890, section 2.3.1).
#include "formats/idn.hpp"
#include "formats/rules.hpp"
#include "formats/text.hpp"

#include <algorithm>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace formats {

namespace {

/// More code points than octets are in no name, and a code point has four bytes at most.
constexpr std::size_t max_name_bytes = 4 * max_name_octets;

struct name_rule {
  bool a_labels = false;    // a label that begins with "xn--" must be an A-label
  bool u_labels = false;    // there may be U-labels
  bool wide_dots = false;   // U+3002, U+FF0E and U+FF61 are dots too
  bool normalised = false;  // U-labels are brought to NFC first
  bool numbers = false;     // four numbers are a name
};

/// Length of the dot at the front; 0 if there is none.
std::size_t dot(std::string_view text, bool wide) {
  if (text.front() == '.') return 1;
  if (!wide) return 0;
  return text.starts_with("\u3002") || text.starts_with("\uff0e") || text.starts_with("\uff61") ? 3 : 0;
}

bool is_ldh_label(std::string_view label) {
  if (label.size() > max_label_octets || label.front() == '-' || label.back() == '-') return false;
  return std::all_of(label.begin(), label.end(), [](char c) { return is_letter_or_digit(c) || c == '-'; });
}

class name {
 public:
  explicit name(const name_rule& rule) : rule_(rule) {}

  bool add(std::string_view label) {
    if (label.empty()) return false;
    ++labels_;
    if (!std::all_of(label.begin(), label.end(), is_ascii)) {
      has_u_label_ = true;
      return rule_.u_labels && keep(idn::from_unicode(label, rule_.normalised ? idn::normal_form::made
                                                                              : idn::normal_form::required));
    }
    if (!is_ldh_label(label)) return false;
    if (rule_.a_labels && idn::has_ace_prefix(label)) return keep(idn::from_ascii(label));
    octets_ += label.size();
    digit_first_ = digit_first_ || is_digit(label.front());
    const bool tagged = label.size() >= 4 && label[2] == '-' && label[3] == '-';
    reserved_ = reserved_ || (tagged && !idn::has_ace_prefix(label));
    if (std::all_of(label.begin(), label.end(), is_digit)) ++numbers_;
    return true;
  }

  bool complete() const {
    if (octets_ + labels_ - 1 > max_name_octets) return false;
    if (!rule_.numbers && labels_ == 4 && numbers_ == 4) return false;
    if (has_u_label_ && reserved_) return false;
    return wide_.empty() || labels_ == 1 || idn::keeps_bidi_rule(wide_, digit_first_);
  }

 private:
  bool keep(std::optional<idn::label> label) {
    if (!label) return false;
    octets_ += label->octets;
    wide_.push_back(*std::move(label));
    return true;
  }

  name_rule rule_;
  std::size_t labels_ = 0;
  std::size_t octets_ = 0;
  std::size_t numbers_ = 0;
  bool has_u_label_ = false;
  bool digit_first_ = false;
  bool reserved_ = false;
  std::vector<idn::label> wide_;
};

bool is_name(std::string_view text, const name_rule& rule) {
  if (text.size() > (rule.u_labels ? max_name_bytes : max_name_octets)) return false;
  name all(rule);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = dot(text.substr(i), rule.wide_dots);
    if (length == 0) {
      ++i;
      continue;
    }
    if (!all.add(text.substr(begin, i - begin))) return false;
    i += length;
    begin = i;
  }
  return all.add(text.substr(begin)) && all.complete();
}

}  // namespace

bool is_ascii_hostname(std::string_view text) {
  return is_name(text, {});
}
bool is_hostname(std::string_view text) {
  return is_name(text, {.a_labels = true});
}
bool is_idn_hostname(std::string_view text) {
  return is_name(text, {.a_labels = true, .u_labels = true, .wide_dots = true});
}
bool is_mail_domain(std::string_view text, bool international) {
  return is_name(text, {.u_labels = international, .normalised = international, .numbers = true});
}

}  // namespace formats
}  // namespace schema
}  // namespace v0
}  // namespace tenon
