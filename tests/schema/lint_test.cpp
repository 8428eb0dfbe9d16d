// Lint: cases as data, what must hold for every schema of the official suite, and the time it takes.
#include "suite.hpp"

#include <array>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/lint.hpp>
#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace {

using tenon::schema::compile_options;
using tenon::schema::draft;
using tenon::schema::lint;
using tenon::schema::lint_options;
using tenon::schema::lint_report;
using tenon::schema::program;
using tenon::schema::remark;
using tenon::schema::remark_level;

draft draft_named(std::string_view name) {
  if (name == "4") return draft::d4;
  if (name == "6") return draft::d6;
  if (name == "7") return draft::d7;
  return name == "2019-09" ? draft::d2019 : draft::d2020;
}

program compiled(std::string_view text, const compile_options& options = {}) {
  auto code = program::compile_text(text, options);
  EXPECT_TRUE(code) << (code ? "" : tenon::explain(code.error())) << text.substr(0, 200);
  return *std::move(code);
}

/// "level place code", one a line.
std::string lines(const std::vector<std::array<std::string, 3>>& all) {
  std::string text;
  for (const auto& [level, place, code] : all) text += level + " " + place + " " + code + "\n";
  return text;
}

void judge(const tenon::value& test) {
  compile_options options;
  const tenon::value* const asked = test.find("draft");
  if (asked != nullptr) options.default_draft = draft_named(asked->string());
  const auto code = program::compile(*test.find("schema"), options);
  ASSERT_TRUE(code) << tenon::explain(code.error());
  const bool notes = test.find("least") != nullptr && test.find("least")->string() == "note";
  std::vector<std::array<std::string, 3>> found;
  for (const remark& r : lint(*code).remarks) {
    if (!notes && r.level == remark_level::note) continue;
    found.push_back({std::string(to_string(r.level)), r.place, r.code});
  }
  std::vector<std::array<std::string, 3>> expected;
  for (const tenon::value& one : test.find("remarks")->items()) {
    const auto part = [&](std::size_t i) { return std::string(one.items()[i].string()); };
    expected.push_back({part(0), part(1), part(2)});
  }
  EXPECT_EQ(lines(found), lines(expected));
}

lint_report lint_text(std::string_view text, const lint_options& options = {}) {
  return lint(compiled(text), options);
}

std::string outline_text(const lint_report& report) {
  std::string text;
  for (const auto& l : report.outline) {
    text += std::string(l.depth, ' ') + l.name + (l.required ? "" : "?") + ": " + l.text;
    text += (l.description.empty() ? "" : " - " + l.description) + "\n";
  }
  return text;
}

}  // namespace

TEST(Lint, remarks_are_as_the_cases_say) {
  std::ifstream in(std::string(TENON_TEST_FILES) + "/lint_cases.jsonl");
  ASSERT_TRUE(in);
  std::string line;
  std::size_t cases = 0;
  while (std::getline(in, line)) {
    const auto test = tenon::json::read_unique(line);
    ASSERT_TRUE(test) << line;
    SCOPED_TRACE(test->find("name")->string());
    judge(*test);
    ++cases;
  }
  EXPECT_GT(cases, 150U);
}

namespace {

/// Is the root said to admit nothing although an instance fits?
void hold_against(const program& code, const std::vector<const tenon::value*>& instances,
                  const std::string& name) {
  bool valid = false;
  for (const tenon::value* instance : instances) valid = valid || code.accepts(*instance);
  if (!valid) return;
  for (const remark& r : lint(code).remarks) {
    EXPECT_FALSE(r.level == remark_level::error && r.place.empty()) << name << ": " << r.message << "\n"
                                                                    << tenon::json::write(code.document());
  }
}

std::size_t hold_against_folder(const suite::fs::path& folder, draft by_default) {
  const tenon::schema::registry remotes = suite::remotes();
  std::size_t schemas = 0;
  for (const suite::fs::path& file : suite::files(folder, true)) {
    const tenon::value groups = suite::document(file);
    for (const tenon::value& group : groups.items()) {
      for (const bool formats : {false, true}) {
        const auto code =
            program::compile(*group.find("schema"),
                             {.assert_formats = formats, .default_draft = by_default, .documents = &remotes});
        if (!code) continue;
        std::vector<const tenon::value*> instances;
        for (const tenon::value& test : group.find("tests")->items()) instances.push_back(test.find("data"));
        hold_against(*code, instances,
                     file.filename().string() + ": " + std::string(group.find("description")->string()));
        ++schemas;
      }
    }
  }
  return schemas;
}

}  // namespace

TEST(Lint, a_schema_of_the_official_suite_that_something_fits_is_not_said_to_admit_nothing) {
  if (!suite::fs::exists(suite::root() / "tests")) GTEST_SKIP() << "skipped: no data";
  std::size_t schemas = 0;
  for (const auto& [name, d] :
       {std::pair("draft4", draft::d4), std::pair("draft6", draft::d6), std::pair("draft7", draft::d7),
        std::pair("draft2019-09", draft::d2019), std::pair("draft2020-12", draft::d2020)}) {
    schemas += hold_against_folder(suite::root() / "tests" / name, d);
  }
  EXPECT_GT(schemas, 3000U);
}

TEST(Lint, a_schema_of_the_world_that_something_fits_is_not_said_to_admit_nothing) {
  const suite::fs::path folder = suite::root() / ".." / "jsonschemabench";
  if (!suite::fs::exists(folder)) GTEST_SKIP() << "skipped: no data";
  std::size_t schemas = 0;
  for (const char* const name : {"sample.jsonl", "Handwritten.jsonl", "Synthesized.jsonl", "MCPspec.jsonl"}) {
    std::ifstream in(folder / name);
    std::string line;
    while (std::getline(in, line)) {
      const auto record = tenon::json::read(line);
      if (!record || record->root.find("tests") == nullptr) continue;
      const auto code = program::compile(*record->root.find("schema"));
      if (!code) continue;
      std::vector<const tenon::value*> instances;
      for (const tenon::value& test : record->root.find("tests")->items())
        instances.push_back(test.find("data"));
      hold_against(*code, instances, std::string(record->root.find("id")->string()));
      ++schemas;
    }
  }
  EXPECT_GT(schemas, 300U);
}

TEST(Lint, a_remark_names_the_byte_it_is_about) {
  const std::string text = R"({"type": "integer", "minLength": 1})";
  for (const remark& r : lint_text(text).remarks) {
    if (r.code == "wrong_type") {
      ASSERT_TRUE(r.offset);
      EXPECT_EQ(text[*r.offset], '1');
    }
  }
}

TEST(Lint, remarks_stand_in_the_order_of_the_document) {
  const lint_report report = lint_text(R"({"properties": {"b": {"type": "string", "minimum": 1},
      "a": {"requird": [], "type": "null"}}, "requird": [], "$defs": {"x": {"minItems": 2, "maxItems": 1}}})");
  std::uint64_t last = 0;
  for (const remark& r : report.remarks) {
    ASSERT_TRUE(r.offset);
    EXPECT_GE(*r.offset, last) << r.place;
    last = *r.offset;
  }
  EXPECT_GT(report.remarks.size(), 4U);
}

TEST(Lint, beyond_max_remarks_notes_are_left_out_first) {
  const std::string text = R"({"properties": {"a": {"type": "string"}, "b": {"type": "string", "requird": 1},
      "c": {"type": "string", "minLength": 3, "maxLength": 2}}})";
  const std::size_t all = lint_text(text).remarks.size();
  const lint_report report = lint_text(text, {.max_remarks = 2});
  ASSERT_EQ(report.remarks.size(), 2U);
  EXPECT_EQ(report.left_out, all - 2);
  EXPECT_EQ(report.remarks[0].level, remark_level::warning);
  EXPECT_EQ(report.remarks[1].level, remark_level::error);
  EXPECT_TRUE(report.failed());
}

TEST(Lint, without_a_budget_nothing_wrong_is_said) {
  const lint_report report = lint_text(
      R"({"type": "string", "maxLength": 1, "enum": ["a", "bb"], "default": "cc"})", {.max_evaluations = 0});
  for (const remark& r : report.remarks) EXPECT_EQ(r.level, remark_level::note) << r.message;
}

TEST(Lint, a_document_that_is_referred_to_is_not_remarked_on_and_counts) {
  tenon::schema::registry known;
  known.add("http://example.com/never",
            *tenon::json::read_unique(R"({"type": "string", "minLength": 3, "maxLength": 2})"));
  const auto code = compiled(R"({"$ref": "http://example.com/never"})", {.documents = &known});
  const lint_report report = lint(code);
  EXPECT_TRUE(report.failed());
  for (const remark& r : report.remarks) EXPECT_TRUE(r.place.empty() || r.place == "/$ref") << r.place;
}

TEST(Lint, the_outline_has_a_line_for_each_place) {
  const lint_report report = lint_text(R"({
    "type": "object", "title": "An order", "required": ["id", "lines"], "additionalProperties": false,
    "properties": {
      "id": {"type": "string", "minLength": 1, "maxLength": 20, "pattern": "^[A-Z]"},
      "lines": {"type": "array", "minItems": 1, "uniqueItems": true, "items": {
        "type": "object", "required": ["n"], "properties": {
          "n": {"type": "integer", "minimum": 1, "maximum": 99},
          "unit": {"enum": ["kg", "m", null], "description": "Of measure\nand more"}}}},
      "note": {"anyOf": [{"type": "string", "maxLength": 80}, {"type": "null"}]},
      "price": {"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.01},
      "part": {"oneOf": [{"type": "boolean"}, {"type": "string", "format": "date"}]},
      "gone": false}})");
  EXPECT_EQ(outline_text(report),
            ": object, closed - An order\n"
            " id: string, 1 to 20 characters, pattern ^[A-Z]\n"
            " lines: array, at least 1 item, all different\n"
            "  each: object\n"
            "   n: integer, at least 1 and at most 99\n"
            "   unit?: one of \"kg\", \"m\", null - Of measure\n"
            " note?: string or null, at most 80 characters\n"
            " price?: number, above 0, a multiple of 0.01\n"
            " part?: string or boolean\n"
            "  oneOf 0: boolean\n"
            "  oneOf 1: string, format date\n"
            " gone?: nothing\n");
}

TEST(Lint, the_outline_refers_to_what_it_has_shown) {
  const lint_report report = lint_text(R"({
    "$ref": "#/$defs/tree",
    "$defs": {"tree": {"type": "object", "properties": {"left": {"$ref": "#/$defs/tree"},
                                                        "right": {"$ref": "#/$defs/tree"}}}}})");
  EXPECT_EQ(outline_text(report),
            ": object (/$defs/tree)\n"
            " left?: object, as /$defs/tree\n"
            " right?: object, as /$defs/tree\n");
}

TEST(Lint, the_outline_shows_tuples_maps_patterns_and_conditions) {
  const lint_report report = lint_text(R"({
    "type": "object", "patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": {"type": "integer"},
    "if": {"minProperties": 2}, "then": {"properties": {"pair": {"type": "array",
        "prefixItems": [{"type": "null"}], "items": {"type": "boolean"}, "maxItems": 2}}}})");
  EXPECT_EQ(outline_text(report),
            ": object\n"
            " /^x-/?: string\n"
            " others?: integer\n"
            " if: anything, at least 2 members\n"
            " then: anything\n"
            "  pair?: array, at most 2 items\n"
            "   item 0: null\n"
            "   each other: boolean\n");
}

TEST(Lint, the_outline_ends_at_its_depth_and_its_lines) {
  const std::string text = R"({"properties": {"a": {"properties": {"b": {}}}, "c": {}, "d": {}}})";
  EXPECT_EQ(lint_text(text, {.outline_depth = 1}).outline.size(), 4U);
  EXPECT_EQ(lint_text(text, {.outline_depth = 0}).outline.size(), 1U);
  const lint_report report = lint_text(text, {.max_outline_lines = 2});
  EXPECT_EQ(report.outline.size(), 2U);
  EXPECT_TRUE(report.outline_cut);
}

TEST(Lint, the_report_as_json_has_its_members) {
  const tenon::value json = to_json(lint_text(R"({"type": "integer", "minLength": 1})"));
  EXPECT_EQ(json.find("draft")->string(), "2020-12");
  EXPECT_EQ(json.find("outline")->items().front().find("text")->string(), "integer");
  const tenon::value& last = json.find("remarks")->items().back();
  EXPECT_EQ(last.find("level")->string(), "warning");
  EXPECT_EQ(last.find("place")->string(), "/minLength");
  EXPECT_EQ(last.find("code")->string(), "wrong_type");
  EXPECT_FALSE(last.find("message")->string().empty());
  EXPECT_EQ(last.find("offset")->to_uint64(), 33U);
  EXPECT_EQ(json.find("left_out")->to_uint64(), 0U);
}

// --- size: what is not linear does not end within these ------------------------------------------------

namespace {

template <class Part>
std::string repeated(std::size_t n, Part part) {
  std::string text;
  for (std::size_t i = 0; i < n; ++i) text += (i == 0 ? "" : ",") + part(std::to_string(i));
  return text;
}

/// Comes to an end: what is quadratic in these would meet the time limit of a test.
void expect_quick(const std::string& text) {
  const lint_report report = lint_text(text);
  EXPECT_LE(report.remarks.size(), lint_options().max_remarks);
}

}  // namespace

TEST(LintSize, as_many_members_as_a_schema_may_have) {
  expect_quick(R"({"type":"object","additionalProperties":false,"properties":{)" +
               repeated(99'000, [](const std::string& i) { return "\"p" + i + R"(":{"type":"string"})"; }) +
               R"(},"required":[)" + repeated(99'000, [](const std::string& i) { return "\"p" + i + "\""; }) +
               "]}");
}

TEST(LintSize, ten_thousand_branches) {
  for (const char* const keyword : {"anyOf", "oneOf"}) {
    const std::string begin = std::string("{\"") + keyword + "\":[";
    expect_quick(begin + repeated(10'000, [](const std::string& i) { return "{\"const\":\"v" + i + "\"}"; }) +
                 "]}");
    expect_quick(
        begin +
        repeated(10'000,
                 [](const std::string& i) { return R"({"type":"string","description":")" + i + "\"}"; }) +
        "]}");
  }
  expect_quick(R"({"allOf":[)" +
               repeated(10'000,
                        [](const std::string& i) {
                          return R"({"properties":{"p)" + i + R"(":{}},"required":["p)" + i +
                                 R"("],"additionalProperties":false})";
                        }) +
               "]}");
}

TEST(LintSize, ten_thousand_values_against_ten_thousand_branches) {
  expect_quick(R"({"enum":[)" + repeated(10'000, [](const std::string& i) { return i; }) + R"(],"anyOf":[)" +
               repeated(10'000, [](const std::string& i) { return "{\"minimum\":" + i + "}"; }) + "]}");
}

TEST(LintSize, a_hundred_thousand_unknown_keywords) {
  expect_quick("{" + repeated(100'000, [](const std::string& i) { return "\"minLenth" + i + "\":1"; }) + "}");
}

TEST(LintSize, many_references_to_large_definitions) {
  const std::string uses = repeated(20'000, [](const std::string& i) {
    return "\"q" + i + R"(":{"$ref":"#/$defs/a","minProperties":1,"type":["object","string"]})";
  });
  expect_quick(R"({"$defs":{"a":{"additionalProperties":{"type":"string"},"required":[)" +
               repeated(2'000, [](const std::string& i) { return "\"p" + i + "\""; }) +
               R"(]}},"properties":{)" + uses + "}}");
  expect_quick(R"({"$defs":{"a":{"enum":[)" +
               repeated(2'000, [](const std::string& i) { return "\"p" + i + "\""; }) +
               R"(]}},"properties":{)" + uses + "}}");
  expect_quick(
      R"({"$defs":{"a":{"minimum":)" + std::string(300'000, '1') + R"(}},"properties":{)" +
      repeated(20'000,
               [](const std::string& i) { return "\"q" + i + R"(":{"$ref":"#/$defs/a","maximum":1})"; }) +
      "}}");
}

TEST(LintSize, a_definition_that_is_used_twice_at_each_of_many_levels) {
  std::string text = R"({"$ref":"#/$defs/d0","$defs":{)";
  text += repeated(20'000, [](const std::string& i) {
    const std::string next = "{\"$ref\":\"#/$defs/d" + std::to_string(std::stoul(i) + 1) + "\"}";
    return "\"d" + i + R"(":{"properties":{"a":)" + next + ",\"b\":" + next + "}}";
  });
  expect_quick(text + R"(,"d20000":{"type":"null"}}})");
}
