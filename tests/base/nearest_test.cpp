#include <array>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include <tenon/nearest.hpp>

namespace tenon {
namespace {

struct one {
  std::string_view word;
  std::string_view expected;
};

TEST(Nearest, a_word_finds_the_name_that_a_third_of_its_letters_away_or_nothing) {
  constexpr std::array<std::string_view, 4> names{"base_url", "key_file", "profile", "mode"};
  for (const auto& [word, expected] : {
           one{"base_url", "base_url"},
           one{"base_urll", "base_url"},
           one{"bsae_url", "base_url"},  // a swap is one edit
           one{"BASE_URL", "base_url"},  // letter case is none
           one{"baseurl", "base_url"},
           one{"key", ""},  // five letters are missing, one would be allowed
           one{"mod", "mode"},
           one{"", ""},
           one{"entirely_else", ""},
       })
    EXPECT_EQ(nearest(word, names), expected) << word;
}

TEST(Nearest, the_first_of_two_that_are_equally_near_wins) {
  constexpr std::array<std::string_view, 2> names{"cat", "car"};
  EXPECT_EQ(nearest("cab", names), "cat");
}

TEST(Nearest, a_long_word_is_compared_with_nothing) {
  const std::string longest(max_compared_word, 'a');
  const std::string longer = longest + "a";
  const std::array<std::string_view, 1> names{longest};
  EXPECT_EQ(nearest(longest, names), longest);
  EXPECT_EQ(nearest(longer, names), "");
  const std::array<std::string_view, 1> long_names{longer};
  EXPECT_EQ(nearest(longest, long_names), "");
}

}  // namespace
}  // namespace tenon
