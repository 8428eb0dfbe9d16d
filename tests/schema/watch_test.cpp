// What watching says, case by case, and what is the same however the text is cut.
#include "watching.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

#include <tenon/writer.hpp>

namespace {

using test::program;
using test::watch;
using test::watch_state;
using test::watcher;
using test::watching;

std::string text_of(const tenon::value& v, const char* name) {
  const tenon::value* member = v.find(name);
  return member == nullptr ? "" : std::string(member->string());
}

void check_case(const tenon::value& one, const std::string& name) {
  tenon::schema::compile_options options;
  const auto code = program::compile(*one.find("schema"), options);
  ASSERT_TRUE(code) << name << ": " << tenon::explain(code.error());
  const std::string text = text_of(one, "text");
  const bool ends = one.find("ends") != nullptr && one.find("ends")->boolean();
  const watching whole = watch(*code, text, 0, ends);
  for (const std::size_t step : {1U, 2U, 3U, 5U, 7U}) {
    EXPECT_EQ(watch(*code, text, step, ends), whole) << name << ", in steps of " << step;
  }
  EXPECT_EQ(to_string(whole.state), text_of(one, "state")) << name << ": " << whole;
  if (const tenon::value* at = one.find("at")) {
    EXPECT_EQ(static_cast<std::int64_t>(whole.why.offset.value_or(~std::uint64_t{0})), at->to_int64())
        << name << ": " << whole;
    EXPECT_EQ(whole.why.code, text_of(one, "code")) << name << ": " << whole;
  }
  for (const char* field : {"place", "rule", "expected", "found", "nearest"}) {
    if (one.find(field) == nullptr) continue;
    const tenon::problem& p = whole.why;
    const std::string got = field == std::string("place")      ? p.place
                            : field == std::string("rule")     ? p.rule
                            : field == std::string("expected") ? p.expected
                            : field == std::string("found")    ? p.found
                                                               : p.nearest;
    EXPECT_EQ(got, text_of(one, field)) << name << ", " << field;
  }
}

TEST(Watch, each_case_is_doomed_where_the_rules_say) {
  std::ifstream in(std::string(TENON_TEST_FILES) + "/watch_cases.jsonl");
  int count = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) continue;
    const auto one = tenon::json::read_unique(line);
    ASSERT_TRUE(one) << line << ": " << tenon::explain(one.error());
    check_case(*one, text_of(*one, "name"));
    ++count;
  }
  EXPECT_GT(count, 100);
}

program compiled(std::string_view schema) {
  auto code = program::compile_text(schema);
  EXPECT_TRUE(code) << tenon::explain(code.error());
  return *std::move(code);
}

TEST(Watch, a_watcher_can_be_used_again_and_forgets_what_was) {
  watcher w(compiled(R"({"type":"object","properties":{"a":{"uniqueItems":true}},"required":["a"]})"));
  EXPECT_EQ(w.feed(R"({"a":[1,2,{"b":)"), watch_state::viable);
  w.reset();
  EXPECT_EQ(w.state(), watch_state::viable);
  EXPECT_EQ(w.feed("["), watch_state::doomed);
  EXPECT_EQ(w.why().code, "type");
  EXPECT_EQ(w.feed(R"({"a":1})"), watch_state::doomed);
  w.reset();
  EXPECT_TRUE(w.why().code.empty());
  EXPECT_EQ(w.feed(R"({"a":1})"), watch_state::complete);
  EXPECT_EQ(w.feed(" \n"), watch_state::complete);
  EXPECT_EQ(w.finish(), watch_state::complete);
}

TEST(Watch, the_text_of_a_reader_s_error_is_the_reader_s) {
  watcher w(compiled("{}"));
  EXPECT_EQ(w.feed("[1,}"), watch_state::doomed);
  EXPECT_EQ(w.why().kind, tenon::failure_kind::not_json);
  EXPECT_EQ(w.why().code, "unexpected_byte");
  EXPECT_EQ(w.why().offset, 3U);
  w.reset();
  EXPECT_EQ(w.finish(), watch_state::doomed);
  EXPECT_EQ(w.why().code, "empty");
}

TEST(Watch, limits_on_the_text_have_their_names) {
  tenon::schema::watch_options options;
  options.limits.max_depth = 2;
  options.limits.max_bytes = 20;
  watcher w(compiled("{}"), options);
  EXPECT_EQ(w.feed("[[["), watch_state::doomed);
  EXPECT_EQ(w.why().code, "max_depth");
  EXPECT_EQ(w.why().offset, 2U);
  w.reset();
  EXPECT_EQ(w.feed(std::string(21, ' ')), watch_state::doomed);
  EXPECT_EQ(w.why().code, "max_bytes");
}

TEST(Watch, a_value_that_was_given_up_stays_so_whatever_small_union_comes_next) {
  // allOf needs more cursors than there are; the union behind it would need few.
  const program code = compiled(R"({"allOf":[{"maxLength":9},{"minLength":2,"maxLength":3},{"maxLength":8}],
    "anyOf":[{},{"type":"string","minLength":1}]})");
  watcher w(code, {.limits = {}, .max_cursors = 2});
  w.feed(R"("abcd")");
  EXPECT_EQ(w.finish(), watch_state::doomed);
  w.reset();
  w.feed(R"("abc")");
  EXPECT_EQ(w.finish(), watch_state::complete);
}

TEST(Watch, beyond_max_cursors_a_value_is_judged_when_it_ends) {
  // Three levels of sixteen alternatives each: 4096 nodes at one value.
  std::string schema = R"({"type":"integer"})";
  for (int level = 0; level < 3; ++level) {
    std::string wider = R"({"anyOf":[)";
    for (int i = 0; i < 16; ++i) wider += (i > 0 ? "," : "") + schema;
    schema = wider + "]}";
  }
  const auto code = compiled(R"({"properties":{"a":)" + schema + R"(},"required":["b"]})");
  EXPECT_EQ(watch(code, R"({"a":1,"b":2})", 0, true).state, watch_state::complete);
  const watching wrong = watch(code, R"({"a":1.5,"b":2})", 1, true);
  EXPECT_TRUE(wrong.doomed());
  EXPECT_EQ(wrong.why.offset, 8U);
  EXPECT_EQ(wrong.why.place, "/a");
}

TEST(Watch, a_reader_of_one_s_own_may_tell_the_events) {
  const auto code = compiled(R"({"type":"object","properties":{"a":{"enum":["xy","z"]}},"required":["a"]})");
  for (const std::string text : {R"({"a":"xy"})", R"({"a":"xz"})", R"({"b":1})", R"({"a":"\u0079"})", "7"}) {
    watcher own(code);
    tenon::json::reader reader(own.events());
    const bool read = reader.feed(text) && reader.finish();
    const watching told{own.state(), own.why()};
    EXPECT_EQ(told, watch(code, text, 0, true)) << text;
    EXPECT_EQ(read, own.state() == watch_state::complete) << text;
  }
}

/// What `listed` says once the value of the member "a" has begun.
bool listed(std::string_view schema_of_a, std::string_view begin = R"({"a":")") {
  watcher w(compiled(R"({"properties":{"a":)" + std::string(schema_of_a) + "}}"));
  EXPECT_EQ(w.feed(begin), watch_state::viable) << schema_of_a;
  return w.listed();
}

TEST(Watch, a_string_is_listed_where_it_must_be_one_of_a_list) {
  EXPECT_TRUE(listed(R"({"enum":["x","y",1]})"));
  EXPECT_TRUE(listed(R"({"const":"x"})"));
  EXPECT_TRUE(
      listed(R"({"$ref":"#/$defs/e"},"b":{}},"$defs":{"e":{"enum":["x"]}},"patternProperties":{"^b":{})"));
  EXPECT_TRUE(listed(R"({"anyOf":[{"enum":["x","y"]},{"type":"null"}]})"));
  EXPECT_TRUE(listed(R"({"oneOf":[{"enum":["x","y"]},{"const":"z"}]})"));
  EXPECT_TRUE(listed(R"({"allOf":[{"type":"string"},{"enum":["x"]}]})"));
  EXPECT_TRUE(listed(R"({"items":{"enum":["x"]}})", R"({"a":[")"));
  EXPECT_TRUE(listed(R"({"if":{"type":"string"},"then":{"enum":["x"]}})"));
}

TEST(Watch, a_string_is_not_listed_where_it_may_be_another) {
  EXPECT_FALSE(listed(R"({"type":"string","maxLength":5})"));
  EXPECT_FALSE(listed(R"({"not":{"const":"x"}})"));
  EXPECT_FALSE(listed(R"({"if":{"const":"x"},"then":{"maxLength":1}})"));
  EXPECT_FALSE(listed(R"({"not":{"properties":{"b":{"const":"x"}}}})", R"({"a":{"b":")"));
  EXPECT_FALSE(listed(R"({"contains":{"const":"x"}})", R"({"a":[")"));
  EXPECT_FALSE(listed(R"({"anyOf":[{"type":"array","items":{"enum":["x"]}},{"type":"string"}]})"));
  watcher w(compiled(R"({"enum":["x"]})"));
  EXPECT_FALSE(w.listed());
}

TEST(Watch, deferred_lists_what_is_decided_late) {
  const auto code = compiled(R"({"type":"object","properties":{
      "a":{"not":{"type":"string"}},"b":{"format":"date"},"c":{"const":[]},"d":{"minimum":1},
      "e":{"oneOf":[{"type":"string"},{"maxLength":3}]},"f":{"contains":{}},"g":{"if":{},"then":{"type":"null"}},
      "h":{"enum":["x","y"],"pattern":"^a","uniqueItems":true,"minItems":1}},
      "required":["a"],"additionalProperties":false,"$defs":{"unused":{"not":{}}}})");
  std::vector<std::string> all;
  for (const auto& d : deferred(code)) {
    all.push_back(d.place + " " + std::string(d.keyword) + (d.whole ? " whole" : ""));
  }
  const std::vector<std::string> expected{
      "/properties/a not",   "/properties/b format",   "/properties/c const whole", "/properties/d minimum",
      "/properties/e oneOf", "/properties/f contains", "/properties/g if"};
  EXPECT_EQ(all, expected);
}

TEST(Watch, deferred_knows_what_only_the_whole_instance_decides) {
  const auto code =
      compiled(R"({"$id":"http://x/t","$dynamicAnchor":"n","$ref":"b","unevaluatedProperties":false,
      "$defs":{"b":{"$id":"b","$dynamicAnchor":"n","properties":{"c":{"$dynamicRef":"#n"},"d":{"$ref":"#/$defs/e"}},
      "$defs":{"e":{"format":"date"}}}}})");
  std::vector<std::string> all;
  for (const auto& d : deferred(code)) all.push_back(std::string(d.keyword) + (d.whole ? " whole" : ""));
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all, (std::vector<std::string>{"$dynamicRef whole", "format", "unevaluatedProperties whole"}));
}

}  // namespace
