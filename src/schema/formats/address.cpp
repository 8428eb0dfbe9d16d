// Addresses of hosts: ipv4 by RFC 2673, section 3.2 (four decimal octets; without leading zeros, as in RFC
// 3986), ipv6 by RFC 4291, section 2.2, and the literals of a mailbox by RFC 5321, section 4.1.3, which
// differ: there an octet may begin with zeros, and "::" stands for two groups at least.
#include "formats/rules.hpp"
#include "formats/text.hpp"

namespace tenon {
inline namespace v0 {
namespace schema {
namespace formats {

namespace {

enum class zeros : bool { refused, allowed };

constexpr int groups_of_address = 8;
constexpr std::size_t max_group_digits = 4;

bool take_octet(std::string_view& text, zeros leading) {
  const std::string_view digits = take_digits(text);
  if (digits.empty() || digits.size() > 3) return false;
  if (leading == zeros::refused && digits.size() > 1 && digits.front() == '0') return false;
  int n = 0;
  for (const char c : digits) n = n * 10 + (c - '0');
  return n <= 255;
}

bool is_dotted(std::string_view text, zeros leading) {
  for (int part = 0; part < 4; ++part) {
    if (part > 0 && !take(text, '.')) return false;
    if (!take_octet(text, leading)) return false;
  }
  return text.empty();
}

/// `least` is the least number of groups that "::" may stand for.
bool is_grouped(std::string_view text, int least, zeros leading) {
  bool gap = text.starts_with("::");
  if (gap) text.remove_prefix(2);
  bool may_end = gap;  // right behind "::"
  int groups = 0;
  while (!may_end || !text.empty()) {
    std::size_t digits = 0;
    while (digits < text.size() && digits <= max_group_digits && is_hex(text[digits])) ++digits;
    if (digits == 0 || digits > max_group_digits) return false;
    if (digits < text.size() && text[digits] == '.') {  // two groups written as an ipv4 address
      if (!is_dotted(text, leading)) return false;
      groups += 2;
      break;
    }
    text.remove_prefix(digits);
    ++groups;
    if (text.empty()) break;
    if (!take(text, ':')) return false;
    may_end = take(text, ':');
    if (may_end && gap) return false;
    gap = gap || may_end;
  }
  return gap ? groups <= groups_of_address - least : groups == groups_of_address;
}

}  // namespace

bool is_ipv4(std::string_view text) {
  return is_dotted(text, zeros::refused);
}

bool is_ipv6(std::string_view text) {
  return is_grouped(text, 1, zeros::refused);
}

bool is_address_literal(std::string_view text) {
  constexpr std::string_view tag = "ipv6:";
  bool tagged = text.size() > tag.size();
  for (std::size_t i = 0; tagged && i < tag.size(); ++i) tagged = lower(text[i]) == tag[i];
  // No other tag is registered, and only registered ones may be used.
  return tagged ? is_grouped(text.substr(tag.size()), 2, zeros::allowed) : is_dotted(text, zeros::allowed);
}

}  // namespace formats
}  // namespace schema
}  // namespace v0
}  // namespace tenon
