// References that leave their resource: who is asked for a document, how it is read, what an error says.
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/output.hpp>
#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/registry.hpp>

namespace {

using tenon::failure_kind;
using tenon::problem;
using tenon::value;
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

problem refusal(std::string_view text, const compile_options& options = {}) {
  const auto code = program::compile_text(text, options);
  EXPECT_FALSE(code) << text;
  return code ? problem{} : code.error();
}

}  // namespace

TEST(References, a_document_is_found_in_the_registry_however_its_uri_is_spelt) {
  registry known;
  known.add("HTTP://Example.com/a/../integer.json#", json(R"({"type": "integer"})"));
  EXPECT_EQ(known.size(), 1U);
  EXPECT_NE(known.find("http://example.com/%69nteger.json"), nullptr);
  EXPECT_EQ(known.find("http://example.com/other.json"), nullptr);
  const program code = compiled(R"({"$ref": "http://example.com/integer.json"})", {.documents = &known});
  EXPECT_TRUE(code.accepts(1));
  EXPECT_FALSE(code.accepts("x"));
}

TEST(References, a_program_keeps_what_it_needs_when_the_registry_changes_or_ends) {
  auto known = std::make_unique<registry>();
  known->add("http://x/y", json(R"({"enum": ["a long enough string to be allocated", "b"]})"));
  const program code = compiled(R"({"$ref": "http://x/y"})", {.documents = known.get()});
  known->add("http://x/y", json("false"));
  known.reset();
  EXPECT_TRUE(code.accepts("a long enough string to be allocated"));
  EXPECT_FALSE(code.accepts("c"));
}

TEST(References, the_base_is_the_id_of_the_resource_or_where_the_document_came_from) {
  registry known;
  known.add("http://x/folder/number.json", json(R"({"type": "number"})"));
  const std::string relative = R"({"$ref": "number.json"})";
  EXPECT_EQ(refusal(relative, {.documents = &known}).kind, failure_kind::unsupported_schema);
  EXPECT_FALSE(compiled(relative, {.base_uri = "http://x/folder/me.json", .documents = &known}).accepts("a"));
  EXPECT_FALSE(compiled(R"({"$id": "folder/me.json", "$ref": "number.json"})",
                        {.base_uri = "http://x/me.json", .documents = &known})
                   .accepts("a"));
  registry unnamed;
  unnamed.add("number.json", json(R"({"type": "number"})"));
  EXPECT_FALSE(compiled(relative, {.documents = &unnamed}).accepts("a"));
}

TEST(References, the_resolver_is_asked_last_and_once_for_each_document) {
  registry known;
  known.add("http://x/known", json("true"));
  std::vector<std::string> asked;
  const auto resolver = [&](std::string_view uri) -> std::optional<value> {
    asked.emplace_back(uri);
    if (uri == "http://x/given") return json(R"({"$defs": {"a": {"const": 1}, "b": {"const": 2}}})");
    return std::nullopt;
  };
  const compile_options options{.documents = &known, .resolver = resolver};
  const program code = compiled(R"({"anyOf": [
      {"$ref": "http://x/given#/$defs/a"}, {"$ref": "http://x/given#/$defs/b"},
      {"allOf": [{"$ref": "http://x/known"}, {"$ref": "http://json-schema.org/draft-07/schema#/definitions/simpleTypes"}]}]})",
                                options);
  EXPECT_EQ(asked, std::vector<std::string>{"http://x/given"});
  EXPECT_TRUE(code.accepts(2));
  EXPECT_TRUE(code.accepts("array"));
  EXPECT_FALSE(code.accepts(3));
  const problem p = refusal(R"({"items": {"$ref": "http://x/none#a"}})", options);
  EXPECT_EQ(p.kind, failure_kind::unsupported_schema);
  EXPECT_EQ(p.place, "/items/$ref");
  EXPECT_EQ(asked.back(), "http://x/none");
}

TEST(References, what_the_resolver_throws_is_an_invalid_argument_at_the_reference) {
  const auto resolver = [](std::string_view) -> std::optional<value> {
    throw std::runtime_error("disk is gone");
  };
  const problem p = refusal(R"({"not": {"$ref": "http://x/y"}})", {.resolver = resolver});
  EXPECT_EQ(p.kind, failure_kind::invalid_argument);
  EXPECT_EQ(p.place, "/not/$ref");
  EXPECT_NE(p.message.find("disk is gone"), std::string::npos);
}

TEST(References, documents_that_never_end_meet_the_limit_on_nodes) {
  const auto resolver = [](std::string_view uri) -> std::optional<value> {
    const std::string next = "http://x/" + std::to_string(std::stoi(std::string(uri.substr(9))) + 1);
    return value::object({{"items", value::object({{"$ref", value(next)}})}});
  };
  const compile_options options{.limits = {.max_schema_nodes = 500}, .resolver = resolver};
  EXPECT_EQ(refusal(R"({"$ref": "http://x/0"})", options).code, "max_schema_nodes");
}

TEST(References, a_mistake_in_another_document_is_placed_by_its_uri) {
  registry known;
  known.add("http://x/y", json(R"({"$defs": {"a b": {"type": "str"}}})"));
  known.add("http://x/id", json(R"({"$id": "http://x/real", "items": {"minItems": "1"}})"));
  known.add("http://x/dialect", json(R"({"$schema": "http://x/mine"})"));
  EXPECT_EQ(refusal(R"({"$ref": "http://x/y"})", {.documents = &known}).place,
            "http://x/y#/$defs/a%20b/type");
  EXPECT_EQ(refusal(R"({"$ref": "http://x/id"})", {.documents = &known}).place,
            "http://x/real#/items/minItems");
  const problem p = refusal(R"({"$ref": "http://x/dialect"})", {.documents = &known});
  EXPECT_EQ(p.place, "http://x/dialect#/$schema");
  EXPECT_EQ(p.kind, failure_kind::unsupported_schema);
}

TEST(References, an_error_carries_the_way_through_every_kind_of_reference) {
  registry known;
  known.add("http://x/y", json(R"({"$defs": {"n": {"$anchor": "n", "maximum": 1}}})"));
  const auto rule = [&](std::string_view schema, const value& instance, draft d = draft::d2020) {
    const auto found = compiled(schema, {.default_draft = d, .documents = &known}).validate(instance);
    return found.size() == 1 ? found.front().rule : std::to_string(found.size()) + " errors";
  };
  EXPECT_EQ(rule(R"({"allOf": [{"$ref": "http://x/y#n"}]})", 2), "/allOf/0/$ref/maximum");
  EXPECT_EQ(rule(R"({"$dynamicRef": "http://x/y#n"})", 2), "/$dynamicRef/maximum");
  EXPECT_EQ(rule(R"({"maximum": 1, "items": {"$recursiveRef": "#"}})", json("[2]"), draft::d2019),
            "/items/$recursiveRef/maximum");
  EXPECT_EQ(rule(R"({"unevaluatedProperties": {"type": "null"}})", json(R"({"a": 1})")),
            "/unevaluatedProperties/type");
}

TEST(References, each_document_is_read_by_its_own_draft_and_one_without_schema_by_that_of_the_main_one) {
  registry known;
  known.add("http://x/d4",
            json(R"({"$schema": "http://json-schema.org/draft-04/schema#", "type": "integer"})"));
  known.add("http://x/bare", json(R"({"prefixItems": [{"type": "string"}]})"));
  const program mixed =
      compiled(R"({"properties": {"old": {"$ref": "http://x/d4"}, "new": {"type": "integer"},
      "either": {"anyOf": [{"$ref": "http://x/d4"}, {"type": "integer"}, {"type": "null"}]}}})",
               {.documents = &known});
  EXPECT_FALSE(mixed.accepts(json(R"({"old": 1.0})")));
  EXPECT_TRUE(mixed.accepts(json(R"({"old": 1, "new": 1.0, "either": 1.0})")));
  const std::string to_bare = R"({"allOf": [{"$ref": "http://x/bare"}]})";
  EXPECT_FALSE(compiled(to_bare, {.documents = &known}).accepts(json("[1]")));
  EXPECT_TRUE(compiled(to_bare, {.default_draft = draft::d2019, .documents = &known}).accepts(json("[1]")));
}

TEST(References, an_embedded_resource_is_read_by_its_own_draft) {
  const program code = compiled(R"({
    "$id": "http://x/new", "$ref": "http://x/old",
    "$defs": {"old": {"$schema": "http://json-schema.org/draft-04/schema#", "id": "http://x/old",
                      "items": {"$ref": "#/definitions/a", "maxLength": 1}, "minimum": 3, "exclusiveMinimum": true,
                      "definitions": {"a": {"type": "string"}}}}})");
  EXPECT_FALSE(code.accepts(3));
  EXPECT_TRUE(code.accepts(4));
  EXPECT_TRUE(code.accepts(json(R"(["long"])")));
  EXPECT_FALSE(code.accepts(json("[1]")));
}

TEST(References, an_id_in_a_place_without_schemas_is_a_base_but_no_name) {
  const std::string schema = R"({"$ref": "#/mine/a", "mine": {"a": {"$id": "http://x/a",
      "properties": {"p": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"type": "null"}}}}})";
  EXPECT_FALSE(compiled(schema).accepts(json(R"({"p": 1})")));
  EXPECT_TRUE(compiled(schema).accepts(json(R"({"p": null})")));
}

TEST(References, a_property_with_the_name_of_a_keyword_is_walked_through) {
  const program code = compiled(R"({"properties": {"$id": {"type": "string"}, "a": {"type": "integer"},
      "b": {"$ref": "#/properties/a"}, "c": {"$ref": "#/properties/$id"}}})");
  EXPECT_FALSE(code.accepts(json(R"({"b": "x"})")));
  EXPECT_FALSE(code.accepts(json(R"({"c": 1})")));
}

TEST(References, many_references_into_one_object_take_linear_time) {
  std::string all = R"({"$defs": {)";
  for (int i = 0; i < 30'000; ++i) {
    all += (i > 0 ? ",\"" : "\"") + std::to_string(i) + R"(": {"items": {"$ref": "#/$defs/)" +
           std::to_string(29'999 - i) + "\"}}";
  }
  const program code = compiled(all + R"(}, "$ref": "#/$defs/0"})");
  EXPECT_TRUE(code.accepts(json("[[[]]]")));
}

TEST(References, many_resources_with_many_dynamic_anchors_take_linear_time) {
  std::string all = R"({"$id": "http://x/", "$dynamicRef": "#a", "$dynamicAnchor": "a", "$defs": {)";
  for (int i = 0; i < 10'000; ++i) {
    const std::string number = std::to_string(i);
    all += (i > 0 ? ",\"" : "\"") + number + R"(": {"$id": "r)" + number +
           R"(", "$dynamicAnchor": "a", "items": {"$dynamicRef": "#a"},
             "$defs": {"b": {"$dynamicAnchor": "b"}}})";
  }
  // A dynamic reference to oneself never ends; that is known no sooner than it is followed.
  const program code = compiled(all + "}}");
  EXPECT_FALSE(code.accepts(1));
  EXPECT_EQ(code.validate(1).front().code, "max_schema_levels");
}

TEST(References, dynamic_references_that_make_no_progress_end_at_the_limit_on_levels) {
  const std::string schema = R"({"$id": "http://x/main", "$ref": "loop", "$dynamicAnchor": "a", "$defs": {
      "loop": {"$id": "loop", "anyOf": [{"$dynamicRef": "#a"}, {"$dynamicRef": "#a"}],
               "$defs": {"stop": {"$dynamicAnchor": "a"}}}}})";
  const program code = compiled(schema);
  EXPECT_FALSE(code.accepts(json(R"({"a": [1]})")));
  const auto found = code.validate(json(R"({"a": [1]})"));
  ASSERT_FALSE(found.empty());
  EXPECT_TRUE(found.back().code == "max_schema_levels" || found.back().code == "max_cursors")
      << found.back().code;
  const std::string asking =
      R"({"$id": "http://x/main", "$ref": "loop", "$dynamicAnchor": "a", "unevaluatedProperties": false,
      "$defs": {"loop": {"$id": "loop", "$dynamicRef": "#a", "unevaluatedProperties": false,
               "$defs": {"stop": {"$dynamicAnchor": "a"}}}}})";
  EXPECT_EQ(compiled(asking).validate(json(R"({"a": [1]})")).back().code, "max_schema_levels");
  const auto told = annotations(compiled(asking), json(R"({"a": [1]})"));
  ASSERT_FALSE(told);
  EXPECT_EQ(told.error().back().code, "max_schema_levels");
}

TEST(References, a_dynamic_reference_with_one_possible_target_is_as_good_as_a_plain_one) {
  // So it is an error at once that it makes no progress.
  EXPECT_EQ(refusal(R"({"$dynamicAnchor": "a", "anyOf": [{"$dynamicRef": "#a"}]})").kind,
            failure_kind::invalid_argument);
  const program code =
      compiled(R"({"$dynamicAnchor": "a", "type": "array", "items": {"$dynamicRef": "#a"}})");
  EXPECT_TRUE(code.accepts(json("[[[]]]")));
  EXPECT_FALSE(code.accepts(json("[[[1]]]")));
}
