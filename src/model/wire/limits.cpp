#include "limits.hpp"

#include "access.hpp"
#include "text.hpp"

#include <array>
#include <string>

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

std::optional<std::uint64_t> count_in(std::span<const header> headers, std::string_view name) {
  const auto text = header_of(headers, name);
  return text.empty() ? std::nullopt : count_from(text);
}

/// A Go duration, an RFC 3339 instant, milliseconds or seconds since 1970, or plain seconds: numbers tell by
/// their size which they are.
std::optional<duration> reset_in(std::span<const header> headers, std::string_view name, wall_time now) {
  using namespace std::chrono_literals;
  const auto text = header_of(headers, name);
  if (text.empty()) return std::nullopt;
  if (const auto found = spelled_duration(text)) return found;
  const bool knows_now = now != wall_time();
  if (const auto then = internet_time(text)) {
    return knows_now ? std::optional(until(*then, now)) : std::nullopt;
  }
  const auto count = count_from(text);
  constexpr std::uint64_t first_seconds = 1'000'000'000;
  constexpr std::uint64_t first_milliseconds = 1'000'000'000'000;
  constexpr std::uint64_t last_milliseconds = 8'000'000'000'000;  // of the year 2223
  if (!count || *count < first_seconds) return counted_duration(text, 1s);
  const bool counts_seconds = *count < first_milliseconds;
  const auto since = counts_seconds ? *count * 1000 : *count;
  if (!knows_now || since > last_milliseconds) return std::nullopt;
  return until(wall_time(std::chrono::milliseconds(since)), now);
}

/// Where each provider writes the six numbers; the first that is there counts.
struct names {
  std::string_view limit, remaining, reset;
};
constexpr std::array<names, 3> of_requests{{
    {"x-ratelimit-limit-requests", "x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"},
    {"anthropic-ratelimit-requests-limit", "anthropic-ratelimit-requests-remaining",
     "anthropic-ratelimit-requests-reset"},
    {"x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"},
}};
constexpr std::array<names, 2> of_tokens{{
    {"x-ratelimit-limit-tokens", "x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"},
    {"anthropic-ratelimit-tokens-limit", "anthropic-ratelimit-tokens-remaining",
     "anthropic-ratelimit-tokens-reset"},
}};

}  // namespace

std::string request_id_of(std::span<const header> headers) {
  constexpr std::array<std::string_view, 7> where{
      "x-request-id",    "request-id",       "apim-request-id",       "mistral-correlation-id",
      "x-generation-id", "x-amzn-requestid", "x-ms-client-request-id"};
  for (const auto name : where) {
    if (const auto id = header_of(headers, name); !id.empty()) return excerpt(id);
  }
  return {};
}

rate_limits rate_limits_of(std::span<const header> headers, wall_time now) {
  rate_limits found;
  for (const auto& n : of_requests) {
    if (!found.limit_requests) found.limit_requests = count_in(headers, n.limit);
    if (!found.remaining_requests) found.remaining_requests = count_in(headers, n.remaining);
    if (!found.reset_requests) found.reset_requests = reset_in(headers, n.reset, now);
  }
  for (const auto& n : of_tokens) {
    if (!found.limit_tokens) found.limit_tokens = count_in(headers, n.limit);
    if (!found.remaining_tokens) found.remaining_tokens = count_in(headers, n.remaining);
    if (!found.reset_tokens) found.reset_tokens = reset_in(headers, n.reset, now);
  }
  return found;
}

std::optional<bool> retry_advice_of(std::span<const header> headers) noexcept {
  const auto said = header_of(headers, "x-should-retry");
  if (same_letters(said, "true")) return true;
  if (same_letters(said, "false")) return false;
  return std::nullopt;
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
