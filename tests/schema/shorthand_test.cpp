#include <gtest/gtest.h>
#include <string>

#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/shorthand.hpp>
#include <tenon/writer.hpp>

namespace {

using tenon::schema::from_shorthand;
using tenon::schema::looks_like_shorthand;

tenon::value json(std::string_view text) {
  return *tenon::json::read_unique(text);
}

/// The schema of one member.
tenon::value member(std::string_view line, std::string_view name) {
  const auto schema = from_shorthand(line);
  if (!schema) return schema.error().message;
  const tenon::value* found = schema->find("properties")->find(name);
  return found == nullptr ? tenon::value() : *found;
}

}  // namespace

TEST(Shorthand, the_example_of_the_manual_becomes_a_closed_schema) {
  const auto schema = from_shorthand("name, age int, tags [str], address {street, zip}");
  ASSERT_TRUE(schema);
  EXPECT_EQ(*schema, json(R"({
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
      "name": {"type": "string"},
      "age": {"type": "integer"},
      "tags": {"type": "array", "items": {"type": "string"}},
      "address": {"type": "object",
                  "properties": {"street": {"type": "string"}, "zip": {"type": "string"}},
                  "required": ["street", "zip"], "additionalProperties": false}},
    "required": ["name", "age", "tags", "address"],
    "additionalProperties": false})"));
  EXPECT_TRUE(tenon::schema::program::compile(*schema));
}

TEST(Shorthand, members_keep_their_order) {
  const auto schema = from_shorthand("z, a, m");
  ASSERT_TRUE(schema);
  EXPECT_EQ(tenon::json::write(*schema->find("required")), R"(["z","a","m"])");
}

TEST(Shorthand, every_type_has_its_schema) {
  EXPECT_EQ(member("a str", "a"), json(R"({"type":"string"})"));
  EXPECT_EQ(member("a int", "a"), json(R"({"type":"integer"})"));
  EXPECT_EQ(member("a num", "a"), json(R"({"type":"number"})"));
  EXPECT_EQ(member("a bool", "a"), json(R"({"type":"boolean"})"));
  EXPECT_EQ(member("a date", "a"), json(R"({"type":"string","format":"date"})"));
  EXPECT_EQ(member("a (x|y z| w )", "a"), json(R"({"type":"string","enum":["x","y z","w"]})"));
  EXPECT_EQ(member("a [[int]]", "a"),
            json(R"({"type":"array","items":{"type":"array","items":{"type":"integer"}}})"));
}

TEST(Shorthand, a_question_mark_admits_null) {
  EXPECT_EQ(member("a?", "a"), json(R"({"type":["string","null"]})"));
  EXPECT_EQ(member("a int ?", "a"), json(R"({"type":["integer","null"]})"));
  EXPECT_EQ(member("a (x|y)?", "a"), json(R"({"type":["string","null"],"enum":["x","y",null]})"));
}

TEST(Shorthand, a_description_ends_at_the_comma_or_the_brace) {
  EXPECT_EQ(member("a int: how many (about), b", "a"),
            json(R"_({"type":"integer","description":"how many (about)"})_"));
  EXPECT_EQ(*member("o {a: inner text}, b", "o").find("properties")->find("a"),
            json(R"({"type":"string","description":"inner text"})"));
}

TEST(Shorthand, an_error_names_its_offset) {
  const auto offset = [](std::string_view line) {
    const auto schema = from_shorthand(line);
    EXPECT_FALSE(schema) << line;
    if (schema) return std::size_t{999};
    EXPECT_EQ(schema.error().kind, tenon::failure_kind::invalid_argument);
    EXPECT_FALSE(schema.error().message.empty());
    return static_cast<std::size_t>(schema.error().offset.value_or(998));
  };
  EXPECT_EQ(offset(""), 0U);
  EXPECT_EQ(offset("a,"), 2U);
  EXPECT_EQ(offset("a integer"), 2U);
  EXPECT_EQ(offset("a, a"), 3U);
  EXPECT_EQ(offset("a [str"), 6U);
  EXPECT_EQ(offset("a {b"), 4U);
  EXPECT_EQ(offset("a (x|)"), 5U);
  EXPECT_EQ(offset("a (x|x)"), 5U);
  EXPECT_EQ(offset("a int:"), 6U);
  EXPECT_EQ(offset("1a"), 0U);
  EXPECT_EQ(offset("a str str"), 6U);
  EXPECT_EQ(offset("a}"), 1U);
}

TEST(Shorthand, nesting_has_a_limit) {
  EXPECT_FALSE(from_shorthand("a " + std::string(100'000, '[')));
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "a {";
  EXPECT_FALSE(from_shorthand(deep));
}

TEST(Shorthand, it_is_told_apart_from_json_and_file_names) {
  for (const std::string_view line : {"name", "name, age int", "age int", "a?", "a: what it is", "a [str]",
                                      "a{b}", " a (x|y)", "age integer"}) {
    EXPECT_TRUE(looks_like_shorthand(line)) << line;
  }
  for (const std::string_view text :
       {"", "{\"type\":\"object\"}", "[]", "schema.json", "./schema", "a/b.json", "C:\\x.json", "http://x/y",
        "my schema.json", "true.json", "-", "1"}) {
    EXPECT_FALSE(looks_like_shorthand(text)) << text;
  }
}
