// What each family is sent, byte for byte: wire/requests.jsonl and wire/chat_requests.jsonl. In their bodies,
// "SCHEMA" stands for the lowered schema, "GRAMMAR" for the grammar made of it and PREAMBLE for the words
// that stand in for a JSON mode, so that the files say what these adapters decide and nothing else.
#include "golden.hpp"
#include "wire/preamble.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

#include <tenon/wire.hpp>

namespace tenon {
namespace {

std::vector<value> cases() {
  std::vector<value> all;
  std::istringstream file(test::file_text(TENON_TEST_FILES "/wire/requests.jsonl") +
                          test::file_text(TENON_TEST_FILES "/wire/chat_requests.jsonl"));
  for (std::string line; std::getline(file, line);) {
    auto one = json::read_unique(line);
    if (!one) {
      ADD_FAILURE() << explain(one.error());
      continue;
    }
    all.push_back(*std::move(one));
  }
  return all;
}

std::string text_in(const value& of, std::string_view name, std::string_view fallback = {}) {
  const value* found = of.find(name);
  return std::string(found == nullptr ? fallback : found->string());
}

bool flag_in(const value& of, std::string_view name, bool fallback = false) {
  const value* found = of.find(name);
  return found == nullptr ? fallback : found->boolean();
}

std::uint32_t count_in(const value& of, std::string_view name) {
  const value* found = of.find(name);
  return found == nullptr ? 0 : static_cast<std::uint32_t>(found->to_uint64().value());
}

schema::program city() {
  return *schema::program::compile_text(
      R"({"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false})");
}

role role_named(std::string_view name) {
  for (const auto one : {role::system, role::user, role::assistant}) {
    if (to_string(one) == name) return one;
  }
  return role::tool;
}

wire::provider provider_of(const value& c) {
  wire::provider p;
  p.how = wire::find_profile(text_in(c, "profile"));
  p.model = text_in(c, "model", "m");
  p.base_url = "https://api.example";
  p.key = "k";
  p.api_version = text_in(c, "api_version");
  p.schema_field = text_in(c, "schema_field");
  if (const value* can = c.find("can")) {
    p.can.temperature = flag_in(*can, "temperature", true);
    p.can.max_output_tokens = count_in(*can, "max_output_tokens");
    p.can.context_tokens = count_in(*can, "context_tokens");
  }
  return p;
}

model_request request_of(const value& c) {
  model_request what;
  what.mode = output_mode_from(text_in(c, "mode")).value();
  if (!flag_in(c, "shapeless")) what.shape = city();
  if (const value* cap = c.find("cap"))
    what.max_output_tokens = static_cast<std::uint32_t>(*cap->to_uint64());
  if (const value* t = c.find("temperature")) what.temperature = t->to_double();
  if (const value* seed = c.find("seed")) what.seed = seed->to_uint64();
  if (const value* messages = c.find("messages")) {
    for (const auto& one : messages->items()) {
      what.messages.push_back({role_named(one.items()[0].string()), std::string(one.items()[1].string())});
    }
  } else {
    what.messages = {{role::system, "Be brief."}, {role::user, "Hi"}};
  }
  return what;
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

schema::dialect dialect_of(const value& c, const wire::provider& p) {
  const auto named = schema::dialect_from(text_in(c, "dialect"));
  if (named) return *named;
  return text_in(c, "mode") == "tool" ? p.how->tool : p.how->native;
}

std::string expected_body(const value& c, const wire::provider& p) {
  auto text = json::write(*c.find("body"));
  if (text.find("\"SCHEMA\"") != std::string::npos) {
    const auto lowered = schema::lower_shape(city(), dialect_of(c, p));
    EXPECT_TRUE(lowered) << explain(lowered.error());
    if (lowered) replace_all(text, "\"SCHEMA\"", (*lowered)->form.text);
  }
  if (text.find("\"GRAMMAR\"") != std::string::npos) {
    const auto lowered = schema::lower(city(), schema::dialect::gbnf);
    EXPECT_TRUE(lowered) << explain(lowered.error());
    if (lowered) replace_all(text, "\"GRAMMAR\"", json::write(value(lowered->text)));
  }
  replace_all(text, "PREAMBLE", wire::json_preamble);
  return text;
}

void expect_headers(const value& expected, const wire::http_request& request) {
  for (const auto& [name, wanted, where] : expected.members()) {
    const auto found = std::count_if(request.headers.begin(), request.headers.end(), [&](const auto& h) {
      return h.name == name && h.value == wanted.string();
    });
    EXPECT_EQ(found, 1) << name;
  }
  for (const auto& h : request.headers) {
    EXPECT_EQ(h.secret, h.value.find('k') != std::string::npos && h.name != "content-type") << h.name;
  }
}

void expect_notes(const value& expected, const std::vector<std::string>& notes) {
  for (const auto& wanted : expected.items()) {
    EXPECT_TRUE(std::any_of(notes.begin(), notes.end(), [&](const std::string& note) {
      return note.find(wanted.string()) != std::string::npos;
    })) << wanted.string();
  }
}

class WireRequests : public testing::TestWithParam<value> {};

TEST_P(WireRequests, S3_14_S3_15_S3_21_what_is_sent_is_known_to_the_byte) {
  const auto& c = GetParam();
  const auto p = provider_of(c);
  ASSERT_NE(p.how, nullptr);
  const auto what = request_of(c);
  const auto made = wire::encode(p, what, flag_in(c, "streamed"));
  if (const value* failure = c.find("failure")) {
    ASSERT_FALSE(made);
    EXPECT_EQ(text_in(*failure, "kind"), to_string(made.error().kind)) << explain(made.error());
    if (failure->find("code") != nullptr) {
      EXPECT_EQ(text_in(*failure, "code"), made.error().code);
    }
    return;
  }
  ASSERT_TRUE(made) << explain(made.error());
  EXPECT_EQ(expected_body(c, p), made->request.body);
  if (c.find("url") != nullptr) {
    EXPECT_EQ(text_in(c, "url"), made->request.url);
  }
  if (const value* headers = c.find("headers")) expect_headers(*headers, made->request);
  // Nothing is left out in silence, and nothing said without cause.
  const value* notes = c.find("notes");
  const bool lowered = what.mode == output_mode::native || what.mode == output_mode::tool;
  if (!lowered) {
    EXPECT_EQ(made->notes.size(), notes == nullptr ? 0 : notes->size());
  }
  if (notes != nullptr) expect_notes(*notes, made->notes);
  EXPECT_EQ(wire::encode(p, what, flag_in(c, "streamed"))->request.body, made->request.body);
}

INSTANTIATE_TEST_SUITE_P(Wire, WireRequests, testing::ValuesIn(cases()),
                         [](const auto& c) { return text_in(c.param, "name"); });

// S3_16: what the preamble costs is what the system message grows by. docs/providers/anthropic.md states both
// numbers: its bytes, which are held here, and the 53 tokens that they are to the default local model.
TEST(WirePreamble, S3_16_its_cost_is_known) {
  EXPECT_EQ(wire::json_preamble.size(), 238U);
  auto c = value::object({{"profile", "anthropic"}, {"mode", "prompt"}, {"cap", 1}});
  const auto with = wire::encode(provider_of(c), request_of(c), false);
  c.set("shapeless", true);
  const auto without = wire::encode(provider_of(c), request_of(c), false);
  ASSERT_TRUE(with && without);
  EXPECT_EQ(with->request.body.size(),
            without->request.body.size() + std::string_view("\\n\\n").size() + wire::json_preamble.size());
}

}  // namespace
}  // namespace tenon
