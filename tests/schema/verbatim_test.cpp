#include <gtest/gtest.h>
#include <string>

#include <tenon/reader.hpp>
#include <tenon/verbatim.hpp>

namespace {

using tenon::schema::check_verbatim;
using tenon::schema::has_verbatim;
using tenon::schema::occurs_in;
using tenon::schema::program;

program compiled(std::string_view text) {
  auto code = program::compile_text(text);
  EXPECT_TRUE(code) << (code ? "" : code.error().message);
  return *std::move(code);
}

tenon::value json(std::string_view text) {
  return *tenon::json::read_unique(text);
}

}  // namespace

TEST(Verbatim, case_and_white_space_make_no_difference) {
  EXPECT_TRUE(occurs_in("http 502", "we saw HTTP\n   502 from it"));
  EXPECT_TRUE(occurs_in(" HTTP  502 ", "http 502"));
  EXPECT_TRUE(occurs_in("ÉCLAIR", "un éclair"));
  EXPECT_TRUE(occurs_in("a b",
                        "A\xC2\xA0"
                        "B"));
  EXPECT_FALSE(occurs_in("502", "HTTP 503"));
}

TEST(Verbatim, it_begins_and_ends_at_a_word_boundary) {
  EXPECT_FALSE(occurs_in("E17", "error E172 came"));
  EXPECT_FALSE(occurs_in("172", "error E172 came"));
  EXPECT_TRUE(occurs_in("E172", "error (E172)."));
  EXPECT_TRUE(occurs_in("payments-api", "from payments-api in"));
  EXPECT_TRUE(occurs_in("payments", "from payments-api in"));
  EXPECT_FALSE(occurs_in("nt", "élément"));
  EXPECT_TRUE(occurs_in("E17", "E172, E17"));  // the second one stands free
  EXPECT_TRUE(occurs_in("(x)", "f(x)y"));      // a bracket is its own boundary
}

TEST(Verbatim, an_empty_or_blank_text_does_not_occur) {
  EXPECT_FALSE(occurs_in("", "anything"));
  EXPECT_FALSE(occurs_in(" \n", "any thing"));
  EXPECT_FALSE(occurs_in("x", ""));
}

TEST(Verbatim, searching_is_linear_for_texts_that_nearly_match_everywhere) {
  const std::string source(1 << 20, 'a');
  EXPECT_FALSE(occurs_in(std::string(1 << 19, 'a') + "b", source));
}

TEST(Verbatim, marked_strings_are_found_wherever_they_are) {
  const program code = compiled(R"({
    "type": "object",
    "properties": {
      "codes": {"type": "array", "items": {"type": "string", "x-verbatim": true}},
      "service": {"$ref": "#/$defs/name"},
      "other": {"anyOf": [{"type": "string", "x-verbatim": true}, {"type": "null"}]},
      "free": {"type": "string"}},
    "additionalProperties": {"type": "string", "x-verbatim": true},
    "$defs": {"name": {"type": ["string", "null"], "x-verbatim": true}}})");
  EXPECT_TRUE(has_verbatim(code));
  const std::string_view source = "E1 and E2 in payments";
  EXPECT_TRUE(check_verbatim(code,
                             json(R"({"codes":["E1","e2"],"service":"payments","other":null,"free":"zzz"})"),
                             source)
                  .empty());
  const auto wrong = check_verbatim(
      code, json(R"({"codes":["E1","E3"],"service":"checkout","other":"nope","free":"zzz","more":"x"})"),
      source);
  ASSERT_EQ(wrong.size(), 4U);
  EXPECT_EQ(wrong[0].place, "/codes/1");
  EXPECT_EQ(wrong[0].kind, tenon::failure_kind::semantic_invalid);
  EXPECT_EQ(wrong[0].code, "verbatim");
  EXPECT_EQ(wrong[0].rule, "/properties/codes/items/x-verbatim");
  EXPECT_EQ(wrong[0].found, "string \"E3\"");
  ASSERT_TRUE(wrong[0].offset);
  EXPECT_EQ(*wrong[0].offset, 15U);
  EXPECT_EQ(wrong[1].place, "/service");
  EXPECT_EQ(wrong[2].place, "/other");
  EXPECT_EQ(wrong[3].place, "/more");
  EXPECT_TRUE(check_verbatim(code, json(R"({"codes":[],"service":null})"), source).empty());
}

TEST(Verbatim, a_sibling_that_is_not_true_lifts_the_rule) {
  const program code = compiled(R"({
    "type": "object",
    "properties": {"name": {"type": ["string", "null"], "x-verbatim": "stated"}, "stated": {"type": "boolean"}}})");
  EXPECT_TRUE(check_verbatim(code, json(R"({"name":"guess","stated":false})"), "text").empty());
  EXPECT_TRUE(check_verbatim(code, json(R"({"name":"guess"})"), "text").empty());
  EXPECT_EQ(check_verbatim(code, json(R"({"name":"guess","stated":true})"), "text").size(), 1U);
  EXPECT_TRUE(check_verbatim(code, json(R"({"name":"Text","stated":true})"), "text").empty());
}

TEST(Verbatim, a_schema_without_marks_has_no_rules) {
  const program code = compiled(R"({"type":"object","properties":{"x-verbatim":{"type":"string"}}})");
  EXPECT_FALSE(has_verbatim(code));
  EXPECT_TRUE(check_verbatim(code, json(R"({"x-verbatim":"gone"})"), "text").empty());
}

TEST(Verbatim, the_prompt_form_of_a_schema_does_not_show_the_marks) {
  const program code = compiled(
      R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"x-verbatim":{"type":"string","x-verbatim":true}},"default":{"$schema":1}})");
  EXPECT_EQ(code.compact(),
            R"({"type":"object","properties":{"x-verbatim":{"type":"string"}},"default":{"$schema":1}})");
}

TEST(Verbatim, marks_are_found_through_dynamic_references_and_where_only_the_rest_is_marked) {
  const program code = compiled(R"({
    "$id": "http://x/list", "$ref": "base",
    "$defs": {
      "n": {"$dynamicAnchor": "n", "type": "string", "x-verbatim": true},
      "base": {"$id": "base", "properties": {"item": {"$dynamicRef": "#n"}, "free": {"type": "string"}},
               "unevaluatedProperties": {"type": "string", "x-verbatim": true},
               "$defs": {"n": {"$dynamicAnchor": "n"}}}}})");
  EXPECT_TRUE(has_verbatim(code));
  const auto found =
      check_verbatim(code, json(R"({"item":"here","free":"gone","rest":"here"})"), "it is here");
  EXPECT_TRUE(found.empty());
  const auto wrong =
      check_verbatim(code, json(R"({"item":"gone","free":"gone","rest":"gone"})"), "it is here");
  ASSERT_EQ(wrong.size(), 2U);
  EXPECT_EQ(wrong[0].place, "/item");
  EXPECT_EQ(wrong[0].rule, "/$defs/n/x-verbatim");
  EXPECT_EQ(wrong[1].place, "/rest");
}

TEST(Verbatim, a_mark_in_a_branch_that_does_not_fit_says_nothing) {
  const program code =
      compiled(R"({"anyOf": [{"type": "string", "maxLength": 3, "x-verbatim": true}, {"type": "string"}],
    "not": {"type": "string", "minLength": 9, "x-verbatim": true}})");
  EXPECT_TRUE(check_verbatim(code, json(R"("gone")"), "it is here").empty());
  EXPECT_EQ(check_verbatim(code, json(R"("go")"), "it is here").size(), 1U);
}
