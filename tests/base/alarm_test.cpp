#include <atomic>
#include <condition_variable>
#include <gtest/gtest.h>
#include <mutex>
#include <thread>
#include <vector>

#include <tenon/alarm.hpp>
#include <tenon/loop_thread.hpp>

namespace tenon {
namespace {

using namespace std::chrono_literals;

instant now() {
  return std::chrono::time_point_cast<duration>(std::chrono::steady_clock::now());
}

/// What callbacks have said, to be waited for.
class heard {
 public:
  void say(int what) {
    {
      const std::scoped_lock hold(lock_);
      all_.push_back(what);
    }
    changed_.notify_all();
  }
  std::vector<int> wait_for(std::size_t count) {
    std::unique_lock hold(lock_);
    changed_.wait(hold, [&] { return all_.size() >= count; });
    return all_;
  }

 private:
  std::mutex lock_;
  std::condition_variable changed_;
  std::vector<int> all_;
};

TEST(Alarm, those_that_are_due_come_in_the_order_of_their_time) {
  heard all;
  const instant base = now() + 20ms;
  const auto second = system_alarms().at(base + 2ms, [&] { all.say(2); });
  const auto first = system_alarms().at(base + 1ms, [&] { all.say(1); });
  const auto third = system_alarms().at(base + 3ms, [&] { all.say(3); });
  EXPECT_EQ(all.wait_for(3), (std::vector<int>{1, 2, 3}));
  EXPECT_GE(now(), base + 3ms);
}

TEST(Alarm, one_of_the_past_is_due_at_once) {
  heard all;
  const auto past = system_alarms().at(now() - 1h, [&] { all.say(1); });
  all.wait_for(1);
}

TEST(Alarm, one_that_was_taken_back_is_not_called) {
  heard all;
  std::atomic<bool> called = false;
  {
    const auto dropped = system_alarms().at(now() + 24h, [&] { called = true; });
  }
  auto soon = system_alarms().at(now() + 5ms, [&] { called = true; });
  soon.reset();
  const auto after = system_alarms().at(now() + 6ms, [&] { all.say(1); });
  all.wait_for(1);
  // The second may have been due before it was taken back, but never after.
  const bool before = called;
  EXPECT_EQ(called, before);
}

TEST(Alarm, taking_back_waits_for_the_end_of_a_call_under_way) {
  heard begun;
  heard go_on;
  std::atomic<bool> ended = false;
  auto running = system_alarms().at(now(), [&] {
    begun.say(1);
    go_on.wait_for(1);
    ended = true;
  });
  begun.wait_for(1);
  std::jthread helper([&] { go_on.say(1); });
  running.reset();
  EXPECT_TRUE(ended);
}

TEST(Alarm, a_callback_may_drop_itself_and_set_others) {
  heard all;
  std::unique_ptr<alarm> own;
  std::unique_ptr<alarm> next;
  std::mutex lock;
  {
    const std::scoped_lock hold(lock);
    own = system_alarms().at(now(), [&] {
      const std::scoped_lock inner(lock);
      own.reset();
      next = system_alarms().at(now(), [&] { all.say(2); });
    });
  }
  all.wait_for(1);
  const std::scoped_lock hold(lock);
  next.reset();
}

TEST(Alarm, S2_53_its_thread_is_a_loop_thread) {
  heard all;
  EXPECT_FALSE(on_loop_thread());
  const auto asked = system_alarms().at(now(), [&] { all.say(on_loop_thread() ? 1 : 0); });
  EXPECT_EQ(all.wait_for(1), std::vector<int>{1});
}

TEST(LoopThread, marks_nest_and_end) {
  EXPECT_FALSE(on_loop_thread());
  {
    const loop_thread_mark outer;
    {
      const loop_thread_mark inner;
      EXPECT_TRUE(on_loop_thread());
    }
    EXPECT_TRUE(on_loop_thread());
    bool elsewhere = true;
    std::jthread([&] { elsewhere = on_loop_thread(); }).join();
    EXPECT_FALSE(elsewhere);
  }
  EXPECT_FALSE(on_loop_thread());
}

}  // namespace
}  // namespace tenon
