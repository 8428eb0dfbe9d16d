// Compiling and validating: cases as data, then what no table can say.
#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <tenon/pointer.hpp>
#include <tenon/program.hpp>
#include <tenon/reader.hpp>

namespace {

using tenon::failure_kind;
using tenon::problem;
using tenon::schema::program;

tenon::value json(std::string_view text) {
  return *tenon::json::read_unique(text);
}

program compiled(std::string_view text, const tenon::schema::compile_options& options = {}) {
  auto code = program::compile_text(text, options);
  EXPECT_TRUE(code) << (code ? "" : code.error().message);
  return *std::move(code);
}

problem refusal(std::string_view text, const tenon::schema::compile_options& options = {}) {
  const auto code = program::compile_text(text, options);
  EXPECT_FALSE(code) << text;
  return code ? problem{} : code.error();
}

std::string text_of(const tenon::value* v) {
  return v == nullptr ? std::string() : std::string(v->string());
}

template <class Judge>
std::size_t for_each_case(const std::string& file, Judge judge) {
  std::ifstream in(std::string(TENON_TEST_FILES) + "/" + file);
  EXPECT_TRUE(in) << file;
  std::string line;
  std::size_t cases = 0;
  while (std::getline(in, line)) {
    if (line.empty()) continue;
    const auto read = tenon::json::read_unique(line);
    EXPECT_TRUE(read) << line;
    if (!read) continue;
    SCOPED_TRACE(text_of(read->find("name")));
    judge(*read);
    ++cases;
  }
  return cases;
}

/// `inner` inside of so many arrays.
tenon::value nested(tenon::value inner, int times) {
  for (int i = 0; i < times; ++i) {
    tenon::value outer = tenon::value::array();
    outer.push_back(std::move(inner));
    inner = std::move(outer);
  }
  return inner;
}

/// Every member of `expected` that names a field of a problem must be equal to it.
void expect_error(const problem& p, const tenon::value& expected) {
  EXPECT_EQ(p.kind, failure_kind::schema_invalid);
  EXPECT_EQ(p.place, text_of(expected.find("place")));
  EXPECT_EQ(p.code, text_of(expected.find("code")));
  const auto same = [&](std::string_view member, const std::string& actual) {
    const tenon::value* wanted = expected.find(member);
    if (wanted != nullptr) {
      EXPECT_EQ(actual, wanted->string()) << member;
    }
  };
  same("rule", p.rule);
  same("expected", p.expected);
  same("found", p.found);
  same("nearest", p.nearest);
  same("message", p.message);
  EXPECT_FALSE(p.message.empty());
  EXPECT_FALSE(p.expected.empty());
  EXPECT_FALSE(p.found.empty());
  EXPECT_LE(p.found.size(), problem::max_excerpt);
}

}  // namespace

TEST(Program, S4_01_S4_04_S5_36_every_case_of_the_data_file_has_its_verdict_and_its_errors) {
  const std::size_t cases = for_each_case("program_cases.jsonl", [](const tenon::value& c) {
    const auto code = program::compile(*c.find("schema"));
    ASSERT_TRUE(code) << code.error().message;
    const tenon::value& instance = *c.find("instance");
    const tenon::value* errors = c.find("errors");
    const std::size_t wanted = errors == nullptr ? 0 : errors->size();
    EXPECT_EQ(code->accepts(instance), wanted == 0);
    const tenon::problems found = code->validate(instance);
    ASSERT_EQ(found.size(), wanted) << (found.empty() ? "" : tenon::explain(found.front()));
    for (std::size_t i = 0; i < wanted; ++i) expect_error(found[i], errors->items()[i]);
  });
  EXPECT_GE(cases, 60U);
}

TEST(Program, what_cannot_be_compiled_is_refused_with_its_place_and_keyword) {
  const std::size_t cases = for_each_case("program_refused.jsonl", [](const tenon::value& c) {
    const auto code = program::compile(*c.find("schema"));
    ASSERT_FALSE(code);
    EXPECT_EQ(to_string(code.error().kind), text_of(c.find("kind")));
    EXPECT_EQ(code.error().place, text_of(c.find("place")));
    EXPECT_EQ(code.error().code, text_of(c.find("code")));
    EXPECT_FALSE(code.error().message.empty());
  });
  EXPECT_GE(cases, 30U);
}

TEST(Program, S4_04_an_explained_error_holds_path_expected_and_actual) {
  const program code =
      compiled(R"({"type":"object","properties":{"tags":{"type":"array"}},"required":["actor"]})");
  const auto found = code.validate(json(R"({"tags":"x"})"));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].message, "expected array, got string");
  EXPECT_EQ(found[1].message, "required field \"actor\" is missing");
  const std::string line = tenon::explain(found[0]);
  for (const std::string_view part : {"/tags", "array", "string \"x\""}) {
    EXPECT_NE(line.find(part), std::string::npos) << line;
  }
}

TEST(Program, an_error_has_the_offset_of_its_value_in_the_source) {
  const program code = compiled(
      R"({"type":"object","properties":{"a":{"type":"array","items":{"type":"integer"}}},"additionalProperties":false})");
  const std::string text = R"( {"a": [1, "x"], "bb": 2})";
  const auto found = code.validate(json(text));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].offset, text.find("\"x\""));
  EXPECT_EQ(found[1].offset, text.find("\"bb\""));
  const auto made = code.validate(tenon::value::object({{"a", 1}}));
  ASSERT_EQ(made.size(), 1U);
  EXPECT_FALSE(made[0].offset);
}

TEST(Program, errors_stop_at_the_number_that_was_asked_for) {
  const program code = compiled(R"({"type":"array","items":{"type":"integer"}})");
  tenon::value instance = tenon::value::array();
  for (int i = 0; i < 50; ++i) instance.push_back("x");
  EXPECT_EQ(code.validate(instance).size(), 50U);
  EXPECT_EQ(code.validate(instance, {.max_errors = 7}).size(), 7U);
  EXPECT_EQ(code.validate(instance, {.max_errors = 0}).size(), 1U);
}

TEST(Program, a_deep_instance_is_one_error_with_the_name_of_the_limit) {
  const program code = compiled(R"({"type":"array","items":{"$ref":"#"}})");
  const tenon::value deep = nested(tenon::value::array(), 4999);
  EXPECT_FALSE(code.accepts(deep));
  const auto found = code.validate(deep);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].code, "max_depth");
  const tenon::value fits = nested(tenon::value::array(), 999);
  EXPECT_TRUE(code.accepts(fits));
  EXPECT_TRUE(code.validate(fits).empty());
  EXPECT_EQ(code.validate(fits, {.max_depth = 999}).front().code, "max_depth");
}

TEST(Program, a_deep_instance_under_uniqueItems_enum_and_not_does_not_exhaust_the_stack) {
  const tenon::value deep = nested(tenon::value::array(), 200'000);
  tenon::value pair = tenon::value::array();
  pair.push_back(deep);
  pair.push_back(deep);
  EXPECT_EQ(compiled(R"({"uniqueItems":true})").validate(pair).front().code, "max_depth");
  EXPECT_FALSE(compiled(R"({"uniqueItems":true})").accepts(pair));
  EXPECT_FALSE(compiled(R"({"enum":[1,2,3,4,5,[[]]]})").accepts(deep));
  const program recursive = compiled(R"({"not":{"items":{"$ref":"#"}}})");
  EXPECT_FALSE(recursive.accepts(deep));
  EXPECT_EQ(recursive.validate(deep).back().code, "max_depth");
}

TEST(Program, alternatives_that_multiply_meet_the_limit_on_live_work) {
  // Both branches go down the same way: 2^depth walks for one value.
  const program code = compiled(
      R"({"anyOf":[{"items":{"$ref":"#"},"type":"array"},{"items":{"$ref":"#"},"minItems":1,"type":"array"},{"const":1}]})");
  const tenon::value instance = nested(0, 60);
  EXPECT_FALSE(code.accepts(instance));
  const auto found = code.validate(instance);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.back().code, "max_cursors");
}

TEST(Program, ten_thousand_alternatives_are_decided) {
  std::string schema = R"({"oneOf":[)";
  for (int i = 0; i < 10'000; ++i) {
    if (i > 0) schema += ',';
    schema += R"({"type":"object","properties":{"k":{"const":"k)" + std::to_string(i) +
              R"("},"v":{"type":"integer"}},"required":["k","v"]})";
  }
  const program code = compiled(schema + "]}");
  EXPECT_TRUE(code.accepts(json(R"({"k":"k9999","v":1})")));
  const auto found = code.validate(json(R"({"k":"k77","v":"x"})"));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].place, "/v");
  EXPECT_EQ(found[0].rule, "/oneOf/77/properties/v/type");
}

TEST(Program, many_names_and_many_enumerators_are_looked_up) {
  std::string properties;
  std::string instance;
  std::string values;
  for (int i = 0; i < 20'000; ++i) {
    const std::string name = "\"name" + std::to_string(i) + "\"";
    properties += (i > 0 ? "," : "") + name + R"(:{"type":"integer"})";
    instance += (i > 0 ? "," : "") + name + ":" + std::to_string(i);
    values += (i > 0 ? "," : "") + name;
  }
  const program code = compiled(R"({"properties":{)" + properties +
                                R"(},"additionalProperties":false,"required":[)" + values + "]}");
  EXPECT_TRUE(code.accepts(json("{" + instance + "}")));
  EXPECT_FALSE(code.accepts(json("{" + instance + R"(,"name":1})")));
  const program list = compiled(R"({"items":{"enum":[)" + values + R"(]},"uniqueItems":true})");
  EXPECT_TRUE(list.accepts(json("[" + values + "]")));
  EXPECT_FALSE(list.accepts(json("[" + values + ",\"name7\"]")));
  EXPECT_FALSE(list.accepts(json("[\"name\"]")));
}

TEST(Program, the_limits_of_compiling_have_names) {
  EXPECT_EQ(refusal(R"({"allOf":[{},{},{}]})", {.limits = {.max_schema_nodes = 3}}).code, "max_schema_nodes");
  std::string deep = "true";
  for (int i = 0; i < 600; ++i) deep = R"({"items":)" + deep + "}";
  EXPECT_EQ(refusal(deep).code, "max_schema_depth");
  EXPECT_EQ(refusal(R"({"pattern":"^((ab){100}){200}$"})").code, "max_pattern_states");
  EXPECT_EQ(refusal(R"({"properties":{"a":{"pattern":"^(ab|c){99}$"},"b":{"pattern":"^(ab|d){99}$"}}})",
                    {.limits = {.max_pattern_memory = 3'000}})
                .code,
            "max_pattern_memory");
  std::string chain = R"({"$ref":"#/$defs/d0","$defs":{)";
  for (int i = 0; i < 1000; ++i) {
    chain += "\"d" + std::to_string(i) + R"(":{"$ref":"#/$defs/d)" + std::to_string(i + 1) + "\"},";
  }
  EXPECT_EQ(refusal(chain + R"("d1000":{}}})").code, "max_schema_depth");
}

TEST(Program, a_reference_back_through_alternatives_without_progress_is_an_error) {
  for (const std::string_view schema :
       {R"({"anyOf":[{"type":"null"},{"allOf":[{"$ref":"#"}]}]})", R"({"not":{"$ref":"#"}})",
        R"({"oneOf":[{"$ref":"#"},{"type":"string"}]})", R"({"if":{"$ref":"#"},"then":false})"}) {
    const problem p = refusal(schema);
    EXPECT_EQ(p.kind, failure_kind::invalid_argument) << schema;
    EXPECT_EQ(p.code, "$ref") << schema;
  }
}

TEST(Program, schema_text_that_is_no_json_is_an_invalid_argument_with_an_offset) {
  const problem p = refusal(R"({"type": })");
  EXPECT_EQ(p.kind, failure_kind::invalid_argument);
  EXPECT_EQ(p.offset, 9U);
  const problem twice = refusal(R"({"type":"string","type":"null"})");
  EXPECT_EQ(twice.kind, failure_kind::invalid_argument);
  EXPECT_EQ(twice.code, "duplicate_key");
}

TEST(Program, the_document_is_kept_and_the_prompt_form_is_compact) {
  const program code = compiled(
      R"({ "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "t", "type": "object",
           "properties": { "b": {"type": "number", "maximum": 1.50}, "a": true } })");
  EXPECT_EQ(code.compact(),
            R"({"title":"t","type":"object","properties":{"b":{"type":"number","maximum":1.50},"a":true}})");
  EXPECT_NE(code.document().find("$schema"), nullptr);
}

TEST(Program, formats_that_are_not_asserted_are_listed_and_asserting_can_be_switched_off) {
  const program code =
      compiled(R"({"items":{"format":"phone"},"contains":{"format":"date"},"minContains":0})");
  ASSERT_EQ(code.loose_formats().size(), 1U);
  EXPECT_EQ(code.loose_formats().front(), "phone");
  EXPECT_FALSE(compiled(R"({"format":"date"})").accepts("2026-02-30"));
  EXPECT_TRUE(compiled(R"({"format":"date"})", {.assert_formats = false}).accepts("2026-02-30"));
}

TEST(Program, a_program_serves_many_threads) {
  const program code = compiled(
      R"({"type":"array","uniqueItems":true,"items":{"type":"string","pattern":"^[a-z]+[0-9]{1,3}$"}})");
  const tenon::value instance = json(R"(["a1","b22","c333"])");
  std::vector<std::thread> threads;
  std::vector<int> good(4, 0);
  for (std::size_t t = 0; t < good.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 500; ++i)
        good[t] += code.accepts(instance) && code.validate(instance).empty() ? 1 : 0;
    });
  }
  for (std::thread& t : threads) t.join();
  for (const int n : good) EXPECT_EQ(n, 500);
}

TEST(Program, a_schema_that_only_demands_itself_compiles_and_nothing_fits_it) {
  for (
      const std::string_view text :
      {R"({"$ref":"#"})", R"({"allOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"$ref":"#"}}})",
       R"({"properties":{"x":{"$ref":"#/$defs/a"}},"required":["x"],"$defs":{"a":{"allOf":[{"type":"string"},{"$ref":"#/$defs/a"}]}}})"}) {
    const auto code = tenon::schema::program::compile_text(text);
    ASSERT_TRUE(code) << text;
    const auto v = tenon::json::read_unique(R"({"x":"a"})");
    EXPECT_FALSE(code->accepts(*v)) << text;
    EXPECT_FALSE(code->accepts_text(R"({"x":"a"})")) << text;
    const tenon::problems found = code->validate(*v);
    ASSERT_FALSE(found.empty()) << text;
    EXPECT_EQ(found.front().code, "$ref") << text;
    EXPECT_NE(found.front().message.find("refers to itself"), std::string::npos);
  }
}

TEST(Program, a_schema_keyword_in_what_is_no_resource_says_nothing) {
  // As generators of the time of draft 4 write it: `id` is none of 2020-12, so the reference is to the root.
  const auto code = tenon::schema::program::compile_text(
      R"({"definitions":{"lemon":{"$schema":"http://json-schema.org/draft-04/schema","id":"schema/lemon",
        "definitions":{"ripe":{"type":"boolean"}},
        "properties":{"ripe":{"$ref":"#/definitions/lemon/definitions/ripe"}}}},
        "properties":{"lemon":{"$ref":"#/definitions/lemon"}}})");
  ASSERT_TRUE(code) << tenon::explain(code.error());
  EXPECT_TRUE(code->accepts(*tenon::json::read_unique(R"({"lemon":{"ripe":true}})")));
  EXPECT_FALSE(code->accepts(*tenon::json::read_unique(R"({"lemon":{"ripe":1}})")));
}
