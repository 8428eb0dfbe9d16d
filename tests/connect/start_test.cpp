// Calls that do not block: the same machine, another driver.
#include "behaviour.hpp"

#include <atomic>
#include <condition_variable>
#include <gtest/gtest.h>
#include <mutex>
#include <thread>

#include <tenon/loop_thread.hpp>
#include <tenon/timer.hpp>

namespace behaviour {
namespace {

using namespace std::chrono_literals;

/// Timers that go off when the test says so.
class held_timers final : public timers {
 public:
  std::unique_ptr<timer> at(instant when, std::function<void()> then) override {
    due = when;
    then_ = std::move(then);
    return std::make_unique<held>(*this);
  }
  bool is_set() const { return static_cast<bool>(then_); }
  void ring() { std::exchange(then_, nullptr)(); }
  instant due = {};

 private:
  struct held final : timer {
    explicit held(held_timers& of) : of_(of) {}
    held(const held&) = delete;
    held& operator=(const held&) = delete;
    ~held() override { of_.then_ = nullptr; }
    held_timers& of_;
  };
  std::function<void()> then_;
};

struct heard {
  std::vector<outcome<Ticket>> all = {};
  std::function<void(outcome<Ticket>)> handler() {
    return [this](outcome<Ticket> got) { all.push_back(std::move(got)); };
  }
};

TEST(Start, the_handler_gets_what_ask_would_have_returned) {
  fake_clock time;
  heard h;
  const client c(scripted({step(ticket("count", "100")), step(ticket())}), {.world = time.world()});
  const auto call = c.start<Ticket>(question(), h.handler());
  ASSERT_EQ(h.all.size(), 1U);
  ASSERT_TRUE(h.all[0]) << h.all[0].explain();
  EXPECT_EQ(h.all[0]->title, "Disk");
  EXPECT_EQ(h.all[0].attempts(), 2U);
}

TEST(Start, a_value_by_a_schema_too) {
  fake_clock time;
  const client c(scripted({step(R"({"n":1})")}), {.world = time.world()});
  std::optional<outcome<value>> got;
  const auto call = c.start(*schema::program::compile_text(R"({"required":["n"]})"), question(),
                            [&](outcome<value> one) { got.emplace(std::move(one)); });
  ASSERT_TRUE(got && *got);
  EXPECT_EQ((*got)->find("n")->to_int64(), 1);
}

TEST(Start, a_client_without_a_model_tells_the_handler) {
  heard h;
  const auto call = client(nullptr).start<Ticket>(question(), h.handler());
  ASSERT_EQ(h.all.size(), 1U);
  EXPECT_EQ(h.all[0].failure().kind, failure_kind::invalid_argument);
}

TEST(Start, cancelling_ends_a_call_that_hangs_once) {
  fake_clock time;
  heard h;
  const client c(scripted({step::hangs()}), {.world = time.world()});
  auto call = c.start<Ticket>(question(), h.handler());
  EXPECT_TRUE(h.all.empty());
  call.cancel();
  call.cancel();
  ASSERT_EQ(h.all.size(), 1U);
  EXPECT_EQ(h.all[0].failure().kind, failure_kind::cancelled);
  EXPECT_EQ(h.all[0].report().attempts.size(), 1U);
}

TEST(Start, destroying_the_handle_cancels_and_a_stop_request_does) {
  fake_clock time;
  heard h;
  const auto model = scripted({step::hangs(), step::hangs()});
  const client c(model, {.world = time.world()});
  {
    const auto call = c.start<Ticket>(question(), h.handler());
  }
  ASSERT_EQ(h.all.size(), 1U);
  std::stop_source stop;
  auto r = question();
  r.stop = stop.get_token();
  const auto call = c.start<Ticket>(r, h.handler());
  EXPECT_EQ(h.all.size(), 1U);
  stop.request_stop();
  ASSERT_EQ(h.all.size(), 2U);
  EXPECT_EQ(h.all[1].failure().kind, failure_kind::cancelled);
  const auto late = c.start<Ticket>(r, h.handler());
  ASSERT_EQ(h.all.size(), 3U);
  EXPECT_EQ(h.all[2].failure().kind, failure_kind::cancelled);
  EXPECT_EQ(model->calls(), 2U);
}

TEST(Start, a_wait_is_an_timer_and_can_be_cancelled) {
  fake_clock time;
  held_timers later;
  auto world = time.world();
  world.later = &later;
  heard h;
  const auto model = scripted({step::fails(failure_kind::overloaded).retry_after(2s), step(ticket()),
                               step::fails(failure_kind::overloaded).retry_after(2s)});
  const client c(model, {.policy = policies::incidentops(), .world = world});
  const auto first = c.start<Ticket>(question(), h.handler());
  EXPECT_EQ(later.due, time.now() + 2s);
  time.advance(2s);
  later.ring();
  ASSERT_EQ(h.all.size(), 1U);
  EXPECT_TRUE(h.all[0]);
  auto second = c.start<Ticket>(question(), h.handler());
  ASSERT_TRUE(later.is_set());
  second.cancel();
  EXPECT_FALSE(later.is_set());
  ASSERT_EQ(h.all.size(), 2U);
  EXPECT_EQ(h.all[1].failure().kind, failure_kind::cancelled);
  EXPECT_EQ(h.all[1].report().attempts.size(), 1U);
}

TEST(Start, thousands_of_answers_before_start_returns_do_not_recurse) {
  fake_clock time;
  heard h;
  policy many = policies::incidentops();
  many.max_attempts = 1000;
  many.max_transport_retries = 1000;
  many.total_timeout = std::nullopt;
  const client c(scripted({step::fails(failure_kind::overloaded)}, {.after = after_script::repeat_last}),
                 {.policy = many, .world = time.world()});
  const auto call = c.start<Ticket>(question(), h.handler());
  ASSERT_EQ(h.all.size(), 1U);
  EXPECT_EQ(h.all[0].report().attempts.size(), 1000U);
}

TEST(Start, a_handler_may_start_the_next_call_and_drop_the_client) {
  fake_clock time;
  auto c = std::make_unique<client>(scripted({step(ticket()), step(ticket())}),
                                    client_options{.world = time.world()});
  heard h;
  pending second;
  const auto first = c->start<Ticket>(question(), [&](outcome<Ticket> got) {
    EXPECT_TRUE(got);
    second = c->start<Ticket>(question(), h.handler());
    c.reset();
  });
  ASSERT_EQ(h.all.size(), 1U);
  EXPECT_TRUE(h.all[0]);
}

TEST(Start, a_handler_that_throws_is_the_end_of_it) {
  fake_clock time;
  const client c(scripted({step(ticket())}), {.world = time.world()});
  EXPECT_NO_THROW(
      { const auto call = c.start<Ticket>(question(), [](const outcome<Ticket>&) { throw 7; }); });
}

TEST(Start, S2_53_a_blocking_call_on_a_loop_thread_is_refused_in_every_build) {
  fake_clock time;
  const auto model = scripted({step(ticket()), step(ticket())});
  const client c(model, {.policy = policies::once(), .world = time.world()});
  const loop_thread_mark mark;
  const auto got = c.ask<Ticket>(question());
  ASSERT_FALSE(got);
  EXPECT_EQ(got.failure().kind, failure_kind::invalid_argument);
  EXPECT_EQ(got.failure().errors.front().code, "on_loop_thread");
  EXPECT_EQ(model->calls(), 0U);
  heard h;
  const auto call = c.start<Ticket>(question(), h.handler());
  ASSERT_EQ(h.all.size(), 1U);
  EXPECT_TRUE(h.all[0]);
}

/// Answers on threads of the test's, each after a while that is different. The last to let go of a call may
/// be the thread that answered it, so the model must not be the one to wait for it.
class threaded_model final : public model {
 public:
  explicit threaded_model(std::vector<std::jthread>& threads) : threads_(threads) {}
  std::string_view name() const noexcept override { return "threaded"; }
  const capabilities& can() const noexcept override { return can_; }
  std::unique_ptr<call_handle> start(model_request, call_events events) override {
    struct none final : call_handle {
      void cancel() noexcept override {}
    };
    const std::scoped_lock hold(lock_);
    threads_.emplace_back([done = std::move(events.done), n = number_++] {
      for (int i = 0; i < n % 7; ++i) std::this_thread::yield();
      model_reply r;
      r.text = ticket();
      done(std::move(r));
    });
    return std::make_unique<none>();
  }

 private:
  capabilities can_ = {};
  std::mutex lock_;
  int number_ = 0;
  std::vector<std::jthread>& threads_;
};

TEST(Start, many_calls_end_once_each_also_where_they_are_cancelled_at_any_time) {
  constexpr int count = 200;
  std::atomic<int> ended = 0;
  std::mutex lock;
  std::condition_variable changed;
  std::vector<std::jthread> threads;
  {
    const auto model = std::make_shared<threaded_model>(threads);
    const client c(model);
    std::vector<pending> calls;
    for (int i = 0; i < count; ++i) {
      calls.push_back(c.start<Ticket>(question(), [&](const outcome<Ticket>& got) {
        EXPECT_TRUE(got || got.failure().kind == failure_kind::cancelled);
        const std::scoped_lock hold(lock);
        ++ended;
        changed.notify_all();
      }));
      if (i % 3 == 0) calls.back().cancel();
    }
    std::unique_lock hold(lock);
    changed.wait(hold, [&] { return ended == count; });
  }
  threads.clear();
  EXPECT_EQ(ended, count);
}

}  // namespace
}  // namespace behaviour
