#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tenon/connect.hpp>

namespace tenon {
namespace {

using testing::HasSubstr;

TEST(OpenModel, a_family_that_nobody_knows_is_told_which_there_are) {
  for (const char* name : {"", "gpt", "openai:gpt-5", "local-ish", "nonsense:x"}) {
    const auto model = open_model(name);
    ASSERT_FALSE(model) << name;
    EXPECT_EQ(model.error().kind, failure_kind::invalid_argument) << name;
    EXPECT_THAT(model.error().expected, HasSubstr("local")) << name;
  }
}

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
