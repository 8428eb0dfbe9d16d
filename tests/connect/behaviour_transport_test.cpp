// Rows of the comparison with the engine that most requirements were written against (the rows that a
// connection decides), each as what a user of the client sees.
#include "over_http.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

#include <tenon/fake_clock.hpp>
#include <tenon/scripted.hpp>

#if TENON_HTTP
namespace tenon {
namespace {

using namespace std::chrono_literals;
using namespace over_http;
using ::testing::HasSubstr;

/// What a server of its own says to the calls in turn, the last of them again and again.
struct line {
  using answering = std::function<bool(connection&)>;
  fake_clock time = {};
  std::vector<answering> script;
  std::atomic<std::size_t> next = 0;
  server at;

  explicit line(std::vector<answering> says)
      : script(std::move(says)), at([this](connection& c, const received&) {
          return script[std::min(next++, script.size() - 1)](c);
        }) {}

  outcome<Trip> ask(policy rules) {
    return client(only(at), {.policy = patient(std::move(rules)), .world = time.world()})
        .ask<Trip>(question());
  }
};

line::answering says(std::string_view body, std::string status = "200 OK", std::string_view headers = {}) {
  return [text = std::string(body), status = std::move(status),
          all = std::string(json_type) + std::string(headers)](connection& c) {
    return c.answer(text, all, status);
  };
}

/// A reply of the model with this finish reason (JSON) and these members of its message.
std::string reply(std::string_view finish, std::string_view message) {
  return R"({"id":"r","choices":[{"index":0,"finish_reason":)" + std::string(finish) + R"(,"message":{)" +
         std::string(message) + R"(}}],"usage":{"prompt_tokens":20,"completion_tokens":9}})";
}
constexpr std::string_view paris = R"("role":"assistant","content":"{\"city\":\"Paris\",\"days\":3}")";
constexpr std::string_view busy = R"({"error":{"message":"busy","type":"server_error","code":null}})";

policy retrying_twice() {
  auto p = policies::spring();
  p.max_transport_retries = 2;
  return p;
}

TEST(Behaviour, row_11_a_refusal_keeps_its_text_and_costs_one_call) {
  line l(
      {says(reply("\"stop\"", R"("role":"assistant","content":null,"refusal":"I cannot help with that.")"))});
  const auto got = l.ask(retrying_twice());
  ASSERT_FALSE(got);
  EXPECT_EQ(got.failure().kind, failure_kind::refused);
  EXPECT_EQ(got.failure().refusal, "I cannot help with that.");
  EXPECT_EQ(l.at.requests(), 1U);
}

TEST(Behaviour, row_11_a_filtered_reply_that_parses_is_no_value) {
  line l({says(reply("\"content_filter\"", paris))});
  const auto got = l.ask(retrying_twice());
  ASSERT_FALSE(got);
  EXPECT_EQ(got.failure().kind, failure_kind::content_filtered);
  EXPECT_EQ(l.at.requests(), 1U);
}

TEST(Behaviour, row_11_a_cut_reply_that_parses_is_asked_for_with_a_larger_cap) {
  auto rules = retrying_twice();
  rules.max_larger_caps = 1;
  rules.max_output_tokens = 100;
  line l({says(reply("\"length\"", paris)), says(right)});
  const auto got = l.ask(rules);
  ASSERT_TRUE(got) << got.explain();
  ASSERT_EQ(got.report().attempts.size(), 2U);
  EXPECT_EQ(got.report().attempts[0].fault, failure_kind::truncated);
  EXPECT_EQ(got.report().attempts[1].cause, attempt_cause::larger_cap);
  EXPECT_GT(got.report().attempts[1].max_output_tokens, 100U);
}

TEST(Behaviour, row_17_a_wait_beyond_the_policy_is_not_waited) {
  line l({says(busy, "429 Slow", "Retry-After: 90\r\n"), says(right)});
  const auto got = l.ask(retrying_twice());
  ASSERT_FALSE(got);
  EXPECT_EQ(got.failure().kind, failure_kind::rate_limited);
  EXPECT_EQ(l.at.requests(), 1U);
  EXPECT_EQ(l.time.elapsed(), duration::zero());
}

TEST(Behaviour, row_17_a_wait_within_the_policy_and_beyond_the_time_left_is_not_waited) {
  auto rules = retrying_twice();
  rules.total_timeout = 20s;  // of the fake clock, which nothing else moves
  line l({says(busy, "429 Slow", "Retry-After: 25\r\n"), says(right)});
  const auto got = client(only(l.at), {.policy = rules, .world = l.time.world()}).ask<Trip>(question());
  ASSERT_FALSE(got);
  EXPECT_EQ(l.at.requests(), 1U);
  EXPECT_EQ(l.time.elapsed(), duration::zero());
}

TEST(Behaviour, row_17_a_date_in_the_past_means_now) {
  line l({says(busy, "503 Busy", "Retry-After: Fri, 31 Dec 1999 23:59:59 GMT\r\n"), says(right)});
  const auto got = l.ask(retrying_twice());
  ASSERT_TRUE(got) << got.explain();
  EXPECT_EQ(l.at.requests(), 2U);
  EXPECT_EQ(l.time.elapsed(), duration::zero());
}

TEST(Behaviour, row_18_what_goes_over_the_wire_is_what_the_report_says) {
  for (const auto status : {"408 Late", "503 Busy"}) {
    for (const unsigned retries : {0U, 2U}) {
      auto rules = retrying_twice();
      rules.max_transport_retries = retries;
      line l({says(busy, status, "Retry-After: 0\r\n")});
      const auto got = l.ask(rules);
      ASSERT_FALSE(got);
      EXPECT_EQ(l.at.requests(), 1U + retries) << status;
      EXPECT_EQ(got.report().attempts.size(), 1U + retries) << status;
    }
  }
}

TEST(Behaviour, row_19_an_exhausted_quota_costs_one_call_and_a_rate_limit_is_waited_for) {
  constexpr std::string_view quota =
      R"({"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}})";
  constexpr std::string_view rate =
      R"({"error":{"message":"Rate limit reached","type":"requests","code":"rate_limit_exceeded"}})";
  line spent({says(quota, "429 Too Many Requests", "Retry-After: 1\r\n"), says(right)});
  const auto none = spent.ask(retrying_twice());
  ASSERT_FALSE(none);
  EXPECT_EQ(none.failure().kind, failure_kind::quota_exhausted);
  EXPECT_EQ(spent.at.requests(), 1U);
  line slow({says(rate, "429 Too Many Requests", "Retry-After: 1\r\n"), says(right)});
  const auto later = slow.ask(retrying_twice());
  ASSERT_TRUE(later) << later.explain();
  EXPECT_EQ(later.report().attempts[0].fault, failure_kind::rate_limited);
  EXPECT_EQ(slow.time.elapsed(), duration(1s));
}

TEST(Behaviour, row_20_faults_behind_a_good_status_are_told_apart) {
  const auto cut_body = [](connection& c) {
    c.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{\"id\":");
    return false;
  };
  struct row {
    const char* what;
    line::answering says;
    failure_kind kind;
    std::size_t calls;
  };
  const std::vector<row> rows{
      // Whoever answers there will answer the same again.
      {"a page", [](connection& c) { return c.answer("<html>Proxy</html>", "Content-Type: text/html\r\n"); },
       failure_kind::protocol_error, 1},
      {"cut JSON", says(right.substr(0, 80)), failure_kind::protocol_error, 3},
      {"closed in the middle", cut_body, failure_kind::incomplete_stream, 3},
      {"an error in band", says(R"({"error":{"message":"The server had an error","code":502}})"),
       failure_kind::provider_error, 3},
  };
  std::set<std::pair<failure_kind, std::string>> kinds;
  for (const row& r : rows) {
    line l({r.says});
    const auto got = l.ask(retrying_twice());
    ASSERT_FALSE(got) << r.what;
    EXPECT_EQ(got.failure().kind, r.kind) << r.what << ": " << got.explain();
    EXPECT_EQ(l.at.requests(), r.calls) << r.what;
    kinds.emplace(got.failure().kind, got.failure().errors.at(0).code);
    line again({r.says, says(right)});
    EXPECT_EQ(static_cast<bool>(again.ask(retrying_twice())), r.calls > 1) << r.what;
  }
  EXPECT_EQ(kinds.size(), rows.size());
}

TEST(Behaviour, row_20_silence_before_the_headers_is_no_reset) {
  line reset({[](connection&) { return false; }});
  EXPECT_EQ(reset.ask(policies::once()).failure().kind, failure_kind::network_error);
  test::signal over;
  line silent({[&](connection&) {
    over.wait();
    return false;
  }});
  auto rules = policies::once();
  rules.attempt_timeout = 50ms;
  rules.total_timeout.reset();
  const auto got = client(only(silent.at), {.policy = rules}).ask<Trip>(question());
  over.give();
  ASSERT_FALSE(got);
  EXPECT_EQ(got.failure().kind, failure_kind::timed_out);
}

TEST(Behaviour, row_21_a_reply_without_an_id_or_a_finish_reason_is_read_and_noted) {
  line no_reason({says(reply("null", paris))});
  const auto got = no_reason.ask(retrying_twice());
  ASSERT_TRUE(got) << got.explain();
  EXPECT_EQ(got->city, "Paris");
  EXPECT_THAT(got.report().attempts[0].notes, testing::Contains(HasSubstr("finish")));
  line no_id({says(R"({"choices":[{"finish_reason":"stop","message":{)" + std::string(paris) + "}}]}")});
  EXPECT_TRUE(no_id.ask(retrying_twice()));
}

TEST(Behaviour, row_27_the_program_of_a_type_is_built_once_for_all_calls_and_threads) {
  auto model = scripted({step(R"({"city":"Paris","days":3})")},
                        {.can = {.native_schema = true}, .after = after_script::repeat_last});
  const client c(model, {.policy = policies::once(), .mode = output_mode::native});
  std::vector<std::jthread> callers;
  callers.reserve(32);
  for (int n = 0; n < 32; ++n) {
    callers.emplace_back([&] { EXPECT_TRUE(c.ask<Trip>(question())); });
  }
  callers.clear();
  std::set<const value*> programs;
  for (const auto& r : model->requests()) programs.insert(&r.shape->document());
  EXPECT_EQ(model->calls(), 32U);
  EXPECT_EQ(programs.size(), 1U);
}

}  // namespace
}  // namespace tenon
#endif
