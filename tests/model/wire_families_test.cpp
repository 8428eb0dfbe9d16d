// What each family answers, as data: wire/FAMILY.jsonl, a reply or a stream a line, with what must become of
// it. A case may name the profile that it is read by. A name begins with the requirement, the case, or the
// line of section 16 of the list of quirks that it decides.
//
// The same data serve the properties: no cut of a reply is a reply, and however a text is cut into events,
// the same is read.
#include "golden.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

#include <tenon/wire.hpp>

namespace tenon {
namespace {

using wire::family;

struct spoken {
  family language;
  std::string_view profile;
  std::string_view file;
};

constexpr spoken languages[] = {
    {family::openai_chat, "openai", "chat"},
    {family::openai_responses, "openai-responses", "responses"},
    {family::anthropic, "anthropic", "anthropic"},
    {family::gemini, "gemini", "gemini"},
    {family::ollama, "ollama", "ollama"},
};

struct reply_case {
  spoken language;
  value fields;
};

std::string name_of(const reply_case& c) {
  return std::string(c.language.file) + "_" + std::string(c.fields.find("name")->string());
}

void PrintTo(const reply_case& c, std::ostream* out) {
  *out << name_of(c);
}

std::vector<reply_case> cases() {
  std::vector<reply_case> all;
  for (const auto& one : languages) {
    std::istringstream file(test::file_text(TENON_TEST_FILES "/wire/" + std::string(one.file) + ".jsonl"));
    for (std::string line; std::getline(file, line);) {
      auto fields = json::read_unique(line);
      if (!fields) {
        ADD_FAILURE() << one.file << ": " << explain(fields.error());
        continue;
      }
      all.push_back({one, *std::move(fields)});
    }
  }
  return all;
}

std::string text_in(const value& of, std::string_view name) {
  const value* found = of.find(name);
  return found != nullptr && found->is_string() ? std::string(found->string()) : std::string();
}

wire::provider provider_of(const reply_case& c) {
  const auto named = text_in(c.fields, "profile");
  wire::provider p;
  p.how = wire::find_profile(named.empty() ? c.language.profile : std::string_view(named));
  p.model = "m";
  return p;
}

/// A text as it is; JSON in its compact form.
std::string bytes_of(const value& said) {
  return said.is_string() ? std::string(said.string()) : json::write(said);
}

/// One case, asked and answered.
class exchange_of {
 public:
  explicit exchange_of(const reply_case& c) : case_(c), provider_(provider_of(c)) {
    const auto mode = text_in(c.fields, "mode");
    request_.mode = mode.empty() ? output_mode::prompt : output_mode_from(mode).value();
    request_.messages.push_back({role::user, "Hi"});
  }

  bool streamed() const { return case_.fields.find("events") != nullptr; }

  std::string body() const {
    const value* said = case_.fields.find("body");
    return said != nullptr ? json::write(*said) : text_in(case_.fields, "text");
  }

  model_answer decode(std::string body) const {
    wire::http_reply got{
        .status = 200, .headers = {{"content-type", content_type()}}, .body = std::move(body)};
    if (const value* status = case_.fields.find("status")) got.status = static_cast<int>(*status->to_int64());
    if (const value* headers = case_.fields.find("headers")) {
      for (const auto& [name, said, where] : headers->members()) {
        got.headers.push_back({name, std::string(said.string())});
      }
    }
    return wire::decode(provider_, request_, {}, got);
  }

  wire::stream_reader open() const {
    const bool lines = wire::framing_of(case_.language.language) == wire::framing::json_lines;
    const wire::http_reply head{
        .status = 200,
        .headers = {{"content-type", lines ? "application/x-ndjson" : "text/event-stream"}},
        .body = {}};
    return {provider_, request_, {}, head};
  }

  /// The first `count` events, and the lines that belong to none.
  model_answer play(std::size_t count, std::string* told = nullptr) const {
    auto reader = open();
    const auto events = case_.fields.find("events")->items();
    for (std::size_t i = 0; i < std::min(count, events.size()) && !reader.done(); ++i) {
      const auto more = reader.event(text_in(events[i], "type"), bytes_of(events[i]));
      if (told != nullptr) *told += more;
    }
    if (const value* strays = case_.fields.find("strays"); strays != nullptr && count >= events.size()) {
      for (const auto& line : strays->items()) {
        const auto more = reader.stray(line.string());
        if (told != nullptr) *told += more;
      }
    }
    return std::move(reader).finish();
  }

  model_answer run(std::string* told = nullptr) const {
    return streamed() ? play(case_.fields.find("events")->size(), told) : decode(body());
  }

 private:
  std::string content_type() const {
    const auto said = text_in(case_.fields, "content_type");
    return said.empty() ? "application/json" : said;
  }

  const reply_case& case_;
  wire::provider provider_;
  model_request request_;
};

value counts_of(const usage& u) {
  const auto number = [](const std::optional<std::uint64_t>& n) { return n ? value(*n) : value(); };
  return value::array({number(u.input_tokens), number(u.output_tokens), number(u.cached_input_tokens),
                       number(u.reasoning_tokens), number(u.cache_write_tokens)});
}

value calls_of(const std::vector<tool_call>& calls) {
  auto list = value::array();
  for (const auto& call : calls) list.push_back(value::array({call.id, call.name, call.arguments}));
  return list;
}

void expect_member(const value& expected, std::string_view name, std::string_view found) {
  if (const value* wanted = expected.find(name)) {
    EXPECT_EQ(wanted->string(), found) << name;
  }
}

void expect_usage(const value& expected, const usage& found) {
  if (const value* wanted = expected.find("usage")) {
    EXPECT_EQ(json::write(*wanted), json::write(counts_of(found)));
  }
}

void expect_reply(const value& expected, const model_answer& answer) {
  ASSERT_TRUE(answer) << explain(answer.error().why);
  EXPECT_EQ(text_in(expected, "text"), answer->text);
  EXPECT_EQ(text_in(expected, "reasoning"), answer->reasoning);
  EXPECT_EQ(text_in(expected, "finish"), to_string(answer->finish));
  EXPECT_EQ(text_in(expected, "refusal"), answer->refusal.value_or(""));
  expect_member(expected, "finish_text", answer->finish_text);
  expect_member(expected, "id", answer->id);
  expect_member(expected, "model", answer->model);
  expect_usage(expected, answer->usage);
  const value* calls = expected.find("calls");
  EXPECT_EQ(json::write(calls == nullptr ? value::array() : *calls),
            json::write(calls_of(answer->tool_calls)));
  if (const auto note = text_in(expected, "note"); !note.empty()) {
    EXPECT_TRUE(std::any_of(answer->notes.begin(), answer->notes.end(), [&](const std::string& one) {
      return one.find(note) != std::string::npos;
    })) << note;
  }
}

void expect_failure(const value& expected, const model_answer& answer) {
  ASSERT_FALSE(answer) << "read as: " << answer->text;
  const auto& failure = answer.error();
  EXPECT_EQ(text_in(expected, "kind"), to_string(failure.why.kind)) << explain(failure.why);
  expect_member(expected, "code", failure.why.code);
  expect_member(expected, "partial_text", failure.partial_text);
  expect_member(expected, "id", failure.id);
  expect_usage(expected, failure.usage.value_or(usage()));
  EXPECT_NE(failure.why.message.find(text_in(expected, "message")), std::string::npos) << failure.why.message;
  if (failure.exchange) expect_member(expected, "request_id", failure.exchange->request_id);
  if (const value* wait = expected.find("retry_after_ms")) {
    EXPECT_EQ(failure.retry_after, duration(std::chrono::milliseconds(wait->to_int64().value())));
  }
  if (const value* again = expected.find("should_retry")) {
    EXPECT_EQ(failure.should_retry, again->boolean());
  }
}

class WireReplies : public testing::TestWithParam<reply_case> {};

// S5_35: usage, id and model are there however it ends. S5_42, S5_43: what is no reply is a failure.
TEST_P(WireReplies, S5_34_the_end_is_read_before_the_text) {
  const auto& c = GetParam();
  std::string told;
  const auto answer = exchange_of(c).run(&told);
  if (const value* expected = c.fields.find("reply")) {
    expect_reply(*expected, answer);
  } else {
    expect_failure(*c.fields.find("failure"), answer);
  }
  if (const value* expected = c.fields.find("told")) {
    EXPECT_EQ(expected->string(), told);
  }
  const bool shows_text = exchange_of(c).streamed() && text_in(c.fields, "mode") != "tool";
  if (shows_text) {
    EXPECT_EQ(told, answer ? answer->text : answer.error().partial_text);
  }
}

// No body that was cut is a value, and none is a crash.
TEST_P(WireReplies, S5_43_a_body_cut_at_any_byte_is_a_failure) {
  const exchange_of one(GetParam());
  // A stream within a body may be whole before its last byte.
  const bool framed = text_in(GetParam().fields, "content_type") == "text/event-stream";
  if (one.streamed() || framed || GetParam().fields.find("status") != nullptr) return;
  const auto body = one.body();
  for (std::size_t length = 0; length < body.size(); ++length) {
    const auto answer = one.decode(body.substr(0, length));
    ASSERT_FALSE(answer) << "cut at " << length << " of " << body;
    ASSERT_EQ(group_of(answer.error().why.kind), failure_group::unavailable);
  }
}

// A stream that stops between two events, or within one.
TEST_P(WireReplies, S5_43_a_stream_cut_anywhere_is_a_failure) {
  const exchange_of one(GetParam());
  if (!one.streamed() || GetParam().fields.find("reply") == nullptr) return;
  const auto events = GetParam().fields.find("events")->items();
  for (std::size_t count = 0; count < events.size(); ++count) {
    // Some streams are whole before their last event: more of the usage, or what nobody reads.
    const auto before = one.play(count);
    if (before) {
      const value& whole = *GetParam().fields.find("reply");
      ASSERT_EQ(before->text, text_in(whole, "text"));
      ASSERT_EQ(to_string(before->finish), text_in(whole, "finish"));
      const value* calls = whole.find("calls");
      ASSERT_EQ(json::write(calls_of(before->tool_calls)),
                json::write(calls == nullptr ? value::array() : *calls));
      break;
    }
    ASSERT_EQ(before.error().why.kind, failure_kind::incomplete_stream) << count;
    const auto text = bytes_of(events[count]);
    for (std::size_t length = 1; length < text.size(); ++length) {
      auto reader = one.open();
      for (std::size_t i = 0; i < count; ++i) reader.event(text_in(events[i], "type"), bytes_of(events[i]));
      reader.event(text_in(events[count], "type"), text.substr(0, length));
      const auto answer = std::move(reader).finish();
      ASSERT_FALSE(answer) << "event " << count << " cut at " << length;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Wire, WireReplies, testing::ValuesIn(cases()),
                         [](const auto& c) { return name_of(c.param); });

}  // namespace
}  // namespace tenon
