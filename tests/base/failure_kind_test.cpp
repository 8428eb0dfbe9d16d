#include <gtest/gtest.h>
#include <set>
#include <string_view>

#include <tenon/failure_kind.hpp>

namespace {

using tenon::failure_group;
using tenon::failure_kind;

constexpr std::size_t count = static_cast<std::size_t>(failure_kind::cancelled) + 1;

TEST(FailureKind, every_kind_has_a_name_of_its_own_that_leads_back_to_it) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < count; ++i) {
    const auto kind = static_cast<failure_kind>(i);
    EXPECT_TRUE(names.insert(to_string(kind)).second);
    EXPECT_EQ(tenon::failure_kind_from(to_string(kind)), kind);
  }
}

TEST(FailureKind, an_unknown_name_is_no_kind) {
  EXPECT_EQ(tenon::failure_kind_from(""), std::nullopt);
  EXPECT_EQ(tenon::failure_kind_from("Timed_Out"), std::nullopt);
  EXPECT_EQ(tenon::failure_kind_from("attempts_exhausted"), std::nullopt);
}

TEST(FailureKind, each_kind_is_in_the_group_that_a_service_acts_on) {
  EXPECT_EQ(group_of(failure_kind::timed_out), failure_group::timed_out);
  EXPECT_EQ(group_of(failure_kind::network_error), failure_group::unavailable);
  EXPECT_EQ(group_of(failure_kind::rate_limited), failure_group::unavailable);
  EXPECT_EQ(group_of(failure_kind::circuit_open), failure_group::unavailable);
  EXPECT_EQ(group_of(failure_kind::quota_exhausted), failure_group::rejected);
  EXPECT_EQ(group_of(failure_kind::budget_exhausted), failure_group::rejected);
  EXPECT_EQ(group_of(failure_kind::content_filtered), failure_group::refused);
  EXPECT_EQ(group_of(failure_kind::truncated), failure_group::truncated);
  EXPECT_EQ(group_of(failure_kind::empty_reply), failure_group::invalid_output);
  EXPECT_EQ(group_of(failure_kind::malformed_tool_call), failure_group::invalid_output);
  EXPECT_EQ(group_of(failure_kind::cancelled), failure_group::cancelled);
}

TEST(FailureKind, groups_have_names) {
  EXPECT_EQ(to_string(failure_group::timed_out), "timed_out");
  EXPECT_EQ(to_string(failure_group::unavailable), "unavailable");
  EXPECT_EQ(to_string(failure_group::invalid_output), "invalid_output");
  EXPECT_EQ(to_string(failure_group::cancelled), "cancelled");
}

}  // namespace
