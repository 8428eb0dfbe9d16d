// RFC 3339: date, time and date-time by section 5.6, duration by appendix A. The letters of these grammars
// are of either case, as ABNF has it (and section 5.6 says again).
//
// The trap is the leap second. It is the last second of a day in UTC, and of a month where the date is
// known (section 5.7); which months have one is decided from year to year, so any may.
#include "formats/rules.hpp"
#include "formats/text.hpp"

#include <array>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace formats {

namespace {

constexpr int minutes_of_day = 24 * 60;

struct day {
  int year = 0;
  int month = 0;
  int day = 0;
};

struct time_of_day {
  int minute = 0;  // of the day, as written
  int second = 0;
  int offset = 0;  // minutes to subtract to get UTC
};

/// Exactly two digits; -1 if they are not there.
int take_two(std::string_view& text) {
  if (text.size() < 2 || !is_digit(text[0]) || !is_digit(text[1])) return -1;
  const int n = (text[0] - '0') * 10 + (text[1] - '0');
  text.remove_prefix(2);
  return n;
}

int days_in(int year, int month) {
  constexpr std::array<int, 12> days = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : days[static_cast<std::size_t>(month) - 1];
}

bool take_date(std::string_view& text, day& to) {
  const int century = take_two(text);
  const int year = take_two(text);
  if (century < 0 || year < 0 || !take(text, '-')) return false;
  to.year = century * 100 + year;
  to.month = take_two(text);
  if (to.month < 1 || to.month > 12 || !take(text, '-')) return false;
  to.day = take_two(text);
  return to.day >= 1 && to.day <= days_in(to.year, to.month);
}

bool take_offset(std::string_view& text, int& minutes) {
  if (take(text, 'Z') || take(text, 'z')) return true;
  const bool east = take(text, '+');
  if (!east && !take(text, '-')) return false;
  const int hours = take_two(text);
  if (hours < 0 || hours > 23 || !take(text, ':')) return false;
  const int rest = take_two(text);
  if (rest < 0 || rest > 59) return false;
  minutes = (hours * 60 + rest) * (east ? 1 : -1);
  return true;
}

bool take_time(std::string_view& text, time_of_day& to) {
  const int hour = take_two(text);
  if (hour < 0 || hour > 23 || !take(text, ':')) return false;
  const int minute = take_two(text);
  if (minute < 0 || minute > 59 || !take(text, ':')) return false;
  to.minute = hour * 60 + minute;
  to.second = take_two(text);
  if (to.second < 0 || to.second > 60) return false;
  if (take(text, '.') && take_digits(text).empty()) return false;
  return take_offset(text, to.offset);
}

bool ends_a_day(const time_of_day& t) {
  return (t.minute - t.offset + 2 * minutes_of_day) % minutes_of_day == minutes_of_day - 1;
}

/// Precondition: ends_a_day(t). East of Greenwich the day that ends in UTC may be yesterday's.
bool ends_a_month(const day& d, const time_of_day& t) {
  return t.minute - t.offset < 0 ? d.day == 1 : d.day == days_in(d.year, d.month);
}

/// Numbers with units, each unit the one that follows the last in `units` (of lower case): how many there
/// are; -1 for anything else.
int take_units(std::string_view& text, std::string_view units) {
  int count = 0;
  while (!take_digits(text).empty()) {
    if (text.empty()) return -1;
    const std::size_t at = units.find(lower(text.front()));
    if (at == std::string_view::npos || (count > 0 && at != 0)) return -1;
    units.remove_prefix(at + 1);
    text.remove_prefix(1);
    ++count;
  }
  return count;
}

}  // namespace

bool is_date(std::string_view text) {
  day d;
  return take_date(text, d) && text.empty();
}

bool is_time(std::string_view text) {
  time_of_day t;
  return take_time(text, t) && text.empty() && (t.second < 60 || ends_a_day(t));
}

bool is_date_time(std::string_view text) {
  day d;
  time_of_day t;
  if (!take_date(text, d) || (!take(text, 'T') && !take(text, 't'))) return false;
  if (!take_time(text, t) || !text.empty()) return false;
  return t.second < 60 || (ends_a_day(t) && ends_a_month(d, t));
}

bool is_duration(std::string_view text) {
  if (!take(text, 'P') && !take(text, 'p')) return false;
  std::string_view weeks = text;
  if (take_units(weeks, "w") == 1) return weeks.empty();
  const int days = take_units(text, "ymd");
  if (days < 0) return false;
  if (!take(text, 'T') && !take(text, 't')) return days > 0 && text.empty();
  return take_units(text, "hms") > 0 && text.empty();
}

}  // namespace formats
}  // namespace schema
}  // namespace v0
}  // namespace tenon
