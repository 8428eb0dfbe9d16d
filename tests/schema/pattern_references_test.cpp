// Back-references: what ECMA-262 makes of them, what is left to PCRE2, and what happens at its limit.
#include "patterns/pattern.hpp"
#include "patterns/pcre2.hpp"

#include <gtest/gtest.h>
#include <string>
#include <string_view>

#include <tenon/program.hpp>
#include <tenon/reader.hpp>

namespace {

using tenon::schema::pattern;
using tenon::schema::search_outcome;

constexpr std::size_t states = 10'000;

tenon::result<pattern> compiled(std::string_view text) {
  auto p = pattern::compile(text, states);
  EXPECT_TRUE(p) << text << ": " << (p ? "" : p.error().message);
  return p;
}

tenon::problem refusal(std::string_view text) {
  const auto p = pattern::compile(text, states);
  EXPECT_FALSE(p) << text;
  return p ? tenon::problem{} : p.error();
}

// Backtracks through every way to cut the run of a's into pieces.
constexpr std::string_view endless = "^(a+)+(b)\\2$";
const std::string hopeless = std::string(40, 'a') + "bc";

}  // namespace

TEST(PatternReferences, match_what_the_group_captured) {
  const struct {
    std::string_view pattern;
    std::string_view text;
    bool found;
  } rows[] = {{"^(a|b)\\1$", "aa", true},
              {"^(a|b)\\1$", "ab", false},
              {"(\\w+) \\1", "the the", true},
              {"\\b(\\w+) \\1\\b", "the them", false},
              {"^(['\"]).*\\1$", "'a\"b'", true},
              {"^(['\"]).*\\1$", "'ab\"", false},
              {"^(?<q>['\"])\\k<q>$", "\"\"", true},
              {"^(a*)b\\1$", "aabaa", true},
              {"^(a*)b\\1$", "aaba", false},
              {"^(a*?)\\1$", "aaaa", true},
              {"^(a*?)\\1$", "aaa", false},
              {"^(?:(.)\\1)+$", "aabbcc", true},
              {"^(?:(.)\\1)+$", "aabbcd", false},
              {"^(?=(a+))\\1b", "aab", true},
              {"^(?=(a+))\\1ab", "aab", false},  // what is looked ahead for is not given back
              {"^(a)?\\1b$", "b", true},         // a group that captured nothing is empty
              {"^(a)?\\1b$", "aab", true},
              {"^(a)?\\1b$", "ab", false},
              {"^(.)(.)(.)\\3\\2\\1$", "abccba", true},
              {"^(😀|é)\\1$", "😀😀", true},
              {"^(\\u{1F600}|é)\\1$", "éé", true},
              {"^(.)[^\\n]\\1\\s$", "a-a\xc2\xa0", true},
              {"^(a)\\1{3}$", "aaaa", true},
              {"^(x)(?!\\1)", "xx", false},
              {"^(x)(?!\\1)", "xy", true},
              {"^(ab)(?<!cb)\\1$", "abab", true},
              {"^(a)[]?\\1$", "aa", true},
              {"^(.)\\1$", "\xff\xff", true}};
  for (const auto& r : rows) {
    const auto p = compiled(r.pattern);
    ASSERT_TRUE(p);
    EXPECT_EQ(p->found_in(r.text), r.found) << r.pattern << " in " << r.text;
    EXPECT_EQ(p->runs_on(), pattern::engine::pcre2) << r.pattern;
    EXPECT_EQ(p->runs_as(), pattern::form::pcre2) << r.pattern;
  }
}

TEST(PatternReferences, that_are_always_empty_need_no_PCRE2) {
  const struct {
    std::string_view pattern;
    std::string_view text;
    bool found;
  } rows[] = {{"^\\1(a)$", "a", true},           // not captured yet
              {"^(a\\1)$", "a", true},           // not yet either
              {"^(?:(a)|b\\1)+$", "abb", true},  // forgotten by the next round
              {"^(?:\\1(a))+$", "aaa", true},
              {"^(?!(a))\\1b$", "b", true},  // a look-around that failed captured nothing
              {"^(a){0}\\1b$", "b", true},
              {"^(?:(a)|b)\\2?(c)$", "bc", true},
              {"^\\k<n>(?<n>x)$", "x", true}};
  for (const auto& r : rows) {
    const auto p = compiled(r.pattern);
    ASSERT_TRUE(p);
    EXPECT_EQ(p->found_in(r.text), r.found) << r.pattern << " in " << r.text;
    EXPECT_EQ(p->runs_on(), pattern::engine::automaton) << r.pattern;
  }
}

TEST(PatternReferences, that_PCRE2_would_decide_otherwise_are_refused) {
  for (const std::string_view text : {"(?:(a)|b)*\\1", "(?:(a)?\\1b)+", "((a)|b)+\\2", "(a*)+\\1",
                                      "(?<=(a))\\1", "(a)(?<=\\1)", "(?:(a)?){2}\\1", "(a)\\1(?<=b+)"}) {
    const tenon::problem p = refusal(text);
    EXPECT_EQ(p.kind, tenon::failure_kind::unsupported_schema) << text;
    EXPECT_EQ(p.code, "pattern") << text;
  }
}

TEST(PatternReferences, have_limits) {
  EXPECT_EQ(refusal("(a)\\1(?:bc){70000}").code, "max_pattern_states");
  std::string many;
  for (int i = 0; i < 101; ++i) many += "(a)";
  for (int i = 1; i <= 101; ++i) many += "\\" + std::to_string(i) + "(?:)";
  EXPECT_EQ(refusal(many).code, "max_pattern_references");
}

TEST(PatternReferences, a_search_that_meets_the_limit_is_undecided) {
  const auto p = compiled(endless);
  ASSERT_TRUE(p);
  EXPECT_EQ(p->search(hopeless), search_outcome::undecided);
  EXPECT_FALSE(p->found_in(hopeless));
  EXPECT_EQ(p->search("aabb"), search_outcome::found);
  EXPECT_EQ(p->search("aabc"), search_outcome::absent);
}

TEST(PatternReferences, an_undecided_pattern_makes_the_value_invalid_whatever_stands_around_it) {
  const std::string text = R"("pattern":")" + std::string("^(a+)+(b)\\\\2$") + "\"";
  for (const std::string& schema :
       {"{" + text + "}", R"({"not":{)" + text + "}}", R"({"anyOf":[{)" + text + "},{}]}",
        R"({"oneOf":[{},{)" + text + "}]}", R"({"if":{)" + text + R"(},"then":true})"}) {
    const auto code = tenon::schema::program::compile_text(schema);
    ASSERT_TRUE(code) << schema << code.error().message;
    const tenon::value instance(hopeless);
    EXPECT_FALSE(code->accepts(instance)) << schema;
    const auto errors = code->validate(instance);
    ASSERT_EQ(errors.size(), 1U) << schema;
    EXPECT_EQ(errors[0].code, "pattern") << schema;
    EXPECT_EQ(errors[0].message,
              "whether it matches the pattern could not be decided within the match limit (max_match_steps)");
  }
}

TEST(PatternReferences, an_undecided_error_names_the_place) {
  const auto code = tenon::schema::program::compile_text(
      R"({"properties":{"x":{"patternProperties":{"^(a+)+(b)\\2$":true}},"y":{"pattern":"^(a+)+(b)\\2$"}}})");
  ASSERT_TRUE(code) << code.error().message;
  const auto in_x = code->validate(tenon::json::read(R"({"x":{")" + hopeless + R"(":1}})")->root);
  ASSERT_EQ(in_x.size(), 1U);
  EXPECT_EQ(in_x[0].place, "/x");
  EXPECT_EQ(in_x[0].rule, "/properties/x/patternProperties");
  const auto in_y = code->validate(tenon::json::read(R"({"y":")" + hopeless + R"("})")->root);
  ASSERT_EQ(in_y.size(), 1U);
  EXPECT_EQ(in_y[0].place, "/y");
  EXPECT_EQ(in_y[0].rule, "/properties/y/pattern");
}
