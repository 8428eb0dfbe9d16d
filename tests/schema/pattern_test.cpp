// Patterns as JSON Schema means them: searched for, over code points, in linear time.
#include "pattern.hpp"

#include <gtest/gtest.h>
#include <string>
#include <string_view>

namespace {

using tenon::schema::pattern;

constexpr std::size_t states = 10'000;

bool finds(std::string_view text, std::string_view in) {
  const auto p = pattern::compile(text, states);
  EXPECT_TRUE(p) << text << ": " << (p ? "" : p.error().message);
  return p && p->found_in(in);
}

tenon::problem refusal(std::string_view text) {
  const auto p = pattern::compile(text, states);
  EXPECT_FALSE(p) << text;
  return p ? tenon::problem{} : p.error();
}

struct row {
  std::string_view pattern;
  std::string_view text;
  bool found;
};

}  // namespace

TEST(Pattern, what_ECMA_262_says_of_each_construct) {
  const row rows[] = {
      {"", "", true},
      {"", "x", true},
      {"a", "xay", true},
      {"^a$", "a", true},
      {"^a$", "ab", false},
      {"^a$", "a\n", false},  // no multiline
      {"^$", "", true},
      {"^$", "x", false},
      {"$^", "", true},
      {"a|^b", "xb", false},
      {"a|^b", "b", true},
      {"^(a|b|)c$", "c", true},
      {"^(?:ab)+$", "ababab", true},
      {"^(?<name>ab)+$", "aba", false},
      {"^a{2}$", "aa", true},
      {"^a{2}$", "aaa", false},
      {"^a{2,}$", "aaaaa", true},
      {"^a{1,3}$", "aaaa", false},
      {"^a{0}$", "", true},
      {"^a+?$", "aaa", true},
      {"^a{,3}$", "a{,3}", true},  // no quantifier without a first number
      {"^x{$", "x{", true},
      {"^.$", "\xF0\x9F\x98\x80", true},  // one code point
      {"^.$", "\n", false},
      {"^.$", "\xE2\x80\xA8", false},  // U+2028 ends a line
      {"^[^a]$", "\n", true},
      {"^[a-c]$", "b", true},
      {"^[a-c]$", "d", false},
      {"^[-a]$", "-", true},
      {"^[a-]$", "-", true},
      {"^[\\]]$", "]", true},
      {"^[\\b]$", "\b", true},
      {"^[\\d.]+$", "1.2", true},
      {"^[]$", "", false},
      {"[]", "x", false},
      {"^[^]$", "x", true},
      {"^\\d$", "\xD9\xA3", false},  // an Arabic digit is no \d
      {"^\\w$", "\xC3\xA9", false},
      {"^\\W$", "\xC3\xA9", true},
      {"^\\s$", "\xC2\xA0", true},
      {"^\\s$", "\xEF\xBB\xBF", true},
      {"^\\S$", "x", true},
      {"^\\D\\d$", "a1", true},
      {"^\\u00e9$", "\xC3\xA9", true},
      {"^\\u{1F600}$", "\xF0\x9F\x98\x80", true},
      {"^\\uD83D\\uDE00$", "\xF0\x9F\x98\x80", true},
      {"^\\x41\\cJ\\0$", std::string_view("A\n\0", 3), true},
      {"^\\/\\.\\-\\_$", "/.-_", true},
      {"^[\xC3\xA0-\xC3\xBF]+$", "\xC3\xA9\xC3\xA8", true},
      {"^]}$", "]}", true},
      {"^(a(b(c|d))*)+$", "abcabd", true},
      {"^(a?)*$", "aaa", true},
      {"^(a*)*b$", "aaab", true},
      {"foo.*bar$", "xfoo--bar", true},
      {"^[0-9]{4}-[0-9]{2}$", "2026-11", true},
  };
  for (const row& r : rows) EXPECT_EQ(finds(r.pattern, r.text), r.found) << r.pattern << " in " << r.text;
}

TEST(Pattern, the_patterns_that_ruin_a_backtracker_take_one_step_a_character) {
  const std::string text(1 << 20, 'a');
  for (const std::string_view bad :
       {"^(a+)+$", "(a+)+$", "^(a|aa)+$", "^(a|a)*$", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$"}) {
    const auto p = pattern::compile(bad, states);
    ASSERT_TRUE(p) << bad;
    EXPECT_TRUE(p->deterministic()) << bad;
    std::uint64_t steps = 0;
    p->found_in(text + "!", &steps);
    EXPECT_LE(steps, text.size() + 1) << bad;
  }
}

TEST(Pattern, a_pattern_too_large_to_be_deterministic_is_still_linear_and_right) {
  const auto p = pattern::compile("^(a|b)*a(a|b){18}$", states);
  ASSERT_TRUE(p);
  ASSERT_FALSE(p->deterministic());
  EXPECT_TRUE(p->found_in("bba" + std::string(18, 'b')));
  EXPECT_FALSE(p->found_in("bbb" + std::string(18, 'b')));
  EXPECT_FALSE(p->found_in("bba" + std::string(17, 'b') + "c"));
  std::uint64_t one = 0;
  std::uint64_t two = 0;
  p->found_in(std::string(20'000, 'a'), &one);
  p->found_in(std::string(40'000, 'a'), &two);
  EXPECT_LE(two, 2 * one + 2000);
}

TEST(Pattern, anchors_hold_in_the_simulated_form_too) {
  const auto p = pattern::compile("^(a|b)*a(a|b){18}$|^x$", states);
  ASSERT_TRUE(p);
  ASSERT_FALSE(p->deterministic());
  EXPECT_TRUE(p->found_in("x"));
  EXPECT_FALSE(p->found_in("xx"));
  EXPECT_FALSE(p->found_in(""));
}

TEST(Pattern, counted_repeats_are_bounded_by_the_limit_on_states) {
  EXPECT_EQ(refusal("a{20000}").code, "max_pattern_states");
  EXPECT_EQ(refusal("(((a{100}){100}){100}){100}").code, "max_pattern_states");
  EXPECT_EQ(refusal("a{4294967295}").code, "max_pattern_states");
  EXPECT_TRUE(finds("^(){4000000000}$", ""));
  EXPECT_TRUE(finds("^a{0,4000}$", std::string(4000, 'a')));
  EXPECT_FALSE(finds("^a{0,4000}$", std::string(4001, 'a')));
}
