// Every limit of the schema engine is met here once: what fails has its name as the code or in the message,
// and the place. docs/schema.md lists them.
#include "load/resources.hpp"
#include "patterns/pattern.hpp"
#include "patterns/pcre2.hpp"
#include "patterns/references.hpp"
#include "patterns/tree.hpp"

#include <gtest/gtest.h>
#include <string>
#include <string_view>

#include <tenon/bind.hpp>
#include <tenon/decimal.hpp>
#include <tenon/lint.hpp>
#include <tenon/lower.hpp>
#include <tenon/output.hpp>
#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/registry.hpp>
#include <tenon/shorthand.hpp>
#include <tenon/verbatim.hpp>
#include <tenon/watch.hpp>

namespace {

using tenon::failure_kind;
using tenon::problem;
using tenon::value;
using namespace tenon::schema;

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

value json(std::string_view text) {
  auto read = tenon::json::read_unique(text);
  EXPECT_TRUE(read) << text.substr(0, 200);
  return read ? *std::move(read) : value();
}

program compiled(const std::string& schema) {
  auto code = program::compile_text(schema);
  EXPECT_TRUE(code) << tenon::explain(code.error());
  return code ? *std::move(code) : *program::compile(true);
}

/// The schema is refused at this place, by the limit of this name.
void expect_refused(const std::string& schema, std::string_view limit, std::string_view place,
                    const compile_options& options = {}) {
  const auto code = program::compile_text(schema, options);
  ASSERT_FALSE(code) << limit;
  const problem& p = code.error();
  EXPECT_EQ(p.kind, failure_kind::unsupported_schema) << tenon::explain(p);
  EXPECT_EQ(p.code, limit) << tenon::explain(p);
  EXPECT_EQ(p.place, place);
  EXPECT_NE(tenon::explain(p).find(limit), std::string::npos) << tenon::explain(p);
}

/// The last error is the limit's, and no way of asking says that the instance is valid.
void expect_given_up(const program& code, const std::string& instance, std::string_view limit,
                     std::string_view place, std::string_view rule, const validate_options& options = {}) {
  const auto errors = code.validate(json(instance), options);
  ASSERT_FALSE(errors.empty()) << limit;
  const problem& p = errors.back();
  EXPECT_EQ(p.kind, failure_kind::schema_invalid);
  EXPECT_EQ(p.place, place) << tenon::explain(p);
  EXPECT_EQ(p.rule, rule) << tenon::explain(p);
  EXPECT_TRUE(p.code == limit || p.message.find(limit) != std::string::npos) << tenon::explain(p);
  EXPECT_NE(p.message.find(limit), std::string::npos) << tenon::explain(p);
  EXPECT_EQ(code.validate_text(instance, options).back(), p);
}

// --- compiling --------------------------------------------------------------------------------------------

TEST(Limits, a_schema_text_beyond_the_limits_on_reading_is_refused) {
  const tenon::json::read_limits limits;
  expect_refused(std::string(limits.max_bytes + 1, ' '), "max_bytes", "");
  expect_refused(R"({"const":)" + repeated("[", limits.max_depth) + repeated("]", limits.max_depth) + "}",
                 "max_depth", "");
}

TEST(Limits, max_schema_nodes_counts_subschemas) {
  const std::string schema = R"({"properties":{"a":{},"b":{"items":true}}})";
  expect_refused(schema, "max_schema_nodes", "/properties/b/items", {.limits = {.max_schema_nodes = 3}});
  EXPECT_TRUE(program::compile_text(schema, {.limits = {.max_schema_nodes = 4}}));
}

TEST(Limits, beyond_max_schema_nodes_the_rest_of_a_schema_is_not_looked_at) {
  const std::string schema = R"({"properties":{"a":{},"b":{},"c":{"$id":7}}})";
  expect_refused(schema, "max_schema_nodes", "/properties/b", {.limits = {.max_schema_nodes = 2}});
  const auto whole = program::compile_text(schema, {.limits = {.max_schema_nodes = 4}});
  ASSERT_FALSE(whole);
  EXPECT_EQ(whole.error().code, "$id");
}

TEST(Limits, max_schema_depth_bounds_nesting_and_chains_on_one_value) {
  const std::string nested = R"({"items":{"items":{"items":{}}}})";
  expect_refused(nested, "max_schema_depth", "/items/items", {.limits = {.max_schema_depth = 2}});
  EXPECT_TRUE(program::compile_text(nested, {.limits = {.max_schema_depth = 4}}));
  const std::string chain = R"({"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/c"},
    "c":{"$ref":"#/$defs/d"},"d":{}}})";
  expect_refused(chain, "max_schema_depth", "/$defs/c", {.limits = {.max_schema_depth = 3}});
  EXPECT_TRUE(program::compile_text(chain, {.limits = {.max_schema_depth = 5}}));
}

TEST(Limits, max_place_bytes_counts_the_pointers_of_subschemas_anchors_and_targets) {
  const std::string schema = R"({"properties":{"a long name":{"properties":{"b":{},"c":{}}}}})";
  expect_refused(schema, "max_place_bytes", "/properties/a long name/properties/c",
                 {.limits = {.max_place_bytes = 80}});
  EXPECT_TRUE(program::compile_text(schema, {.limits = {.max_place_bytes = 100}}));
  expect_refused(R"({"$defs":{"a long name":{"$anchor":"a"}}})", "max_place_bytes", "/$defs/a long name",
                 {.limits = {.max_place_bytes = 10}});
}

TEST(Limits, what_a_pattern_may_cost_is_bounded_and_the_place_is_named) {
  const auto pattern = [](const std::string& text) { return R"({"items":{"pattern":")" + text + "\"}}"; };
  expect_refused(pattern("(ab|cd){1,100000}x"), "max_pattern_states", "/items/pattern");
  expect_refused(pattern("(ab|cd){100}x"), "max_pattern_states", "/items/pattern",
                 {.limits = {.max_pattern_states = 100}});
  expect_refused(pattern("(ab|cd){100}x"), "max_pattern_memory", "/items/pattern",
                 {.limits = {.max_pattern_memory = 100}});
  expect_refused(R"({"patternProperties":{"(ab|cd){100}x":true}})", "max_pattern_memory",
                 "/patternProperties/(ab|cd){100}x", {.limits = {.max_pattern_memory = 100}});
  expect_refused(pattern(repeated("(", max_pattern_depth + 1) + repeated(")", max_pattern_depth + 1)),
                 "max_pattern_depth", "/items/pattern");
  expect_refused(pattern("x" + repeated("(?=a)", max_pattern_looks + 1)), "max_pattern_looks",
                 "/items/pattern");
  expect_refused(pattern(repeated("[\\\\p{L}]", max_pattern_ranges / 500)), "max_pattern_ranges",
                 "/items/pattern");
  std::string references = repeated("(a)", max_pattern_references + 1);
  for (std::size_t i = 1; i <= max_pattern_references + 1; ++i)
    references += "\\\\" + std::to_string(i) + "b";
  expect_refused(pattern(references), "max_pattern_references", "/items/pattern");
}

TEST(Limits, max_metaschema_depth_bounds_metaschemas_of_metaschemas) {
  registry known;
  const auto uri = [](std::size_t i) { return "http://example.com/" + std::to_string(i); };
  constexpr std::size_t count = max_metaschema_depth + 1;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string above = i + 1 < count ? uri(i + 1) : "https://json-schema.org/draft/2020-12/schema";
    known.add(uri(i), value::object({{"$id", uri(i)}, {"$schema", above}}));
  }
  const auto written_in = [&](std::size_t i) { return R"({"$schema":")" + uri(i) + "\"}"; };
  expect_refused(written_in(0), "max_metaschema_depth", "/$schema", {.documents = &known});
  EXPECT_TRUE(program::compile_text(written_in(1), {.documents = &known}));
}

TEST(Limits, a_shorthand_line_is_nested_only_so_deep) {
  const auto made = from_shorthand(repeated("a {", 100) + "b" + repeated("}", 100));
  ASSERT_FALSE(made);
  EXPECT_NE(tenon::explain(made.error()).find("max_shorthand_nesting"), std::string::npos)
      << tenon::explain(made.error());
}

// --- validating -------------------------------------------------------------------------------------------

TEST(Limits, max_depth_names_the_value_that_is_too_deep) {
  const program code = compiled(R"({"properties":{"a":{"$ref":"#/$defs/tree"}},
    "$defs":{"tree":{"type":"array","items":{"$ref":"#/$defs/tree"}}}})");
  expect_given_up(code, R"({"b":1,"a":[[],[[]]]})", "max_depth", "/a/1", "/properties/a/$ref/items/$ref",
                  {.max_depth = 3});
  EXPECT_TRUE(code.validate(json(R"({"b":1,"a":[[],[[]]]})"), {.max_depth = 4}).empty());
}

TEST(Limits, max_schema_levels_ends_a_dynamic_reference_that_goes_in_circles) {
  const program endless = compiled(R"({"$id":"http://x/main","$ref":"loop","$dynamicAnchor":"a",
    "$defs":{"loop":{"$id":"loop","$dynamicRef":"#a","$defs":{"stop":{"$dynamicAnchor":"a"}}}}})");
  const auto errors = endless.validate(1);
  ASSERT_FALSE(errors.empty());
  EXPECT_EQ(errors.back().code, "max_schema_levels");
  EXPECT_NE(errors.back().message.find("max_schema_levels"), std::string::npos);
  EXPECT_FALSE(endless.accepts(1));
  EXPECT_FALSE(endless.accepts_text("1"));
  EXPECT_FALSE(basic_output(endless, 1).find("valid")->boolean());
}

TEST(Limits, max_cursors_names_the_value_where_the_work_became_too_much) {
  const program code = compiled(R"({"properties":{"a":{"$ref":"#/$defs/tree"}},"$defs":{"tree":{"anyOf":[
    {"items":{"$ref":"#/$defs/tree"},"type":"array"},{"items":{"$ref":"#/$defs/tree"},"minItems":1,"type":"array"},
    {"const":1}]}}})");
  const std::string instance = R"({"b":1,"a":)" + repeated("[", 60) + "0" + repeated("]", 60) + "}";
  expect_given_up(code, instance, "max_cursors", "/a", "/properties/a/$ref");
  EXPECT_FALSE(code.accepts(json(instance)));
  EXPECT_FALSE(code.accepts_text(instance));
}

TEST(Limits, max_errors_ends_validation) {
  const program code = compiled(R"({"items":{"type":"string"}})");
  EXPECT_EQ(code.validate(json("[1,2,3,4]"), {.max_errors = 3}).size(), 3U);
  const std::string many = "[" + repeated("1,", 200) + "1]";
  EXPECT_EQ(code.validate(json(many)).size(), validate_options().max_errors);
}

TEST(Limits, max_match_steps_makes_a_search_undecided_and_the_value_invalid) {
  const program code = compiled(R"({"items":{"not":{"pattern":"^(a+)+(b)\\2$"}}})");
  expect_given_up(code, "[\"" + repeated("a", 40) + "bc\"]", "max_match_steps", "/0", "/items");
}

TEST(Limits, max_digits_bounds_what_multipleOf_divides) {
  const program code = compiled(R"({"items":{"multipleOf":7}})");
  const std::string digits(tenon::decimal::max_digits + 1, '7');
  expect_given_up(code, "[" + digits + "]", "max_digits", "/0", "/items/multipleOf");
}

// --- reading, binding, watching ---------------------------------------------------------------------------

TEST(Limits, an_instance_text_has_the_limits_of_the_reader) {
  const program code = compiled("true");
  const auto refused = [&](std::string_view text, const tenon::json::read_limits& limits) {
    const auto errors = code.validate_text(text, {}, limits);
    return errors.size() == 1 && errors[0].kind == failure_kind::not_json ? errors[0].code : "";
  };
  EXPECT_EQ(refused("[1]", {.max_bytes = 2}), "max_bytes");
  EXPECT_EQ(refused("[[1]]", {.max_depth = 1}), "max_depth");
  watcher w(code, {.limits = {.max_depth = 1}});
  EXPECT_EQ(w.feed("[["), watch_state::doomed);
  EXPECT_EQ(w.why().code, "max_depth");
}

TEST(Limits, max_bind_errors_ends_binding) {  // bind_test has max_bind_depth
  value many = value::array();
  for (std::size_t i = 0; i < 2 * max_bind_errors; ++i) many.push_back("x");
  const auto numbers = tenon::bind<std::vector<int>>(many);
  ASSERT_FALSE(numbers);
  EXPECT_EQ(numbers.error().size(), max_bind_errors);
}

std::string many_alternatives(std::size_t count) {
  std::string schema = R"({"items":{"oneOf":[)";
  for (std::size_t i = 0; i < count; ++i)
    schema += (i > 0 ? "," : "") + std::string(R"({"required":["name)") + std::to_string(i) + "\"]}";
  return schema + "]}}";
}

TEST(Limits, beyond_max_cursors_a_value_is_judged_when_it_ends) {
  const program code = compiled(many_alternatives(10));
  watcher few(code, {.limits = {}, .max_cursors = 4});
  EXPECT_EQ(few.feed(R"([{"name1":1,"name2":2)"), watch_state::viable);
  EXPECT_EQ(few.feed("}"), watch_state::doomed);
}

TEST(Limits, watching_gives_up_where_the_work_becomes_too_much) {
  const program code = compiled(many_alternatives(10'000));
  const std::string text = "[" + repeated(R"({"name7":1},)", 1'000) + "{}]";
  watcher w(code);
  EXPECT_EQ(w.feed(text), watch_state::doomed);
  EXPECT_EQ(w.why().code, "max_cursors");
  EXPECT_EQ(w.why().kind, failure_kind::schema_invalid);
  const problem whole = w.why();
  w.reset();
  for (std::size_t i = 0; i < text.size(); i += 7) w.feed(std::string_view(text).substr(i, 7));
  EXPECT_EQ(w.why(), whole);
  const auto index = std::stoul(whole.place.substr(1));
  EXPECT_GT(index, 10U);
  EXPECT_LT(index, 1'000U);
  // So does the walker, which counts by values.
  EXPECT_EQ(code.validate_text(text).back().code, "max_cursors");
  EXPECT_FALSE(code.accepts_text(text));
}

TEST(Limits, annotations_with_long_places_end_at_max_cursors) {
  const program code = compiled(R"({"additionalProperties":{"items":{"title":"one"}}})");
  const std::string name(400'000, 'n');
  const value instance = json("{\"" + name + "\":[" + repeated("1,", 20'000) + "1]}");
  EXPECT_TRUE(code.accepts(instance));
  const auto told = annotations(code, instance);
  ASSERT_FALSE(told);
  ASSERT_EQ(told.error().size(), 1U);
  EXPECT_EQ(told.error().front().code, "max_cursors");
  const value output = basic_output(code, instance);
  EXPECT_TRUE(output.find("valid")->boolean());
  EXPECT_EQ(output.find("annotations"), nullptr);
  ASSERT_NE(output.find("annotationsMissing"), nullptr);
  EXPECT_EQ(output.find("annotationsMissing")->string(), told.error().front().message);
}

TEST(Limits, a_verbatim_check_that_meets_max_cursors_says_so) {
  const program code = compiled(R"({"anyOf":[{"type":"string","x-verbatim":true},
    {"type":"array","items":{"$ref":"#"}},{"type":"array","items":{"$ref":"#"},"minItems":0}]})");
  const value instance = json(repeated("[", 40) + "\"no\"" + repeated("]", 40));
  EXPECT_TRUE(code.accepts(instance));
  const auto found = check_verbatim(code, instance, "a source");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.back().code, "max_cursors");
}

// --- lint and lowering ------------------------------------------------------------------------------------

TEST(Limits, lint_cuts_its_outline_and_its_remarks) {
  const program code =
      compiled(R"({"properties":{"a":{"properties":{"b":{"properties":{"c":{}}}}},"d":{}}})");
  const lint_report shallow = lint(code, {.outline_depth = 1});
  for (const outline_line& line : shallow.outline) EXPECT_LE(line.depth, 1U);
  const lint_report cut = lint(code, {.max_outline_lines = 2, .max_remarks = 1});
  EXPECT_EQ(cut.outline.size(), 2U);
  EXPECT_TRUE(cut.outline_cut);
  EXPECT_EQ(cut.remarks.size(), 1U);
  EXPECT_GT(cut.left_out, 0U);
}

TEST(Limits, what_lint_would_pay_beyond_max_evaluations_is_passed_over) {
  const program code = compiled(R"({"enum":["a","b",1],"type":"string"})");
  const auto count = [&](std::uint64_t evaluations) {
    std::size_t found = 0;
    for (const remark& r : lint(code, {.max_evaluations = evaluations}).remarks)
      found += r.code == "refused_value" ? 1U : 0U;
    return found;
  };
  EXPECT_EQ(count(lint_options().max_evaluations), 1U);
  EXPECT_EQ(count(0), 0U);
}

TEST(Limits, max_repetition_relaxes_counts_and_notes_it) {
  const program code = compiled(R"({"type":"array","items":{"type":"null"},"maxItems":50})");
  const auto exact = lower(code, dialect::gbnf);
  const auto relaxed = lower(code, dialect::gbnf, {.source = {}, .max_repetition = 10});
  ASSERT_TRUE(exact);
  ASSERT_TRUE(relaxed);
  EXPECT_TRUE(exact->notes.empty());
  ASSERT_EQ(relaxed->notes.size(), 1U);
  EXPECT_EQ(relaxed->notes[0].keyword, "maxItems");
}

}  // namespace
