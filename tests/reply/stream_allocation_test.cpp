// A piece costs no memory while what grows has room: the text, the string, the list.
#include "allocation_counter.hpp"

#include <gtest/gtest.h>
#include <string>
#include <string_view>

#include <tenon/stream.hpp>

namespace {

using test::allocations;

std::size_t allocated_by(tenon::reply::stream& s, std::string_view text, std::size_t step) {
  const std::size_t before = allocations;
  for (std::size_t at = 0; at < text.size(); at += step) s.feed(text.substr(at, step));
  return allocations - before;
}

tenon::reply::stream opened(std::string_view schema) {
  return tenon::reply::stream(*tenon::schema::program::compile_text(schema));
}

TEST(StreamAllocation, a_string_that_has_room_grows_without) {
  auto s = opened(R"({"properties":{"a":{"type":"string","maxLength":100000}},"required":["a"]})");
  // Room comes in doublings: just behind one, there is nearly as much as came before.
  static_cast<void>(allocated_by(s, R"({"a":")" + std::string(33'000, 'x'), 4));
  EXPECT_EQ(allocated_by(s, std::string(20'000, 'y'), 4), 0U);
  EXPECT_EQ(allocated_by(s, "\\n\\u00e4\xC3\xA4 and \\ud83d\\ude00", 1), 0U);
}

TEST(StreamAllocation, a_list_that_has_room_takes_short_elements_without) {
  auto s = opened(R"({"items":{"type":["integer","string"],"maxLength":10}})");
  std::string text = "[";
  for (int i = 0; i < 1100; ++i) text += "17,\"short\",";
  static_cast<void>(allocated_by(s, text, 4));
  EXPECT_EQ(allocated_by(s, "42,\"text\",43,\"more\",", 4), 0U);
}

TEST(StreamAllocation, what_stands_around_an_answer_costs_only_the_room_of_its_text) {
  auto s = opened("{}");
  static_cast<void>(allocated_by(s, "<think>" + std::string(33'000, 'x'), 4));
  EXPECT_EQ(allocated_by(s, std::string(20'000, '<'), 4), 0U);
}

}  // namespace
