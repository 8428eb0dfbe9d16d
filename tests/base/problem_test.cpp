#include <gtest/gtest.h>
#include <string>

#include <tenon/problem.hpp>
#include <tenon/utf8.hpp>

namespace {

using tenon::excerpt;
using tenon::explain;
using tenon::problem;

TEST(Problem, an_excerpt_that_fits_is_the_text) {
  EXPECT_EQ(excerpt("short"), "short");
  EXPECT_EQ(excerpt(""), "");
  EXPECT_EQ(excerpt(std::string(120, 'x')), std::string(120, 'x'));
}

TEST(Problem, an_excerpt_ends_in_an_ellipsis_where_it_was_cut) {
  EXPECT_EQ(excerpt(std::string(121, 'x')), std::string(117, 'x') + "\u2026");
  EXPECT_EQ(excerpt("abcdef", 5), "ab\u2026");
}

TEST(Problem, an_excerpt_is_cut_at_a_code_point_and_never_longer_than_its_limit) {
  const std::string text = "a\u20AC\U0001F600b\n\x01 and more of it";
  for (std::size_t limit = 0; limit < 40; ++limit) {
    const std::string cut = excerpt(text, limit);
    EXPECT_LE(cut.size(), limit);
    EXPECT_TRUE(tenon::utf8::valid(cut)) << limit;
  }
}

TEST(Problem, control_characters_are_escaped_in_an_excerpt) {
  EXPECT_EQ(excerpt("a\nb\r\tc\x1B[0m\x7F\u0085"), "a\\nb\\r\\tc\\u001b[0m\\u007f\\u0085");
}

TEST(Problem, invalid_utf8_becomes_the_replacement_character) {
  EXPECT_EQ(excerpt("a\xFFz"), "a\xEF\xBF\xBDz");
}

TEST(Problem, one_line_tells_place_message_expected_and_found) {
  problem p;
  p.place = "/severity";
  p.message = "must be one of the enumerators";
  p.expected = "SEV1, SEV2";
  p.found = "\"sev 1\"";
  p.nearest = "SEV1";
  p.offset = 17;
  EXPECT_EQ(explain(p),
            "/severity: must be one of the enumerators; expected SEV1, SEV2; found \"sev 1\"; nearest is "
            "SEV1; at byte 17");
}

TEST(Problem, what_is_missing_is_left_out_and_a_line_stays_a_line) {
  problem p;
  p.message = "two\nlines";
  EXPECT_EQ(explain(p), "two\\nlines");
  p.message.clear();
  p.code = "stopped";
  EXPECT_EQ(explain(p), "stopped");
}

}  // namespace
