#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tenon/retrying.hpp>
#include <tenon/scripted.hpp>

namespace tenon {
namespace {

using namespace std::chrono_literals;

model_answer ask(const model_ptr& m) {
  return call(*m, {.messages = {{role::user, "Hello"}}});
}

struct fixture {
  fake_clock time = {};
  std::shared_ptr<scripted_model> inner;
  model_ptr outer;

  explicit fixture(std::vector<step> steps, policy rules = policies::incidentops())
      : inner(scripted(std::move(steps))), outer(*retrying(inner, std::move(rules), time.world())) {}
};

TEST(Retrying, S5_14_S5_21_a_temporary_failure_is_repeated_after_a_wait) {
  fixture f({step::fails(failure_kind::overloaded), step("Hi")});
  f.time.draws(~std::uint64_t{0});
  const auto got = ask(f.outer);
  ASSERT_TRUE(got);
  EXPECT_EQ(got->text, "Hi");
  EXPECT_EQ(f.inner->calls(), 2U);
  EXPECT_EQ(f.time.elapsed(), duration(500ms));
}

TEST(Retrying, S5_14_usage_is_the_sum_of_all_calls) {
  model_failure cut;
  cut.why.kind = failure_kind::incomplete_stream;
  cut.usage = usage{.input_tokens = 10, .output_tokens = 3};
  fixture f({step::fails(cut), step("Hi").used(10, 5)});
  const auto got = ask(f.outer);
  ASSERT_TRUE(got);
  EXPECT_EQ(got->usage.input_tokens, 20U);
  EXPECT_EQ(got->usage.output_tokens, 8U);
  EXPECT_EQ(got->usage.cached_input_tokens, std::nullopt);
}

TEST(Retrying, what_was_passed_on_as_a_delta_is_not_begun_again) {
  const auto cut = [] { return step::fails(failure_kind::incomplete_stream).partial("Hel").in_pieces(2); };
  fixture f({cut(), step("Hello")});
  std::string heard;
  const auto got = call(*f.outer, {.messages = {{role::user, "Hello"}}}, {},
                        [&](std::string_view text, std::uint64_t) { heard += text; });
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().why.kind, failure_kind::incomplete_stream);
  EXPECT_EQ(heard, "Hel");
  EXPECT_EQ(f.inner->calls(), 1U);
  // Nobody heard anything: the call is repeated.
  fixture quiet({cut(), step("Hello")});
  EXPECT_TRUE(ask(quiet.outer));
  EXPECT_EQ(quiet.inner->calls(), 2U);
}

TEST(Retrying, S5_23_a_reply_that_was_cut_off_gets_a_larger_cap) {
  fixture f({step("Hel").finish(finish_reason::length), step("Hello")});
  ASSERT_TRUE(ask(f.outer));
  EXPECT_EQ(f.inner->requests()[0].max_output_tokens, 2048U);
  EXPECT_EQ(f.inner->requests()[1].max_output_tokens, 8192U);
}

TEST(Retrying, S5_24_what_cannot_get_better_is_not_repeated) {
  for (const auto kind :
       {failure_kind::unauthorized, failure_kind::quota_exhausted, failure_kind::bad_request}) {
    fixture f({step::fails(kind)});
    const auto got = ask(f.outer);
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().why.kind, kind);
    EXPECT_EQ(f.inner->calls(), 1U);
  }
}

TEST(Retrying, S5_27_S5_29_it_ends_with_the_policy_and_the_last_failure) {
  fixture f({step::fails(failure_kind::overloaded), step::fails(failure_kind::overloaded),
             step::fails(failure_kind::rate_limited)});
  const auto got = ask(f.outer);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().why.kind, failure_kind::rate_limited);
  EXPECT_EQ(f.inner->calls(), 3U);
}

TEST(Retrying, S5_30_a_wait_that_is_too_long_ends_it) {
  fixture f({step::fails(failure_kind::rate_limited).retry_after(31s)});
  EXPECT_FALSE(ask(f.outer));
  EXPECT_EQ(f.inner->calls(), 1U);
}

TEST(Retrying, a_call_can_be_cancelled) {
  fixture f({step::hangs()});
  std::stop_source stop;
  stop.request_stop();
  const auto got = call(*f.outer, {.messages = {{role::user, "Hello"}}}, stop.get_token());
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().why.kind, failure_kind::cancelled);
  std::optional<model_answer> heard;
  auto handle = f.outer->start({.messages = {{role::user, "Hello"}}},
                               {.done = [&](model_answer a) { heard = std::move(a); }});
  EXPECT_FALSE(heard);
  handle->cancel();
  ASSERT_TRUE(heard);
  EXPECT_EQ(heard->error().why.kind, failure_kind::cancelled);
}

TEST(Retrying, S5_20_wrapping_it_again_is_an_error) {
  fixture f({});
  const auto twice = retrying(f.outer, policies::once());
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().code, "retries_twice");
  EXPECT_EQ(retrying(nullptr, policies::once()).error().code, "no_model");
  EXPECT_EQ(retrying(f.inner, {.max_attempts = 0}).error().code, "invalid_policy");
}

}  // namespace
}  // namespace tenon
