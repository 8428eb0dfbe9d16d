// Replies and calls that bring no value: what they are called, what is kept of them, what they cost.
#include "page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tenon/writer.hpp>

namespace tenon {
namespace {

using pages::about;
using pages::bench;
using pages::good;
using pages::only_title;
using pages::Page;
using pages::repeating;
using pages::with;
using testing::HasSubstr;
using testing::Not;

using namespace std::chrono_literals;

TEST(Failure, S5_34_a_cut_reply_is_never_read_even_if_it_parses) {
  bench b({step::reply(good).finish(finish_reason::length)}, with(policies::once()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().kind, failure_kind::truncated);
}

TEST(Failure, S5_35_truncation_is_not_invalid_output_and_keeps_its_metadata) {
  bench b({step::reply("{\"title\":\"Str")
               .finish(finish_reason::length, "max_tokens")
               .used(9, 3)
               .id("r-1")
               .answered_by("m-1")},
          with(policies::once()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().group(), failure_group::truncated);
  const auto& a = page.report().attempts.front();
  EXPECT_EQ(a.usage.input_tokens, 9U);
  EXPECT_EQ(a.reply_id, "r-1");
  EXPECT_EQ(a.model, "m-1");
  EXPECT_EQ(a.finish_text, "max_tokens");
  EXPECT_EQ(page.report().usage.tokens(), 12U);
}

TEST(Failure, S5_23_a_cut_reply_gets_one_more_attempt_with_a_larger_cap) {
  bench b({step::reply("{").finish(finish_reason::length), good}, with(policies::incidentops()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page) << page.explain();
  const auto asked = b.model->requests();
  ASSERT_EQ(asked.size(), 2U);
  EXPECT_GT(asked[1].max_output_tokens, asked[0].max_output_tokens);
  EXPECT_EQ(asked[1].messages, asked[0].messages);
  EXPECT_EQ(page.report().attempts[1].cause, attempt_cause::larger_cap);
}

TEST(Failure, S5_25_a_refusal_keeps_its_text_and_is_not_retried) {
  bench b({step::refuses("I cannot help with that."), good}, with(policies::incidentops()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().kind, failure_kind::refused);
  EXPECT_EQ(page.failure().refusal, "I cannot help with that.");
  EXPECT_FALSE(page.failure().attempts_exhausted);
  EXPECT_EQ(b.model->calls(), 1U);
  EXPECT_THAT(page.failure().explain(), HasSubstr("I cannot help with that."));
}

TEST(Failure, a_filtered_reply_that_happens_to_parse_is_no_value) {
  bench b({step::reply(good).finish(finish_reason::content_filter), good}, with(policies::incidentops()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().kind, failure_kind::content_filtered);
  EXPECT_EQ(b.model->calls(), 1U);
}

TEST(Failure, output_that_ran_away_is_corrected_and_gets_no_larger_cap) {
  bench b({step::reply(R"({"title":"A","topics":["x","x","x","x","x)").finish(finish_reason::runaway), good},
          with(policies::local()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page) << page.explain();
  const auto asked = b.model->requests();
  ASSERT_EQ(asked.size(), 2U);
  EXPECT_EQ(asked[0].max_output_tokens, asked[1].max_output_tokens);
  EXPECT_EQ(page.report().attempts[0].fault, failure_kind::not_json);
  EXPECT_THAT(asked[1].messages.back().text, HasSubstr("repeated itself"));
}

TEST(Failure, an_empty_reply_is_corrected) {
  for (const auto& nothing : {step::reply(""), step::reply(" \n"), step::reply("").reasoning("{}")}) {
    bench b({nothing, good}, with(policies::incidentops()));
    const auto page = b.client.ask<Page>(about());
    ASSERT_TRUE(page) << page.explain();
    EXPECT_EQ(page.report().attempts[0].fault, failure_kind::empty_reply);
  }
}

TEST(Failure, a_tool_call_that_nobody_offered_is_corrected) {
  bench b({step::calls_tool("get_recent_incidents", "{}"), good}, with(policies::incidentops()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page) << page.explain();
  EXPECT_EQ(page.report().attempts[0].fault, failure_kind::malformed_tool_call);
}

TEST(Failure, in_tool_mode_the_call_carries_the_value) {
  const script_options tools{.can = {.tools = true}};
  bench b({step::calls_tool("answer", good)}, {.mode = output_mode::tool}, tools);
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page) << page.explain();
  EXPECT_EQ(b.model->asked(0), "Describe the page.");

  bench none({good}, {.policy = policies::once(), .mode = output_mode::tool}, tools);
  const auto missing = none.client.ask<Page>(about());
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.failure().kind, failure_kind::malformed_tool_call);
}

TEST(Failure, an_unknown_finish_reason_is_accepted_and_noted) {
  bench b({step::reply(good).finish(finish_reason::other, "eos")});
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page);
  EXPECT_THAT(page.report().attempts[0].notes, testing::Contains(HasSubstr("eos")));
}

TEST(Failure, S5_18_a_failed_result_carries_no_value) {
  // Not even by mistake: there is no path from a failure to a T.
  bench b({only_title}, with(policies::once()));
  const auto page = b.client.ask<Page>(about());
  EXPECT_FALSE(page.has_value());
  const auto said =
      page.visit([](const Page&, const report&) { return std::string("value"); },
                 [](const failure& f, const report&) { return std::string(to_string(f.kind)); });
  EXPECT_EQ(said, "schema_invalid");
}

TEST(Failure, S5_17_S5_19_X_16_each_known_failure_is_a_kind_with_a_group) {
  for (const auto& [kind, group] : {std::pair{failure_kind::timed_out, failure_group::timed_out},
                                    std::pair{failure_kind::rate_limited, failure_group::unavailable},
                                    std::pair{failure_kind::quota_exhausted, failure_group::rejected},
                                    std::pair{failure_kind::unauthorized, failure_group::rejected}}) {
    bench b({step::fails(kind)}, with(policies::once()));
    const auto page = b.client.ask<Page>(about());
    ASSERT_FALSE(page);
    EXPECT_EQ(page.failure().kind, kind);
    EXPECT_EQ(page.failure().group(), group);
  }
}

TEST(Failure, S5_24_S5_26_quota_and_key_are_rejected_at_once_a_rate_limit_is_not) {
  for (const auto kind :
       {failure_kind::quota_exhausted, failure_kind::unauthorized, failure_kind::bad_request}) {
    bench b({step::fails(kind), good}, with(policies::incidentops()));
    EXPECT_FALSE(b.client.ask<Page>(about()));
    EXPECT_EQ(b.model->calls(), 1U) << to_string(kind);
    EXPECT_TRUE(b.clock.sleeps().empty());
  }
  bench b({step::fails(failure_kind::rate_limited), good}, with(policies::incidentops()));
  EXPECT_TRUE(b.client.ask<Page>(about()));
  EXPECT_EQ(b.model->calls(), 2U);
}

TEST(Failure, S5_21_S5_33_transport_failures_are_retried_with_the_same_request_after_a_bounded_wait) {
  for (const auto kind : {failure_kind::timed_out, failure_kind::rate_limited, failure_kind::network_error,
                          failure_kind::provider_error, failure_kind::overloaded}) {
    bench b({step::fails(kind), good}, with(policies::incidentops()));
    b.clock.draws(~std::uint64_t{0});
    const auto page = b.client.ask<Page>(about());
    ASSERT_TRUE(page) << to_string(kind) << page.explain();
    EXPECT_EQ(b.clock.sleeps(), std::vector<duration>{500ms});
    EXPECT_EQ(b.model->requests()[0].messages, b.model->requests()[1].messages);
    EXPECT_EQ(page.report().attempts[1].waited, duration(500ms));
    EXPECT_EQ(page.report().attempts[1].cause, attempt_cause::transport_retry);
  }
}

TEST(Failure, S5_20_S5_27_the_report_counts_the_calls_that_were_made) {
  bench b({step::fails(failure_kind::provider_error)}, with(policies::incidentops()), repeating());
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_EQ(b.model->calls(), 3U);
  EXPECT_EQ(page.attempts(), 3U);
  EXPECT_TRUE(page.failure().attempts_exhausted);
  EXPECT_EQ(page.failure().kind, failure_kind::provider_error);
}

TEST(Failure, S5_28_each_attempt_is_given_30_seconds) {
  bench b({step::hangs(), good}, with(policies::incidentops()));
  b.clock.draws(0);
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page) << page.explain();
  EXPECT_EQ(b.model->requests()[0].timeout, duration(30s));
  EXPECT_EQ(page.report().attempts[0].fault, failure_kind::timed_out);
  EXPECT_EQ(b.clock.elapsed(), duration(30s));
}

TEST(Failure, S5_29_no_attempt_starts_past_60_seconds_over_attempts_and_waits) {
  bench b({step::reply(only_title).takes(20s), step::fails(failure_kind::network_error).takes(25s),
           step::fails(failure_kind::network_error).takes(25s), good},
          with(policies::incidentops()));
  b.clock.draws(0);
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_LE(b.clock.elapsed(), duration(60s));
  // The third attempt had what was left of the total, not 30 seconds.
  EXPECT_EQ(b.model->requests()[2].timeout, duration(15s));
  EXPECT_TRUE(page.failure().attempts_exhausted);
}

TEST(Failure, S5_30_a_requested_wait_of_30_is_kept_and_of_31_ends_it) {
  bench kept({step::fails(failure_kind::rate_limited).retry_after(30s), good}, with(policies::incidentops()));
  EXPECT_TRUE(kept.client.ask<Page>(about()));
  EXPECT_EQ(kept.clock.sleeps(), std::vector<duration>{30s});
  bench ended({step::fails(failure_kind::rate_limited).retry_after(31s), good},
              with(policies::incidentops()));
  const auto page = ended.client.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().kind, failure_kind::rate_limited);
  EXPECT_TRUE(ended.clock.sleeps().empty());
}

TEST(Failure, time_in_the_queue_is_no_time_of_the_call) {
  model_reply slow;
  slow.text = only_title;
  slow.timings.queued = 50s;
  bench b({step::reply(slow).takes(55s), good}, with(policies::local()));
  auto p = policies::incidentops();
  p.attempt_timeout.reset();
  auto r = about();
  r.policy = p;
  const auto page = b.client.ask<Page>(r);
  ASSERT_TRUE(page) << page.explain();
  EXPECT_EQ(page.report().queued, duration(50s));
  EXPECT_EQ(page.report().elapsed, duration(5s));
  EXPECT_EQ(b.model->requests()[1].timeout, duration(55s)) << "60 s less the 5 that were worked";
}

TEST(Failure, a_failed_retry_of_a_correction_keeps_what_the_model_is_told) {
  bench b({only_title, step::fails(failure_kind::overloaded), good}, with(policies::incidentops()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page) << page.explain();
  const auto asked = b.model->requests();
  EXPECT_NE(asked[1].messages, asked[0].messages);
  EXPECT_EQ(asked[2].messages, asked[1].messages);
}

TEST(Failure, a_cancelled_call_is_cancelled) {
  bench b({good});
  std::stop_source stop;
  stop.request_stop();
  auto r = about();
  r.stop = stop.get_token();
  const auto page = b.client.ask<Page>(r);
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().kind, failure_kind::cancelled);
  EXPECT_EQ(b.model->calls(), 0U);
}

TEST(Failure, a_stop_during_a_wait_ends_it_and_reports_what_was_spent) {
  bench b({step::fails(failure_kind::rate_limited).used(5, 0), good}, with(policies::incidentops()));
  std::stop_source stop;
  b.clock.draws(~std::uint64_t{0});
  b.clock.on_sleep([&](duration) { stop.request_stop(); });
  auto r = about();
  r.stop = stop.get_token();
  const auto page = b.client.ask<Page>(r);
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().kind, failure_kind::cancelled);
  EXPECT_EQ(page.attempts(), 1U);
  EXPECT_EQ(page.report().usage.input_tokens, 5U);
}

TEST(Failure, explain_says_kind_attempts_errors_words_and_cost) {
  bench b({step::reply(only_title).used(100, 20)}, with(policies::opsagent()), repeating());
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  const auto text = page.failure().explain();
  EXPECT_EQ(text, page.explain());
  EXPECT_THAT(text, HasSubstr("schema_invalid"));
  EXPECT_THAT(text, HasSubstr("3 attempts"));
  EXPECT_THAT(text, HasSubstr("component"));
  EXPECT_THAT(text, HasSubstr(R"({"title":"A"})"));
  EXPECT_THAT(text, HasSubstr("300 tokens in and 60 out"));
}

TEST(Failure, a_failure_outlives_its_outcome) {
  failure kept;
  {
    bench b({only_title}, with(policies::once()));
    kept = b.client.ask<Page>(about()).failure();
  }
  EXPECT_THAT(kept.explain(), HasSubstr("1 attempt"));
  EXPECT_FALSE(failure{}.explain().empty());
}

TEST(Failure, the_report_as_json_has_stable_names) {
  bench b({step::reply(only_title).used(1, 2), step::reply(good)}, with(policies::spring()));
  auto r = about();
  r.prompt_name = "describe";
  r.prompt_version = "3";
  const auto page = b.client.ask<Page>(r);
  ASSERT_TRUE(page);
  const auto made = to_json(page.report());
  EXPECT_EQ(made.find("attempt_count")->to_int64(), 2);
  EXPECT_EQ(made.find("policy")->string(), "spring");
  EXPECT_EQ(made.find("prompt_name")->string(), "describe");
  EXPECT_EQ(made.find("usage")->find("input_tokens")->to_int64(), 1);
  EXPECT_EQ(made.find("usage")->find("attempts_without_usage")->to_int64(), 1);
  const auto& second = std::as_const(*made.find("attempts")).items()[1];
  EXPECT_EQ(second.find("cause")->string(), "correction");
  EXPECT_TRUE(second.find("usage")->find("input_tokens")->is_null());
  EXPECT_TRUE(second.find("fault")->is_null());
  EXPECT_TRUE(json::read_unique(json::write(made)));
}

}  // namespace
}  // namespace tenon
