// The machine without a driver: what it asks for, step by step.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tenon/machine.hpp>

namespace tenon::asking {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr instant start{};

struct fixture {
  request what{.prompt = "Count."};
  target to;
  setup how;

  fixture() {
    to.shape = *schema::program::compile_text(
        R"({"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false})");
    how.policy = policies::incidentops();
    how.hops = {{.model = "test"}};
  }
};

model_reply saying(std::string text) {
  model_reply r;
  r.text = std::move(text);
  return r;
}

model_failure failing(failure_kind kind) {
  model_failure f;
  f.why.kind = kind;
  return f;
}

TEST(Machine, a_good_reply_finishes_it) {
  fixture f;
  machine m(f.what, f.to, f.how);
  const auto first = m.start(start);
  ASSERT_TRUE(std::holds_alternative<send>(first));
  EXPECT_TRUE(m.account().attempts.empty()) << "an attempt counts when it has been made";
  EXPECT_TRUE(std::holds_alternative<finished>(m.on_answer(saying(R"({"n":1})"), start + 2s, 0)));
  EXPECT_EQ(m.failure(), nullptr);
  EXPECT_EQ(m.root().find("n")->to_int64(), 1);
  EXPECT_EQ(m.account().elapsed, duration(2s));
}

TEST(Machine, a_bad_reply_is_answered_with_a_correction_at_once) {
  fixture f;
  machine m(f.what, f.to, f.how);
  m.start(start);
  const auto next = m.on_answer(saying(R"({"m":1})"), start, 0);
  const auto* again = std::get_if<send>(&next);
  ASSERT_NE(again, nullptr);
  EXPECT_THAT(again->request.messages.back().text, HasSubstr("Output JSON validation failed because of:"));
}

TEST(Machine, a_transport_failure_is_a_pause_and_then_the_same_request) {
  fixture f;
  machine m(f.what, f.to, f.how);
  const auto first = m.start(start);
  const auto next = m.on_answer(failing(failure_kind::overloaded), start + 1s, ~std::uint64_t{0});
  const auto* wait = std::get_if<pause>(&next);
  ASSERT_NE(wait, nullptr);
  EXPECT_EQ(wait->until, start + 1s + 500ms);
  const auto again = m.on_wake(wait->until);
  ASSERT_TRUE(std::holds_alternative<send>(again));
  EXPECT_EQ(std::get<send>(again).request.messages, std::get<send>(first).request.messages);
}

TEST(Machine, S4_06_a_model_that_judges_its_own_output_is_answered_with_a_correction_too) {
  // A provider may check what it generated and fail the call, with the text it refused.
  fixture f;
  machine m(f.what, f.to, f.how);
  const auto first = m.start(start);
  auto refused = failing(failure_kind::not_json);
  refused.why.code = "json_validate_failed";
  refused.partial_text = "n is one";
  const auto next = m.on_answer(refused, start, 0);
  const auto* again = std::get_if<send>(&next);
  ASSERT_NE(again, nullptr);
  EXPECT_NE(again->request.messages, std::get<send>(first).request.messages);
  EXPECT_THAT(again->request.messages.back().text, HasSubstr("n is one"));
}

TEST(Machine, who_oversleeps_the_total_starts_no_attempt) {
  fixture f;
  machine m(f.what, f.to, f.how);
  m.start(start);
  ASSERT_TRUE(std::holds_alternative<pause>(
      m.on_answer(failing(failure_kind::overloaded), start, std::uint64_t{1} << 63)));
  EXPECT_TRUE(std::holds_alternative<finished>(m.on_wake(start + 61s)));
  ASSERT_NE(m.failure(), nullptr);
  EXPECT_EQ(m.failure()->kind, failure_kind::overloaded);
  EXPECT_TRUE(m.failure()->attempts_exhausted);
}

TEST(Machine, a_stop_ends_it_and_nothing_moves_it_again) {
  fixture f;
  machine m(f.what, f.to, f.how);
  m.start(start);
  EXPECT_TRUE(std::holds_alternative<finished>(m.on_stop(start)));
  EXPECT_EQ(m.failure()->kind, failure_kind::cancelled);
  EXPECT_TRUE(std::holds_alternative<finished>(m.on_answer(saying(R"({"n":1})"), start, 0)));
  EXPECT_TRUE(std::holds_alternative<finished>(m.on_wake(start)));
  EXPECT_EQ(m.failure()->kind, failure_kind::cancelled);
}

TEST(Machine, an_answer_that_nobody_asked_for_changes_nothing) {
  fixture f;
  machine m(f.what, f.to, f.how);
  m.start(start);
  m.on_answer(saying(R"({"n":1})"), start, 0);
  m.on_answer(saying(R"({"n":2})"), start, 0);
  EXPECT_EQ(m.root().find("n")->to_int64(), 1);
  EXPECT_EQ(m.account().attempts.size(), 1U);
}

TEST(Machine, the_same_steps_give_the_same_report) {
  const auto run = [] {
    fixture f;
    machine m(f.what, f.to, f.how);
    m.start(start);
    m.on_answer(saying("Sure!"), start + 1s, 7);
    m.on_answer(saying(R"({"n":"x"})"), start + 2s, 7);
    return to_json(m.account());
  };
  EXPECT_EQ(run(), run());
}

TEST(Machine, S1_22_S1_23_shape_is_judged_before_meaning_and_apart_from_it) {
  fixture f;
  std::vector<std::string> order;
  f.how.checks.emplace_back([&](const value&) {
    order.emplace_back("check");
    return problems{};
  });
  f.to.take = [&](const value&) {
    order.emplace_back("bind");
    return problems{};
  };
  machine m(f.what, f.to, f.how);
  m.start(start);
  m.on_answer(saying(R"({"n":"x"})"), start, 0);
  EXPECT_TRUE(order.empty()) << "neither binding nor checks see what the schema refuses";
  m.on_answer(saying(R"({"n":1})"), start, 0);
  EXPECT_EQ(order, (std::vector<std::string>{"bind", "check"}));
}

TEST(Machine, whatever_a_model_says_the_machine_ends_within_its_attempts) {
  const std::vector<model_answer> answers{saying(""),
                                          saying("Sure!"),
                                          saying("{"),
                                          saying(R"({"n":"x"})"),
                                          saying("[1,2"),
                                          saying("null"),
                                          saying("\xff\xfe"),
                                          failing(failure_kind::timed_out),
                                          saying("{}{}"),
                                          saying(R"({"n":1.5})"),
                                          saying(R"({"n":1,"n":2})"),
                                          failing(failure_kind::protocol_error)};
  for (std::size_t seed = 0; seed < answers.size() * answers.size(); ++seed) {
    fixture f;
    machine m(f.what, f.to, f.how);
    auto next = m.start(start);
    std::size_t steps = 0;
    while (!std::holds_alternative<finished>(next)) {
      ASSERT_LT(++steps, 20U);
      const auto at = (seed / (steps % 2 == 0 ? answers.size() : 1) + steps) % answers.size();
      next = std::holds_alternative<pause>(next) ? m.on_wake(std::get<pause>(next).until)
                                                 : m.on_answer(answers[at], start, seed);
    }
    EXPECT_LE(m.account().attempts.size(), 3U);
    EXPECT_NE(m.failure(), nullptr);
  }
}

}  // namespace
}  // namespace tenon::asking
