#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include <tenon/reader.hpp>
#include <tenon/value.hpp>

namespace {

using tenon::value;
using tenon::json::kind;

static_assert(std::is_nothrow_move_constructible_v<value> && std::is_nothrow_move_assignable_v<value>);
static_assert(std::is_nothrow_default_constructible_v<value> && std::is_copy_assignable_v<value>);
static_assert(!std::is_constructible_v<value, char>, "a char is neither a number nor a text");
static_assert(!std::is_constructible_v<value, const int*>, "a pointer is no boolean");

value parsed(std::string_view text) {
  auto made = tenon::json::read(text);
  EXPECT_TRUE(made) << text;
  return made ? std::move(made->root) : value();
}

TEST(Value, text_is_appended_to_a_string_in_place) {
  value v("a");
  v.set_source({0, 3});
  v.append("\xC3\xA4");
  v.append("");
  EXPECT_EQ(v.string(), "a\xC3\xA4");
  EXPECT_EQ(v.source(), (tenon::json::source_span{0, 3}));
}

TEST(Value, each_constructor_makes_the_kind_it_reads_like) {
  EXPECT_TRUE(value().is_null());
  EXPECT_TRUE(value(nullptr).is_null());
  EXPECT_TRUE(value(true).is_boolean());
  EXPECT_TRUE(value(1).is_number());
  EXPECT_TRUE(value(1.5).is_number());
  EXPECT_TRUE(value("text").is_string());
  EXPECT_TRUE(value(std::string("text")).is_string());
  EXPECT_TRUE(value::array().is_array());
  EXPECT_TRUE(value::object().is_object());
  EXPECT_EQ(to_string(kind::object), "object");
  EXPECT_EQ(to_string(value(1).kind()), "number");
}

TEST(Value, what_no_json_number_can_be_is_null) {
  EXPECT_TRUE(value(std::nan("")).is_null());
  EXPECT_TRUE(value(std::numeric_limits<double>::infinity()).is_null());
}

TEST(Value, integers_keep_every_digit) {
  EXPECT_EQ(value(UINT64_MAX).literal(), "18446744073709551615");
  EXPECT_EQ(value(INT64_MIN).to_int64(), INT64_MIN);
  EXPECT_EQ(value::from_literal("1e2").to_uint64(), 100U);
  EXPECT_EQ(value("7").to_int64(), std::nullopt);
  EXPECT_EQ(value::from_literal("1e999").to_double(), std::nullopt);
}

TEST(Value, members_are_found_set_and_kept_in_order) {
  value v = value::object({{"b", 1}, {"a", 2}});
  v.set("c", 3);
  v.set("b", "new");
  ASSERT_EQ(v.size(), 3U);
  EXPECT_EQ(v.members()[0].name, "b");
  EXPECT_EQ(v.find("b")->string(), "new");
  EXPECT_EQ(v.members()[2].name, "c");
  EXPECT_EQ(v.find("d"), nullptr);
  EXPECT_EQ(value("text").find("b"), nullptr);
}

TEST(Value, items_are_appended) {
  value v = value::array({1});
  v.push_back(2).set_source({3, 4});
  EXPECT_EQ(v.size(), 2U);
  EXPECT_EQ(v.items()[1].source(), (tenon::json::source_span{3, 4}));
}

TEST(Value, a_copy_is_independent_and_keeps_spans) {
  const value original = parsed(R"({"a":[1,{"b":"x"}]})");
  value copy = original;
  EXPECT_TRUE(copy == original);
  EXPECT_EQ(copy.find("a")->source(), original.find("a")->source());
  EXPECT_EQ(copy.members()[0].name_source, original.members()[0].name_source);
  copy.find("a")->push_back(2);
  EXPECT_FALSE(copy == original);
}

TEST(Value, what_was_moved_from_is_null) {
  value from = parsed(R"([1,2])");
  const value to = std::move(from);
  EXPECT_TRUE(from.is_null());  // NOLINT(bugprone-use-after-move): this is what is tested
  EXPECT_EQ(to.size(), 2U);
}

TEST(Value, a_part_can_be_assigned_to_the_whole_it_belongs_to) {
  value moved = parsed(R"({"a":{"b":[1,2]}})");
  moved = std::move(*moved.find("a"));
  EXPECT_TRUE(moved == parsed(R"({"b":[1,2]})"));
  value copied = parsed(R"({"a":{"b":[1,2]}})");
  copied = std::as_const(*copied.find("a"));
  EXPECT_TRUE(copied == parsed(R"({"b":[1,2]})"));
  value same = parsed("[1]");
  const value& alias = same;
  same = alias;
  EXPECT_EQ(same.size(), 1U);
}

TEST(Value, a_whole_can_be_moved_into_a_part_of_itself) {
  value v = parsed("[1,2]");
  v.push_back(std::move(v.items()[0]));
  EXPECT_TRUE(v == parsed("[null,2,1]"));
}

TEST(Value, equality_is_that_of_json_schema) {
  EXPECT_TRUE(parsed("1.0") == parsed("1"));
  EXPECT_TRUE(parsed("1e2") == parsed("100"));
  EXPECT_TRUE(parsed("-0") == parsed("0"));
  EXPECT_FALSE(parsed("9007199254740993") == parsed("9007199254740992"));
  EXPECT_FALSE(parsed("1") == parsed("\"1\""));
  EXPECT_FALSE(parsed("0") == parsed("false"));
  EXPECT_FALSE(parsed("null") == parsed("false"));
  EXPECT_TRUE(parsed(R"({"a":1,"b":[2]})") == parsed(R"({"b":[2.0],"a":1.0})"));
  EXPECT_FALSE(parsed(R"({"a":1})") == parsed(R"({"a":1,"b":2})"));
  EXPECT_FALSE(parsed(R"({"a":1,"b":2})") == parsed(R"({"a":1,"c":2})"));
  EXPECT_FALSE(parsed("[1,2]") == parsed("[2,1]"));
  EXPECT_FALSE(parsed("[]") == parsed("{}"));
  EXPECT_TRUE(parsed(R"("\u00e9")") == parsed("\"\u00e9\""));
  EXPECT_FALSE(parsed("\"\u00e9\"") == parsed("\"e\u0301\""));
}

TEST(Value, of_repeated_names_the_last_counts_in_equality) {
  EXPECT_TRUE(parsed(R"({"a":1,"a":2})") == parsed(R"({"a":2})"));
  EXPECT_FALSE(parsed(R"({"a":1,"a":2})") == parsed(R"({"a":1})"));
  EXPECT_TRUE(parsed(R"({"a":1,"a":2,"b":3})") == parsed(R"({"b":3,"a":0,"a":2})"));
}

constexpr std::size_t deep = 1'000'000;

/// Arrays and objects by turns, made from the inside.
value nested(std::size_t depth) {
  value v = "core";
  for (std::size_t i = 0; i < depth; ++i) {
    value outer = i % 2 == 0 ? value::array() : value::object();
    if (outer.is_array()) {
      outer.push_back(std::move(v));
    } else {
      outer.set("k", std::move(v));
    }
    v = std::move(outer);
  }
  return v;
}

TEST(Value, a_million_levels_are_copied_compared_and_destroyed) {
  const value v = nested(deep);
  value copy = v;
  EXPECT_TRUE(copy == v);
  copy = value();
  EXPECT_FALSE(v == nested(deep - 2));
}

TEST(Value, a_deep_value_with_siblings_at_every_level_is_destroyed) {
  value v = value::array();
  for (std::size_t i = 0; i < 200'000; ++i) {
    value outer = value::array();
    outer.push_back(value::object({{"before", i}, {"list", value::array({1, value::array({2})})}}));
    outer.push_back(std::move(v));
    outer.push_back("after");
    v = std::move(outer);
  }
  EXPECT_EQ(v.size(), 3U);
}

TEST(Value, small_and_large_objects_agree_on_what_is_equal) {
  for (int members = 1; members < 40; ++members) {
    value a = value::object();
    value b = value::object();
    for (int i = 0; i < members; ++i) a.set("k" + std::to_string(i), value::array({i, "x"}));
    for (int i = members; i-- > 0;) b.set("k" + std::to_string(i), value::array({i, "x"}));
    EXPECT_TRUE(a == b) << members;
    b.members().push_back({"k0", "later", {}});
    EXPECT_FALSE(a == b) << members;
    a.set("k0", "later");
    EXPECT_TRUE(a == b) << members;
    EXPECT_TRUE(b == a) << members;
    b.set("more", 1);
    EXPECT_FALSE(a == b) << members;
    a.set("else", 1);
    EXPECT_FALSE(a == b) << members;
  }
}

TEST(Value, large_objects_are_compared_without_comparing_every_pair) {
  constexpr int members = 200'000;
  value a = value::object();
  value b = value::object();
  for (int i = 0; i < members; ++i) {
    a.members().push_back({"key" + std::to_string(i), i, {}});
    b.members().push_back({"key" + std::to_string(members - 1 - i), members - 1 - i, {}});
  }
  EXPECT_TRUE(a == b);
  b.members()[0].value = "other";
  EXPECT_FALSE(a == b);
}

}  // namespace
