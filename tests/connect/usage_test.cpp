// What a call cost: per attempt, summed, on success and on failure.
#include "page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tenon {
namespace {

using pages::about;
using pages::bench;
using pages::good;
using pages::only_title;
using pages::Page;
using pages::with;

TEST(Usage, S1_38_usage_is_summed_over_all_attempts_failed_ones_included) {
  bench b({step::reply(only_title).used(6, 4), step::reply(only_title).used(12, 8),
           step::reply(good).used(20, 10)},
          with(policies::opsagent()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page);
  EXPECT_EQ(page.report().usage.tokens(), 60U);
}

TEST(Usage, S1_39_every_attempt_has_its_own_entry) {
  bench b({step::reply(only_title).used(6, 4), step::reply(good).used(12, 8)}, with(policies::opsagent()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page);
  ASSERT_EQ(page.report().attempts.size(), 2U);
  EXPECT_EQ(page.report().attempts[0].usage.input_tokens, 6U);
  EXPECT_EQ(page.report().attempts[1].usage.output_tokens, 8U);
}

TEST(Usage, S4_14_the_report_holds_the_total_not_the_last_attempt) {
  bench b({step::reply(only_title).used(100, 20), step::reply(good).used(130, 20)}, with(policies::spring()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page);
  EXPECT_EQ(page.report().usage.input_tokens, 230U);
  EXPECT_EQ(page.report().usage.output_tokens, 40U);
}

TEST(Usage, nothing_is_lost_when_the_call_fails) {
  bench b({step::reply(only_title).used(100, 20)}, with(policies::spring()), pages::repeating());
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_EQ(page.report().usage.tokens(), 480U);
  EXPECT_EQ(page.failure().report()->usage.tokens(), 480U);
}

TEST(Usage, S2_54_value_and_metadata_come_together) {
  bench b({step::reply(good).used(5, 7).id("r-9").answered_by("m-1")});
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page);
  EXPECT_EQ(page->component, "spring-ai");
  EXPECT_EQ(page.report().usage.tokens(), 12U);
  EXPECT_EQ(page.report().attempts[0].reply_id, "r-9");
  EXPECT_EQ(page.report().attempts[0].model, "m-1");
}

TEST(Usage, S2_55_X_12_missing_usage_counts_as_nothing_and_is_counted) {
  bench b({step::reply(only_title), step::reply(good).used(5, 7)}, with(policies::spring()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page);
  EXPECT_EQ(page.report().usage.tokens(), 12U);
  EXPECT_EQ(page.report().usage.attempts_without_usage, 1U);
  EXPECT_EQ(page.report().attempts[0].usage.input_tokens, std::nullopt);
}

TEST(Usage, S2_55_a_missing_value_counts_as_nothing_too) {
  bench b({step::fails(failure_kind::bad_request)});
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_EQ(page.report().usage.tokens(), 0U);
}

TEST(Usage, a_failed_call_that_was_paid_for_is_accounted) {
  bench b({step::fails(failure_kind::incomplete_stream).used(50, 5).partial("{\"title\":"),
           step::reply(good).used(50, 20)},
          with(policies::incidentops()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page) << page.explain();
  EXPECT_EQ(page.report().usage.tokens(), 125U);
  EXPECT_EQ(page.report().attempts[0].reply, "{\"title\":");
}

}  // namespace
}  // namespace tenon
