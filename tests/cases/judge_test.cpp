// The judge of the cases, held to the README beside them.
#include "judge.hpp"

#include "kinds.hpp"
#include "must.hpp"
#include "script.hpp"

#include <gtest/gtest.h>
#include <string>
#include <string_view>

#include <tenon/reader.hpp>

namespace {

using namespace cases;
using tenon::failure_kind;
using tenon::value;

value json(std::string_view text) {
  return *tenon::json::read_unique(text);
}

observed gives(std::string_view text) {
  observed o;
  o.root = json(text);
  return o;
}

observed fails(failure_kind kind, std::string place = {}, std::string code = {}) {
  return observed::of({.kind = kind, .code = std::move(code), .place = std::move(place)});
}

verdict judged(std::string_view expected, const observed& got) {
  verdict v;
  judge(json(expected), got, {}, v);
  return v;
}

bool passes(std::string_view expected, const observed& got) {
  return judged(expected, got).passed();
}

constexpr std::string_view wants_two = R"({"kind":"value","value":{"a":2}})";
constexpr std::string_view wants_violation =
    R"({"kind":"error","error":"schema_violation","path":"/a","keyword":"type"})";

}  // namespace

TEST(Judge, the_value_that_is_wanted_passes_whatever_its_spelling) {
  EXPECT_TRUE(passes(wants_two, gives(R"({"a":2.0})")));
  EXPECT_TRUE(passes(R"({"kind":"value","value":1,"accept_also":[3]})", gives("3")));
}

TEST(Judge, another_value_is_silently_wrong_and_a_failure_is_only_failed) {
  const verdict wrong = judged(wants_two, gives(R"({"a":3})"));
  EXPECT_TRUE(wrong.failed());
  EXPECT_TRUE(wrong.silently_wrong);
  const verdict refused = judged(wants_two, fails(failure_kind::not_json));
  EXPECT_TRUE(refused.failed());
  EXPECT_FALSE(refused.silently_wrong);
}

TEST(Judge, a_value_where_an_error_is_wanted_is_silently_wrong_unless_it_is_accepted_too) {
  EXPECT_TRUE(judged(R"({"kind":"error","error":"ambiguous"})", gives("1")).silently_wrong);
  EXPECT_TRUE(passes(R"({"kind":"error","error":"ambiguous","accept_also":[1]})", gives("1")));
}

TEST(Judge, an_error_of_an_accepted_kind_passes_where_a_value_is_wanted) {
  EXPECT_TRUE(
      passes(R"({"kind":"value","value":1,"accept_also_errors":["syntax"]})", fails(failure_kind::not_json)));
}

TEST(Judge, path_and_keyword_belong_to_one_problem) {
  EXPECT_TRUE(passes(wants_violation, fails(failure_kind::schema_invalid, "/a", "type")));
  EXPECT_FALSE(passes(wants_violation, fails(failure_kind::schema_invalid, "/b", "type")));
  EXPECT_FALSE(passes(wants_violation, fails(failure_kind::schema_invalid, "/a", "enum")));
}

TEST(Judge, a_keyword_that_is_accepted_besides_may_stand_elsewhere) {
  constexpr std::string_view expected =
      R"({"kind":"error","error":"schema_violation","path":"/a","keyword":"minLength","accept_also_keywords":["required"]})";
  EXPECT_TRUE(passes(expected, fails(failure_kind::schema_invalid, "", "required")));
}

TEST(Judge, a_member_that_is_not_allowed_is_in_the_object_that_the_case_names) {
  constexpr std::string_view expected =
      R"({"kind":"error","error":"schema_violation","path":"/o","keyword":"additionalProperties"})";
  EXPECT_TRUE(passes(expected, fails(failure_kind::schema_invalid, "/o/x", "additionalProperties")));
  EXPECT_FALSE(passes(expected, fails(failure_kind::schema_invalid, "/o/x/y", "additionalProperties")));
  EXPECT_FALSE(passes(expected, fails(failure_kind::schema_invalid, "/ox", "additionalProperties")));
}

TEST(Judge, what_must_not_come_out_fails_the_case) {
  EXPECT_TRUE(
      judged(R"({"kind":"value","value":1,"accept_also":[2],"must_not_values":[2]})", gives("2")).failed());
  EXPECT_TRUE(judged(R"({"kind":"error","error":"syntax","must_not_errors":["truncated"]})",
                     fails(failure_kind::not_json, "", "unexpected_end"))
                  .failed());
}

TEST(Judge, a_cut_document_shows_what_could_be_read) {
  constexpr std::string_view expected = R"({"kind":"error","error":"truncated","partial":{"a":1}})";
  observed got = fails(failure_kind::not_json, "", "unexpected_end");
  EXPECT_FALSE(passes(expected, got));
  got.partial = json(R"({"a":1})");
  EXPECT_TRUE(passes(expected, got));
}

TEST(Judge, every_change_is_in_the_ledger_and_nothing_else) {
  const auto objections = [](std::string_view text, const observed& got) {
    verdict v;
    judge_ledger(text, got, {}, v);
    return v.objections.size();
  };
  observed mended = gives("[1]");
  EXPECT_EQ(objections("[1,]", mended), 1U);
  EXPECT_EQ(objections("[1]", mended), 0U);
  mended.ledger.push_back({});
  EXPECT_EQ(objections("[1,]", mended), 0U);
  EXPECT_EQ(objections("[1]", mended), 1U);
}

TEST(Kinds, one_kind_of_ours_may_stand_for_two_of_theirs) {
  EXPECT_TRUE(is_kind({.kind = failure_kind::not_json}, "not_json"));
  EXPECT_TRUE(is_kind({.kind = failure_kind::not_json}, "syntax"));
  EXPECT_FALSE(is_kind({.kind = failure_kind::not_json}, "truncated"));
  EXPECT_TRUE(is_kind({.kind = failure_kind::not_json, .code = "unexpected_end"}, "truncated"));
  EXPECT_TRUE(
      is_kind({.kind = failure_kind::schema_invalid, .attempts_exhausted = true}, "retries_exhausted"));
  EXPECT_FALSE(is_kind({.kind = failure_kind::schema_invalid}, "retries_exhausted"));
}

TEST(Kinds, every_error_kind_of_the_readme_is_in_the_table) {
  for (const std::string_view kind :
       {"not_json", "syntax", "truncated", "schema_violation", "ambiguous", "duplicate_key", "refusal",
        "content_filter", "empty_response", "provider_error", "quota_exhausted", "rate_limited", "overloaded",
        "protocol", "incomplete_stream", "malformed_tool_call", "unsupported_schema", "invalid_argument",
        "retries_exhausted"}) {
    EXPECT_TRUE(knows_kind(kind)) << kind;
  }
}

TEST(Must, a_sentence_is_known_by_its_words_and_gives_its_numbers) {
  EXPECT_EQ(match("request # differs from request #", "request 2 differs from request 1"), (numbers{2, 1}));
  EXPECT_EQ(match("no crash", "no crash"), numbers{});
  EXPECT_EQ(match("no crash", "no crash at all"), std::nullopt);
  EXPECT_EQ(match("# calls", "no calls"), std::nullopt);
}

TEST(Must, what_no_phrase_knows_is_left_to_a_reader) {
  const phrase<int> known[] = {
      {"it is #", [](const int& i, const numbers& n) { return n[0] == static_cast<std::size_t>(i); }}};
  verdict v;
  hold<int>(json(R"({"must":["it is 3","it is 4","it is nice"]})"), known, 3, {}, v);
  EXPECT_EQ(v.judged, (std::set<std::string>{"it is 3", "it is 4"}));
  EXPECT_EQ(v.left, (std::set<std::string>{"it is nice"}));
  EXPECT_EQ(v.objections.size(), 1U);
}

TEST(Script, text_that_is_described_is_written_out) {
  EXPECT_EQ(written_out(R"({"c": "<3 letters x>"} (path missing))"), R"({"c": "xxx"})");
  EXPECT_EQ(written_out("<2 letters a>-<1 letters b>"), "aa-b");
  EXPECT_EQ(written_out("a < b > c"), "a < b > c");
}

TEST(Script, a_reply_in_the_form_of_a_provider_goes_through_its_adapter) {
  const auto answer_to = [](std::string_view body) {
    const auto model = tenon::scripted({line_of(json(body))->step});
    return call(*model, {.mode = tenon::output_mode::tool});
  };
  EXPECT_EQ(
      answer_to(R"({"output":[{"type":"function_call","name":"a","arguments":"{}"}],"status":"completed"})")
          ->tool_calls.at(0)
          .name,
      "a");
  EXPECT_EQ(
      answer_to(R"({"content":[{"type":"tool_use","id":"t","name":"a","input":{}}]})")->tool_calls.at(0).id,
      "t");
  EXPECT_EQ(answer_to(R"({"choices":[{"message":{"content":"x"}}]})")->text, "x");
  EXPECT_TRUE(line_of(json(R"({"content":null,"refusal":"no"})")));
}
