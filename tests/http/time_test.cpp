// Each limit of time by its name. Servers here fall silent for ever, so however slow the machine is, only the
// limit can end the request.
#include "asking.hpp"

#include <gtest/gtest.h>

namespace {

using namespace std::chrono_literals;
using test::connection;
using test::get;
using test::received;
using test::server;
using test::verdict;

/// Says this and no more, for as long as the client stays.
server::behaviour then_silent(std::string bytes) {
  return [bytes = std::move(bytes)](connection& c, const received&) {
    c.write(bytes);
    c.wait_for_close();
    return false;
  };
}

/// Only this one limit.
test::http::time_limits only(std::optional<tenon::duration> test::http::time_limits::* which) {
  test::http::time_limits limits{.connect = {}, .first_byte = {}, .idle = {}, .total = {}};
  limits.*which = 30ms;
  return limits;
}

TEST(Time, no_connection_within_connect) {
  // It accepts and waits for a request; the client waits for the server's side of TLS.
  server s(then_silent(""));
  auto client = test::open_client();
  auto what = get(s.url("/", "https"));
  what.within = only(&test::http::time_limits::connect);
  const auto got = test::http::call(client, what);
  EXPECT_EQ(verdict(got), "timed_out connect");
  EXPECT_EQ(got.error().partial.spent.requests, 0U);
  EXPECT_FALSE(got.error().partial.spent.connected);
}

TEST(Time, no_byte_within_first_byte) {
  server s(then_silent(""));
  auto client = test::open_client();
  auto what = get(s.url("/slow?key=secret"));
  what.within = only(&test::http::time_limits::first_byte);
  const auto got = test::http::call(client, what);
  EXPECT_EQ(verdict(got), "timed_out first_byte");
  EXPECT_EQ(got.error().why.place, s.url("/slow"));
  EXPECT_NE(got.error().why.message.find("30 ms"), std::string::npos);
  EXPECT_EQ(got.error().partial.spent.requests, 1U);
  EXPECT_GE(got.error().partial.spent.total, 30ms);
}

TEST(Time, nothing_more_within_idle_in_the_body_and_in_the_head) {
  auto client = test::open_client();
  struct entry {
    std::string bytes;
    int status;
    std::string body;
  };
  for (const entry& e : {entry{"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour", 200, "four"},
                         entry{"HTTP/1.1 200 OK\r\nX: ", 0, ""}}) {
    server s(then_silent(e.bytes));
    auto what = get(s.url());
    what.within = only(&test::http::time_limits::idle);
    const auto got = test::http::call(client, what);
    EXPECT_EQ(verdict(got), "timed_out idle");
    EXPECT_EQ(got.error().partial.status, e.status);
    EXPECT_EQ(got.error().partial.body, e.body);
  }
}

TEST(Time, total_ends_a_reply_that_never_stops_coming) {
  server s([](connection& c, const received&) {
    c.write("HTTP/1.1 200 OK\r\n\r\n");
    while (c.write("more ")) {
    }
    return false;
  });
  auto client = test::open_client();
  auto what = get(s.url());
  what.within = only(&test::http::time_limits::total);
  what.max_body = std::size_t(-1);
  test::listener l;
  const auto running = client.start(what, {.head = {}, .data = {}, .done = l.events().done});
  EXPECT_EQ(verdict(l.wait().why), "timed_out total");
}

TEST(Time, total_counts_from_the_start_whatever_was_waited_for) {
  server s(then_silent(""));
  auto client = test::open_client();
  for (const char* const scheme : {"http", "https"}) {
    auto what = get(s.url("/", scheme));
    what.within = only(&test::http::time_limits::total);
    EXPECT_EQ(verdict(test::http::call(client, what)), "timed_out total") << scheme;
  }
}

TEST(Time, the_earliest_limit_decides_and_zero_is_over_at_once) {
  server s(then_silent(""));
  auto client = test::open_client();
  auto what = get(s.url());
  what.within = {.connect = 1h, .first_byte = 20ms, .idle = 1ms, .total = 1h};
  EXPECT_EQ(verdict(test::http::call(client, what)), "timed_out first_byte");
  what.within = {.connect = {}, .first_byte = 1h, .idle = {}, .total = 0ns};
  EXPECT_EQ(verdict(test::http::call(client, what)), "timed_out total");
  what.within = {
      .connect = tenon::duration::max(), .first_byte = tenon::duration::max(), .idle = {}, .total = 20ms};
  EXPECT_EQ(verdict(test::http::call(client, what)), "timed_out total");
}

}  // namespace
