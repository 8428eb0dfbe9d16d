// Annotations and the output formats: the official tests of both, and what the drafts say that they leave
// out.
#include "load/uri.hpp"
#include "suite.hpp"

#include <array>
#include <map>
#include <string_view>

#include <tenon/output.hpp>
#include <tenon/pointer.hpp>
#include <tenon/writer.hpp>

namespace {

using tenon::value;
using tenon::schema::annotation;
using tenon::schema::compile_options;
using tenon::schema::draft;
using tenon::schema::program;
namespace uri = tenon::schema::uri;

value json(std::string_view text) {
  return *tenon::json::read_unique(text);
}

program compiled(const value& schema, const compile_options& options = {}) {
  auto code = program::compile(schema, options);
  EXPECT_TRUE(code) << (code ? "" : code.error().message);
  return *std::move(code);
}

// --- the official tests of annotations ---------------------------------------------------------------------

constexpr std::array<std::pair<int, draft>, 5> drafts = {
    {{4, draft::d4}, {6, draft::d6}, {7, draft::d7}, {2019, draft::d2019}, {2020, draft::d2020}}};

/// "6,<=2019": each part must hold; a bare number is the first draft.
bool is_compatible(std::string_view rule, int year) {
  while (!rule.empty()) {
    const std::string part(rule.substr(0, rule.find(',')));
    rule.remove_prefix(std::min(part.size() + 1, rule.size()));
    const bool most = part.starts_with("<=");
    const bool exact = !most && part.starts_with("=");
    const int number = std::stoi(part.substr(most ? 2 : (exact ? 1 : 0)));
    if (most ? year > number : (exact ? year != number : year < number)) return false;
  }
  return true;
}

/// The location of a subschema whose pointer from the root is given as a fragment.
std::string canonical(const value& schema, std::string_view fragment) {
  const auto id_of = [](const value& v) {
    const value* id = v.is_object() ? v.find("$id") : nullptr;
    return id == nullptr ? std::string() : std::string(id->string());
  };
  std::string base = id_of(schema).empty() ? "urn:tenon:schema" : id_of(schema);
  std::string pointer;
  std::string whole;
  const auto tokens = tenon::json::split_pointer(*tenon::json::pointer_from_fragment(fragment));
  for (const std::string& token : *tokens) {
    tenon::json::append_token(pointer, token);
    tenon::json::append_token(whole, token);
    const std::string id = id_of(*tenon::json::resolve(schema, whole));
    if (id.empty()) continue;
    base = uri::resolve(base, id);
    pointer.clear();
  }
  return base + "#" + uri::as_fragment(pointer);
}

void judge_assertion(const value& schema, const value& assertion, const std::vector<annotation>& all,
                     suite::tally& t) {
  const std::string_view keyword = assertion.find("keyword")->string();
  std::map<std::string, value> found;
  for (const annotation& a : all) {
    if (a.place != assertion.find("location")->string() || a.keyword != keyword) continue;
    found[a.location.substr(0, a.location.rfind('/'))] = a.content;
  }
  std::map<std::string, value> wanted;
  for (const tenon::json::member& m : assertion.find("expected")->members()) {
    wanted[canonical(schema, m.name)] = m.value;
  }
  EXPECT_EQ(found, wanted) << keyword << " at " << assertion.find("location")->string();
  ++(found == wanted ? t.passed : t.failed);
}

void judge_annotations(const value& one, draft d, suite::tally& t) {
  const value& schema = *one.find("schema");
  const program code = compiled(schema, {.default_draft = d});
  for (const value& test : one.find("tests")->items()) {
    const auto all = annotations(code, *test.find("instance"));
    EXPECT_TRUE(all);
    for (const value& assertion : test.find("assertions")->items()) {
      judge_assertion(schema, assertion, all.value_or(std::vector<annotation>()), t);
    }
  }
}

// --- tables
// --------------------------------------------------------------------------------------------------

/// "place keyword content", one line each, in the order of collection.
std::string listed(const program& code, std::string_view instance) {
  const auto all = annotations(code, json(instance));
  if (!all) return "not valid: " + all.error().front().code;
  std::string out;
  for (const annotation& a : *all) {
    out += a.place + " " + a.keyword + " " + tenon::json::write(a.content) + "\n";
  }
  return out;
}

}  // namespace

TEST(Output, annotations_are_collected_as_the_suite_says_in_every_draft_that_it_names) {
  const suite::fs::path folder = suite::root() / "annotations/tests";
  if (!suite::fs::exists(folder)) GTEST_SKIP() << "skipped: no data";
  suite::tally t;
  for (const suite::fs::path& file : suite::files(folder, false)) {
    const value all = suite::document(file);
    for (const value& one : all.find("suite")->items()) {
      SCOPED_TRACE(file.filename().string() + ": " + std::string(one.find("description")->string()));
      const value* rule = one.find("compatibility");
      for (const auto& [year, d] : drafts) {
        SCOPED_TRACE(year);
        if (rule == nullptr || is_compatible(rule->string(), year)) judge_annotations(one, d, t);
      }
    }
  }
  suite::print("annotations", t);
  EXPECT_GT(t.passed, 150);
}

TEST(Output, basic_output_is_what_the_suite_expects) {
  const suite::fs::path folder = suite::root() / "output-tests";
  if (!suite::fs::exists(folder)) GTEST_SKIP() << "skipped: no data";
  for (const auto& [name, d] :
       {std::pair("draft2019-09", draft::d2019), std::pair("draft2020-12", draft::d2020)}) {
    const value output_schema = suite::document(folder / name / "output-schema.json");
    tenon::schema::registry known;
    known.add(output_schema.find("$id")->string(), output_schema);
    const program shape = compiled(output_schema);
    suite::tally t;
    for (const suite::fs::path& file : suite::files(folder / name / "content", false)) {
      const value groups = suite::document(file);
      for (const value& group : groups.items()) {
        const program code = compiled(*group.find("schema"));
        for (const value& test : group.find("tests")->items()) {
          const value output = basic_output(code, *test.find("data"));
          const program wanted =
              compiled(*test.find("output")->find("basic"), {.default_draft = d, .documents = &known});
          const bool right = wanted.accepts(output) && shape.accepts(output);
          EXPECT_TRUE(right) << file << ": " << tenon::json::write(output);
          ++(right ? t.passed : t.failed);
        }
      }
    }
    suite::print(std::string(name) + " output", t);
    EXPECT_EQ(t.passed, 4);
  }
}

TEST(Output, errors_carry_both_keyword_locations_and_the_instance_location) {
  const program code = compiled(json(R"({
    "$id": "https://example.com/polygon", "type": "array", "items": {"$ref": "#/$defs/point"}, "minItems": 3,
    "$defs": {"point": {"type": "object", "properties": {"x": {"type": "number"}, "y": {"type": "number"}},
                        "additionalProperties": false, "required": ["x", "y"]}}})"));
  // The example of 2020-12, core, section 12.4.
  const value output = basic_output(code, json(R"([{"x": 2.5, "y": 1.3}, {"x": 1, "z": 6.7}])"));
  const value wanted = json(R"({"valid": false, "keywordLocation": "",
    "absoluteKeywordLocation": "https://example.com/polygon#", "instanceLocation": "", "errors": [
    {"valid": false, "keywordLocation": "/minItems", "instanceLocation": "",
     "absoluteKeywordLocation": "https://example.com/polygon#/minItems",
     "error": "expected at least 3 items, got 2"},
    {"valid": false, "keywordLocation": "/items/$ref/additionalProperties", "instanceLocation": "/1/z",
     "absoluteKeywordLocation": "https://example.com/polygon#/$defs/point/additionalProperties",
     "error": "field \"z\" is not allowed"},
    {"valid": false, "keywordLocation": "/items/$ref/required", "instanceLocation": "/1",
     "absoluteKeywordLocation": "https://example.com/polygon#/$defs/point/required",
     "error": "required field \"y\" is missing"}]})");
  EXPECT_EQ(output, wanted) << tenon::json::write(output);
  EXPECT_EQ(flag_output(code, json("[]")), json(R"({"valid": false})"));
  EXPECT_EQ(flag_output(code, json(R"([{"x":1,"y":2},{"x":1,"y":2},{"x":1,"y":2}])")),
            json(R"({"valid": true})"));
}

TEST(Output, the_schema_false_is_named_itself_and_a_schema_without_a_name_gets_one) {
  const value output = basic_output(compiled(json(R"({"properties": {"a^": false}})")), json(R"({"a^": 1})"));
  const value& one = output.find("errors")->items().front();
  EXPECT_EQ(one.find("keywordLocation")->string(), "/properties/a^");
  EXPECT_EQ(one.find("absoluteKeywordLocation")->string(), "urn:tenon:schema#/properties/a%5E");
  EXPECT_EQ(one.find("instanceLocation")->string(), "/a^");
}

TEST(Output, a_limit_is_an_error_of_the_place_where_it_was_met) {
  const value output =
      basic_output(compiled(json(R"({"items": {"$ref": "#"}})")), json("[[[]]]"), {.max_depth = 2});
  const value& one = output.find("errors")->items().front();
  EXPECT_EQ(one.find("instanceLocation")->string(), "/0");
  EXPECT_EQ(one.find("keywordLocation")->string(), "/items/$ref");
  EXPECT_EQ(one.find("absoluteKeywordLocation")->string(), "urn:tenon:schema#");
}

TEST(Output, applicators_say_what_they_were_applied_to) {
  const program code = compiled(json(R"({
    "properties": {"a": true, "b": true}, "patternProperties": {"^b": true, "^c": true},
    "additionalProperties": true})"));
  EXPECT_EQ(listed(code, R"({"a":1,"b":1,"c":1,"d":1})"),
            " properties [\"a\",\"b\"]\n patternProperties [\"b\",\"c\"]\n additionalProperties [\"d\"]\n");
  EXPECT_EQ(listed(compiled(json(R"({"properties": {"a": true}, "unevaluatedProperties": {}})")),
                   R"({"a":1,"b":1})"),
            " unevaluatedProperties [\"b\"]\n properties [\"a\"]\n");
}

TEST(Output, items_are_annotated_as_the_draft_has_it) {
  const program now =
      compiled(json(R"({"prefixItems": [true, true], "items": true, "contains": {"type": "null"},
                                        "minContains": 0})"));
  EXPECT_EQ(listed(now, "[1]"), " contains []\n prefixItems true\n");
  EXPECT_EQ(listed(now, "[1,2,null]"), " contains [2]\n prefixItems 1\n items true\n");
  EXPECT_EQ(listed(now, "[null,null]"), " contains true\n prefixItems true\n");
  EXPECT_EQ(listed(now, "[]"), " contains []\n");
  const program before = compiled(json(R"({"items": [true], "additionalItems": true, "contains": true})"),
                                  {.default_draft = draft::d2019});
  EXPECT_EQ(listed(before, "[1,2]"), " items 0\n additionalItems true\n");
  const program rest = compiled(json(R"({"prefixItems": [true], "unevaluatedItems": true})"));
  EXPECT_EQ(listed(rest, "[1,2]"), " unevaluatedItems true\n prefixItems 0\n");
  EXPECT_EQ(listed(rest, "[1]"), " prefixItems true\n");
}

TEST(Output, core_keywords_comments_and_assertions_are_no_annotations_and_unknown_names_are) {
  const program code =
      compiled(json(R"({"$id": "http://x/y", "$comment": "c", "$anchor": "a", "$defs": {"d": {}},
    "type": "integer", "maximum": 3, "title": "t", "x-mine": [1]})"));
  EXPECT_EQ(listed(code, "1"), " title \"t\"\n x-mine [1]\n");
  EXPECT_EQ(listed(code, "4"), "not valid: maximum");
  // Before 2019-09 an unknown name is to be ignored, and so is what stands beside $ref.
  const program old = compiled(json(R"({"allOf": [{"$ref": "#/definitions/d", "title": "no"}], "x-mine": 1,
    "definitions": {"d": {"title": "yes"}}})"),
                               {.default_draft = draft::d7});
  EXPECT_EQ(listed(old, "1"), " title \"yes\"\n");
}

TEST(Output, what_fails_says_nothing) {
  const program code = compiled(json(R"({
    "anyOf": [{"title": "one", "properties": {"a": {"title": "deep", "type": "string"}}}, {"title": "two"}],
    "not": {"title": "three", "required": ["z"]}, "if": {"title": "four", "required": ["z"]}, "else": {"title": "five"}})"));
  EXPECT_EQ(listed(code, R"({"a":1})"), " title \"two\"\n title \"five\"\n");
}
