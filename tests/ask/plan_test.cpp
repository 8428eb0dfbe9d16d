// The plan is a table, and so is its test: plan_cases.jsonl, one case a line. "chance" is the number
// drawn: the least, the most, or (default) one in the middle.
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <string>

#include <tenon/plan.hpp>
#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace tenon::asking {
namespace {

using std::chrono::milliseconds;

std::vector<value> cases() {
  std::ifstream file(TENON_TEST_FILES "/plan_cases.jsonl");
  std::vector<value> all;
  for (std::string line; std::getline(file, line);) all.push_back(*json::read_unique(line));
  return all;
}

std::string text(const value& of, std::string_view name, std::string fallback = {}) {
  const auto* found = of.find(name);
  return found == nullptr ? fallback : std::string(found->string());
}

std::int64_t number(const value* of, std::string_view name, std::int64_t fallback) {
  const auto* found = of == nullptr ? nullptr : of->find(name);
  return found == nullptr ? fallback : found->to_int64().value();
}

stage stage_named(std::string_view name) {
  if (name == "inspect") return stage::inspect;
  if (name == "read") return stage::read;
  if (name == "validate") return stage::validate;
  if (name == "bind") return stage::bind;
  if (name == "verbatim") return stage::verbatim;
  if (name == "check") return stage::check;
  return stage::transport;
}

std::string name_of(decision::move m) {
  switch (m) {
    case decision::move::stop:
      return "stop";
    case decision::move::correct:
      return "correct";
    case decision::move::larger_cap:
      return "larger_cap";
    case decision::move::retry:
      return "retry";
    case decision::move::other_mode:
      return "other_mode";
    case decision::move::fall_back:
      return "fall_back";
  }
  return "?";
}

std::uint64_t chance(std::string_view name) {
  if (name == "least") return 0;
  if (name == "most") return std::numeric_limits<std::uint64_t>::max();
  return std::uint64_t{1} << 63;
}

spent spent_of(const value* of) {
  spent s;
  s.attempts = static_cast<unsigned>(number(of, "attempts", 1));
  s.corrections = static_cast<unsigned>(number(of, "corrections", 0));
  s.semantic_corrections = static_cast<unsigned>(number(of, "semantic_corrections", 0));
  s.larger_caps = static_cast<unsigned>(number(of, "larger_caps", 0));
  s.transport_retries = static_cast<unsigned>(number(of, "transport_retries", 0));
  s.retries_here = static_cast<unsigned>(number(of, "retries_here", 0));
  s.time = milliseconds(number(of, "time_ms", 0));
  if (const auto cap = number(of, "cap", 0); cap > 0) s.cap = static_cast<std::uint32_t>(cap);
  return s;
}

class PlanCase : public testing::TestWithParam<value> {};

TEST_P(PlanCase, decides) {
  const auto& c = GetParam();
  auto rules = *policies::by_name(text(c, "policy"));
  rules.max_semantic_corrections = static_cast<unsigned>(number(&c, "semantic", 0));
  fault why{.kind = *failure_kind_from(text(c, "fault")), .stage = stage_named(text(c, "stage"))};
  if (c.find("retry_after_ms") != nullptr) why.retry_after = milliseconds(number(&c, "retry_after_ms", 0));
  if (const auto* word = c.find("should_retry")) why.should_retry = word->boolean();
  rules.retries_before_fallback = static_cast<unsigned>(number(&c, "retries_before_fallback", 0));
  leeway room;
  if (const auto* other = c.find("other_model")) room.other_model = other->boolean();
  if (const auto* correctable = c.find("correctable")) room.correctable = correctable->boolean();
  if (const auto* other = c.find("other_mode")) room.other_mode = other->boolean();
  if (const auto cap = number(&c, "largest_cap", 0); cap > 0)
    room.largest_cap = static_cast<std::uint32_t>(cap);

  const auto got = plan(rules, spent_of(c.find("spent")), why, room, chance(text(c, "chance")));
  const auto& expected = *c.find("expect");
  EXPECT_EQ(name_of(got.next), text(expected, "move"));
  const auto* exhausted = expected.find("exhausted");
  EXPECT_EQ(got.exhausted, exhausted != nullptr && exhausted->boolean());
  if (expected.find("wait_ms") != nullptr) {
    EXPECT_EQ(got.wait, duration(milliseconds(number(&expected, "wait_ms", 0))));
  }
  if (expected.find("cap") != nullptr) {
    EXPECT_EQ(got.cap.value_or(0), static_cast<std::uint32_t>(number(&expected, "cap", 0)));
  }
  if (expected.find("cause") != nullptr) {
    EXPECT_EQ(to_string(got.cause), text(expected, "cause"));
  }
}

INSTANTIATE_TEST_SUITE_P(Table, PlanCase, testing::ValuesIn(cases()),
                         [](const auto& c) { return text(c.param, "name", "unnamed"); });

TEST(Plan, a_backoff_grows_to_its_ceiling_and_no_further) {
  auto rules = policies::incidentops();
  rules.max_attempts = 100;
  rules.max_transport_retries = 100;
  rules.total_timeout.reset();
  for (unsigned retries = 0; retries < 99; ++retries) {
    const auto got =
        plan(rules, {.attempts = retries + 1, .transport_retries = retries},
             {.kind = failure_kind::network_error}, {}, std::numeric_limits<std::uint64_t>::max());
    const auto expected = retries < 4 ? milliseconds(500 << retries) : milliseconds(8000);
    EXPECT_EQ(got.wait, duration(expected)) << retries;
  }
}

TEST(Plan, S5_28_an_attempt_has_30_seconds_or_what_is_left_of_the_total) {
  const auto rules = policies::incidentops();
  EXPECT_EQ(time_for_attempt(rules, milliseconds(0)), duration(std::chrono::seconds(30)));
  EXPECT_EQ(time_for_attempt(rules, std::chrono::seconds(45)), duration(std::chrono::seconds(15)));
  EXPECT_EQ(time_for_attempt(policies::spring(), std::chrono::hours(5)), std::nullopt);
}

TEST(Plan, every_kind_of_failure_has_an_answer_and_none_goes_on_for_ever) {
  for (int k = 0; k <= static_cast<int>(failure_kind::cancelled); ++k) {
    const fault why{.kind = static_cast<failure_kind>(k), .stage = stage::check};
    for (const auto& rules :
         {policies::spring(), policies::opsagent(), policies::incidentops(), policies::local()}) {
      const spent all{.attempts = rules.max_attempts};
      EXPECT_EQ(plan(rules, all, why, {}, 1).next, decision::move::stop) << to_string(why.kind);
    }
  }
}

}  // namespace
}  // namespace tenon::asking
