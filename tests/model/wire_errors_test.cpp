// Which failure an error becomes: wire/errors.jsonl, one error of one service a line. It holds every row of
// the table in docs/providers.md, and every shape that error bodies have.
#include "golden.hpp"

#include <chrono>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

#include <tenon/wire.hpp>

namespace tenon {
namespace {

using namespace std::chrono_literals;

/// Nothing may show this, or enough of it to guess the rest.
constexpr std::string_view canary = "sk-canary-4f2b9c71d0e8a653";

struct error_case {
  value fields;
};

std::string text_in(const value& of, std::string_view name) {
  const value* found = of.find(name);
  return found != nullptr && found->is_string() ? std::string(found->string()) : std::string();
}

std::string name_of(const error_case& c) {
  return text_in(c.fields, "name");
}

void PrintTo(const error_case& c, std::ostream* out) {
  *out << name_of(c);
}

std::vector<error_case> cases() {
  std::vector<error_case> all;
  std::istringstream file(test::file_text(TENON_TEST_FILES "/wire/errors.jsonl"));
  for (std::string line; std::getline(file, line);) {
    auto fields = json::read_unique(line);
    if (fields) {
      all.push_back({*std::move(fields)});
    } else {
      ADD_FAILURE() << explain(fields.error()) << " in " << line;
    }
  }
  return all;
}

wire::provider provider_of(const error_case& c) {
  wire::provider p;
  p.how = wire::find_profile(text_in(c.fields, "profile"));
  p.model = "m";
  p.key = canary;
  return p;
}

std::string body_of(const error_case& c) {
  const value* body = c.fields.find("body");
  return body->is_string() ? std::string(body->string()) : json::write(*body);
}

wire::http_reply reply_of(const error_case& c, std::string body) {
  wire::http_reply got{.status = static_cast<int>(c.fields.find("status")->to_int64().value()),
                       .headers = {},
                       .body = std::move(body),
                       .received = std::chrono::sys_days(std::chrono::year(2026) / 12 / 1)};
  if (const value* headers = c.fields.find("headers")) {
    for (const auto& h : headers->members()) got.headers.push_back({h.name, std::string(h.value.string())});
  }
  return got;
}

model_answer answer_to(const error_case& c, std::string body) {
  // In a mode that sends a schema: without one there is none to be rejected.
  return wire::decode(provider_of(c), {.mode = output_mode::native}, {}, reply_of(c, std::move(body)));
}

class WireErrors : public testing::TestWithParam<error_case> {};

TEST_P(WireErrors, S5_26_the_word_of_the_provider_decides) {
  const auto& c = GetParam();
  const auto answer = answer_to(c, body_of(c));
  ASSERT_FALSE(answer) << answer->text;
  const auto& bad = answer.error();
  EXPECT_EQ(text_in(c.fields, "kind"), to_string(bad.why.kind)) << explain(bad.why);
  if (c.fields.find("code") != nullptr) {
    EXPECT_EQ(text_in(c.fields, "code"), bad.why.code);
  }
  EXPECT_NE(bad.why.message.find(text_in(c.fields, "message")), std::string::npos) << bad.why.message;
  if (const value* place = c.fields.find("place")) {
    EXPECT_EQ(place->string(), bad.why.place);
  }
  ASSERT_TRUE(bad.exchange);
  EXPECT_EQ(bad.exchange->status, reply_of(c, {}).status);
}

TEST_P(WireErrors, S5_21_says_how_long_to_wait_and_whether) {
  const auto& c = GetParam();
  const auto answer = answer_to(c, body_of(c));
  ASSERT_FALSE(answer);
  const auto& bad = answer.error();
  if (const value* wait = c.fields.find("retry_after_ms")) {
    const auto ms = wait->to_int64();
    EXPECT_EQ(bad.retry_after, ms ? std::optional<duration>(std::chrono::milliseconds(*ms)) : std::nullopt);
  }
  if (c.fields.find("retry_after_passed") != nullptr) {
    ASSERT_TRUE(bad.retry_after);
    EXPECT_LE(*bad.retry_after, duration::zero());
  }
  const value* again = c.fields.find("should_retry");
  EXPECT_EQ(bad.should_retry, again == nullptr ? std::nullopt : std::optional(again->boolean()));
}

// A service that quotes the key shows it to everybody who reads the log.
TEST_P(WireErrors, a_quoted_key_is_never_shown) {
  const auto& c = GetParam();
  for (const std::string_view quoted : {canary, canary.substr(0, 14), canary.substr(6)}) {
    auto body = body_of(c);
    for (auto at = body.find("\"m\""); at != std::string::npos; at = body.find("\"m\"", at + 1)) {
      body.replace(at, 3, "\"the key " + std::string(quoted) + " is wrong\"");
    }
    if (body == body_of(c)) body += std::string(quoted);
    const auto answer = answer_to(c, body);
    if (answer) continue;
    const auto& why = answer.error().why;
    for (const auto* text : {&why.message, &why.code, &why.found, &why.place, &why.expected}) {
      EXPECT_EQ(text->find(quoted.substr(0, 10)), std::string::npos) << *text;
      EXPECT_EQ(text->find("4f2b9c"), std::string::npos) << *text;
    }
  }
}

// However much of an error body arrives, it stays an error.
TEST_P(WireErrors, S5_43_a_body_cut_at_any_byte_stays_a_failure) {
  const auto& c = GetParam();
  const auto body = body_of(c);
  const bool is_success = reply_of(c, {}).status < 300;
  for (std::size_t length = 0; length < body.size(); ++length) {
    const auto answer = answer_to(c, body.substr(0, length));
    ASSERT_FALSE(answer) << "cut at " << length;
    // What the status no longer says is said by nobody: this is a body that was cut.
    if (is_success) {
      ASSERT_EQ(group_of(answer.error().why.kind), failure_group::unavailable) << length;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Wire, WireErrors, testing::ValuesIn(cases()),
                         [](const auto& c) { return name_of(c.param); });

}  // namespace
}  // namespace tenon
