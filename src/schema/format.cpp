// RFC 3339 (section 5.6: date, time, date-time; leap seconds by appendix D), RFC 4122 (uuid),
// RFC 2673 section 3.2 (ipv4: four decimal octets without leading zeros).
#include "format.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

constexpr std::array<std::pair<std::string_view, format>, 5> known = {{{"date", format::date},
                                                                       {"date-time", format::date_time},
                                                                       {"time", format::time},
                                                                       {"uuid", format::uuid},
                                                                       {"ipv4", format::ipv4}}};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Takes exactly `count` digits off the front; -1 if they are not there.
int take_number(std::string_view& text, std::size_t count) {
  if (text.size() < count) return -1;
  int n = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_digit(text[i])) return -1;
    n = n * 10 + (text[i] - '0');
  }
  text.remove_prefix(count);
  return n;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

int days_in(int year, int month) {
  constexpr std::array<int, 12> days = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : days[static_cast<std::size_t>(month) - 1];
}

bool take_date(std::string_view& text) {
  const int year = take_number(text, 4);
  if (year < 0 || !take(text, '-')) return false;
  const int month = take_number(text, 2);
  if (month < 1 || month > 12 || !take(text, '-')) return false;
  const int day = take_number(text, 2);
  return day >= 1 && day <= days_in(year, month);
}

/// Minutes to subtract to get UTC; empty text or another form is no offset.
bool take_offset(std::string_view& text, int& minutes) {
  minutes = 0;
  if (take(text, 'Z') || take(text, 'z')) return true;
  const bool east = take(text, '+');
  if (!east && !take(text, '-')) return false;
  const int hours = take_number(text, 2);
  if (hours < 0 || hours > 23 || !take(text, ':')) return false;
  const int rest = take_number(text, 2);
  if (rest < 0 || rest > 59) return false;
  minutes = (hours * 60 + rest) * (east ? 1 : -1);
  return true;
}

bool take_time(std::string_view& text) {
  const int hour = take_number(text, 2);
  if (hour < 0 || hour > 23 || !take(text, ':')) return false;
  const int minute = take_number(text, 2);
  if (minute < 0 || minute > 59 || !take(text, ':')) return false;
  const int second = take_number(text, 2);
  if (second < 0 || second > 60) return false;
  if (take(text, '.')) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits == 0) return false;
    text.remove_prefix(digits);
  }
  int offset = 0;
  if (!take_offset(text, offset)) return false;
  // A leap second is the last of a day in UTC.
  return second < 60 || (hour * 60 + minute - offset + 2 * 1440) % 1440 == 1439;
}

bool is_date_time(std::string_view text) {
  return take_date(text) && (take(text, 'T') || take(text, 't')) && take_time(text) && text.empty();
}

bool is_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !is_hex(text[i])) return false;
  }
  return true;
}

bool is_ipv4(std::string_view text) {
  for (int part = 0; part < 4; ++part) {
    if (part > 0 && !take(text, '.')) return false;
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits == 0 || digits > 3 || (digits > 1 && text.front() == '0')) return false;
    if (take_number(text, digits) > 255) return false;
  }
  return text.empty();
}

}  // namespace

format format_from(std::string_view name) noexcept {
  for (const auto& [text, f] : known) {
    if (text == name) return f;
  }
  return format::loose;
}

std::string_view to_string(format f) noexcept {
  for (const auto& [text, one] : known) {
    if (one == f) return text;
  }
  return "";
}

bool matches(format f, std::string_view text) noexcept {
  switch (f) {
    case format::loose:
      return true;
    case format::date:
      return take_date(text) && text.empty();
    case format::date_time:
      return is_date_time(text);
    case format::time:
      return take_time(text) && text.empty();
    case format::uuid:
      return is_uuid(text);
    case format::ipv4:
      return is_ipv4(text);
  }
  return true;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
