// The state of a route by itself. Time is an argument, so nothing here waits.
#include <gtest/gtest.h>

#include <tenon/route.hpp>

namespace tenon {
namespace {

using namespace std::chrono_literals;
using health = route_state::health;
using circuit = route_state::circuit;
using answer = route_state::permit::answer;

constexpr instant start{};

void call(route_state& r, instant now, health how) {
  const auto given = r.admit(now, 0);
  ASSERT_EQ(given.what, answer::go);
  r.settle(given, how, 0, now);
}

TEST(Route, S5_78_the_circuit_opens_after_so_many_failures_in_a_row) {
  route_state r({.failures = 3, .open_for = 30s});
  call(r, start, health::down);
  call(r, start, health::down);
  call(r, start, health::up);
  call(r, start, health::down);
  call(r, start, health::down);
  EXPECT_EQ(r.state(start), circuit::closed) << "a success in between starts the count again";
  call(r, start, health::down);
  EXPECT_EQ(r.state(start), circuit::open);
  const auto refused = r.admit(start + 10s, 0);
  EXPECT_EQ(refused.what, answer::open);
  EXPECT_EQ(refused.wait, duration(20s));
}

TEST(Route, S5_78_half_open_lets_one_call_through) {
  route_state r({.failures = 1, .open_for = 30s});
  call(r, start, health::down);
  EXPECT_EQ(r.state(start + 30s), circuit::half_open);
  const auto probe = r.admit(start + 30s, 0);
  EXPECT_EQ(probe.what, answer::go);
  EXPECT_TRUE(probe.probe);
  EXPECT_EQ(r.admit(start + 31s, 0).what, answer::open) << "a second one waits for the first";
  r.settle(probe, health::up, 0, start + 32s);
  EXPECT_EQ(r.state(start + 32s), circuit::closed);
  EXPECT_EQ(r.admit(start + 32s, 0).what, answer::go);
}

TEST(Route, S5_78_a_probe_that_fails_opens_it_for_as_long_again) {
  route_state r({.failures = 1, .open_for = 30s});
  call(r, start, health::down);
  const auto probe = r.admit(start + 40s, 0);
  r.settle(probe, health::down, 0, start + 45s);
  EXPECT_EQ(r.state(start + 74s), circuit::open);
  EXPECT_EQ(r.state(start + 75s), circuit::half_open);
}

TEST(Route, a_probe_that_was_cancelled_leaves_room_for_another) {
  route_state r({.failures = 1, .open_for = 30s});
  call(r, start, health::down);
  r.settle(r.admit(start + 30s, 0), health::unknown, std::nullopt, start + 30s);
  EXPECT_TRUE(r.admit(start + 31s, 0).probe);
}

TEST(Route, what_was_sent_before_the_circuit_opened_says_nothing_of_it) {
  route_state r({.failures = 1, .open_for = 30s});
  const auto early = r.admit(start, 0);
  call(r, start, health::down);
  r.settle(early, health::up, 0, start + 1s);
  EXPECT_EQ(r.state(start + 1s), circuit::open);
}

TEST(Route, without_a_limit_of_failures_there_is_no_breaker) {
  route_state r;
  for (int i = 0; i < 100; ++i) call(r, start, health::down);
  EXPECT_EQ(r.state(start), circuit::closed);
}

TEST(Route, requests_per_minute_are_a_bucket_that_fills_evenly) {
  route_state r({}, {.requests_per_minute = 60});
  for (int i = 0; i < 60; ++i) EXPECT_EQ(r.admit(start, 0).wait, duration(0));
  EXPECT_EQ(r.admit(start, 0).wait, duration(1s));
  EXPECT_EQ(r.admit(start, 0).wait, duration(2s)) << "in order: each waits for those before it";
  EXPECT_EQ(r.admit(start + 3s, 0).wait, duration(0));
}

TEST(Route, tokens_that_were_not_used_go_back) {
  route_state r({}, {.tokens_per_minute = 6'000});
  const auto big = r.admit(start, 6'000);
  EXPECT_EQ(big.wait, duration(0));
  r.settle(big, health::up, 1'000, start);
  const auto next = r.admit(start, 5'000);
  EXPECT_EQ(next.wait, duration(0));
  EXPECT_EQ(r.admit(start, 100).wait, duration(1s));
}

TEST(Route, an_unknown_number_of_tokens_stays_taken_and_a_permit_without_use_goes_back) {
  route_state r({}, {.requests_per_minute = 1, .tokens_per_minute = 600});
  const auto lost = r.admit(start, 600);
  r.give_back(lost, start);
  const auto used = r.admit(start, 600);
  EXPECT_EQ(used.wait, duration(0));
  r.settle(used, health::up, std::nullopt, start);
  EXPECT_EQ(r.admit(start, 300).wait, duration(60s)) << "the request waits longer than its tokens";
}

TEST(Route, more_than_a_minutes_worth_waits_for_a_full_bucket_and_no_longer) {
  route_state r({}, {.tokens_per_minute = 100});
  EXPECT_EQ(r.admit(start, 1'000'000).wait, duration(0));
  EXPECT_EQ(r.admit(start, 1'000'000).wait, duration(60s));
}

TEST(Route, a_rejected_schema_is_remembered_for_itself_and_its_mode) {
  route_state r;
  r.note_rejected(output_mode::native, 7);
  EXPECT_NE(r.against(output_mode::native, 7), "");
  EXPECT_EQ(r.against(output_mode::native, 8), "");
  EXPECT_EQ(r.against(output_mode::tool, 7), "");
}

TEST(Route, a_mode_that_is_not_held_twice_in_a_row_is_remembered) {
  route_state r;
  r.note_held(output_mode::native, false);
  EXPECT_EQ(r.against(output_mode::native, 1), "") << "once may be chance";
  r.note_held(output_mode::native, true);
  r.note_held(output_mode::native, false);
  EXPECT_EQ(r.against(output_mode::native, 1), "");
  r.note_held(output_mode::native, false);
  EXPECT_NE(r.against(output_mode::native, 1), "");
  EXPECT_EQ(r.against(output_mode::tool, 1), "");
}

TEST(Route, states_are_shared_by_name) {
  routes all({.failures = 1});
  EXPECT_EQ(all.of("a"), all.of("a"));
  EXPECT_NE(all.of("a"), all.of("b"));
  all.set("c", {}, {.requests_per_minute = 1});
  EXPECT_EQ(all.of("c")->admit(start, 0).wait, duration(0));
  EXPECT_EQ(all.of("c")->admit(start, 0).wait, duration(60s));
}

}  // namespace
}  // namespace tenon
