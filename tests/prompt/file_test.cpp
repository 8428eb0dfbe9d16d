// Prompt files, and those that ship.
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tenon/prompt.hpp>

namespace {

using namespace tenon;
using testing::HasSubstr;

constexpr std::string_view whole =
    "---\nname: triage\nversion: 2\n---\n## system\nYou read reports.\n\nUnknown stays null.\n\n## "
    "user\nReport:\n{text}\n";

TEST(PromptFile, a_file_has_a_name_a_version_and_its_parts) {
  const auto got = prompt::parse_prompt(whole);
  ASSERT_TRUE(got);
  EXPECT_EQ(got->name, "triage");
  EXPECT_EQ(got->version, "2");
  EXPECT_EQ(got->system, "You read reports.\n\nUnknown stays null.");
  EXPECT_EQ(got->user, "Report:\n{text}");
}

TEST(PromptFile, carriage_returns_of_another_system_change_nothing_but_line_ends) {
  const auto got = prompt::parse_prompt("---\r\nname: a\r\nversion: 1\r\n---\r\n## user\r\nx\r\n");
  ASSERT_TRUE(got);
  EXPECT_EQ(got->name, "a");
  EXPECT_EQ(got->user, "x");
}

TEST(PromptFile, examples_follow_with_their_answers) {
  const auto got = prompt::parse_prompt(std::string(whole) +
                                        "## example\nReport:\nall down\n## answer\n{\"n\": 1}\n"
                                        "## example\nReport:\nfine\n\n## answer\n{\"n\": 2}\n");
  ASSERT_TRUE(got);
  const std::vector<prompt::worked_example> expected{{"Report:\nall down", "{\"n\": 1}"},
                                                     {"Report:\nfine", "{\"n\": 2}"}};
  EXPECT_EQ(got->examples, expected);
}

TEST(PromptFile, an_example_without_its_answer_is_refused) {
  for (const auto* tail : {"## example\nx\n", "## example\nx\n## answer\n", "## example\n## answer\ny\n"}) {
    const auto got = prompt::parse_prompt(std::string(whole) + tail, "p.md");
    ASSERT_FALSE(got) << tail;
    EXPECT_THAT(got.error().message, HasSubstr("example"));
  }
}

TEST(PromptFile, an_error_names_the_line) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"", "p.md:1"},
      {"name: a\n", "p.md:1"},
      {"---\nname: a\n", "p.md:3"},
      {"---\nname: a\nversion: 1\nlanguage: en\n---\n", "p.md:4"},
      {"---\nname: a\nname: b\n---\n", "p.md:3"},
      {"---\nversion: 1\n---\n## user\nx\n", "p.md:3"},
      {"---\nname: a\n---\n## user\nx\n", "p.md:3"},
      {"---\nname: a\nversion: 1\n---\nstray\n", "p.md:5"},
      {"---\nname: a\nversion: 1\n---\n## user\nx\n## user\ny\n", "p.md:7"},
      {"---\nname: a\nversion: 1\n---\n## system\nx\n", "p.md:7"},
  };
  for (const auto& [text, place] : cases) {
    const auto got = prompt::parse_prompt(text, "p.md");
    ASSERT_FALSE(got) << text;
    EXPECT_EQ(got.error().kind, failure_kind::invalid_argument);
    EXPECT_EQ(got.error().place, place) << text;
    EXPECT_FALSE(got.error().message.empty());
    EXPECT_FALSE(got.error().expected.empty());
  }
}

TEST(PromptFile, every_file_of_prompts_is_good_and_ships) {
  std::size_t files = 0;
  for (const auto& file : std::filesystem::directory_iterator(TENON_SOURCE_ROOT "/prompts")) {
    ++files;
    EXPECT_NE(prompt::find_prompt(file.path().stem().string()), nullptr) << file.path();
  }
  EXPECT_EQ(prompt::shipped().size(), files);
}

TEST(PromptFile, extraction_has_a_prompt_of_its_own_with_a_version) {
  const auto* extract = prompt::find_prompt("extract");
  ASSERT_NE(extract, nullptr);
  EXPECT_FALSE(extract->version.empty());
  EXPECT_THAT(extract->user, HasSubstr("{text}"));
  EXPECT_LT(extract->user.size() - extract->user.find("{text}"), 40U) << "what is constant comes first";
  EXPECT_FALSE(extract->examples.empty());
}

TEST(PromptFile, the_extraction_prompt_defines_each_severity_and_each_null) {
  const auto* extract = prompt::find_prompt("extract");
  ASSERT_NE(extract, nullptr);
  for (const auto* word : {"SEV1", "SEV2", "SEV3", "SEV4", "service.name", "environment", "null"})
    EXPECT_THAT(extract->system, HasSubstr(word));
}

TEST(PromptFile, an_unknown_name_is_a_null_pointer) {
  EXPECT_EQ(prompt::find_prompt("nothing"), nullptr);
}

}  // namespace
