#include <gtest/gtest.h>

#include <tenon/policy.hpp>

namespace tenon {
namespace {

using namespace std::chrono_literals;

TEST(Policy, X_01_the_presets_are_those_of_the_sources) {
  const auto spring = policies::spring();
  EXPECT_EQ(spring.max_attempts, 4U);
  EXPECT_EQ(spring.max_corrections, 3U);
  EXPECT_EQ(spring.max_larger_caps, 0U);
  EXPECT_EQ(spring.max_transport_retries, 0U);
  EXPECT_FALSE(spring.total_timeout);
  EXPECT_FALSE(spring.attempt_timeout);

  const auto opsagent = policies::opsagent();
  EXPECT_EQ(opsagent.max_attempts, 3U);
  EXPECT_EQ(opsagent.max_corrections, 2U);
  EXPECT_EQ(opsagent.max_larger_caps, 0U);
  EXPECT_EQ(opsagent.max_transport_retries, 0U);

  const auto incidentops = policies::incidentops();
  EXPECT_EQ(incidentops.max_attempts, 3U);
  EXPECT_EQ(incidentops.max_corrections, 1U);
  EXPECT_EQ(incidentops.max_larger_caps, 1U);
  EXPECT_EQ(incidentops.max_transport_retries, 2U);
  EXPECT_EQ(incidentops.attempt_timeout, duration(30s));
  EXPECT_EQ(incidentops.total_timeout, duration(60s));
  EXPECT_EQ(incidentops.max_wait, duration(30s));
}

TEST(Policy, S2_51_no_preset_corrects_more_than_three_times) {
  for (const auto& p : {policies::spring(), policies::opsagent(), policies::incidentops(), policies::local(),
                        policies::once()}) {
    EXPECT_LE(p.max_corrections, 3U) << p.name;
  }
}

TEST(Policy, the_local_preset_has_the_times_of_a_small_processor) {
  const auto p = policies::local();
  EXPECT_EQ(p.max_attempts, 3U);
  EXPECT_EQ(p.attempt_timeout, duration(180s));
  EXPECT_EQ(p.total_timeout, duration(400s));
  EXPECT_EQ(policies::standard(true).attempt_timeout, p.attempt_timeout);
  EXPECT_EQ(policies::standard(false), policies::incidentops());
}

TEST(Policy, S2_43_five_repeats_are_six_calls) {
  EXPECT_EQ(policies::spring(5).max_attempts, 6U);
  EXPECT_EQ(policies::spring(5).max_corrections, 5U);
}

TEST(Policy, X_23_without_validation_spring_makes_one_call) {
  EXPECT_EQ(policies::spring(0).max_attempts, 1U);
  EXPECT_EQ(policies::spring(0).max_corrections, 0U);
}

TEST(Policy, every_preset_is_sound_and_found_by_its_name) {
  for (const auto& p : {policies::spring(), policies::opsagent(), policies::incidentops(), policies::local(),
                        policies::once()}) {
    EXPECT_FALSE(check(p)) << p.name;
    const auto found = policies::by_name(p.name);
    ASSERT_TRUE(found) << p.name;
    EXPECT_EQ(*found, p);
  }
}

TEST(Policy, an_unknown_name_is_told_the_names_there_are) {
  const auto found = policies::by_name("sprung");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, failure_kind::invalid_argument);
  EXPECT_NE(found.error().expected.find("incidentops"), std::string::npos);
}

TEST(Policy, a_contradiction_names_its_member) {
  const auto place = [](auto change) {
    auto p = policies::incidentops();
    change(p);
    const auto wrong = check(p);
    return wrong ? wrong->place : std::string("none");
  };
  EXPECT_EQ(place([](policy&) {}), "none");
  EXPECT_EQ(place([](policy& p) { p.max_attempts = 0; }), "policy.max_attempts");
  EXPECT_EQ(place([](policy& p) { p.max_attempts = 4'000'000'000U; }), "policy.max_attempts");
  EXPECT_EQ(place([](policy& p) { p.attempt_timeout = 0s; }), "policy.attempt_timeout");
  EXPECT_EQ(place([](policy& p) { p.total_timeout = -1s; }), "policy.total_timeout");
  EXPECT_EQ(place([](policy& p) { p.max_wait = -1s; }), "policy.max_wait");
  EXPECT_EQ(place([](policy& p) { p.base_backoff = -1ms; }), "policy.base_backoff");
  EXPECT_EQ(place([](policy& p) { p.larger_cap_factor = 1; }), "policy.larger_cap_factor");
  EXPECT_EQ(place([](policy& p) { p.max_feedback = 10; }), "policy.max_feedback");
}

}  // namespace
}  // namespace tenon
