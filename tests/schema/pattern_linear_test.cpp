// No pattern makes time grow faster than the text. Work is counted, not timed: steps for each byte have a
// bound, and a text twice as long takes at most twice the steps.
#include "patterns/pattern.hpp"

#include <gtest/gtest.h>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using tenon::schema::pattern;

constexpr std::size_t megabyte = std::size_t{1} << 20U;

/// The piece again and again; "noise" is a's and b's without a pattern, so that few sets of states come back.
std::string of_size(std::string_view piece, std::size_t size) {
  std::string all;
  std::mt19937 random(1);
  while (piece == "noise" && all.size() < size) all += random() % 2 == 0 ? 'a' : 'b';
  while (all.size() < size) all += piece;
  all.resize(size);
  return all;
}

std::uint64_t steps_of(const pattern& p, std::string_view text) {
  std::uint64_t steps = 0;
  EXPECT_NE(p.search(text, &steps), pattern::outcome::undecided);
  return steps;
}

struct row {
  std::string_view pattern;
  std::string_view piece;  // the text is this, again and again
  std::uint64_t per_byte;  // the bound
};

}  // namespace

TEST(PatternLinear, the_patterns_that_ruin_a_backtracker_take_bounded_work_for_each_byte) {
  const std::vector<row> rows = {
      // one look-up for each byte
      {"(a+)+$", "a!", 1},
      {"^(a+)+$", "a", 1},
      {"(a+)+b", "a", 1},
      {"(a|a)*b", "a", 1},
      {"^(a|a)*$", "a", 1},
      {"(a|aa)+b", "a", 1},
      {"(a*)*b", "a", 1},
      {"(a*)*$", "a!", 1},
      {"(.*)*x", "a", 1},
      {"(.*)*x", "a\n", 1},
      {"(.*){10}x", "a", 1},
      {".*.*=.*;", "a=", 1},
      {"(x+x+)+y", "x", 1},
      {"^(([a-z])+.)+[A-Z]([a-z])+$", "a", 1},
      {"^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-"
       "z]{2,3}))$",
       "a", 1},
      {"^(\\w+\\s?)*$", "ab ", 1},
      {"\\s+$", " ", 1},
      {"^(?:\\S+\\s+){0,99}\\S+$", "\xc3\xa9 ", 1},
      {"(?:(?:a?){20}){3}b", "a", 1},
      {"\\b\\w+\\b\\W+\\b\\w+!", "a ", 1},
      {"(\\p{L}+\\p{N}*)+$", "\xe6\xbc\xa2", 1},
      // tables that are made while searching, or that would never end
      {"(a|b|ab)*bc|(?:a|b)*a(?:a|b){12}c", "aabab", 2},
      {"(?:a|b)*a(?:a|b){18}c", "noise", 50},
      {"(?:a|b)*a(?:a|b){18}$|[ab]{90}c", "noise", 60},
      {"^(?:a|b)*a(?:a|b){18}$", "a", 2},
      {"(?:abcde|abcdf|abcdg|abcdh|abcdi|abxyz|abxyw|acdef|acdeg|bcdef)+!", "abcd", 1},
      // counted
      {"[ab]{1,5000}c", "ab", 10},
      {"(?:^|,)[a-z]{1,50000}(?:,|$)", "a", 10},
      {"(?:x[a-z]{1,2000}){1,3}y", "xa", 30},
      {"(?:x?[a-z]{100,2000},)+!", "xa", 15},
      {".{300}x.{300}", "a", 10},
      {"([^,]{1,1000},){5}$", "ab,", 30},
      {"(?:a{1,1000}){1,1000}b", "a", 10},
      {"(?:a{1,30}b?){1,40}c", "a", 2},
      {"(?:a{1,30}b?){1,40}c", "noise", 4},
      {"(?:(?:ab?){1,10}b?b?){1,10}c", "noise", 100},
      // look-around
      {"(?=a+b)a", "a", 10},
      {"(?!.*b)(?=.*a.*c)x", "a", 20},
      {"(?<=a+)b", "a", 20},
      {"(?<!(?:a|aa)+)b(?=(?:a*)*$)", "ab", 30},
      {"^(?=(?:.*a){10}).*c$", "a", 100},
      {"(?:(?!ab)[a-z])+!", "a", 30},
  };
  for (const row& r : rows) {
    const auto p = pattern::compile(r.pattern, 10'000);
    ASSERT_TRUE(p) << r.pattern;
    const std::string text = of_size(r.piece, megabyte);
    const std::uint64_t half = steps_of(*p, std::string_view(text).substr(0, megabyte / 2));
    const std::uint64_t whole = steps_of(*p, text);
    EXPECT_LE(whole, r.per_byte * megabyte + 100'000) << r.pattern;
    EXPECT_LE(whole, 2 * half + half / 10 + 100'000) << r.pattern;
  }
}

TEST(PatternLinear, alternations_of_hundreds_of_prefixes_take_a_look_up_for_each_byte) {
  std::string many;
  for (int i = 0; i < 600; ++i) many += "|prefix" + std::to_string(i * 7919 % 100'000) + "x";
  const auto p = pattern::compile("(?:" + many.substr(1) + ")!", 10'000);
  ASSERT_TRUE(p);
  EXPECT_LE(steps_of(*p, of_size("prefix1234", megabyte)), 3 * megabyte);
}

TEST(PatternLinear, what_PCRE2_runs_is_given_up_in_linear_time) {
  // The limit of a search is linear in its text, so a thousand texts cost what their sizes cost.
  for (const std::string_view text : {"(a+)+(b)\\2$", "^(.*)*(b)\\2c", "(?:(a+)b?\\1)*c(d)\\2"}) {
    const auto p = pattern::compile(text, 10'000);
    ASSERT_TRUE(p) << text;
    EXPECT_EQ(p->runs_on(), pattern::engine::pcre2);
    EXPECT_NE(p->search(of_size("a", megabyte / 4) + "bcd"), pattern::outcome::found) << text;
  }
}
