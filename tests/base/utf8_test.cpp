// Expectations are RFC 3629 section 4 (what is valid) and Unicode section 3.9, table 3-8 (how many
// replacement characters an invalid part gets).
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>
#include <vector>

#include <tenon/utf8.hpp>

namespace {

using tenon::utf8::append;
using tenon::utf8::decode;

constexpr std::string_view euro = "\xE2\x82\xAC";
constexpr std::string_view grin = "\xF0\x9F\x98\x80";
const std::string fffd = "\xEF\xBF\xBD";

bool is_scalar(std::uint32_t code) {
  return code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
}

TEST(Utf8, every_scalar_value_is_appended_and_decoded_back) {
  for (std::uint32_t code = 0; code <= 0x10FFFF; ++code) {
    if (!is_scalar(code)) continue;
    std::string text;
    append(text, code);
    const auto back = decode(text);
    ASSERT_TRUE(back.valid) << code;
    ASSERT_EQ(back.code, code);
    ASSERT_EQ(back.length, text.size());
    ASSERT_TRUE(tenon::utf8::valid(text));
  }
}

TEST(Utf8, every_two_byte_text_is_valid_exactly_by_the_grammar) {
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      const std::string text{static_cast<char>(a), static_cast<char>(b)};
      const bool expected = (a < 0x80 && b < 0x80) || (a >= 0xC2 && a <= 0xDF && b >= 0x80 && b <= 0xBF);
      ASSERT_EQ(tenon::utf8::valid(text), expected) << a << ' ' << b;
    }
  }
}

TEST(Utf8, overlong_forms_surrogates_and_code_points_past_the_last_are_invalid) {
  for (const std::string_view text :
       {"\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xED\xBF\xBF",
        "\xF0\x80\x80\x80", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFE", "\xFF",
        "\x80", "\xE2\x82", "\xF0\x9F\x98"}) {
    EXPECT_EQ(tenon::utf8::first_invalid(text), 0U);
    EXPECT_EQ(tenon::utf8::first_invalid("long enough to skip words " + std::string(text)), 26U);
  }
}

TEST(Utf8, an_invalid_sequence_is_as_long_as_its_longest_viable_prefix) {
  const std::string text =
      "a\xF1\x80\x80\xE1\x80\xC2"
      "b\x80"
      "c\x80\xBF"
      "d";
  EXPECT_EQ(tenon::utf8::sanitized(text), "a" + fffd + fffd + fffd + "b" + fffd + "c" + fffd + fffd + "d");
}

TEST(Utf8, sanitizing_leaves_valid_text_as_it_is) {
  const std::string text = "plain " + std::string(euro) + std::string(grin);
  EXPECT_EQ(tenon::utf8::sanitized(text), text);
  EXPECT_EQ(tenon::utf8::sanitized(""), "");
}

TEST(Utf8, code_points_are_counted_not_bytes) {
  EXPECT_EQ(tenon::utf8::code_points("a" + std::string(euro) + std::string(grin)), 3U);
  EXPECT_EQ(tenon::utf8::code_points(""), 0U);
}

TEST(Utf8, a_boundary_never_cuts_a_code_point) {
  const std::string text = "a" + std::string(euro) + std::string(grin);  // starts at 0, 1, 4; ends at 8
  const std::vector<std::size_t> expected{0, 1, 1, 1, 4, 4, 4, 4, 8, 8};
  for (std::size_t limit = 0; limit < expected.size(); ++limit) {
    EXPECT_EQ(tenon::utf8::floor_boundary(text, limit), expected[limit]) << limit;
  }
}

TEST(Utf8, stray_continuation_bytes_do_not_move_a_boundary) {
  EXPECT_EQ(tenon::utf8::floor_boundary("\x80\x80\x80\x80\x80\x80", 5), 5U);
  EXPECT_EQ(tenon::utf8::floor_boundary("a\x80\x80", 2), 2U);
}

RC_GTEST_PROP(Utf8, whatever_goes_in_sanitized_text_is_valid_and_its_boundaries_too,
              (const std::vector<std::uint8_t>& bytes, std::size_t limit)) {
  const std::string text(bytes.begin(), bytes.end());
  const std::string clean = tenon::utf8::sanitized(text);
  RC_ASSERT(tenon::utf8::valid(clean));
  const std::size_t cut = tenon::utf8::floor_boundary(clean, limit % (clean.size() + 1));
  RC_ASSERT(tenon::utf8::valid(clean.substr(0, cut)));
  RC_ASSERT((tenon::utf8::first_invalid(text) == std::string::npos) == (clean == text));
}

}  // namespace
