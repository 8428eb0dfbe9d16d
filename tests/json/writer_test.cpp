#include <gtest/gtest.h>
#include <string>
#include <utility>

#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace {

using tenon::value;
using tenon::json::style;
using tenon::json::write;

value sample() {
  return value::object({{"a", value::array({1, 2.5, nullptr, true, "x"})},
                        {"empty", value::array()},
                        {"none", value::object()},
                        {"o", value::object({{"k", false}})}});
}

TEST(Writer, compact_text_has_no_white_space) {
  EXPECT_EQ(write(sample()), R"({"a":[1,2.5,null,true,"x"],"empty":[],"none":{},"o":{"k":false}})");
}

TEST(Writer, pretty_text_indents_by_two_and_keeps_empty_containers_short) {
  EXPECT_EQ(write(sample(), style::pretty), R"({
  "a": [
    1,
    2.5,
    null,
    true,
    "x"
  ],
  "empty": [],
  "none": {},
  "o": {
    "k": false
  }
})");
  EXPECT_EQ(write(value::array(), style::pretty), "[]");
  EXPECT_EQ(write(value(), style::pretty), "null");
}

TEST(Writer, deep_values_do_not_make_pretty_text_quadratic) {
  constexpr std::size_t depth = 10'000;
  value v = 0;
  for (std::size_t i = 0; i < depth; ++i) {
    value outer = value::array();
    outer.push_back(std::move(v));
    v = std::move(outer);
  }
  const std::string text = write(v, style::pretty);
  EXPECT_LT(text.size(), 2 * (depth + 1) * (2 * tenon::json::max_indented_depth + 2));
  const auto back = tenon::json::read(text, {.max_bytes = text.size(), .max_depth = depth});
  ASSERT_TRUE(back);
  EXPECT_TRUE(back->root == v);
}

TEST(Writer, only_what_must_be_escaped_is_escaped) {
  std::string out;
  tenon::json::write_string(out, std::string("\"\\/\b\f\n\r\t\x01\x1f\x7f\u00e9\u2028\U0001F600") + '\0');
  EXPECT_EQ(out, "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\u00e9\u2028\U0001F600\\u0000\"");
}

TEST(Writer, numbers_keep_the_literal_they_were_read_with) {
  const std::string text = "[1.0,1e2,-0,0.10,123456789012345678901234567890,1E+400]";
  EXPECT_EQ(write(tenon::json::read(text)->root), text);
}

TEST(Writer, doubles_are_written_with_the_fewest_digits_and_integers_in_full) {
  EXPECT_EQ(write(value::array({0.1, 1.0 / 3, 1e300, -0.0, 100000.0, INT64_MIN, UINT64_MAX})),
            "[0.1,0.3333333333333333,1e+300,-0,100000,-9223372036854775808,18446744073709551615]");
}

TEST(Writer, text_is_appended) {
  std::string out = "x=";
  tenon::json::write_to(out, value("y"));
  EXPECT_EQ(out, "x=\"y\"");
}

}  // namespace
