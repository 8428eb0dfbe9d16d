// Waits, dates and rate limits as headers and messages spell them.
#include "wire/limits.hpp"
#include "wire/waits.hpp"

#include <chrono>
#include <gtest/gtest.h>
#include <limits>
#include <optional>
#include <rapidcheck/gtest.h>
#include <string>
#include <vector>

namespace tenon {
namespace {

using namespace std::chrono;
using namespace std::chrono_literals;
using headers = std::vector<wire::header>;

using wait = std::optional<duration>;

// 2026-12-01T00:00:00Z
const wire::wall_time now = sys_days(year(2026) / December / 1);

TEST(WireWaits, Go_spells_durations_like_this) {
  EXPECT_EQ(wire::spelled_duration("6m0s"), wait(6min));
  EXPECT_EQ(wire::spelled_duration("20ms"), wait(20ms));
  EXPECT_EQ(wire::spelled_duration("2m59.56s"), wait(179'560ms));
  EXPECT_EQ(wire::spelled_duration("34.4s"), wait(34'400ms));
  EXPECT_EQ(wire::spelled_duration("1h2m3s"), wait(1h + 2min + 3s));
  EXPECT_EQ(wire::spelled_duration("0s"), wait(0s));
  EXPECT_EQ(wire::spelled_duration("-1.5s"), wait(-1500ms));
  EXPECT_EQ(wire::spelled_duration(" 1s "), wait(1s));
}

TEST(WireWaits, what_is_no_duration_is_none) {
  for (const auto* text : {"", "s", "5", "1x", "1s2", "one second", "--1s", "1e3s", "nan", "infs", "."}) {
    EXPECT_FALSE(wire::spelled_duration(text)) << text;
  }
}

TEST(WireWaits, no_number_is_too_large_to_be_bounded) {
  for (const auto* text : {"99999999999999999999h", "1000000000000s", "9223372036854775808ns"}) {
    ASSERT_TRUE(wire::spelled_duration(text)) << text;
    EXPECT_LE(*wire::spelled_duration(text), wire::longest_wait) << text;
  }
  EXPECT_EQ(wire::counted_duration("1e400", 1s), std::nullopt);
  EXPECT_EQ(wire::counted_duration(std::string(400, '9'), 1s), wait(wire::longest_wait));
  EXPECT_EQ(wire::counted_duration("-" + std::string(400, '9'), 1s), wait(-wire::longest_wait));
}

RC_GTEST_PROP(WireWaits, any_text_gives_a_bounded_wait_or_none, (const std::string& text)) {
  for (const auto& found : {wire::spelled_duration(text), wire::counted_duration(text, 1s),
                            wire::wait_in_words(text), wire::wait_in_words("try again in " + text),
                            wire::wait_in_headers(headers{{"retry-after", text}}, now)}) {
    if (found) {
      RC_ASSERT(*found <= wire::longest_wait && *found >= -wire::longest_wait);
    }
  }
}

// RFC 9110 section 5.6.7: the three forms of its own example.
TEST(WireWaits, a_date_has_three_forms) {
  const wire::wall_time then = sys_days(year(1994) / November / 6) + 8h + 49min + 37s;
  EXPECT_EQ(wire::http_date("Sun, 06 Nov 1994 08:49:37 GMT", now), then);
  EXPECT_EQ(wire::http_date("Sunday, 06-Nov-94 08:49:37 GMT", now), then);
  EXPECT_EQ(wire::http_date("Sun Nov  6 08:49:37 1994", now), then);
  EXPECT_EQ(wire::http_date("sun, 06 nov 1994 08:49:37 gmt", now), then);
}

TEST(WireWaits, a_year_of_two_digits_lies_at_most_50_years_ahead) {
  EXPECT_EQ(wire::http_date("Sunday, 06-Nov-76 08:49:37 GMT", now),
            wire::wall_time(sys_days(year(2076) / November / 6) + 8h + 49min + 37s));
  EXPECT_EQ(wire::http_date("Sunday, 06-Nov-77 08:49:37 GMT", now),
            wire::wall_time(sys_days(year(1977) / November / 6) + 8h + 49min + 37s));
}

TEST(WireWaits, what_is_no_date_is_none) {
  for (const auto* text :
       {"", "tomorrow", "Sun, 31 Feb 2026 00:00:00 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 94 x",
        "Sun, 06 Nov 9999 08:49:37 GMT", "Sun Nov 6 08:49 1994", "Sun, 06 Nov 199 08:49:37 GMT"}) {
    EXPECT_FALSE(wire::http_date(text, now)) << text;
  }
}

TEST(WireWaits, the_headers_ask_in_several_ways) {
  const auto asked = [](headers all) { return wire::wait_in_headers(all, now); };
  EXPECT_EQ(asked({{"Retry-After", "5"}}), wait(5s));
  EXPECT_EQ(asked({{"retry-after", "1.5"}}), wait(1500ms));
  EXPECT_EQ(asked({{"RETRY-AFTER", "0"}}), wait(0s));
  EXPECT_EQ(asked({{"retry-after", "-3"}}), wait(-3s));
  EXPECT_EQ(asked({{"retry-after", "90"}}), wait(90s));
  EXPECT_EQ(asked({{"retry-after", "Tue, 01 Dec 2026 00:00:30 GMT"}}), wait(30s));
  EXPECT_EQ(asked({{"retry-after", "Mon, 30 Nov 2026 23:59:00 GMT"}}), wait(-60s));
  EXPECT_EQ(asked({{"retry-after", "5"}, {"retry-after-ms", "250.5"}}), wait(250'500us));
  EXPECT_EQ(asked({{"retry-after", "5"}, {"retry-after-ms", "soon"}}), wait(5s));
  EXPECT_EQ(asked({{"retry-after", "soon"}}), std::nullopt);
  EXPECT_EQ(asked({{"retry-after", ""}}), std::nullopt);
  EXPECT_EQ(asked({}), std::nullopt);
  EXPECT_EQ(wire::asked_wait(headers{{"retry-after", "Tue, 01 Dec 2026 00:00:30 GMT"}}, {}), std::nullopt)
      << "a date says nothing to who does not know the time";
}

TEST(WireWaits, messages_ask_in_words) {
  EXPECT_EQ(wire::wait_in_words("Rate limit reached. Please try again in 1.2s."), wait(1200ms));
  EXPECT_EQ(wire::wait_in_words("Please try again in 6m0s."), wait(6min));
  EXPECT_EQ(wire::wait_in_words("try again in 20ms"), wait(20ms));
  EXPECT_EQ(wire::wait_in_words("Try again in 3 seconds"), wait(3s));
  EXPECT_EQ(wire::wait_in_words("Please retry after 37 seconds. To increase"), wait(37s));
  EXPECT_EQ(wire::wait_in_words("try again in a minute"), std::nullopt);
  EXPECT_EQ(wire::wait_in_words("try again later"), std::nullopt);
}

TEST(WireLimits, OpenAI_counts_and_spells_durations) {
  const auto found = wire::rate_limits_of(headers{{"x-ratelimit-limit-requests", "500"},
                                                  {"x-ratelimit-limit-tokens", "30000"},
                                                  {"x-ratelimit-remaining-requests", "499"},
                                                  {"x-ratelimit-remaining-tokens", "29976"},
                                                  {"x-ratelimit-reset-requests", "120ms"},
                                                  {"x-ratelimit-reset-tokens", "6m0s"}},
                                          now);
  EXPECT_EQ(found, (rate_limits{500, 30000, 499, 29976, 120ms, 6min}));
}

TEST(WireLimits, Anthropic_names_the_instant) {
  const auto found =
      wire::rate_limits_of(headers{{"anthropic-ratelimit-requests-limit", "50"},
                                   {"anthropic-ratelimit-requests-remaining", "49"},
                                   {"anthropic-ratelimit-requests-reset", "2026-12-01T00:00:10Z"},
                                   {"anthropic-ratelimit-tokens-remaining", "12000"},
                                   {"anthropic-ratelimit-tokens-reset", "2026-12-01T02:00:00+02:00"}},
                           now);
  EXPECT_EQ(found, (rate_limits{50, {}, 49, 12000, 10s, 0s}));
}

TEST(WireLimits, OpenRouter_counts_milliseconds_since_1970) {
  const auto ms = duration_cast<milliseconds>(now.time_since_epoch() + 90s).count();
  const auto found = wire::rate_limits_of(headers{{"X-RateLimit-Limit", "20"},
                                                  {"X-RateLimit-Remaining", "0"},
                                                  {"X-RateLimit-Reset", std::to_string(ms)}},
                                          now);
  EXPECT_EQ(found, (rate_limits{20, {}, 0, {}, 90s, {}}));
}

TEST(WireLimits, what_is_not_said_is_empty) {
  EXPECT_EQ(wire::rate_limits_of({}, now), rate_limits());
  EXPECT_EQ(wire::rate_limits_of(headers{{"x-ratelimit-limit-requests", "many"},
                                         {"x-ratelimit-reset-requests", "99999999999999999999"},
                                         {"x-ratelimit-remaining-tokens", "-1"}},
                                 now)
                .limit_requests,
            std::nullopt);
}

TEST(WireLimits, the_id_of_the_request_has_many_names) {
  for (const auto* name : {"x-request-id", "Request-Id", "apim-request-id", "mistral-correlation-id",
                           "X-Generation-Id", "x-amzn-RequestId"}) {
    EXPECT_EQ(wire::request_id_of(headers{{"date", "x"}, {name, " req_1 "}}), "req_1") << name;
  }
  EXPECT_EQ(wire::request_id_of({}), "");
}

}  // namespace
}  // namespace tenon
