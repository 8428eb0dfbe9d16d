// Schemas as instances of their metaschemas, and metaschemas that switch vocabularies off.
#include "suite.hpp"

#include <string_view>

#include <tenon/program.hpp>

namespace {

using tenon::failure_kind;
using tenon::problem;
using tenon::value;
using tenon::schema::check_schema;
using tenon::schema::compile_options;
using tenon::schema::draft;
using tenon::schema::program;
using tenon::schema::registry;

value json(std::string_view text) {
  return *tenon::json::read_unique(text);
}

program compiled(std::string_view text, const compile_options& options = {}) {
  auto code = program::compile_text(text, options);
  EXPECT_TRUE(code) << (code ? "" : code.error().message);
  return *std::move(code);
}

constexpr std::string_view metaschemas[] = {
    "http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2019-09/schema",
    "https://json-schema.org/draft/2020-12/schema"};

std::string referring_to(std::string_view uri) {
  return R"({"$schema": ")" + std::string(uri) + R"(", "allOf": [{"$ref": ")" + std::string(uri) + "\"}]}";
}

}  // namespace

TEST(Metaschema, each_draft_is_known_by_its_uri_and_describes_itself) {
  for (const std::string_view uri : metaschemas) {
    SCOPED_TRACE(uri);
    const program code = compiled(referring_to(uri));
    EXPECT_TRUE(
        code.accepts(json(R"({"minLength": 1, "items": {"type": "null"}, "properties": {"a": {}}})")));
    EXPECT_FALSE(code.accepts(json(R"({"properties": {"a": {"minLength": -1}}})")));
    EXPECT_FALSE(code.accepts(json(R"({"properties": {"a": {"allOf": []}}})")));
    EXPECT_FALSE(code.accepts(1));
    EXPECT_EQ(code.accepts(true), uri.find("draft-04") == std::string_view::npos);
  }
}

TEST(Metaschema, the_documents_of_vocabularies_are_known) {
  for (const std::string_view name : {"core", "applicator", "unevaluated", "validation", "meta-data",
                                      "format-annotation", "format-assertion", "content"}) {
    compiled(referring_to("https://json-schema.org/draft/2020-12/meta/" + std::string(name)));
  }
  for (const std::string_view name : {"core", "applicator", "validation", "meta-data", "format", "content"}) {
    compiled(referring_to("https://json-schema.org/draft/2019-09/meta/" + std::string(name)));
  }
}

TEST(Metaschema, a_schema_that_is_invalid_under_it_is_refused_with_every_error_located) {
  const value schema = json(R"({"properties": {"a": {"minimum": "1", "required": [1]}}, "title": 3})");
  const auto found = check_schema(schema);
  ASSERT_EQ(found.size(), 3U);
  for (const problem& p : found) {
    EXPECT_EQ(p.kind, failure_kind::invalid_argument);
    EXPECT_EQ(p.code, "type");
  }
  EXPECT_EQ(found[0].place, "/properties/a/minimum");
  EXPECT_EQ(found[1].place, "/properties/a/required/0");
  EXPECT_EQ(found[2].place, "/title");
  EXPECT_EQ(found[2].rule, "/allOf/4/$ref/properties/title/type");
  EXPECT_EQ(found[2].expected, "string");
  const auto code = program::compile(schema, {.check_metaschema = true});
  ASSERT_FALSE(code);
  EXPECT_EQ(code.error(), found[0]);
  // The compiler by itself takes a title that is a number, which asserts nothing.
  EXPECT_TRUE(program::compile(json(R"({"title": 3})")));
  EXPECT_FALSE(program::compile(json(R"({"title": 3})"), {.check_metaschema = true}));
}

TEST(Metaschema, the_default_draft_and_the_schema_decide_which_one_judges) {
  const value old = json(R"({"exclusiveMinimum": true, "minimum": 1})");
  EXPECT_FALSE(check_schema(old).empty());
  EXPECT_TRUE(check_schema(old, {.default_draft = draft::d4}).empty());
  value named = old;
  named.set("$schema", value("http://json-schema.org/draft-04/schema#"));
  EXPECT_TRUE(check_schema(named).empty());
}

TEST(Metaschema, a_resource_of_another_draft_is_judged_by_its_own) {
  const auto schema = [](std::string_view inner) {
    return json(R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {"old": {
      "$schema": "http://json-schema.org/draft-04/schema#", "id": "http://x/old", "definitions": {"new": {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "http://x/new", "maximum": "1"}},
      "minimum": 1, "exclusiveMinimum": )" +
                std::string(inner) + "}}}");
  };
  const auto one = check_schema(schema("true"));
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one[0].place, "/$defs/old/definitions/new/maximum");
  const auto two = check_schema(schema("1"));
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(two[0].place, "/$defs/old/exclusiveMinimum");
}

TEST(Metaschema, wrong_identifiers_are_found_too) {
  const auto found = check_schema(json(R"({"$defs": {"a": {"$id": 1}, "b": {"$anchor": "a b"}}})"));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].place, "/$defs/a/$id");
  EXPECT_EQ(found[1].place, "/$defs/b/$anchor");
  const auto twice = check_schema(json(R"({"$defs": {"a": {"$anchor": "n"}, "b": {"$anchor": "n"}}})"));
  ASSERT_EQ(twice.size(), 1U);
  EXPECT_EQ(twice[0].place, "/$defs/b/$anchor");
}

TEST(Metaschema, every_schema_of_the_suite_is_valid_under_its_metaschema) {
  if (!suite::fs::exists(suite::root())) GTEST_SKIP() << "skipped: no data";
  const registry remotes = suite::remotes();
  const std::pair<std::string, draft> drafts[] = {{"draft4", draft::d4},
                                                  {"draft6", draft::d6},
                                                  {"draft7", draft::d7},
                                                  {"draft2019-09", draft::d2019},
                                                  {"draft2020-12", draft::d2020}};
  int judged = 0;
  for (const auto& [name, by_default] : drafts) {
    for (const suite::fs::path& file : suite::files(suite::root() / "tests" / name, false)) {
      const value groups = suite::document(file);
      for (const value& group : groups.items()) {
        const auto found =
            check_schema(*group.find("schema"), {.default_draft = by_default, .documents = &remotes});
        EXPECT_TRUE(found.empty()) << file << ": " << group.find("description")->string() << ": "
                                   << (found.empty() ? "" : tenon::explain(found.front()));
        ++judged;
      }
    }
  }
  EXPECT_GT(judged, 1300);
}

TEST(Vocabulary, what_a_metaschema_leaves_out_is_switched_off) {
  registry known;
  known.add("http://x/no-validation", json(R"({"$schema": "https://json-schema.org/draft/2020-12/schema",
    "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/core": true,
                    "https://json-schema.org/draft/2020-12/vocab/applicator": true}})"));
  const program code = compiled(R"({"$schema": "http://x/no-validation", "type": "string", "maximum": 1,
    "properties": {"a": false}, "unevaluatedProperties": false, "format": "date", "pattern": "("})",
                                {.documents = &known});
  EXPECT_TRUE(code.accepts(5));
  EXPECT_TRUE(code.accepts("2026-99-99"));
  EXPECT_TRUE(code.accepts(json(R"({"b": 1})")));
  EXPECT_FALSE(code.accepts(json(R"({"a": 1})")));
}

TEST(Vocabulary, an_unknown_one_is_refused_where_it_is_required_and_passed_over_where_not) {
  registry known;
  const auto add = [&](const std::string& name, const std::string& required) {
    known.add("http://x/" + name,
              json(R"({"$schema": "https://json-schema.org/draft/2019-09/schema", "$vocabulary": {
      "https://json-schema.org/draft/2019-09/vocab/core": true, "https://json-schema.org/draft/2019-09/vocab/validation": true,
      "http://x/mine": )" +
                   required + "}}"));
  };
  add("optional", "false");
  add("required", "true");
  EXPECT_FALSE(
      compiled(R"({"$schema": "http://x/optional", "type": "null"})", {.documents = &known}).accepts(1));
  const auto code = program::compile_text(R"({"$schema": "http://x/required"})", {.documents = &known});
  ASSERT_FALSE(code);
  EXPECT_EQ(code.error().kind, failure_kind::unsupported_schema);
  EXPECT_EQ(code.error().place, "/$schema");
  EXPECT_EQ(code.error().code, "$vocabulary");
  EXPECT_NE(code.error().message.find("http://x/mine"), std::string::npos);
}

TEST(Vocabulary, a_metaschema_can_ask_for_formats_to_be_asserted) {
  registry known;
  known.add("http://x/asserting",
            json(R"({"$schema": "https://json-schema.org/draft/2019-09/schema", "$vocabulary": {
    "https://json-schema.org/draft/2019-09/vocab/core": true, "https://json-schema.org/draft/2019-09/vocab/format": true}})"));
  const compile_options options{.assert_formats = false, .documents = &known};
  EXPECT_FALSE(compiled(R"({"$schema": "http://x/asserting", "format": "date"})", options).accepts("x"));
  EXPECT_TRUE(compiled(R"({"format": "date"})", options).accepts("x"));
}

TEST(Vocabulary, a_metaschema_of_ones_own_is_the_one_that_checks) {
  registry known;
  known.add("http://x/short-titles", json(R"({"$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "http://x/short-titles", "$dynamicAnchor": "meta", "$ref": "https://json-schema.org/draft/2020-12/schema",
    "properties": {"title": {"maxLength": 3}}})"));
  const value schema =
      json(R"({"$schema": "http://x/short-titles", "title": "abc", "items": {"title": "abcd"}})");
  const auto found = check_schema(schema, {.documents = &known});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].place, "/items/title");
  EXPECT_EQ(found[0].code, "maxLength");
}

TEST(Vocabulary, metaschemas_that_name_each_other_meet_a_limit) {
  registry known;
  known.add("http://x/a", json(R"({"$schema": "http://x/b"})"));
  known.add("http://x/b", json(R"({"$schema": "http://x/a"})"));
  const auto code = program::compile_text(R"({"$schema": "http://x/a"})", {.documents = &known});
  ASSERT_FALSE(code);
  EXPECT_EQ(code.error().kind, failure_kind::unsupported_schema);
  EXPECT_EQ(code.error().code, "max_metaschema_depth");
}

TEST(Vocabulary, a_metaschema_that_cannot_be_compiled_is_an_error_of_the_schema_that_names_it) {
  registry known;
  known.add(
      "http://x/broken",
      json(
          R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {"a": {"type": 1}}})"));
  const auto found = check_schema(json(R"({"$schema": "http://x/broken"})"), {.documents = &known});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].place, "/$schema");
  EXPECT_NE(found[0].message.find("/properties/a/type"), std::string::npos) << found[0].message;
}
