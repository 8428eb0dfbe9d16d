// Waits and instants as they stand in headers and messages.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string_view>

#include <tenon/wire.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

using wall_time = std::chrono::system_clock::time_point;

/// Longer waits are cut to this, in either direction.
inline constexpr duration longest_wait = std::chrono::hours(24 * 366);

/// Go's and protobuf's spelling: "6m0s", "1h2m3.5s", "20ms", "34.4s", "-1s". A bare number is none.
std::optional<duration> spelled_duration(std::string_view text) noexcept;

/// A decimal number of this unit: "1.5" seconds, "-3". No "inf", no "nan".
std::optional<duration> counted_duration(std::string_view text, duration unit) noexcept;

/// RFC 9110 section 5.6.7, all three forms, in any letter case. A year of two digits more than 50 years
/// after `now` lies in the past.
std::optional<wall_time> http_date(std::string_view text, wall_time now) noexcept;

/// RFC 3339: 2026-11-29T08:15:30Z, with fraction and offset.
std::optional<wall_time> internet_time(std::string_view text) noexcept;

/// `then` as seen from `now`.
duration until(wall_time then, wall_time now) noexcept;

/// "… try again in 1.2s", "in 6m0s", "in 20 ms", "Please retry after 37 seconds".
std::optional<duration> wait_in_words(std::string_view message) noexcept;

/// A header by name, in any letter case, without the white space around its value; empty view if there is
/// none. Of several the first.
std::string_view header_of(std::span<const header> headers, std::string_view name) noexcept;

/// What the headers ask for: retry-after-ms before retry-after; seconds, a fraction or a date. What is
/// neither counts as not said; what has passed is zero or below.
std::optional<duration> wait_in_headers(std::span<const header> headers, wall_time now) noexcept;

}  // namespace wire
}  // namespace v0
}  // namespace tenon
