// What is a pattern: by ECMA-262 in Unicode mode, by Annex B, or not at all.
#include "patterns/tree.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <string_view>

#include <tenon/reader.hpp>

namespace {

using tenon::schema::is_ecma_pattern;
using tenon::schema::parse_pattern;

tenon::problem refusal(std::string_view text) {
  const auto read = parse_pattern(text);
  EXPECT_FALSE(read) << text;
  return read ? tenon::problem{} : read.error();
}

}  // namespace

TEST(PatternSyntax, every_case_of_the_data_file_is_read_as_it_should_be) {
  std::ifstream file(TENON_TEST_FILES "/pattern_syntax.jsonl");
  ASSERT_TRUE(file);
  std::size_t cases = 0;
  for (std::string line; std::getline(file, line); ++cases) {
    const auto read = tenon::json::read_unique(line);
    ASSERT_TRUE(read) << line;
    const std::string text(read->find("pattern")->string());
    const std::string reading(read->find("reading")->string());
    EXPECT_EQ(is_ecma_pattern(text), reading == "unicode") << text;
    const auto parsed = parse_pattern(text);
    if (reading == "none") {
      ASSERT_FALSE(parsed) << text;
      EXPECT_EQ(parsed.error().kind, tenon::failure_kind::invalid_argument) << text;
      EXPECT_EQ(parsed.error().offset, read->find("offset")->to_uint64()) << text;
    } else if (parsed) {
      EXPECT_EQ(parsed->annex_b.empty(), reading == "unicode") << text << ": " << parsed->annex_b;
    } else {  // legal, but newer than the data
      EXPECT_EQ(parsed.error().kind, tenon::failure_kind::unsupported_schema)
          << text << ": " << parsed.error().message;
    }
  }
  EXPECT_GT(cases, 180U);
}

TEST(PatternSyntax, a_reading_by_Annex_B_says_what_Unicode_mode_forbids_and_where) {
  const auto parsed = parse_pattern("^a\\-b$");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->annex_b, "an escape that has no meaning in the pattern ^a\\-b$ (byte 3)");
}

TEST(PatternSyntax, a_property_that_is_newer_than_the_data_is_not_supported_but_legal) {
  const tenon::problem p = refusal("\\p{Changes_When_NFKC_Casefolded}");
  EXPECT_EQ(p.kind, tenon::failure_kind::unsupported_schema);
  EXPECT_EQ(p.offset, 2U);
  EXPECT_TRUE(is_ecma_pattern("\\p{Changes_When_NFKC_Casefolded}"));
}

TEST(PatternSyntax, nesting_has_a_limit) {
  const std::string deep = std::string(201, '(') + std::string(201, ')');
  EXPECT_EQ(refusal(deep).code, "max_pattern_depth");
  EXPECT_FALSE(is_ecma_pattern(deep));
  EXPECT_EQ(refusal(std::string(1'000'000, '(')).code, "max_pattern_depth");
  EXPECT_TRUE(is_ecma_pattern(std::string(200, '(') + std::string(200, ')')));
}

TEST(PatternSyntax, ranges_have_a_limit) {
  std::string many = "[";
  for (int i = 0; i < 1000; ++i) many += "\\p{L}";
  EXPECT_EQ(refusal(many + "]").code, "max_pattern_ranges");
  EXPECT_TRUE(is_ecma_pattern(many + "]"));
}

TEST(PatternSyntax, what_is_not_UTF_8_is_no_pattern) {
  EXPECT_EQ(refusal("a\xff").offset, 1U);
  EXPECT_FALSE(is_ecma_pattern("a\xff"));
}
