// The list converter on its own: list_cases.jsonl, one case a line. An expectation is what a careful
// person would take the text for; what could be something else is an error.
#include <fstream>
#include <gtest/gtest.h>
#include <string>

#include <tenon/converter.hpp>
#include <tenon/reader.hpp>

namespace tenon {
namespace {

std::vector<value> cases() {
  std::ifstream file(TENON_TEST_FILES "/list_cases.jsonl");
  std::vector<value> all;
  for (std::string line; std::getline(file, line);) all.push_back(*json::read_unique(line));
  return all;
}

class ListCase : public testing::TestWithParam<value> {};

TEST_P(ListCase, reads) {
  const auto& c = GetParam();
  reply::read_options how;
  if (const auto* level = c.find("level")) how.level = *reading_level_from(level->string());
  const auto got = converters::list{}.convert(c.find("text")->string(), how);
  if (c.find("error") != nullptr) {
    ASSERT_FALSE(got) << "read as a list of " << got->size();
    EXPECT_EQ(group_of(got.error().front().kind), failure_group::invalid_output);
    return;
  }
  ASSERT_TRUE(got) << explain(got.error().front());
  std::vector<std::string> expected;
  for (const auto& item : std::as_const(*c.find("items")).items()) expected.emplace_back(item.string());
  EXPECT_EQ(*got, expected);
}

INSTANTIATE_TEST_SUITE_P(Table, ListCase, testing::ValuesIn(cases()),
                         [](const auto& c) { return std::string(c.param.find("name")->string()); });

TEST(List, an_item_to_blame_is_named_by_its_index) {
  const auto got = converters::list{}.convert("red,,blue");
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().front().place, "/1");
  EXPECT_EQ(got.error().front().code, "not_a_list");
}

TEST(List, a_list_beyond_its_limit_is_an_error) {
  std::string text = "a";
  for (std::size_t i = 1; i < converters::list::max_items; ++i) text += ",a";
  EXPECT_TRUE(converters::list{}.convert(text));
  EXPECT_FALSE(converters::list{}.convert(text + ",a"));
}

TEST(List, S2_21_a_list_has_a_format_and_no_schema) {
  static_assert(converter<converters::list> && !converter_with_schema<converters::list>);
  EXPECT_NE(converters::list{}.format().find("comma"), std::string::npos);
}

TEST(Map, S2_20_an_object_becomes_an_untyped_map) {
  const auto got = converters::map{}.convert(R"({"name":"x","count":12345678901234567890,"deep":{"a":[1]}})");
  ASSERT_TRUE(got);
  EXPECT_EQ(got->size(), 3U);
  EXPECT_EQ(got->at("name").string(), "x");
  EXPECT_EQ(got->at("count").literal(), "12345678901234567890");
  EXPECT_TRUE(got->at("deep").find("a")->is_array());
}

TEST(Map, S2_20_what_is_no_object_is_an_error) {
  for (const char* text : {"[1]", "\"x\"", "null", "Sure! {}", "{\"a\":1,\"a\":2}", ""}) {
    EXPECT_FALSE(converters::map{}.convert(text)) << text;
  }
}

}  // namespace
}  // namespace tenon
