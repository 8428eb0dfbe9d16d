// Parameters in prompts: literal, named, and never anything but a declared name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <tenon/prompt.hpp>

namespace {

using namespace tenon;
using prompt::expand;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Prompt, S2_14_a_named_parameter_is_replaced_wherever_it_stands) {
  const auto got = expand("Read {page}, then {page} again.", {{"page", "start.html"}});
  EXPECT_EQ(got.text, "Read start.html, then start.html again.");
  EXPECT_THAT(got.unused, IsEmpty());
}

TEST(Prompt, S2_14_values_are_inserted_literally_and_never_expanded_again) {
  const auto got = expand("{a}{b}", {{"a", "{b}"}, {"b", "{a} \\ $1 %s"}});
  EXPECT_EQ(got.text, "{b}{a} \\ $1 %s");
}

TEST(Prompt, S2_14_pieces_of_values_do_not_join_into_a_parameter) {
  EXPECT_EQ(expand("{{a}}", {{"a", "b"}, {"b", "wrong"}}).text, "{b}");
  EXPECT_EQ(expand("{a}b}", {{"a", "{"}, {"b", "wrong"}}).text, "{b}");
}

TEST(Prompt, row_25_json_in_a_prompt_is_text_beside_a_parameter) {
  const std::string_view example =
      R"(Like {"name": "x", "tags": [{}], "n": {"m": 1}} for {topic}; also {other} and { topic }.)";
  EXPECT_EQ(expand(example, {{"topic", "logs"}}).text,
            R"(Like {"name": "x", "tags": [{}], "n": {"m": 1}} for logs; also {other} and { topic }.)");
}

TEST(Prompt, row_25_a_brace_without_a_partner_is_text) {
  EXPECT_EQ(expand("a { b {x", {{"x", "1"}}).text, "a { b {x");
  EXPECT_EQ(expand("} {x} {", {{"x", "1"}}).text, "} 1 {");
  EXPECT_EQ(expand("{ {x}", {{"x", "1"}}).text, "{ 1");
}

TEST(Prompt, a_declared_argument_that_is_not_used_is_reported) {
  const auto got = expand("{a} {c", {{"a", "1"}, {"b", "2"}, {"c", "3"}, {"d}", "4"}});
  EXPECT_EQ(got.text, "1 {c");
  EXPECT_THAT(got.unused, ElementsAre("b", "c", "d}"));
}

TEST(Prompt, an_empty_name_is_a_name_like_any_other) {
  EXPECT_EQ(expand("a {} b", {}).text, "a {} b");
  EXPECT_EQ(expand("a {} b", {{"", "x"}}).text, "a x b");
}

TEST(Prompt, a_megabyte_of_braces_is_expanded_in_linear_time) {
  const std::string braces(1'000'000, '{');
  EXPECT_EQ(expand(braces + "x}", {{"x", "1"}}).text.size(), braces.size());
}

RC_GTEST_PROP(PromptProperty, a_text_without_arguments_is_left_alone, (const std::string& text)) {
  RC_ASSERT(expand(text, {}).text == text);
}

RC_GTEST_PROP(PromptProperty, what_is_inserted_arrives_byte_for_byte,
              (const std::string& before, const std::string& inserted)) {
  RC_PRE(before.find('{') == std::string::npos);
  RC_ASSERT(expand(before + "{x}" + before, {{"x", inserted}, {"y", "wrong"}}).text ==
            before + inserted + before);
}

}  // namespace
