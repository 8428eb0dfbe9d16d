// Patterns as JSON Schema means them: searched for, over code points, in linear time.
#include "patterns/pattern.hpp"

#include <array>
#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <tenon/reader.hpp>
#include <tenon/utf8.hpp>

namespace {

using tenon::schema::pattern;

constexpr std::size_t states = 10'000;

pattern compiled(std::string_view text) {
  auto p = pattern::compile(text, states);
  if (!p) {
    ADD_FAILURE() << text << ": " << p.error().message;
    return *pattern::compile("[]", states);
  }
  return *std::move(p);
}

bool finds(std::string_view text, std::string_view in) {
  return compiled(text).found_in(in);
}

tenon::problem refusal(std::string_view text) {
  const auto p = pattern::compile(text, states);
  EXPECT_FALSE(p) << text;
  return p ? tenon::problem{} : p.error();
}

std::string many(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST(Pattern, every_case_of_the_data_file_is_found_or_not) {
  std::ifstream file(TENON_TEST_FILES "/pattern_cases.jsonl");
  ASSERT_TRUE(file);
  std::size_t cases = 0;
  for (std::string line; std::getline(file, line);) {
    const auto read = tenon::json::read_unique(line);
    ASSERT_TRUE(read) << line;
    const pattern p = compiled(read->find("pattern")->string());
    for (const bool expected : {true, false}) {
      for (const tenon::value& text : read->find(expected ? "finds" : "lacks")->items()) {
        EXPECT_EQ(p.found_in(text.string()), expected)
            << read->find("pattern")->string() << " in " << text.string();
        ++cases;
      }
    }
  }
  EXPECT_GT(cases, 450U);
}

TEST(Pattern, a_form_is_as_simple_as_it_can_be) {
  using form = pattern::form;
  const struct {
    std::string_view text;
    form expected;
  } rows[] = {{"", form::text},
              {"^chk-$", form::text},
              {"a.c", form::table},
              {"^.*$", form::run},
              {"^[a-z]{1,50000}$", form::run},
              {"^(?:[a-z]|[0-9])+$", form::run},
              {"^[a-f0-9]{8}-[a-f0-9]{4}$", form::table},
              {"^(?:\\S+\\s+){0,99}\\S+$", form::table},
              {"\\bfoo\\b", form::table},
              {"\\p{L}\\p{M}*", form::table},
              {"^(a|b)*a(a|b){18}$", form::cache},
              {"^(a|b)*a(a|b){300}$", form::simulation},
              {"^a{1,9000}b", form::simulation},
              {"(?=a)b", form::simulation}};
  for (const auto& r : rows) {
    EXPECT_EQ(compiled(r.text).runs_as(), r.expected) << r.text;
    EXPECT_EQ(compiled(r.text).runs_on(), pattern::engine::automaton) << r.text;
  }
}

TEST(Pattern, a_reading_by_Annex_B_is_flagged) {
  EXPECT_EQ(compiled("^a-b$").annex_b(), "");
  EXPECT_NE(compiled("^a\\-b$").annex_b(), "");
}

TEST(Pattern, what_is_no_UTF_8_counts_as_replacement_characters) {
  EXPECT_TRUE(finds("^.$", "\xff"));
  EXPECT_TRUE(finds("^.$", "\xf0\x9f\x98"));  // cut short: one
  EXPECT_TRUE(finds("^..$", "\xf0\x9f\x98\x80\x80"));
  EXPECT_TRUE(finds("^.{3}$", "\xed\xa0\x80"));  // a surrogate: three
  EXPECT_TRUE(finds("^\\ufffda$", "\xe2\x82\x61"));
  EXPECT_TRUE(finds("\\ufffd(?=a)", "\xff\x61"));
  EXPECT_FALSE(finds("^[^\\ufffd]*$", "a\xc0"));
}

TEST(Pattern, a_class_of_any_code_point_is_told_by_the_bytes) {
  // Around each length of UTF-8 and in the middle of it, against the code point itself.
  for (const std::uint32_t code :
       {0x0U, 0x7fU, 0x80U, 0x7ffU, 0x800U, 0xfffU, 0x1000U, 0xd7ffU, 0xe000U, 0xfffdU, 0xffffU, 0x10000U,
        0x3ffffU, 0x40000U, 0xfffffU, 0x100000U, 0x10ffffU}) {
    std::string text;
    tenon::utf8::append(text, code);
    char escape[32];
    std::snprintf(escape, sizeof escape, "^[\\u{%x}]b?$", static_cast<unsigned>(code));
    EXPECT_TRUE(finds(escape, text)) << escape;
    std::snprintf(escape, sizeof escape, "^[^\\u{%x}]b?$", static_cast<unsigned>(code));
    EXPECT_FALSE(finds(escape, text)) << escape;
    for (const std::uint32_t other : {code - 1, code + 1}) {
      if (other > 0x10ffff || (other >= 0xd800 && other <= 0xdfff)) continue;
      std::string beside;
      tenon::utf8::append(beside, other);
      EXPECT_TRUE(finds(escape, beside)) << escape << ' ' << other;
    }
  }
}

TEST(Pattern, counted_repeats_are_exact_however_they_run) {
  const auto as = [](std::size_t n) { return std::string(n, 'a'); };
  const struct {
    std::string_view pattern;
    std::string text;
    bool found;
  } rows[] = {{"^[a-z]{1,5000}$", as(5000), true},
              {"^[a-z]{1,5000}$", as(5001), false},
              {"^x[a-z]{1,5000}y$", "x" + as(5000) + "y", true},
              {"^x[a-z]{1,5000}y$", "x" + as(5001) + "y", false},
              {"^x[a-z]{1,5000}y$", "xyy", true},
              {"^x[a-z]{1,5000}y$", "xy", false},
              {"^x[a-z]{1,5000}y$", "xa1y", false},
              {"[ab]{300}c", as(500) + "c", true},
              {"[ab]{300}c", as(200) + "1" + as(299) + "c", false},
              {"(?:^|,)[a-z]{2,20000}(?:,|$)", "1,ab,", true},
              {"(?:^|,)[a-z]{2,20000}(?:,|$)", as(20000), true},
              {"(?:^|,)[a-z]{2,20000}(?:,|$)", as(20001), false},
              {"(?:[ab]{200,300}c)+d", as(200) + "c" + as(300) + "cd", true},
              {"(?:[ab]{200,300}c)+d", as(200) + "cc", false},
              {"^(?:[ab]{0,200}c){2}$", "cc", true},
              {"^(?:[ab]{0,200}c){2}$", as(200) + "cac", true},
              {"^(?:[ab]{0,200}c){2}$", as(201) + "cc", false},
              {"(?<=a{100,200})b", as(100) + "b", true},
              {"(?<=a{100,200})b", as(99) + "b", false},
              {"(?=a{100,200}b)a{150}b", as(150) + "b", true},
              {"(?=a{100,200}b)a{150}", as(149) + "b", false},
              {"^(?:a|b)*[ab]{90}b[ab]{90,95}$", as(90) + "b" + as(90), true},
              {"^(?:a|b)*[ab]{90}b[ab]{90,95}$", as(300) + "b" + as(95), true},
              {"^(?:a|b)*[ab]{90}b[ab]{90,95}$", as(89) + "b" + as(90), false},
              {"^(?:a|b)*[ab]{90}b[ab]{90,95}$", as(300) + "b" + as(96), false},
              {"^a{0,4000}$", as(4001), false}};
  for (const auto& r : rows)
    EXPECT_EQ(finds(r.pattern, r.text), r.found) << r.pattern << ' ' << r.text.size();
}

TEST(Pattern, counted_repeats_are_bounded_by_the_limit_on_states) {
  for (const std::string_view large : {"(ab){20000}", "(((ab{100}){100}){100}){100}", "x(a|bc){4294967295}",
                                       "xa{4294967295}", "(x[ab]{1,1000000}){3}"}) {
    EXPECT_EQ(refusal(large).code, "max_pattern_states") << large;
  }
  EXPECT_EQ(refusal(many("(?=a)", 51)).code, "max_pattern_looks");
}

TEST(Pattern, threads_share_a_pattern) {
  const pattern patterns[] = {compiled("^(a|b)*a(a|b){18}$"), compiled("(?<=a)b(?=c)"),
                              compiled("[ab]{300}c")};
  const std::string ab = many("ab", 5000) + "a" + std::string(18, 'b');
  std::vector<std::thread> threads;
  std::array<int, 8> right{};
  for (std::size_t t = 0; t < right.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i) {
        right[t] += patterns[0].found_in(ab) && !patterns[0].found_in(ab + "b") &&
                    !patterns[1].found_in(ab) && patterns[1].found_in(ab + "abc") &&
                    patterns[2].found_in(ab + "c");
      }
    });
  }
  for (std::thread& t : threads) t.join();
  for (const int r : right) EXPECT_EQ(r, 20);
}
