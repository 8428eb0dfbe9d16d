// The words that ask for a format, held still by golden files: format_*.txt beside this test.
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>

#include <tenon/prompt.hpp>

namespace {

using namespace tenon;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view schema_text =
    R"({"type":"object","properties":{"title":{"type":"string"}},"required":["title"]})";

std::string golden(const std::string& name) {
  std::ifstream file(std::string(TENON_TEST_FILES) + "/" + name);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!text.empty() && text.back() == '\n') text.pop_back();  // a text file ends its last line
  return text;
}

TEST(Format, S2_12_the_default_instructions_say_json_only_rfc_8259_no_explanation_no_fence_then_the_schema) {
  const auto text = prompt::json_instructions(schema_text);
  EXPECT_THAT(text, HasSubstr("JSON only"));
  EXPECT_THAT(text, HasSubstr("RFC 8259"));
  EXPECT_THAT(text, HasSubstr("not explain"));
  EXPECT_THAT(text, HasSubstr("markdown code fence"));
  EXPECT_TRUE(text.ends_with(schema_text));
  EXPECT_THAT(text, Not(HasSubstr("```")));
}

TEST(Format, S2_12_golden_file) {
  EXPECT_EQ(prompt::json_instructions(schema_text), golden("format_json.txt"));
}

TEST(Format, the_form_for_a_small_model_is_shorter_and_says_the_same) {
  const auto text = prompt::system_instructions(schema_text);
  EXPECT_EQ(text, golden("format_system.txt"));
  EXPECT_LT(text.size(), prompt::json_instructions(schema_text).size());
  EXPECT_TRUE(text.ends_with(schema_text));
}

TEST(Format, the_schema_alone_where_a_constraint_holds_the_rest) {
  EXPECT_EQ(prompt::schema_only(schema_text), golden("format_schema.txt"));
}

TEST(Format, lists_and_maps_have_their_own_words) {
  EXPECT_EQ(prompt::list_instructions(), golden("format_list.txt"));
  EXPECT_EQ(prompt::map_instructions(), golden("format_map.txt"));
  EXPECT_THAT(prompt::map_instructions(), HasSubstr("RFC 8259"));
}

}  // namespace
