// Lists whose items must differ, watched byte by byte; no model.
#include "distinct.hpp"

#include <gtest/gtest.h>

namespace {

using tenon::local::distinct_lists;

/// Feeds the text byte by byte. Returns the offset of the byte that repeated an item, npos for none.
std::size_t repeated_at(std::string_view text, std::vector<std::string> places) {
  distinct_lists lists(std::move(places));
  for (std::size_t size = 1; size <= text.size(); ++size) {
    if (lists.feed(text.substr(0, size)).repeated) return size - 1;
  }
  return std::string_view::npos;
}

TEST(DistinctLists, a_repeated_item_is_seen_where_it_ends) {
  EXPECT_EQ(repeated_at(R"({"a":["x","y","x","z"]})", {"/a"}), 17U);
  EXPECT_EQ(repeated_at(R"({"a":["x","y", "x"]})", {"/a"}), 18U);
  EXPECT_EQ(repeated_at(R"({"a":[[1],{"k":1},{"k":1}]})", {"/a"}), 25U);
}

TEST(DistinctLists, only_the_named_places_are_watched) {
  constexpr auto npos = std::string_view::npos;
  EXPECT_EQ(repeated_at(R"({"b":["x","x"]})", {"/a"}), npos);
  EXPECT_EQ(repeated_at(R"({"a":{"a":["x","x"]}})", {"/a"}), npos);
  EXPECT_EQ(repeated_at(R"([["x","x"]])", {"/*"}), 9U);
  EXPECT_EQ(repeated_at(R"(["x","x"])", {""}), 8U);
  EXPECT_EQ(repeated_at(R"([{"a/b":[1,1]}])", {"/*/a~1b"}), 12U);
}

TEST(DistinctLists, what_stands_in_strings_is_no_structure) {
  EXPECT_EQ(repeated_at(R"(["a,\"","a,\"]","b"])", {""}), std::string_view::npos);
}

TEST(DistinctLists, lists_beside_each_other_know_nothing_of_each_other) {
  EXPECT_EQ(repeated_at(R"([["x"],["x"]])", {"/*"}), std::string_view::npos);
}

TEST(DistinctLists, a_list_that_must_end_and_goes_on_is_told) {
  distinct_lists lists({"/a"});
  std::string text = R"({"a":["x","y")";
  EXPECT_NE(lists.feed(text).separators, 0U);
  ASSERT_TRUE(lists.is_open(1));
  EXPECT_EQ(lists.place(1), "/a");
  lists.must_end(1);
  distinct_lists ending = lists;
  EXPECT_FALSE(ending.feed(text + "]").gone_on);
  EXPECT_TRUE(lists.feed(text + ",").gone_on);
}

TEST(DistinctLists, very_deep_text_is_followed_to_its_end) {
  const std::string deep = std::string(1000, '[') + std::string(1000, ']');
  EXPECT_EQ(repeated_at("[" + deep + "," + deep + "]", {""}), 2U * deep.size() + 2);
}

}  // namespace
