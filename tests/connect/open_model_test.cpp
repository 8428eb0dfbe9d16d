#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tenon/connect.hpp>

namespace tenon {
namespace {

using testing::HasSubstr;

TEST(OpenModel, a_family_that_nobody_knows_is_told_which_there_are) {
  for (const char* name : {"", "gpt", "openai:", "openai", ":x", "local-ish", "nonsense:x"}) {
    const auto model = open_model(name);
    ASSERT_FALSE(model) << name;
    EXPECT_EQ(model.error().kind, failure_kind::invalid_argument) << name;
    EXPECT_NE(model.error().expected, "") << name;
  }
}

#if TENON_HTTP
constexpr const char* canary = "sk-canary-0123456789";

TEST(OpenModel, a_provider_takes_its_key_from_the_environment_and_says_so_where_there_is_none) {
  configuration how;
  how.providers["mine"] = {.profile = "openai", .key_variable = "TENON_TEST_KEY"};
  ::unsetenv("TENON_TEST_KEY");
  const auto none = open_model("mine:gpt-x", how);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, failure_kind::unauthorized);
  EXPECT_THAT(none.error().expected, HasSubstr("TENON_TEST_KEY"));
  ::setenv("TENON_TEST_KEY", canary, 1);
  const auto there = open_model("mine:gpt-x", how);
  ASSERT_TRUE(there);
  EXPECT_EQ((*there)->name(), "mine:gpt-x");
}

TEST(OpenModel, a_key_in_a_file_goes_before_the_variable_and_is_never_shown) {
  const std::string file = testing::TempDir() + "tenon_key";
  std::ofstream(file) << "  " << canary << "\n";
  configuration how;
  how.providers["mine"] = {.profile = "openai", .key_variable = "TENON_NO_SUCH_KEY", .key_file = file};
  ASSERT_TRUE(open_model("mine:gpt-x", how));
  how.providers["mine"].key_file = file + ".missing";
  const auto missing = open_model("mine:gpt-x", how);
  EXPECT_EQ(missing.error().kind, failure_kind::unauthorized);
  EXPECT_EQ(explain(missing.error()).find(canary), std::string::npos);
  std::ofstream(file) << "\n";
  how.providers["mine"].key_file = file;
  EXPECT_EQ(open_model("mine:gpt-x", how).error().kind, failure_kind::unauthorized);
}

TEST(OpenModel, a_provider_without_an_address_wants_one) {
  const auto model = open_model("openai-compatible:x");
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code, "no_base_url");
}

TEST(OpenModel, X_11_the_users_settings_go_over_the_table_of_capabilities) {
  configuration how;
  how.providers["mine"] = {.profile = "openai-compatible", .base_url = "http://127.0.0.1:1"};
  how.models["mine:*"].native_schema = false;
  how.models["mine:good*"].native_schema = true;
  how.models["mine:good*"].max_output_tokens = 77;
  EXPECT_FALSE((*open_model("mine:bad", how))->can().native_schema);
  const auto good = *open_model("mine:good-1", how);
  EXPECT_TRUE(good->can().native_schema);
  EXPECT_EQ(good->can().max_output_tokens, 77U);
}
#endif

#if TENON_LOCAL
TEST(OpenModel, an_unknown_local_name_is_an_invalid_argument) {
  const auto model = open_model("local:no-such-model");
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().kind, failure_kind::invalid_argument);
}

TEST(OpenModel, a_file_that_is_not_there_is_unavailable) {
  const auto model = open_model("local:/nowhere/at/all.gguf");
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().kind, failure_kind::model_unavailable);
}
#endif

}  // namespace
}  // namespace tenon
