// Look-up by equality of JSON Schema: enum, const, uniqueItems.
#include "walk/literals.hpp"

#include "colliding.hpp"
#include "pick.hpp"
#include "walk/names.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>

#include <tenon/reader.hpp>

namespace {

using tenon::schema::find_repeated;
using tenon::schema::hash_value;
using tenon::schema::uniqueness;

tenon::value json(std::string_view text) {
  return *tenon::json::read_unique(text);
}

/// The same number, spelt some other way.
std::string respelt(const std::string& digits, int exponent) {
  const int shift = test::pick(-3, 4);
  std::string text = digits;
  if (shift >= 0) {
    text += std::string(static_cast<std::size_t>(shift), '0');
  } else {
    text.insert(0, std::string(4, '0'));
    text.insert(text.size() - static_cast<std::size_t>(-shift), ".");
    const std::size_t whole = text.find('.');
    const std::size_t first = std::min(text.find_first_not_of('0'), whole - 1);
    text.erase(0, first);
    if (test::pick(0, 2) == 0) text += "00";
  }
  return text + (test::pick(0, 2) == 0 ? "e" : "E+") + std::to_string(exponent + 100 - shift);
}

}  // namespace

TEST(Literals, equal_numbers_have_equal_hashes_however_they_are_spelt) {
  const char* const groups[][4] = {
      {"1", "1.0", "1e0", "0.1e1"},
      {"100", "1e2", "100.000", "10E+1"},
      {"0", "-0", "0.0", "0e999999999999999999999"},
      {"-12.5", "-125e-1", "-0.125E2", "-12.50"},
      {"1e99999999999999999999", "10e99999999999999999998", "1.0e99999999999999999999",
       "0.1e100000000000000000000"},
      {"1e1000000000000000", "10e999999999999999", "0.1e1000000000000001", "1.00e1000000000000000"}};
  for (const auto& group : groups) {
    for (const char* const other : group)
      EXPECT_EQ(hash_value(json(group[0])), hash_value(json(other))) << other;
  }
  EXPECT_NE(hash_value(json("1")), hash_value(json("-1")));
  EXPECT_NE(hash_value(json("1")), hash_value(json("10")));
}

TEST(Literals, those_whose_hashes_collide_are_found_all_the_same) {
  std::vector<tenon::value> all;
  for (const std::string& text : test::colliding(500)) all.emplace_back(text);
  all.emplace_back(json("1.50"));
  all.emplace_back(json(R"({"a":[1],"b":null})"));
  std::vector<const tenon::value*> listed;
  for (std::size_t i = 1; i < all.size(); ++i) listed.push_back(&all[i]);  // not the first
  const tenon::schema::literal_set set(listed, "enum");
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_TRUE(set.contains(all[i])) << i;
  EXPECT_FALSE(set.contains(all[0]));
  EXPECT_EQ(set.find_string(all[7].string()), 6U);
  EXPECT_EQ(set.find_string(all[0].string()), tenon::schema::none);
  EXPECT_TRUE(set.contains_number("15e-1"));
  EXPECT_FALSE(set.contains_number("15"));
  EXPECT_TRUE(set.contains(json(R"({"b":null,"a":[1.0]})")));
  EXPECT_FALSE(set.contains(json(R"({"b":null,"a":[2]})")));
}

TEST(Names, those_whose_hashes_collide_are_found_all_the_same) {
  const std::vector<std::string> all = test::colliding(500);
  tenon::schema::name_table names;
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_EQ(names.number_of(all[i]), i - 1);
  tenon::schema::index hint = 0;
  for (std::size_t i = all.size(); i-- > 1;) EXPECT_EQ(names.find(all[i], hint), i - 1);
  EXPECT_EQ(names.find(all[0], hint), tenon::schema::none);
  EXPECT_EQ(names.number_of(all[9]), 8U);
  EXPECT_EQ(names.size(), all.size() - 1);
}

RC_GTEST_PROP(Literals, a_number_respelt_is_equal_and_has_the_same_hash, ()) {
  const std::string digits = std::to_string(test::pick(1, 1'000'000'000));
  const int exponent = test::pick(-50, 50);
  const auto one = tenon::json::read(respelt(digits, exponent));
  const auto two = tenon::json::read(respelt(digits, exponent));
  RC_ASSERT(one && two);
  RC_ASSERT(one->root == two->root);
  RC_ASSERT(hash_value(one->root) == hash_value(two->root));
}

TEST(Literals, objects_are_equal_in_any_order_and_arrays_are_not) {
  EXPECT_EQ(hash_value(json(R"({"a":[1,{}],"b":null})")), hash_value(json(R"({"b":null,"a":[1.0,{}]})")));
  EXPECT_NE(hash_value(json("[1,2]")), hash_value(json("[2,1]")));
  EXPECT_NE(hash_value(json(R"({"a":1,"b":2})")), hash_value(json(R"({"a":2,"b":1})")));
}

TEST(Literals, the_first_repetition_is_found_among_many_equal_items) {
  std::string text = "[0";
  for (int i = 1; i < 200; ++i) text += "," + std::to_string(i < 60 ? i : 7);
  const tenon::value all = json(text + "]");
  const auto verdict = find_repeated(all.items());
  ASSERT_EQ(verdict.what, uniqueness::repeated);
  EXPECT_EQ(verdict.where.first, 7U);
  EXPECT_EQ(verdict.where.second, 60U);
}

TEST(Literals, an_item_nested_too_deeply_is_told) {
  tenon::value deep = tenon::value::array();
  for (int i = 0; i < 20; ++i) {
    tenon::value outer = tenon::value::array();
    outer.push_back(std::move(deep));
    deep = std::move(outer);
  }
  tenon::value all = tenon::value::array();
  all.push_back(deep);
  all.push_back(1);
  EXPECT_EQ(find_repeated(all.items(), 10).what, uniqueness::too_deep);
  EXPECT_EQ(find_repeated(all.items(), 30).what, uniqueness::unique);
}
