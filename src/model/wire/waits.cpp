#include "waits.hpp"

#include "text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

using namespace std::chrono_literals;

struct unit {
  std::string_view name;
  duration length;
};
// In this order "ms" is seen before "m"; the long forms are of messages only.
constexpr std::array<unit, 20> units{
    {{"milliseconds", 1ms}, {"millisecond", 1ms}, {"minutes", 1min}, {"minute", 1min}, {"seconds", 1s},
     {"second", 1s},        {"hours", 1h},        {"hour", 1h},      {"secs", 1s},     {"sec", 1s},
     {"mins", 1min},        {"min", 1min},        {"hrs", 1h},       {"hr", 1h},       {"ms", 1ms},
     {"us", 1us},           {"ns", 1ns},          {"h", 1h},         {"m", 1min},      {"s", 1s}}};

duration bounded(long double nanoseconds) noexcept {
  constexpr auto most = static_cast<long double>(longest_wait.count());
  if (nanoseconds >= most) return longest_wait;
  if (nanoseconds <= -most) return -longest_wait;
  return duration(static_cast<duration::rep>(std::llround(nanoseconds)));
}

/// A plain decimal number at the start of `text`, which moves behind it.
std::optional<double> take_number(std::string_view& text) noexcept {
  if (text.empty() || (!is_digit(text.front()) && text.front() != '.')) return std::nullopt;
  double number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error == std::errc::result_out_of_range) number = 1e300;
  if (error == std::errc::invalid_argument) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

const unit* take_unit(std::string_view& text) noexcept {
  for (const auto& u : units) {
    if (text.size() < u.name.size() || !same_letters(text.substr(0, u.name.size()), u.name)) continue;
    // "3 more seconds" is no three minutes.
    if (text.size() > u.name.size() && is_letter(text[u.name.size()])) continue;
    text.remove_prefix(u.name.size());
    return &u;
  }
  return nullptr;
}

/// Numbers with units, one after the other, as far as they go; a space may stand between number and unit.
std::optional<duration> take_duration(std::string_view& text) noexcept {
  long double sum = 0;
  bool any = false;
  for (;;) {
    auto rest = text;
    const auto number = take_number(rest);
    if (!number) break;
    if (rest.starts_with(' ')) rest.remove_prefix(1);
    const unit* u = take_unit(rest);
    if (u == nullptr) break;
    sum += static_cast<long double>(*number) * static_cast<long double>(u->length.count());
    any = true;
    text = rest;
  }
  if (!any) return std::nullopt;
  return bounded(sum);
}

/// Digits only, at most `most` of them and at least one.
std::optional<int> take_digits(std::string_view& text, std::size_t least, std::size_t most) noexcept {
  int number = 0;
  std::size_t n = 0;
  while (n < text.size() && n < most && is_digit(text[n])) number = 10 * number + (text[n++] - '0');
  if (n < least) return std::nullopt;
  text.remove_prefix(n);
  return number;
}

bool take(std::string_view& text, std::string_view part) noexcept {
  if (text.size() < part.size() || !same_letters(text.substr(0, part.size()), part)) return false;
  text.remove_prefix(part.size());
  return true;
}

std::optional<int> take_month(std::string_view& text) noexcept {
  constexpr std::array<std::string_view, 12> names{"jan", "feb", "mar", "apr", "may", "jun",
                                                   "jul", "aug", "sep", "oct", "nov", "dec"};
  for (int m = 1; const auto name : names) {
    if (take(text, name)) return m;
    ++m;
  }
  return std::nullopt;
}

std::optional<std::chrono::seconds> take_clock(std::string_view& text) noexcept {
  const auto hour = take_digits(text, 2, 2);
  if (!hour || !take(text, ":")) return std::nullopt;
  const auto minute = take_digits(text, 2, 2);
  if (!minute || !take(text, ":")) return std::nullopt;
  const auto second = take_digits(text, 2, 2);
  // A leap second is :60.
  if (!second || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  return std::chrono::hours(*hour) + std::chrono::minutes(*minute) + std::chrono::seconds(*second);
}

std::optional<wall_time> instant_of(int year, int month, int day, std::chrono::seconds time) noexcept {
  const auto date = std::chrono::year(year) / month / day;
  if (!date.ok()) return std::nullopt;
  // The clock counts nanoseconds in 64 bits: some 292 years to either side of 1970.
  if (year < 1700 || year > 2250) return std::nullopt;
  return wall_time(std::chrono::sys_days(date)) + time;
}

int year_of_two_digits(int year, wall_time now) noexcept {
  const auto today = std::chrono::year_month_day(std::chrono::floor<std::chrono::days>(now));
  const int this_year = static_cast<int>(today.year());
  const int full = this_year - this_year % 100 + year;
  return full > this_year + 50 ? full - 100 : full;
}

/// "Sun Nov  6 08:49:37 1994", behind the name of the day.
std::optional<wall_time> asctime_date(std::string_view text) noexcept {
  const auto month = take_month(text);
  if (!month || !take(text, " ")) return std::nullopt;
  take(text, " ");
  const auto day = take_digits(text, 1, 2);
  if (!day || !take(text, " ")) return std::nullopt;
  const auto time = take_clock(text);
  if (!time || !take(text, " ")) return std::nullopt;
  const auto year = take_digits(text, 4, 4);
  if (!year || !text.empty()) return std::nullopt;
  return instant_of(*year, *month, *day, *time);
}

/// "06 Nov 1994 08:49:37 GMT", "06-Nov-94 08:49:37 GMT", behind the comma.
std::optional<wall_time> comma_date(std::string_view text, wall_time now) noexcept {
  const auto day = take_digits(text, 1, 2);
  const bool dashes = text.starts_with('-');
  const std::string_view between = dashes ? "-" : " ";
  if (!day || !take(text, between)) return std::nullopt;
  const auto month = take_month(text);
  if (!month || !take(text, between)) return std::nullopt;
  const auto digits = text.find(' ');
  auto year = take_digits(text, 2, 4);
  if (!year || digits == 3 || !take(text, " ")) return std::nullopt;
  if (digits == 2) year = year_of_two_digits(*year, now);
  const auto time = take_clock(text);
  if (!time || !(take(text, " GMT") || take(text, " UTC")) || !text.empty()) return std::nullopt;
  return instant_of(*year, *month, *day, *time);
}

/// "Z", "+02:00": what has to be taken away.
std::optional<std::chrono::minutes> take_offset(std::string_view& text) noexcept {
  if (take(text, "Z")) return 0min;
  const bool east = text.starts_with('+');
  if (!east && !text.starts_with('-')) return std::nullopt;
  text.remove_prefix(1);
  const auto hours = take_digits(text, 2, 2);
  if (!hours || !take(text, ":")) return std::nullopt;
  const auto minutes = take_digits(text, 2, 2);
  if (!minutes || *hours > 23 || *minutes > 59) return std::nullopt;
  const auto size = std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
  return east ? size : -size;
}

}  // namespace

std::optional<duration> spelled_duration(std::string_view text) noexcept {
  text = trimmed(text);
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const auto found = take_duration(text);
  if (!found || !text.empty()) return std::nullopt;
  return negative ? -*found : *found;
}

std::optional<duration> counted_duration(std::string_view text, duration unit) noexcept {
  text = trimmed(text);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const auto number = take_number(text);
  if (!number || !text.empty()) return std::nullopt;
  const auto found = bounded(static_cast<long double>(*number) * static_cast<long double>(unit.count()));
  return negative ? -found : found;
}

std::optional<wall_time> http_date(std::string_view text, wall_time now) noexcept {
  text = trimmed(text);
  if (const auto comma = text.find(','); comma != std::string_view::npos) {
    return comma_date(trimmed(text.substr(comma + 1)), now);
  }
  const auto space = text.find(' ');
  return space == std::string_view::npos ? std::nullopt : asctime_date(text.substr(space + 1));
}

std::optional<wall_time> internet_time(std::string_view text) noexcept {
  text = trimmed(text);
  const auto year = take_digits(text, 4, 4);
  if (!year || !take(text, "-")) return std::nullopt;
  const auto month = take_digits(text, 2, 2);
  if (!month || !take(text, "-")) return std::nullopt;
  const auto day = take_digits(text, 2, 2);
  if (!day || !(take(text, "T") || take(text, " "))) return std::nullopt;
  const auto time = take_clock(text);
  if (!time) return std::nullopt;
  if (take(text, ".")) {
    // Nobody waits for a fraction of a second more or less.
    text.remove_prefix(std::min(text.find_first_not_of("0123456789"), text.size()));
  }
  const auto offset = take_offset(text);
  const auto local = instant_of(*year, *month, *day, *time);
  if (!offset || !local || !text.empty()) return std::nullopt;
  return *local - *offset;
}

duration until(wall_time then, wall_time now) noexcept {
  using seconds = std::chrono::duration<long double>;
  // Through floating point, as the difference of two instants may be more than either can be.
  const seconds apart = seconds(then.time_since_epoch()) - seconds(now.time_since_epoch());
  return bounded(apart.count() * 1e9L);
}

std::optional<duration> wait_in_words(std::string_view message) noexcept {
  constexpr std::array<std::string_view, 4> openings{"try again in ", "retry after ", "retry in ",
                                                     "try again after "};
  for (const auto opening : openings) {
    const auto at = find_letters(message, opening);
    if (at == std::string_view::npos) continue;
    auto rest = message.substr(at + opening.size());
    if (const auto found = take_duration(rest)) return found;
  }
  return std::nullopt;
}

std::string_view header_of(std::span<const header> headers, std::string_view name) noexcept {
  for (const auto& h : headers) {
    if (same_letters(h.name, name)) return trimmed(h.value);
  }
  return {};
}

std::optional<duration> wait_in_headers(std::span<const header> headers, wall_time now) noexcept {
  using namespace std::chrono_literals;
  if (const auto found = counted_duration(header_of(headers, "retry-after-ms"), 1ms)) return found;
  const auto text = header_of(headers, "retry-after");
  if (const auto found = counted_duration(text, 1s)) return found;
  if (const auto found = spelled_duration(text)) return found;
  // A date needs to know what time it is now.
  if (now == wall_time()) return std::nullopt;
  if (const auto then = http_date(text, now)) return until(*then, now);
  return std::nullopt;
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
