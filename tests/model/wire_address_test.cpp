// Where a request goes and what it shows on the way; the services and the models as tables.
#include "wire/mask.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

#include <tenon/wire.hpp>

namespace tenon {
namespace {

wire::provider at(std::string_view profile, std::string base = {}) {
  wire::provider p;
  p.how = wire::find_profile(profile);
  p.model = "m";
  p.base_url = std::move(base);
  p.key = "k";
  return p;
}

result<wire::encoded> encode(const wire::provider& p) {
  return wire::encode(p, {.messages = {{role::user, "Hi"}}}, false);
}

std::string url_of(const wire::provider& p) {
  const auto made = encode(p);
  return made ? made->request.url : explain(made.error());
}

TEST(WireAddress, each_service_has_its_own) {
  EXPECT_EQ(url_of(at("openai")), "https://api.openai.com/v1/chat/completions");
  EXPECT_EQ(url_of(at("mistral")), "https://api.mistral.ai/v1/chat/completions");
  EXPECT_EQ(url_of(at("groq")), "https://api.groq.com/openai/v1/chat/completions");
  EXPECT_EQ(url_of(at("deepseek")), "https://api.deepseek.com/chat/completions");
  EXPECT_EQ(url_of(at("openrouter")), "https://openrouter.ai/api/v1/chat/completions");
  EXPECT_EQ(url_of(at("together")), "https://api.together.ai/v1/chat/completions");
  EXPECT_EQ(url_of(at("fireworks")), "https://api.fireworks.ai/inference/v1/chat/completions");
  EXPECT_EQ(url_of(at("llamacpp")), "http://localhost:8080/v1/chat/completions");
  EXPECT_EQ(url_of(at("vllm")), "http://localhost:8000/v1/chat/completions");
}

TEST(WireAddress, a_base_URL_may_end_in_a_slash_a_version_or_the_path) {
  const std::string whole = "http://host:1/v1/chat/completions";
  for (const auto* base : {"http://host:1", "http://host:1/", "http://host:1/v1", "http://host:1/v1/",
                           "http://host:1/v1/chat/completions"}) {
    EXPECT_EQ(url_of(at("openai", base)), whole) << base;
  }
  EXPECT_EQ(url_of(at("openai-compatible", "https://host/api/v3")), "https://host/api/v3/chat/completions");
  EXPECT_EQ(url_of(at("openai", "https://host/gateway")), "https://host/gateway/v1/chat/completions");
  EXPECT_EQ(url_of(at("azure", "https://res.openai.azure.com/openai")),
            "https://res.openai.azure.com/openai/v1/chat/completions");
  EXPECT_EQ(url_of(at("deepseek", "https://host/v1")), "https://host/v1/chat/completions");
  EXPECT_EQ(url_of(at("openai", "https://v1")), "https://v1/v1/chat/completions");
}

TEST(WireAddress, what_is_no_address_is_refused) {
  for (const auto* base : {"host", "ftp://host", "https://host/?key=x", "https://host/#x", "https://ho st",
                           "https://user:secret@host", "file:///etc/passwd"}) {
    const auto made = encode(at("openai", base));
    ASSERT_FALSE(made) << base;
    EXPECT_EQ(made.error().kind, failure_kind::invalid_argument);
    EXPECT_EQ(made.error().place, "base_url");
    EXPECT_EQ(explain(made.error()).find("secret@"), std::string::npos);
  }
  for (const auto* profile : {"azure", "azure-dated", "openai-compatible"}) {
    EXPECT_FALSE(encode(at(profile))) << profile << " has no fixed address";
  }
  auto nameless = at("openai");
  nameless.model.clear();
  EXPECT_EQ(encode(nameless).error().place, "model");
  EXPECT_FALSE(wire::encode({}, {}, false));
}

TEST(WireAddress, a_line_break_in_a_header_is_refused_and_not_shown) {
  for (const auto& bad :
       {wire::header{"x", "a\r\nevil: 1"}, wire::header{"x y", "a"}, wire::header{"", "a"}}) {
    auto p = at("openai");
    p.headers.push_back(bad);
    ASSERT_FALSE(encode(p));
    EXPECT_EQ(explain(encode(p).error()).find("evil"), std::string::npos);
  }
  auto p = at("openai");
  p.key = "sk-1\n";
  EXPECT_FALSE(encode(p));
}

TEST(WireAddress, the_users_headers_take_the_place_of_ours) {
  auto p = at("openai");
  p.organization = "org";
  p.project = "proj";
  p.headers = {{"Authorization", "Basic x", true}, {"x-team", "a"}};
  const auto made = encode(p);
  ASSERT_TRUE(made);
  const auto find = [&](std::string_view name) {
    const auto& all = made->request.headers;
    return std::find_if(all.begin(), all.end(), [&](const auto& h) { return h.name == name; });
  };
  EXPECT_EQ(find("authorization"), made->request.headers.end());
  EXPECT_EQ(find("Authorization")->value, "Basic x");
  EXPECT_EQ(find("OpenAI-Organization")->value, "org");
  EXPECT_EQ(find("OpenAI-Project")->value, "proj");
  EXPECT_EQ(find("x-team")->value, "a");
}

// X: the key stands in a header that says that it is secret, and nowhere else.
TEST(WireAddress, the_key_stands_in_one_header_that_is_secret) {
  const std::string canary = "sk-canary-4f2b9c71d0e8a653";
  for (const auto& row : wire::profiles()) {
    auto p = at(row.name, "https://host");
    p.key = canary;
    const auto made = wire::encode(p, {.messages = {{role::user, "Hi"}}, .max_output_tokens = 9}, true);
    ASSERT_TRUE(made) << row.name << ": " << explain(made.error());
    EXPECT_EQ(made->request.url.find(canary), std::string::npos) << row.name;
    EXPECT_EQ(made->request.body.find(canary), std::string::npos) << row.name;
    const auto shown =
        std::count_if(made->request.headers.begin(), made->request.headers.end(),
                      [&](const auto& h) { return h.value.find(canary) != std::string::npos && !h.secret; });
    const auto hidden = std::count_if(made->request.headers.begin(), made->request.headers.end(),
                                      [](const auto& h) { return h.secret; });
    EXPECT_EQ(shown, 0) << row.name;
    EXPECT_EQ(hidden, row.key == wire::key_style::none ? 0 : 1) << row.name;
  }
}

TEST(WireProfiles, names_are_unique_and_found_in_any_letter_case) {
  std::set<std::string_view> names;
  for (const auto& row : wire::profiles()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(wire::find_profile(row.name), &row);
    EXPECT_FALSE(row.path.empty()) << row.name;
    EXPECT_EQ(row.path.front(), '/') << row.name;
  }
  EXPECT_EQ(wire::find_profile("OpenAI"), wire::find_profile("openai"));
  EXPECT_EQ(wire::find_profile("nobody"), nullptr);
  EXPECT_EQ(wire::find_profile(""), nullptr);
}

// S2_36: the named services, and what each model can do there.
TEST(WireModels, S2_36_the_named_services_are_there) {
  for (const auto* name : {"openai", "anthropic", "gemini", "mistral", "ollama", "groq", "azure"}) {
    EXPECT_NE(wire::find_profile(name), nullptr) << name;
  }
}

capabilities can(std::string_view profile, std::string_view model) {
  return wire::find_capabilities(*wire::find_profile(profile), model);
}

TEST(WireModels, X_11_capabilities_are_of_the_model_and_not_of_the_service) {
  EXPECT_TRUE(can("anthropic", "claude-sonnet-4-5-20250929").native_schema);
  EXPECT_FALSE(can("anthropic", "claude-3-5-sonnet-20241022").native_schema);
  EXPECT_FALSE(can("anthropic", "claude-sonnet-4-20250514").native_schema);
  EXPECT_TRUE(can("anthropic", "claude-opus-4-1-20250805").native_schema);
  EXPECT_TRUE(can("openai", "gpt-4o-2024-08-06").native_schema);
  EXPECT_FALSE(can("openai", "gpt-4o-2024-05-13").native_schema);
  EXPECT_FALSE(can("openai", "gpt-3.5-turbo").native_schema);
  EXPECT_TRUE(can("groq", "openai/gpt-oss-120b").native_schema);
  EXPECT_FALSE(can("groq", "llama-3.3-70b-versatile").native_schema);
  EXPECT_TRUE(can("ollama", "qwen3").native_schema);
  EXPECT_FALSE(can("ollama", "gpt-oss:120b-cloud").native_schema);
  EXPECT_FALSE(can("deepseek", "deepseek-chat").native_schema);
  EXPECT_TRUE(can("deepseek", "deepseek-chat").json_object);
}

TEST(WireModels, S3_27_a_temperature_is_left_out_where_it_is_refused) {
  EXPECT_FALSE(can("openai", "gpt-5.4").temperature);
  EXPECT_FALSE(can("openai", "o4-mini").temperature);
  EXPECT_TRUE(can("openai", "gpt-4.1").temperature);
  EXPECT_TRUE(can("anthropic", "claude-opus-4-6").temperature);
  EXPECT_FALSE(can("anthropic", "claude-sonnet-5").temperature);
  EXPECT_FALSE(can("openrouter", "openai/o3").temperature);
}

TEST(WireModels, S3_19_where_the_model_never_sees_the_schema_it_stays_in_the_prompt) {
  for (const auto* name : {"ollama", "llamacpp", "vllm", "openai-compatible"}) {
    EXPECT_TRUE(can(name, "m").schema_invisible) << name;
  }
  EXPECT_FALSE(can("openai", "gpt-4.1").schema_invisible);
}

TEST(WireModels, limits_that_are_not_known_are_zero) {
  EXPECT_EQ(can("openai", "gpt-4o").context_tokens, 128'000U);
  EXPECT_EQ(can("openai", "gpt-4o").max_output_tokens, 16'384U);
  EXPECT_EQ(can("openai", "a-model-of-tomorrow").context_tokens, 0U);
}

TEST(WireMask, a_stretch_of_a_secret_is_hidden) {
  const std::vector<std::string> secrets{"sk-abcdef0123456789"};
  EXPECT_EQ(wire::mask("Incorrect API key provided: sk-abcdef0123456789.", secrets),
            "Incorrect API key provided: ***");
  EXPECT_EQ(wire::mask("key sk-abcd********6789 is wrong", secrets), "key *** is wrong");
  EXPECT_EQ(wire::mask("ends in 0123456789", secrets), "ends in ***");
  EXPECT_EQ(wire::mask("nothing here", secrets), "nothing here");
  EXPECT_EQ(wire::mask("", secrets), "");
}

TEST(WireMask, what_is_shaped_like_a_key_is_hidden_even_if_it_is_not_ours) {
  EXPECT_EQ(wire::mask("provided: sk-proj-9f8e7d6c5b4a.", {}), "provided: sk-***");
  EXPECT_EQ(wire::mask("Authorization: Bearer eyJhbGciOi.J9", {}), "Authorization: Bearer ***");
  EXPECT_EQ(wire::mask("key AIzaSyD-1234567890 is", {}), "key AIza*** is");
  EXPECT_EQ(wire::mask("the risk-averse and task-driven", {}), "the risk-averse and task-driven");
  EXPECT_EQ(wire::mask("sk-1", {}), "sk-1") << "too short to be one";
}

TEST(WireMask, a_short_secret_is_hidden_whole) {
  const std::vector<std::string> secrets{"abc", ""};
  EXPECT_EQ(wire::mask("the key abc", secrets), "the key ***");
  EXPECT_EQ(wire::mask("the key ab", secrets), "the key ab");
}

}  // namespace
}  // namespace tenon
