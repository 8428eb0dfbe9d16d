#include <gtest/gtest.h>
#include <set>
#include <stop_token>
#include <thread>

#include <tenon/clock.hpp>

namespace {

TEST(Clock, the_systems_time_never_runs_backwards) {
  const tenon::environment system = tenon::system_environment();
  const tenon::instant first = system.time->now();
  EXPECT_LE(first, system.time->now());
  EXPECT_GT(system.time->today().time_since_epoch().count(), 0);
}

TEST(Clock, waiting_for_the_past_returns_at_once) {
  const tenon::environment system = tenon::system_environment();
  EXPECT_TRUE(system.wait->sleep_until(system.time->now() - std::chrono::hours(1), {}));
  EXPECT_TRUE(system.wait->sleep_until(tenon::instant{}, {}));
}

TEST(Clock, a_stop_that_was_requested_before_ends_the_wait) {
  const tenon::environment system = tenon::system_environment();
  std::stop_source source;
  source.request_stop();
  EXPECT_FALSE(system.wait->sleep_until(tenon::instant::max(), source.get_token()));
}

TEST(Clock, a_stop_from_another_thread_ends_the_wait) {
  const tenon::environment system = tenon::system_environment();
  bool finished = true;
  {
    const std::jthread waiting(
        [&](std::stop_token stop) { finished = system.wait->sleep_until(tenon::instant::max(), stop); });
  }  // requests the stop and joins
  EXPECT_FALSE(finished);
}

TEST(Clock, random_numbers_do_not_repeat) {
  const tenon::environment system = tenon::system_environment();
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 10'000; ++i) seen.insert(system.chance->next());
  EXPECT_EQ(seen.size(), 10'000U);
}

}  // namespace
