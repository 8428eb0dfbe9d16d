// A real server refuses, is not ready, or is gone: what becomes of it.
#include "serving.hpp"

#include <cstdlib>
#include <gmock/gmock.h>

#include <tenon/clock.hpp>

namespace tenon {
namespace {

using test::asking;
using testing::HasSubstr;
using testing::Not;

class FailingServer : public test::Served {};

constexpr const char* right_key = "sk-canary-of-the-right-key";
constexpr const char* wrong_key = "sk-canary-of-the-wrong-key";

TEST_F(FailingServer, a_schema_that_it_refuses_degrades_for_all_to_see) {
  serve();
  auto how = server().configuration();
  // Sent as it is, with more repetitions than the server takes in a grammar.
  how.providers["plain"] = {.profile = "openai-compatible", .base_url = server().url(), .proxy = "none"};
  const auto shape = test::compiled(
      R"({"type":"object","properties":{"code":{"type":"string","minLength":3000}},"required":["code"]})");
  auto limits = policies::opsagent();
  limits.max_output_tokens = 60;
  const auto model = open(how, "plain:smollm2-135m");
  const auto refused = call(*model, asking(output_mode::native, 60, shape));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().why.kind, failure_kind::schema_rejected) << explain(refused.error().why);

  const auto got =
      client(model, {.policy = limits, .mode = output_mode::native}).ask(shape, {.prompt = test::report});
  const auto& account = got.report();
  ASSERT_GE(account.attempts.size(), 2U) << got.explain();
  EXPECT_EQ(account.attempts[0].fault, failure_kind::schema_rejected) << got.explain();
  EXPECT_EQ(account.attempts[1].cause, attempt_cause::other_mode);
  EXPECT_EQ(account.attempts[1].mode, output_mode::prompt);
  EXPECT_EQ(account.requested_mode, output_mode::native);
  EXPECT_TRUE(account.degraded);
  EXPECT_THAT(account.notes, testing::Contains(HasSubstr("mode native is left")));
}

TEST_F(FailingServer, a_context_that_is_too_small_is_told) {
  const auto model = serve();  // 2048 tokens
  auto what = asking(output_mode::prompt, 20);
  for (int i = 0; i < 600; ++i) what.messages.back().text += " and then payments-api failed again";
  for (const bool streamed : {false, true}) {
    std::function<void(std::string_view, std::uint64_t)> hears;
    if (streamed) hears = [](std::string_view, std::uint64_t) {};
    const auto got = call(*model, what, {}, hears);
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().why.kind, failure_kind::context_too_long) << explain(got.error().why);
    ASSERT_TRUE(got.error().exchange);
    EXPECT_EQ(got.error().exchange->status, 400);
  }
}

TEST_F(FailingServer, a_wrong_key_is_unauthorized_and_stands_in_no_message) {
  start({"--api-key", right_key});
  ASSERT_TRUE(server().wait_until_ready());
  auto how = server().configuration();
  how.providers["llamacpp"].key_variable = "TENON_TEST_SERVER_KEY";
  ::setenv("TENON_TEST_SERVER_KEY", wrong_key, 1);
  const auto refused = call(*open(how), asking(output_mode::prompt, 5));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().why.kind, failure_kind::unauthorized);
  EXPECT_EQ(refused.error().exchange->status, 401);

  const auto got = client(open(how)).ask(test::reading(), {.prompt = test::report});
  ASSERT_FALSE(got);
  EXPECT_EQ(got.failure().kind, failure_kind::unauthorized);
  EXPECT_EQ(got.attempts(), 1U);  // it would be refused again
  for (const auto& text : {explain(refused.error().why), got.explain(), json::write(to_json(got.report()))}) {
    EXPECT_THAT(text, Not(HasSubstr("canary")));
  }

  ::setenv("TENON_TEST_SERVER_KEY", right_key, 1);
  const auto taken = call(*open(how), asking(output_mode::prompt, 5));
  ::unsetenv("TENON_TEST_SERVER_KEY");
  EXPECT_TRUE(taken) << explain(taken.error().why);
}

TEST_F(FailingServer, one_that_still_loads_is_overloaded_and_a_retry_gets_through) {
  const int status = start({"--load-mode", "none"}).wait_until_it_answers();
  if (status == 200) GTEST_SKIP() << "skipped: it had loaded before it was asked";
  ASSERT_EQ(status, 503);
  auto patient = policies::once();
  patient.max_attempts = 100;
  patient.max_transport_retries = 99;
  patient.base_backoff = patient.max_backoff = std::chrono::seconds(1);
  patient.max_output_tokens = 120;
  const auto model = open(server().configuration());
  const auto early = call(*model, asking(output_mode::prompt, 5));
  if (early) GTEST_SKIP() << "skipped: it had loaded before it was asked";
  EXPECT_EQ(early.error().why.kind, failure_kind::overloaded) << explain(early.error().why);
  EXPECT_EQ(group_of(early.error().why.kind), failure_group::unavailable);

  const auto got = client(model, {.policy = patient, .mode = output_mode::native})
                       .ask(test::reading(), {.prompt = test::report});
  EXPECT_TRUE(got) << got.explain();
  const auto& all = got.report().attempts;
  EXPECT_FALSE(all.back().fault);
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    EXPECT_EQ(all[i].fault, failure_kind::overloaded);
    EXPECT_EQ(all[i + 1].cause, attempt_cause::transport_retry);
  }
}

TEST_F(FailingServer, one_that_is_gone_is_a_network_error) {
  const auto model = serve();
  ASSERT_TRUE(call(*model, asking(output_mode::prompt, 5)));
  server().kill();
  const auto got = call(*model, asking(output_mode::prompt, 5));
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().why.kind, failure_kind::network_error) << explain(got.error().why);
}

TEST_F(FailingServer, one_that_goes_in_the_middle_of_a_stream_leaves_what_had_come) {
  const auto model = serve();
  std::size_t pieces = 0;
  const auto got = call(*model, asking(output_mode::native, 1900, test::long_list(1500)), {},
                        [&](std::string_view, std::uint64_t) {
                          if (++pieces == 3) server().kill();
                        });
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().why.kind, failure_kind::incomplete_stream) << explain(got.error().why);
  EXPECT_THAT(got.error().partial_text, testing::StartsWith("["));
}

}  // namespace
}  // namespace tenon
