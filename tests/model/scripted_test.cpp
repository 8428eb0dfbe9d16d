// The scripted model and the fake clock, as the tests of other rooms rely on them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>
#include <thread>

#include <tenon/scripted.hpp>

namespace {

using namespace tenon;
using namespace std::chrono_literals;
using testing::ElementsAre;

model_request saying(std::string text) {
  model_request request;
  request.messages.push_back({role::system, "be brief"});
  request.messages.push_back({role::user, std::move(text)});
  return request;
}

TEST(Scripted, S5_14_scripted_results_and_failures_come_in_order) {
  const auto model = scripted({
      step::reply("one").used(10, 5).id("r1").answered_by("test-7b").reasoning("hm").note("no maxLength"),
      step::fails(failure_kind::rate_limited).retry_after(31s).used(7, 0).partial("{\"a\"").code("slow_down"),
      step::refuses("I cannot help with that."),
      step::calls_tool("lookup", R"({"id":1})"),
      step::reply("cut").finish(finish_reason::length, "max_tokens"),
  });
  const auto one = call(*model, saying("a"));
  ASSERT_TRUE(one);
  EXPECT_EQ(one->usage.input_tokens, 10U);
  EXPECT_EQ(one->usage.output_tokens, 5U);
  EXPECT_EQ(one->id, "r1");
  EXPECT_EQ(one->model, "test-7b");
  EXPECT_EQ(one->reasoning, "hm");
  EXPECT_THAT(one->notes, ElementsAre("no maxLength"));

  const auto two = call(*model, saying("b"));
  ASSERT_FALSE(two);
  EXPECT_EQ(two.error().why.kind, failure_kind::rate_limited);
  EXPECT_EQ(two.error().why.code, "slow_down");
  EXPECT_EQ(two.error().retry_after, duration(31s));
  EXPECT_EQ(two.error().usage->input_tokens, 7U);
  EXPECT_EQ(two.error().partial_text, "{\"a\"");

  const auto three = call(*model, saying("c"));
  ASSERT_TRUE(three);
  EXPECT_EQ(three->finish, finish_reason::refusal);
  EXPECT_EQ(three->refusal, "I cannot help with that.");

  const auto four = call(*model, saying("d"));
  ASSERT_TRUE(four);
  EXPECT_EQ(four->finish, finish_reason::tool_calls);
  EXPECT_EQ(four->tool_calls.at(0).name, "lookup");

  const auto five = call(*model, saying("e"));
  ASSERT_TRUE(five);
  EXPECT_EQ(five->finish, finish_reason::length);
  EXPECT_EQ(five->finish_text, "max_tokens");

  EXPECT_EQ(model->calls(), 5U);
  EXPECT_EQ(model->asked(0), "a");
  EXPECT_EQ(model->asked(4), "e");
  EXPECT_EQ(model->asked(5), "");
  EXPECT_EQ(model->requests().at(1).messages.at(0).text, "be brief");
}

TEST(Scripted, S5_14_a_decorator_composes_over_it) {
  class doubled final : public model {
   public:
    explicit doubled(model_ptr inner) : inner_(std::move(inner)) {}
    std::string_view name() const noexcept override { return inner_->name(); }
    const capabilities& can() const noexcept override { return inner_->can(); }
    std::unique_ptr<call_handle> start(model_request request, call_events events) override {
      for (auto& m : request.messages) m.text += m.text;
      return inner_->start(std::move(request), std::move(events));
    }

   private:
    model_ptr inner_;
  };
  const auto model = scripted({"ok"});
  const model_decorator decorate = [](model_ptr inner) {
    return std::make_shared<doubled>(std::move(inner));
  };
  const auto decorated = decorate(model);
  ASSERT_TRUE(call(*decorated, saying("ab")));
  EXPECT_EQ(model->asked(0), "abab");
}

TEST(Scripted, a_callable_sees_the_request) {
  const auto model = scripted({step::answers([](const model_request& r) -> model_answer {
    model_reply reply;
    reply.text = "you said " + r.messages.back().text;
    return reply;
  })});
  const auto answer = call(*model, saying("hi"));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->text, "you said hi");
}

TEST(Scripted, an_exception_of_a_callable_is_a_failure) {
  const auto model = scripted({step::answers(
      [](const model_request&) -> model_answer { throw std::runtime_error("script is wrong"); })});
  const auto answer = call(*model, {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().why.kind, failure_kind::invalid_argument);
}

TEST(Scripted, a_call_after_the_end_fails_or_repeats_the_last_step) {
  const auto strict = scripted({"only"});
  ASSERT_TRUE(call(*strict, {}));
  const auto late = call(*strict, {});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().why.code, "script_ended");
  EXPECT_EQ(strict->calls(), 2U);

  const auto patient = scripted({"first", "last"}, {.after = after_script::repeat_last});
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(call(*patient, {}));
  EXPECT_EQ(call(*patient, {})->text, "last");
}

TEST(Scripted, simulated_time_moves_the_fake_clock_and_nothing_else) {
  fake_clock time;
  const auto model = scripted({step::reply("ok").takes(3s)}, {.time = &time});
  const auto answer = call(*model, {});
  ASSERT_TRUE(answer);
  EXPECT_EQ(time.elapsed(), duration(3s));
  EXPECT_EQ(answer->timings.total, duration(3s));
}

TEST(Scripted, a_call_longer_than_its_timeout_ends_there) {
  fake_clock time;
  const auto model = scripted({step::reply("late").takes(40s), step::hangs()}, {.time = &time});
  model_request request;
  request.timeout = 30s;
  for (int i = 1; i <= 2; ++i) {
    const auto answer = call(*model, request);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().why.kind, failure_kind::timed_out);
    EXPECT_EQ(time.elapsed(), duration(i * 30s));
  }
}

TEST(Scripted, the_text_arrives_as_a_delta_before_it_is_done) {
  const auto model = scripted({step::reply("hello").used(3, 2)});
  std::string seen;
  std::uint64_t tokens = 0;
  ASSERT_TRUE(call(*model, {}, {}, [&](std::string_view text, std::uint64_t n) {
    seen += text;
    tokens = n;
  }));
  EXPECT_EQ(seen, "hello");
  EXPECT_EQ(tokens, 2U);
}

TEST(Scripted, counts_calls_of_many_threads) {
  const auto model = scripted({"x"}, {.after = after_script::repeat_last});
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&] {
        for (int i = 0; i < 100; ++i) (void)call(*model, {});
      });
  }
  EXPECT_EQ(model->calls(), 400U);
}

TEST(Scripted, its_capabilities_and_name_are_what_the_test_sets) {
  const auto model =
      scripted({"x"}, {.name = "fake:1", .can = {.native_schema = true, .context_tokens = 100}});
  EXPECT_EQ(model->name(), "fake:1");
  EXPECT_TRUE(model->can().native_schema);
  EXPECT_EQ(model->can().context_tokens, 100U);
}

TEST(FakeClock, moves_only_by_sleeping_or_by_hand) {
  fake_clock time;
  const auto start = time.now();
  const auto date = time.today();
  EXPECT_EQ(time.now(), start);
  EXPECT_TRUE(time.sleep_until(start + 5s, {}));
  EXPECT_EQ(time.now() - start, duration(5s));
  EXPECT_TRUE(time.sleep_until(start + 1s, {})) << "an instant in the past returns at once";
  EXPECT_EQ(time.now() - start, duration(5s));
  time.advance(2s);
  EXPECT_EQ(time.today() - date, duration(7s));
  EXPECT_THAT(time.sleeps(), ElementsAre(duration(5s)));
}

TEST(FakeClock, a_stopped_sleep_takes_no_time) {
  fake_clock time;
  std::stop_source source;
  time.on_sleep([&](duration) { source.request_stop(); });
  EXPECT_FALSE(time.sleep_until(time.now() + 5s, source.get_token()));
  EXPECT_EQ(time.elapsed(), duration(0));
  EXPECT_TRUE(time.sleeps().empty());
}

TEST(FakeClock, chance_is_repeatable_or_fixed) {
  fake_clock a;
  fake_clock b;
  const auto first = a.next();
  EXPECT_EQ(first, b.next());
  EXPECT_NE(first, a.next());
  a.draws(42);
  EXPECT_EQ(a.next(), 42U);
  EXPECT_EQ(a.next(), 42U);
}

}  // namespace
