// Budgets, fallbacks, breaker, limiter and modes, through the client: what a user sees of them.
#include "behaviour.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace behaviour {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

capabilities remote() {
  return {.native_schema = true, .tools = true, .max_output_tokens = 4096};
}

std::shared_ptr<scripted_model> named(std::string name, std::vector<step> steps,
                                      capabilities can = remote()) {
  return scripted(std::move(steps), {.name = std::move(name), .can = can});
}

struct desk {
  fake_clock time = {};
  std::shared_ptr<scripted_model> first;
  std::shared_ptr<scripted_model> second;
  client_options options = {};

  desk(std::vector<step> a, std::vector<step> b)
      : first(named("a", std::move(a))), second(named("b", std::move(b))) {
    options.policy = policies::incidentops();
    options.fallbacks = {second};
    options.world = time.world();
  }
  outcome<Ticket> ask(const request& r = question()) { return client(first, options).ask<Ticket>(r); }
};

// --- fallback ----------------------------------------------------------------------------------------------

TEST(Fallback, S5_77_the_second_model_answers_where_the_first_does_not) {
  desk d({step::fails(failure_kind::overloaded)}, {step(ticket()).used(10, 5)});
  const auto got = d.ask();
  ASSERT_TRUE(got) << got.explain();
  EXPECT_EQ(d.first->calls(), 1U);
  EXPECT_EQ(d.second->calls(), 1U);
  const auto& tries = got.report().attempts;
  ASSERT_EQ(tries.size(), 2U);
  EXPECT_EQ(tries[0].asked, "a");
  EXPECT_EQ(tries[1].asked, "b");
  EXPECT_EQ(tries[1].cause, attempt_cause::fallback);
  EXPECT_TRUE(d.time.sleeps().empty()) << "another model is not waited for";
}

TEST(Fallback, S3_18_the_shape_is_the_same_at_every_hop) {
  desk d({step::fails(failure_kind::rate_limited)}, {step(ticket())});
  d.options.mode = output_mode::native;
  ASSERT_TRUE(d.ask());
  const auto a = d.first->requests().front();
  const auto b = d.second->requests().front();
  EXPECT_EQ(a.shape->compact(), b.shape->compact());
  EXPECT_EQ(a.mode, b.mode);
  EXPECT_EQ(a.messages, b.messages);
}

TEST(Fallback, R3_06_the_usage_is_booked_to_who_answered) {
  desk d({step::fails(failure_kind::overloaded)}, {step(ticket()).used(10, 5)});
  d.options.prices.set("a", {.input = {1}, .output = {1}});
  d.options.prices.set("b", {.input = {100}, .output = {1'000}});
  const auto got = d.ask();
  ASSERT_TRUE(got);
  EXPECT_EQ(got.report().attempts[0].cost->pico, 0U) << "nobody is charged for an overload";
  EXPECT_EQ(got.report().attempts[1].cost->pico, 6'000U);
  EXPECT_EQ(got.report().cost.pico, 6'000U);
}

TEST(Fallback, R3_06_any_other_rejection_ends_it_at_the_first) {
  for (const auto kind :
       {failure_kind::bad_request, failure_kind::unauthorized, failure_kind::context_too_long}) {
    desk d({step::fails(kind)}, {step(ticket())});
    const auto got = d.ask();
    ASSERT_FALSE(got);
    EXPECT_EQ(got.failure().kind, kind);
    EXPECT_EQ(d.second->calls(), 0U);
  }
}

TEST(Fallback, where_all_fail_the_last_failure_is_told_and_all_are_reported) {
  desk d({step::fails(failure_kind::overloaded)},
         {step::fails(failure_kind::rate_limited), step::fails(failure_kind::rate_limited)});
  const auto got = d.ask();
  ASSERT_FALSE(got);
  EXPECT_EQ(got.failure().kind, failure_kind::rate_limited);
  EXPECT_TRUE(got.failure().attempts_exhausted);
  EXPECT_EQ(got.report().attempts.size(), 3U);
}

TEST(Fallback, a_correction_stays_with_the_model_that_answered) {
  desk d({step::fails(failure_kind::overloaded)}, {step(ticket("count", "100")), step(ticket())});
  const auto got = d.ask();
  ASSERT_TRUE(got) << got.explain();
  EXPECT_EQ(d.first->calls(), 1U);
  EXPECT_EQ(d.second->calls(), 2U);
}

TEST(Fallback, every_model_passes_the_decorators) {
  desk d({step::fails(failure_kind::overloaded)}, {step(ticket())});
  int decorated = 0;
  d.options.decorators = {[&decorated](model_ptr m) {
    ++decorated;
    return m;
  }};
  ASSERT_TRUE(d.ask());
  EXPECT_EQ(decorated, 2);
}

TEST(Fallback, the_mode_is_that_which_each_model_can_have) {
  fake_clock time;
  const auto first = named("a", {step::fails(failure_kind::overloaded)});
  const auto second = named("b", {step(ticket())}, {});
  const auto got = client(first, {.policy = policies::incidentops(),
                                  .mode = output_mode::native,
                                  .fallbacks = {second},
                                  .world = time.world()})
                       .ask<Ticket>(question());
  ASSERT_TRUE(got) << got.explain();
  EXPECT_EQ(got.report().mode, output_mode::prompt);
  EXPECT_TRUE(got.report().degraded);
}

// --- tokens and money --------------------------------------------------------------------------------------

TEST(Budget, an_attempt_that_could_pass_the_limit_on_tokens_is_not_made) {
  desk d({step(ticket())}, {});
  d.options.policy->max_tokens = 100;  // less than the cap alone
  const auto got = d.ask();
  ASSERT_FALSE(got);
  EXPECT_EQ(got.failure().kind, failure_kind::budget_exhausted);
  EXPECT_EQ(got.failure().errors.front().place, "policy.max_tokens");
  EXPECT_EQ(d.first->calls(), 0U);
}

TEST(Budget, what_was_not_used_is_there_for_the_next_attempt) {
  desk d({step(ticket("count", "100")).used(300, 20), step(ticket()).used(350, 20)}, {});
  d.options.policy->max_output_tokens = 100;
  d.options.policy->max_tokens = 8'000;
  const auto got = d.ask();
  ASSERT_TRUE(got) << got.explain();
  EXPECT_EQ(got.report().usage.tokens(), 690U);
}

TEST(Budget, where_the_correction_does_not_fit_the_last_failure_is_told) {
  desk d({step(ticket("count", "100")).used(7'500, 100), step(ticket())}, {});
  d.options.policy->max_output_tokens = 100;
  d.options.policy->max_tokens = 8'000;
  const auto got = d.ask();
  ASSERT_FALSE(got);
  EXPECT_EQ(got.failure().kind, failure_kind::schema_invalid);
  EXPECT_TRUE(got.failure().attempts_exhausted);
  EXPECT_EQ(d.first->calls(), 1U);
  EXPECT_THAT(got.report().notes.back(), HasSubstr("max_tokens"));
}

TEST(Budget, a_reply_without_usage_is_booked_as_it_was_reserved) {
  desk d({step(ticket("count", "100")), step(ticket())}, {});
  d.options.policy->max_output_tokens = 3'000;
  d.options.policy->max_tokens = 8'000;
  const auto got = d.ask();
  ASSERT_FALSE(got) << "twice the reservation is more than the limit";
  EXPECT_EQ(d.first->calls(), 1U);
}

TEST(Budget, the_cost_is_reserved_before_an_attempt) {
  desk d({step(ticket()).used(100, 50)}, {});
  d.options.policy->max_output_tokens = 1'000;
  d.options.prices.set("a", {.input = *price_per_million("1"), .output = *price_per_million("10")});
  d.options.policy->max_cost = *money_from("0.01");  // the cap alone would be 0.01
  EXPECT_EQ(d.ask().failure().kind, failure_kind::budget_exhausted);
  EXPECT_EQ(d.first->calls(), 0U);
  d.options.policy->max_cost = *money_from("0.02");
  const auto got = d.ask();
  ASSERT_TRUE(got) << got.explain();
  EXPECT_EQ(to_string(got.report().cost), "0.0006");
}

TEST(Budget, a_price_that_is_not_known_is_a_policy) {
  for (const auto how : {without_price::refuse, without_price::allow, without_price::assume}) {
    desk d({step(ticket()).used(100, 50)}, {});
    d.options.policy->max_cost = *money_from("1");
    d.options.policy->without_price = how;
    d.options.policy->assumed_price = {.input = *price_per_million("10"), .output = *price_per_million("10")};
    const auto got = d.ask();
    EXPECT_EQ(got.has_value(), how != without_price::refuse);
    if (how == without_price::refuse) {
      EXPECT_EQ(got.failure().kind, failure_kind::budget_exhausted);
    }
    EXPECT_EQ(got.report().attempts_without_price, how == without_price::allow ? 1U : 0U);
    if (how == without_price::assume) {
      EXPECT_EQ(to_string(got.report().cost), "0.0015");
    }
  }
}

TEST(Budget, S5_32_no_attempt_starts_past_the_deadline_of_the_conversation) {
  desk d({step::fails(failure_kind::overloaded), step(ticket())}, {});
  d.options.fallbacks.clear();
  d.time.draws(~std::uint64_t{0});
  auto r = question();
  r.deadline = d.time.now() + 400ms;  // the wait is 500 ms
  const auto got = d.ask(r);
  ASSERT_FALSE(got);
  EXPECT_EQ(d.first->calls(), 1U);
  EXPECT_EQ(d.first->requests().front().timeout, duration(400ms));
  d.time.advance(1s);
  const auto late = d.ask(r);
  EXPECT_EQ(late.failure().kind, failure_kind::timed_out);
  EXPECT_EQ(late.failure().errors.front().code, "deadline");
  EXPECT_EQ(d.first->calls(), 1U);
}

// --- breaker and limiter -----------------------------------------------------------------------------------

TEST(Breaker, S5_78_an_open_circuit_costs_no_call) {
  desk d({step::fails(failure_kind::overloaded)}, {});
  d.options.fallbacks.clear();
  d.options.policy = policies::once();
  d.options.routes = std::make_shared<routes>(breaker_options{.failures = 1, .open_for = 10s});
  EXPECT_EQ(d.ask().failure().kind, failure_kind::overloaded);
  const auto refused = d.ask();
  EXPECT_EQ(refused.failure().kind, failure_kind::circuit_open);
  EXPECT_TRUE(refused.report().attempts.empty());
  EXPECT_THAT(refused.failure().errors.front().message, HasSubstr("10000 ms"));
  EXPECT_EQ(d.first->calls(), 1U);
}

TEST(Breaker, S5_78_it_closes_after_a_call_that_was_let_through) {
  desk d({step::fails(failure_kind::overloaded), step(ticket()), step(ticket())}, {});
  d.options.fallbacks.clear();
  d.options.policy = policies::once();
  d.options.routes = std::make_shared<routes>(breaker_options{.failures = 1, .open_for = 10s});
  EXPECT_FALSE(d.ask());
  d.time.advance(10s);
  EXPECT_TRUE(d.ask());
  EXPECT_TRUE(d.ask());
}

TEST(Breaker, an_open_circuit_leads_to_the_next_model) {
  desk d({step::fails(failure_kind::overloaded)}, {step(ticket()), step(ticket())});
  d.options.routes = std::make_shared<routes>(breaker_options{.failures = 1});
  ASSERT_TRUE(d.ask());
  const auto got = d.ask();
  ASSERT_TRUE(got) << got.explain();
  EXPECT_EQ(got.report().attempts.size(), 1U);
  EXPECT_EQ(d.first->calls(), 1U);
}

TEST(Breaker, a_provider_that_says_no_is_up) {
  desk d({step::fails(failure_kind::bad_request), step(ticket())}, {});
  d.options.routes = std::make_shared<routes>(breaker_options{.failures = 1});
  EXPECT_FALSE(d.ask());
  EXPECT_TRUE(d.ask());
}

TEST(Limiter, a_turn_is_waited_for_on_the_injected_clock) {
  desk d({step(ticket()), step(ticket())}, {});
  d.options.routes = std::make_shared<routes>();
  d.options.routes->set("a", {}, {.requests_per_minute = 1});
  d.options.policy->max_wait = 60s;
  d.options.policy->total_timeout = std::nullopt;
  ASSERT_TRUE(d.ask());
  const auto got = d.ask();
  ASSERT_TRUE(got) << got.explain();
  EXPECT_EQ(d.time.sleeps(), std::vector<duration>{60s});
  EXPECT_EQ(got.report().attempts.front().waited, duration(60s));
}

TEST(Limiter, a_turn_that_is_too_far_off_ends_it_or_leads_to_the_next_model) {
  desk d({step(ticket()), step(ticket())}, {step(ticket())});
  d.options.routes = std::make_shared<routes>();
  d.options.routes->set("a", {}, {.requests_per_minute = 1});
  ASSERT_TRUE(d.ask());
  ASSERT_TRUE(d.ask());
  EXPECT_EQ(d.second->calls(), 1U);
  d.options.fallbacks.clear();
  const auto got = d.ask();
  EXPECT_EQ(got.failure().kind, failure_kind::rate_limited);
  EXPECT_EQ(got.failure().errors.front().code, "rate_limiter");
  EXPECT_EQ(d.first->calls(), 1U);
}

// --- modes -------------------------------------------------------------------------------------------------

TEST(Modes, S2_39_S4_17_a_trace_in_native_mode_and_then_a_valid_reply_are_two_calls) {
  desk d({step("First I read the report. The disk is full."), step(ticket())}, {});
  d.options.mode = output_mode::native;
  const auto got = d.ask();
  ASSERT_TRUE(got) << got.explain();
  EXPECT_EQ(d.first->calls(), 2U);
  EXPECT_EQ(d.first->requests()[0].mode, output_mode::native);
  EXPECT_EQ(d.first->requests()[1].mode, output_mode::prompt) << "the constraint was not held";
  EXPECT_TRUE(got.report().degraded);
}

TEST(Modes, a_wrong_type_where_there_are_names_is_told_the_names) {
  desk d({step(ticket("level", "3")), step(ticket())}, {});
  ASSERT_TRUE(d.ask());
  EXPECT_THAT(d.first->asked(1), HasSubstr("\"LOW\", \"MIDDLE\", \"HIGH\""));
}

TEST(Modes, S3_19_what_was_not_held_twice_is_not_asked_for_again) {
  desk d({step("no JSON"), step(ticket()), step("no JSON"), step(ticket()), step(ticket())}, {});
  d.options.mode = output_mode::native;
  d.options.routes = std::make_shared<routes>();
  ASSERT_TRUE(d.ask());
  ASSERT_TRUE(d.ask());
  const auto third = d.ask();
  ASSERT_TRUE(third);
  EXPECT_EQ(third.attempts(), 1U);
  EXPECT_EQ(third.report().mode, output_mode::prompt);
  EXPECT_TRUE(third.report().degraded);
  EXPECT_THAT(third.report().notes.front(), HasSubstr("mode native is left"));
}

TEST(Modes, X_08_a_rejected_schema_is_remembered_for_the_model) {
  desk d({step::fails(failure_kind::schema_rejected), step(ticket()), step(ticket())}, {});
  d.options.mode = output_mode::native;
  d.options.routes = std::make_shared<routes>();
  ASSERT_TRUE(d.ask());
  EXPECT_EQ(d.first->calls(), 2U);
  ASSERT_TRUE(d.ask());
  EXPECT_EQ(d.first->calls(), 3U);
  EXPECT_EQ(d.first->requests()[2].mode, output_mode::prompt);
}

TEST(Modes, X_08_strict_native_forbids_all_of_it) {
  desk d({step("no JSON"), step(ticket())}, {});
  d.options.mode = output_mode::native;
  d.options.strict_native = true;
  ASSERT_TRUE(d.ask());
  EXPECT_EQ(d.first->requests()[1].mode, output_mode::native);
  desk rejected({step::fails(failure_kind::schema_rejected), step(ticket())}, {});
  rejected.options.mode = output_mode::native;
  rejected.options.strict_native = true;
  EXPECT_EQ(rejected.ask().failure().kind, failure_kind::schema_rejected);
}

}  // namespace
}  // namespace behaviour
