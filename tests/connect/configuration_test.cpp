// What a tenon.toml may say, and that every mistake in it is told at once, with its place.
#include <algorithm>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sstream>

#include <tenon/configuration.hpp>
#include <tenon/reader.hpp>
#include <tenon/service.hpp>

namespace tenon {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

#if TENON_TOML

configuration good(std::string_view text) {
  auto read = read_configuration(text, "tenon.toml");
  if (!read) {
    for (const auto& p : read.error()) ADD_FAILURE() << explain(p);
    return {};
  }
  return *read;
}

problems bad(std::string_view text) {
  auto read = read_configuration(text, "tenon.toml");
  return read ? problems{} : read.error();
}

TEST(Configuration, an_empty_file_sets_nothing) {
  const auto read = good("# nothing\n");
  EXPECT_TRUE(read.providers.empty());
  EXPECT_TRUE(read.models.empty());
  EXPECT_EQ(read.model, "");
  EXPECT_FALSE(read.policy);
  EXPECT_EQ(read.breaker.failures, 0U);
}

TEST(Configuration, the_defaults_of_a_call_are_read) {
  const auto read = good(R"(
model = "openai:gpt-5"
fallbacks = ["anthropic:claude-x", "local"]
mode = "json"
reading = "syntax"
policy = "once"
)");
  EXPECT_EQ(read.model, "openai:gpt-5");
  EXPECT_THAT(read.fallbacks, ElementsAre("anthropic:claude-x", "local"));
  EXPECT_EQ(read.mode, output_mode::json_object);
  EXPECT_EQ(read.reading, reading_level::syntax);
  EXPECT_EQ(read.policy, policies::once());
}

TEST(Configuration, every_setting_of_a_provider_is_read) {
  const auto read = good(R"(
[providers.desk]
profile = "openai-compatible"
base_url = "https://models.example.com/v1"
key_variable = "DESK_KEY"
key_file = "/run/secrets/desk"
api_version = "2025-01-01"
organization = "org"
project = "proj"
schema_field = "responseSchema"
headers = { X-Team = "desk" }
proxy = "none"
ca_file = "/etc/ca.pem"
http2 = true
always_stream = true
connect_timeout = "500ms"
first_byte_timeout = "2m"
idle_timeout = "1.5s"
)");
  const provider_settings expected{.profile = "openai-compatible",
                                   .base_url = "https://models.example.com/v1",
                                   .key_variable = "DESK_KEY",
                                   .key_file = "/run/secrets/desk",
                                   .api_version = "2025-01-01",
                                   .organization = "org",
                                   .project = "proj",
                                   .schema_field = "responseSchema",
                                   .headers = {{"X-Team", "desk"}},
                                   .proxy = "none",
                                   .ca_file = "/etc/ca.pem",
                                   .http2 = true,
                                   .always_stream = true,
                                   .connect_timeout = 500ms,
                                   .first_byte_timeout = 120s,
                                   .idle_timeout = 1500ms};
  EXPECT_EQ(read.providers.at("desk"), expected);
}

TEST(Configuration, the_field_of_the_schema_is_one_of_those_that_the_pages_name) {
  for (const std::string word :
       {"responseJsonSchema", "responseSchema", "responseFormat", "grammar", "response_format"}) {
    EXPECT_EQ(
        good("[providers.llamacpp]\nschema_field = \"" + word + "\"\n").providers.at("llamacpp").schema_field,
        word);
  }
}

TEST(Configuration, a_key_file_is_meant_from_the_folder_of_the_file) {
  const auto read =
      read_configuration("[providers.openai]\nkey_file = \"./openai.key\"\n", "/home/ada/tenon.toml");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->providers.at("openai").key_file, "/home/ada/./openai.key");
}

TEST(Configuration, X_11_S2_40_every_setting_of_a_model_is_read_and_prices_are_of_a_million_tokens) {
  const auto read = good(R"(
[models."openai:gpt-5*"]
native_schema = false
schema_invisible = true
json_object = true
tools = false
temperature = false
context_tokens = 400000
max_output_tokens = 128000
requests_per_minute = 60
tokens_per_minute = 90000
price = { input = "1.25", output = 10, cached_input = 0.125, cache_write = "1.5" }
)");
  const auto& m = read.models.at("openai:gpt-5*");
  EXPECT_EQ(m.native_schema, false);
  EXPECT_EQ(m.schema_invisible, true);
  EXPECT_EQ(m.json_object, true);
  EXPECT_EQ(m.tools, false);
  EXPECT_EQ(m.temperature, false);
  EXPECT_EQ(m.context_tokens, 400000U);
  EXPECT_EQ(m.max_output_tokens, 128000U);
  EXPECT_EQ(m.requests_per_minute, 60U);
  EXPECT_EQ(m.tokens_per_minute, 90000U);
  ASSERT_TRUE(m.each);
  // 10^-12 of the currency for a token is 10^-6 of it for a million.
  EXPECT_EQ(m.each->input.pico, 1'250'000U);
  EXPECT_EQ(m.each->output.pico, 10'000'000U);
  EXPECT_EQ(m.each->cached_input->pico, 125'000U);
  EXPECT_EQ(m.each->cache_write->pico, 1'500'000U);
  EXPECT_EQ(read.find_model("openai:gpt-5-mini"), &m);
}

TEST(Configuration, every_member_of_a_policy_may_be_set_over_a_preset) {
  const auto read = good(R"(
policy = "careful"
[policies.careful]
base = "opsagent"
max_attempts = 7
max_corrections = 2
max_semantic_corrections = 1
max_larger_caps = 1
max_transport_retries = 4
retries_before_fallback = 1
max_tokens = 50000
max_cost = "0.05"
without_price = "assume"
assumed_price = { input = 3, output = 15 }
attempt_timeout = "20s"
total_timeout = "none"
max_wait = "5s"
base_backoff = "100ms"
max_backoff = "2s"
max_output_tokens = 900
larger_cap_factor = 2
feedback = "assistant_turn"
max_feedback = 1024
typed_streams = false
)");
  policy expected = policies::opsagent();
  expected.name = "careful";
  expected.max_attempts = 7;
  expected.max_corrections = 2;
  expected.max_semantic_corrections = 1;
  expected.max_larger_caps = 1;
  expected.max_transport_retries = 4;
  expected.retries_before_fallback = 1;
  expected.max_tokens = 50000;
  expected.max_cost = *money_from("0.05");
  expected.without_price = without_price::assume;
  expected.assumed_price = {.input = *price_per_million("3"), .output = *price_per_million("15")};
  expected.attempt_timeout = 20s;
  expected.total_timeout = std::nullopt;
  expected.max_wait = 5s;
  expected.base_backoff = 100ms;
  expected.max_backoff = 2s;
  expected.max_output_tokens = 900;
  expected.larger_cap_factor = 2;
  expected.feedback = feedback_place::assistant_turn;
  expected.max_feedback = 1024;
  expected.typed_streams = false;
  EXPECT_EQ(read.policies.at("careful"), expected);
  EXPECT_EQ(read.policy, expected);
  EXPECT_EQ(*read.find_policy("careful"), expected);
  EXPECT_EQ(*read.find_policy("once"), policies::once());
  EXPECT_THAT(read.find_policy("careless").error().expected, HasSubstr("careful"));
}

TEST(Configuration, a_policy_without_a_base_goes_over_incidentops) {
  policy expected = policies::incidentops();
  expected.name = "mine";
  EXPECT_EQ(good("[policies.mine]\n").policies.at("mine"), expected);
}

TEST(Configuration, the_breaker_is_read) {
  const auto read = good("[breaker]\nfailures = 5\nopen_for = \"45s\"\n");
  EXPECT_EQ(read.breaker.failures, 5U);
  EXPECT_EQ(read.breaker.open_for, 45s);
}

// Each line of configuration_errors.jsonl: a file, and the errors in it.
TEST(Configuration, every_mistake_is_told_with_its_place_what_was_expected_and_the_nearest_name) {
  std::ifstream cases(std::string(TENON_TEST_FILES) + "/configuration_errors.jsonl");
  std::size_t count = 0;
  for (std::string line; std::getline(cases, line);) {
    if (line.empty()) continue;
    ++count;
    const auto c = json::read(line);
    ASSERT_TRUE(c) << line;
    const auto text = c->root.find("toml")->string();
    const auto got = bad(text);
    const auto wanted = c->root.find("errors")->items();
    ASSERT_EQ(got.size(), wanted.size()) << text << (got.empty() ? "" : explain(got[0]));
    for (std::size_t i = 0; i < got.size(); ++i) {
      SCOPED_TRACE(std::string(text) + "\n" + explain(got[i]));
      EXPECT_EQ(got[i].kind, failure_kind::invalid_argument);
      EXPECT_EQ(got[i].code, wanted[i].find("code")->string());
      EXPECT_EQ(got[i].place, "tenon.toml:" + std::string(wanted[i].find("line")->literal()));
      EXPECT_THAT(got[i].message, testing::StartsWith(std::string(wanted[i].find("name")->string())));
      if (const auto* nearest = wanted[i].find("nearest")) {
        EXPECT_EQ(got[i].nearest, nearest->string());
      }
      if (const auto* expected = wanted[i].find("expected")) {
        EXPECT_THAT(got[i].expected, HasSubstr(std::string(expected->string())));
      }
    }
  }
  EXPECT_GT(count, 40U);
}

TEST(Configuration, all_mistakes_are_told_at_once_in_the_order_of_the_lines) {
  const auto errors = bad(R"(model = 3
[breaker]
failures = "many"
[providers.openai]
base_ulr = "https://x"
http2 = "yes"
[models."openai:x"]
tols = true
)");
  std::vector<std::string> places;
  for (const auto& p : errors) places.push_back(p.place);
  EXPECT_THAT(places,
              ElementsAre("tenon.toml:1", "tenon.toml:3", "tenon.toml:5", "tenon.toml:6", "tenon.toml:8"));
}

// DESIGN.md section 10: secrets come from the environment or a file, and are in no error.
TEST(Configuration, a_key_that_was_written_into_the_file_is_refused_and_never_repeated) {
  const std::string canary = "sk-canary0123456789";
  for (const std::string& text : {
           "key = \"" + canary + "\"\n",
           "[providers.openai]\nkey = \"" + canary + "\"\n",
           "[providers.openai]\napi_key = \"" + canary + "\"\n",
           "[providers.openai]\nToken = \"" + canary + "\"\n",
           "[providers.openai]\nkey_variable = \"" + canary + "\"\n",
           "[providers.openai]\nkey_file = \"" + canary + "\"\n",
           "[providers.openai]\nbase_url = \"https://user:" + canary + "@host\"\n",
           "[providers.openai]\nbase_url = \"" + canary + "\"\n",
           "[providers.openai]\nbase_url = \"https://host/?key=" + canary + "\"\n",
           "[providers.openai]\nproxy = \"http://user:" + canary + "@host:3128\"\n",
           "[providers.openai]\nproxy = \"" + canary + "\"\n",
           "[providers.openai]\nheaders = { Authorization = \"Bearer " + canary + "\" }\n",
           "[providers.openai]\nheaders = { X-Anything = \"" + canary + "\" }\n",
           "[providers.openai]\nheaders = { x-api-key = \"" + canary + "\" }\n",
           "key = " + canary + "\n",
           "key = \"" + canary + "\n",
           "[providers.openai]\nkey = \"" + canary + "\"\nkey = \"" + canary + "\"\n",
           "[providers.openai]\nhttp2 = \"" + canary + "\"\n",
           "[providers]\nopenai = \"" + canary + "\"\n",
       }) {
    const auto errors = bad(text);
    EXPECT_THAT(errors, Not(IsEmpty())) << text;
    for (const auto& p : errors) EXPECT_THAT(explain(p), Not(HasSubstr("canary"))) << text;
  }
  const auto errors = bad("[providers.openai]\nkey = \"" + canary + "\"\n");
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].code, "key_in_file");
  EXPECT_THAT(errors[0].message, HasSubstr("environment variable"));
  EXPECT_THAT(errors[0].message, HasSubstr("key_file"));
}

TEST(Configuration, a_file_that_is_too_long_or_too_deep_is_refused_before_it_is_read) {
  const auto code = [](const std::string& text) {
    const auto errors = bad(text);
    return errors.size() == 1 ? errors[0].code : "";
  };
  const std::size_t limit = std::size_t{256} << 10;
  EXPECT_EQ(bad(std::string(limit, '\n')), problems{});
  EXPECT_EQ(code(std::string(limit + 1, '\n')), "too_long");
  EXPECT_EQ(code("x = " + std::string(100'000, '[')), "too_deep");
  EXPECT_EQ(code("x = " + std::string(33, '[') + std::string(33, ']')), "too_deep");
  EXPECT_EQ(code("x = " + std::string(32, '[') + std::string(32, ']')), "unknown_name");
  std::string dotted = "x";
  for (int i = 0; i < 50'000; ++i) dotted += ".x";
  EXPECT_EQ(code(dotted + " = 1"), "too_deep");
  std::string braces = "x = ";
  for (int i = 0; i < 20'000; ++i) braces += "{x=";
  EXPECT_EQ(code(braces), "too_deep");
  // In strings and comments brackets are letters.
  EXPECT_EQ(bad("# " + std::string(100, '[') + "\nmodel = \"local:" + std::string(100, '[') + "\"\n"),
            problems{});
}

RC_GTEST_PROP(Configuration, no_text_breaks_the_reader, (const std::string& text)) {
  const auto read = read_configuration(text, "x");
  RC_ASSERT((read.has_value() || !read.error().empty()));
}

RC_GTEST_PROP(Configuration, no_damage_to_a_good_file_breaks_the_reader, ()) {
  static const std::string whole = [] {
    std::ifstream in(std::string(TENON_SOURCE_ROOT) + "/docs/configuration.md");
    std::stringstream text;
    text << in.rdbuf();
    const auto page = text.str();
    const auto begin = page.find("```toml\n") + 8;
    return page.substr(begin, page.find("```", begin) - begin);
  }();
  std::string text = whole;
  const auto changes = *rc::gen::inRange(1, 8);
  for (int i = 0; i < changes; ++i) {
    const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
    const auto how = *rc::gen::inRange(0, 3);
    if (how == 0) text.erase(at, *rc::gen::inRange<std::size_t>(1, 20));
    if (how == 1) text.insert(at, 1, *rc::gen::elementOf(std::string("[]{}\"'.=#\n\\ a1-")));
    if (how == 2) text[at] = *rc::gen::arbitrary<char>();
  }
  const auto read = read_configuration(text, "x");
  RC_ASSERT((read.has_value() || !read.error().empty()));
}

TEST(Configuration, the_example_of_the_page_is_good) {
  std::ifstream in(std::string(TENON_SOURCE_ROOT) + "/docs/configuration.md");
  std::stringstream page;
  page << in.rdbuf();
  std::size_t count = 0;
  const std::string text = page.str();
  for (auto at = text.find("```toml\n"); at != std::string::npos; at = text.find("```toml\n", at + 8)) {
    good(text.substr(at + 8, text.find("```", at + 8) - at - 8));
    ++count;
  }
  EXPECT_GE(count, 1U);
}

#else

TEST(Configuration, a_build_without_toml_says_so) {
  const auto read = read_configuration("", "tenon.toml");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().at(0).code, "not_built");
}

#endif

variable_reader of(std::map<std::string, std::string, std::less<>> set) {
  return [set = std::move(set)](std::string_view name) -> std::optional<std::string> {
    const auto found = set.find(name);
    return found == set.end() ? std::nullopt : std::optional(found->second);
  };
}

TEST(Configuration, an_address_of_the_environment_goes_over_the_profile_and_under_the_file) {
  configuration how;
  how.providers["anthropic"].base_url = "https://file";
  const auto taken = add_environment(how, of({{"ANTHROPIC_BASE_URL", "https://a"},
                                              {"OPENAI_COMPATIBLE_BASE_URL", "http://b"},
                                              {"GROQ_BASE_URL", ""}}));
  EXPECT_EQ(how.providers.at("anthropic").base_url, "https://file");
  EXPECT_EQ(how.providers.at("openai-compatible").base_url, "http://b");
  EXPECT_FALSE(how.providers.contains("groq"));
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_EQ(taken[0].provider, "openai-compatible");
  EXPECT_EQ(taken[0].variable, "OPENAI_COMPATIBLE_BASE_URL");
}

// Or the key that goes with one address would be sent to another.
TEST(Configuration, who_shares_the_variable_of_a_key_shares_that_of_its_address) {
  configuration how;
  how.providers["work"].profile = "openai";
  add_environment(how, of({{"OPENAI_BASE_URL", "http://one"}, {"AZURE_OPENAI_BASE_URL", "http://two"}}));
  for (const char* name : {"openai", "openai-responses", "work"})
    EXPECT_EQ(how.providers.at(name).base_url, "http://one") << name;
  EXPECT_EQ(how.providers.at("azure").base_url, "http://two");
  configuration named;
  named.providers["work"].profile = "openai";
  add_environment(named, of({{"OPENAI_BASE_URL", "http://one"}, {"WORK_BASE_URL", "http://three"}}));
  EXPECT_EQ(named.providers.at("work").base_url, "http://three");
}

TEST(Configuration, the_host_of_ollama_is_read_as_that_program_reads_it) {
  for (const auto& [host, address] : std::vector<std::pair<std::string, std::string>>{
           {"box", "http://box:11434"},
           {"box:80", "http://box:80"},
           {":8000", "http://localhost:8000"},
           {"[::1]", "http://[::1]:11434"},
           {"[::1]:9", "http://[::1]:9"},
           {"https://box", "https://box"},
           {"http://box:1/x", "http://box:1/x"},
       }) {
    configuration how;
    add_environment(how, of({{"OLLAMA_HOST", host}}));
    EXPECT_EQ(how.providers.at("ollama").base_url, address);
  }
  configuration both;
  add_environment(both, of({{"OLLAMA_HOST", "box"}, {"OLLAMA_BASE_URL", "http://other"}}));
  EXPECT_EQ(both.providers.at("ollama").base_url, "http://other");
}

TEST(Service, a_service_is_looked_up_without_its_key) {
  configuration how;
  how.providers["mine"] = {.profile = "openai", .key_variable = "TENON_NO_SUCH_KEY", .organization = "org"};
  how.models["mine:x"].tools = false;
  const auto found = look_up_service("mine", "x", how);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->key, "");
  EXPECT_EQ(found->organization, "org");
  EXPECT_FALSE(found->can.tools);
  EXPECT_EQ(look_up_service("nobody", "x", how).error().code, "unknown_provider");
  EXPECT_EQ(look_up_service("azure", "x", how).error().code, "no_base_url");
}

TEST(Service, where_a_key_is_expected_and_whether_it_is_there_is_told_and_not_the_key) {
  configuration how;
  how.providers["variable"] = {.profile = "openai", .key_variable = "TENON_TEST_SERVICE_KEY"};
  how.providers["file"] = {.profile = "openai", .key_file = testing::TempDir() + "tenon_service_key"};
  how.providers["own"] = {.profile = "openai-compatible", .base_url = "http://127.0.0.1:1"};
  ::unsetenv("TENON_TEST_SERVICE_KEY");
  auto at = *look_up_key("variable", how);
  EXPECT_EQ(at.variable, "TENON_TEST_SERVICE_KEY");
  EXPECT_TRUE(at.needed);
  EXPECT_FALSE(at.found);
  ::setenv("TENON_TEST_SERVICE_KEY", "sk-canary", 1);
  EXPECT_TRUE(look_up_key("variable", how)->found);
  std::ofstream(how.providers["file"].key_file) << "sk-canary\n";
  at = *look_up_key("file", how);
  EXPECT_EQ(at.file, how.providers["file"].key_file);
  EXPECT_TRUE(at.found);
  at = *look_up_key("own", how);
  EXPECT_FALSE(at.needed);
  // On this machine a server may want none.
  for (const char* name : {"ollama", "llamacpp", "vllm"})
    EXPECT_FALSE(look_up_key(name, how)->needed) << name;
  for (const char* name : {"openai", "azure", "groq"}) EXPECT_TRUE(look_up_key(name, how)->needed) << name;
}

}  // namespace
}  // namespace tenon
