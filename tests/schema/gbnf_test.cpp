// Lowering to llama.cpp's grammar: what it generates, what it refuses, what it notes.
#include "gbnf_interpreter.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/lower.hpp>
#include <tenon/reader.hpp>
#include <tenon/verbatim.hpp>

namespace {

using tenon::schema::lower;
using tenon::schema::lower_options;
using tenon::schema::lowered;
using tenon::schema::program;

program compiled(std::string_view schema) {
  auto code = program::compile_text(schema);
  EXPECT_TRUE(code) << (code ? "" : code.error().message);
  return *std::move(code);
}

lowered grammar_of(std::string_view schema, const lower_options& options = {}) {
  auto text = lower(compiled(schema), tenon::schema::dialect::gbnf, options);
  EXPECT_TRUE(text);
  return text ? *std::move(text) : lowered{};
}

bool has_note(const lowered& g, std::string_view place, std::string_view keyword) {
  return std::any_of(g.notes.begin(), g.notes.end(),
                     [&](const auto& n) { return n.place == place && n.keyword == keyword; });
}

}  // namespace

TEST(Gbnf, every_case_of_the_data_file_generates_what_it_should) {
  std::ifstream file(TENON_TEST_FILES "/gbnf_cases.jsonl");
  ASSERT_TRUE(file);
  std::string line;
  std::size_t cases = 0;
  while (std::getline(file, line)) {
    if (line.empty()) continue;
    const auto read = tenon::json::read_unique(line);
    ASSERT_TRUE(read) << line;
    const std::string name(read->find("name")->string());
    auto code = program::compile(*read->find("schema"));
    ASSERT_TRUE(code) << name;
    const tenon::value* source = read->find("source");
    lower_options options;
    if (source != nullptr) options.source = source->string();
    const auto text = lower(*code, tenon::schema::dialect::gbnf, options);
    ASSERT_TRUE(text) << name;
    const test::gbnf grammar(text->text);
    for (const tenon::value& yes : read->find("generates")->items()) {
      EXPECT_TRUE(grammar.generates(yes.string())) << name << ": " << yes.string() << "\n" << text->text;
    }
    for (const tenon::value& no : read->find("refuses")->items()) {
      EXPECT_FALSE(grammar.generates(no.string())) << name << ": " << no.string() << "\n" << text->text;
    }
    std::vector<std::string> noted;
    for (const auto& n : text->notes) noted.push_back(n.place);
    std::sort(noted.begin(), noted.end());
    std::vector<std::string> expected;
    for (const tenon::value& n : read->find("notes")->items()) expected.emplace_back(n.string());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(noted, expected) << name;
    ++cases;
  }
  EXPECT_GE(cases, 30U);
}

TEST(Gbnf, a_schema_that_admits_anything_is_refused_at_the_root) {
  const auto text = lower(compiled("{}"), tenon::schema::dialect::gbnf);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().kind, tenon::failure_kind::unsupported_schema);
}

TEST(Gbnf, a_bound_above_the_limit_is_relaxed_and_noted) {
  const lowered g = grammar_of(R"({"type":"string","maxLength":500000})");
  EXPECT_TRUE(has_note(g, "/maxLength", "maxLength"));
  EXPECT_TRUE(test::gbnf(g.text).generates("\"" + std::string(100, 'x') + "\""));
}

TEST(Gbnf, a_long_bound_is_held_by_blocks) {
  const lowered g = grammar_of(R"({"type":"string","minLength":2,"maxLength":4050})");
  EXPECT_TRUE(g.notes.empty());
  const test::gbnf grammar(g.text);
  const auto text = [](std::size_t length) { return "\"" + std::string(length, 'x') + "\""; };
  for (const std::size_t yes : {2U, 3U, 99U, 100U, 102U, 250U, 3999U, 4049U, 4050U}) {
    EXPECT_TRUE(grammar.generates(text(yes))) << yes;
  }
  for (const std::size_t no : {0U, 1U, 4051U, 5000U}) EXPECT_FALSE(grammar.generates(text(no))) << no;
}

TEST(Gbnf, every_rule_the_grammar_cannot_hold_is_noted) {
  const lowered g = grammar_of(R"({"type":"object","properties":{
      "a":{"type":"array","items":{"type":"number","multipleOf":0.1},"uniqueItems":true},
      "b":{"type":"string","pattern":"x"},
      "c":{"type":"number","minimum":-1.5}},
    "required":["a","b","c"],"not":{"required":["z"]}})");
  EXPECT_TRUE(has_note(g, "/properties/a/uniqueItems", "uniqueItems"));
  EXPECT_TRUE(has_note(g, "/properties/a/items/multipleOf", "multipleOf"));
  EXPECT_TRUE(has_note(g, "/properties/b/pattern", "pattern"));
  EXPECT_TRUE(has_note(g, "/properties/c/minimum", "minimum"));
  EXPECT_TRUE(has_note(g, "/not", "not"));
  EXPECT_TRUE(has_note(g, "/additionalProperties", "additionalProperties"));
}

TEST(Gbnf, verbatim_strings_are_passages_of_the_source_and_pass_the_check) {
  const program code = compiled(R"({"type":"string","x-verbatim":true,"maxLength":40})");
  const std::string source = "At 09:12 the \"checkout\" page\n is down: HTTP 502 from payments-api (E172).";
  const auto g = lower(code, tenon::schema::dialect::gbnf, {.source = source});
  ASSERT_TRUE(g);
  const test::gbnf grammar(g->text);
  for (const std::string_view yes :
       {"\"HTTP 502\"", "\"502\"", "\"payments-api\"", "\"payments\"", "\"E172\"", "\"page is down\"",
        "\"09:12\"", R"("the \"checkout\" page")"}) {
    EXPECT_TRUE(grammar.generates(yes)) << yes << "\n" << g->text;
    EXPECT_TRUE(tenon::schema::check_verbatim(code, *tenon::json::read_unique(yes), source).empty()) << yes;
  }
  for (const std::string_view no : {"\"HTTP\n502\"", "\"E17\"", "\"502 HTTP\"", "\"\"", "\"ayments\"",
                                    "\"E173\"", "\"At 09:12 the \\\"checkout\\\" page is down: HTTP 502\""}) {
    EXPECT_FALSE(grammar.generates(no)) << no;
  }
}

TEST(Gbnf, a_source_of_many_words_is_cut_with_a_note_and_stays_small) {
  const program code = compiled(R"({"type":"string","x-verbatim":true})");
  std::string source;
  for (int i = 0; i < 30'000; ++i) source += "w" + std::to_string(i * 7919 % 30'011) + " ";
  const auto g = lower(code, tenon::schema::dialect::gbnf, {.source = source});
  ASSERT_TRUE(g);
  EXPECT_TRUE(has_note(*g, "/x-verbatim", "x-verbatim"));
  EXPECT_LT(g->text.size(), std::size_t{4} << 20);
}

TEST(Gbnf, a_verbatim_passage_stays_within_its_sentence) {
  const program code = compiled(R"({"type":"string","x-verbatim":true})");
  lower_options options;
  options.source = "Pool full on db-2. CPU of v1.2.3 is\nfine!\n\nNext";
  const auto text = lower(code, tenon::schema::dialect::gbnf, options);
  ASSERT_TRUE(text);
  const test::gbnf grammar(text->text);
  EXPECT_TRUE(grammar.generates(R"("on db-2")"));
  EXPECT_TRUE(grammar.generates(R"("of v1.2.3 is fine")"));
  EXPECT_FALSE(grammar.generates(R"("db-2. CPU")"));
  EXPECT_FALSE(grammar.generates(R"("fine! Next")"));
}

TEST(Gbnf, a_choice_of_ten_thousand_values_is_a_tree) {
  std::string schema = R"({"enum":[)";
  for (int i = 0; i < 10'000; ++i) schema += (i > 0 ? ",\"value-" : "\"value-") + std::to_string(i) + "\"";
  schema += "]}";
  const lowered g = grammar_of(schema);
  const test::gbnf grammar(g.text);
  EXPECT_TRUE(grammar.generates("\"value-9999\""));
  EXPECT_TRUE(grammar.generates("\"value-1\""));
  EXPECT_FALSE(grammar.generates("\"value-10000\""));
}

TEST(Gbnf, lists_whose_items_must_differ_are_told_by_place) {
  const auto g = grammar_of(R"({
    "type": "object", "required": ["a", "b", "c", "d"], "additionalProperties": false,
    "properties": {
      "a": {"type": "array", "items": {"$ref": "#/$defs/row"}, "uniqueItems": true, "maxItems": 5},
      "b": {"anyOf": [{"type": "array", "uniqueItems": true, "items": {"type": "string"}}, {"type": "null"}]},
      "c": {"anyOf": [{"type": "array", "uniqueItems": true}, {"type": "array", "minItems": 2}]},
      "d": {"type": "array", "items": {"type": "string"}}
    },
    "$defs": {"row": {"type": "object", "required": ["t/u"], "properties": {
      "t/u": {"type": "array", "uniqueItems": true, "items": {"type": "integer"}}}}}
  })");
  EXPECT_EQ(g.unique_lists, (std::vector<std::string>{"/a", "/a/*/t~1u", "/b"}));
}

TEST(Gbnf, a_schema_that_contains_itself_has_finitely_many_places) {
  const auto g = grammar_of(
      R"({"type": "array", "uniqueItems": true, "maxItems": 3, "items": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}})");
  EXPECT_GE(g.unique_lists.size(), 2U);
  EXPECT_LE(g.unique_lists.size(), 32U);
}
