// Lowering to the dialects of JSON Schema: a table of cases, and what lift makes of replies. S2-37.
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tenon/lower.hpp>
#include <tenon/pointer.hpp>
#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace {

using tenon::value;
using tenon::schema::dialect;
using tenon::schema::lower;
using tenon::schema::lower_shape;
using tenon::schema::lowered;
using tenon::schema::program;

value json(std::string_view text) {
  auto read = tenon::json::read_unique(text);
  EXPECT_TRUE(read) << text;
  return read ? *std::move(read) : value();
}

program compiled_value(const value& schema) {
  auto code = program::compile(schema);
  EXPECT_TRUE(code) << (code ? "" : tenon::explain(code.error()));
  return *std::move(code);
}

program compiled(std::string_view schema) {
  return compiled_value(json(schema));
}

lowered lowered_for(dialect to, std::string_view schema) {
  auto made = lower(compiled(schema), to);
  EXPECT_TRUE(made) << (made ? "" : tenon::explain(made.error()));
  return made ? *std::move(made) : lowered{};
}

/// Members come in the order of the text too.
std::string text_of(const value& v) {
  return tenon::json::write(v);
}

void judge_lifts(const value& test, const lowered& form) {
  const value* lifts = test.find("lifts");
  for (std::size_t i = 0; lifts != nullptr && i < lifts->size(); ++i) {
    const value& reply = lifts->items()[i].items()[0];
    const value& wanted = lifts->items()[i].items()[1];
    const auto back = form.back(reply);
    if (wanted.is_object() && wanted.find("error") != nullptr) {
      ASSERT_FALSE(back) << text_of(reply);
      EXPECT_EQ(to_string(back.error().kind), wanted.find("error")->string());
      EXPECT_EQ(back.error().place, wanted.find("place")->string());
      continue;
    }
    ASSERT_TRUE(back) << text_of(reply);
    EXPECT_EQ(text_of(*back), text_of(wanted));
  }
}

void judge_pairs(const value& test, const program& code, const program& shape, const lowered& form) {
  const value* pairs = test.find("pairs");
  for (std::size_t i = 0; pairs != nullptr && i < pairs->size(); ++i) {
    const value& instance = pairs->items()[i].items()[0];
    const value& image = pairs->items()[i].items()[1];
    EXPECT_TRUE(code.accepts(instance)) << text_of(instance);
    EXPECT_TRUE(shape.accepts(image)) << text_of(image) << "\n" << form.text;
    const auto back = form.back(image);
    ASSERT_TRUE(back) << text_of(image);
    EXPECT_EQ(text_of(*back), text_of(instance));
    const auto same = form.back(instance);  // from a model that answered in the user's shape
    ASSERT_TRUE(same);
    EXPECT_TRUE(shape.accepts(instance) || *same == instance) << text_of(*same);
  }
}

/// Notes as {place, keyword}; a place alone ends with its keyword.
using note_set = std::set<std::pair<std::string, std::string>>;

note_set notes_in(const value& test) {
  note_set all;
  for (const value& note : test.find("notes")->items()) {
    if (note.is_array()) {
      all.emplace(note.items()[0].string(), note.items()[1].string());
    } else {
      const auto tokens = tenon::json::split_pointer(note.string());
      all.emplace(note.string(), tokens->empty() ? std::string() : tokens->back());
    }
  }
  return all;
}

void judge_notes(const value& test, const lowered& form) {
  note_set noted;
  for (const auto& note : form.notes) {
    noted.emplace(note.place, note.keyword);
    EXPECT_FALSE(note.reason.empty());
  }
  if (test.find("lowered") == nullptr && test.find("notes")->size() == 0) return;
  EXPECT_EQ(noted, notes_in(test)) << form.text;
}

void judge(const value& test, std::string_view name) {
  SCOPED_TRACE(std::string(test.find("name")->string()) + " (" + std::string(name) + ")");
  const auto to = tenon::schema::dialect_from(name);
  ASSERT_TRUE(to);
  const program code = compiled_value(*test.find("schema"));
  const auto shape = lower_shape(code, *to);
  if (const value* error = test.find("error")) {
    ASSERT_FALSE(shape);
    EXPECT_EQ(shape.error().kind, tenon::failure_kind::unsupported_schema);
    EXPECT_EQ(shape.error().code, error->string());
    EXPECT_FALSE(shape.error().expected.empty());
    EXPECT_FALSE(shape.error().found.empty());
    const bool limit = error->string().starts_with("max_");
    EXPECT_TRUE(!limit || shape.error().message.find(error->string()) != std::string::npos);
    EXPECT_TRUE(!limit || shape.error().message.find("or ask without") != std::string::npos);
    return;
  }
  ASSERT_TRUE(shape) << tenon::explain(shape.error());
  const lowered& form = (*shape)->form;
  if (const value* wanted = test.find("lowered")) {
    EXPECT_EQ(json(form.text), *wanted) << form.text;
  }
  judge_notes(test, form);
  judge_pairs(test, code, (*shape)->code, form);
  judge_lifts(test, form);
}

}  // namespace

TEST(Lower, S2_38_every_case_of_the_data_file_is_lowered_as_it_says) {
  std::ifstream file(TENON_TEST_FILES "/lower_cases.jsonl");
  ASSERT_TRUE(file);
  std::string line;
  std::size_t cases = 0;
  while (std::getline(file, line)) {
    if (line.empty()) continue;
    const value test = json(line);
    for (const value& name : test.find("dialects")->items()) {
      judge(test, name.string());
      ++cases;
    }
  }
  EXPECT_GE(cases, 90U);
}

TEST(Lower, every_dialect_has_a_name_of_its_own) {
  std::set<std::string_view> names;
  for (const dialect d : tenon::schema::dialects()) {
    names.insert(to_string(d));
    EXPECT_EQ(tenon::schema::dialect_from(to_string(d)), d);
  }
  EXPECT_EQ(names.size(), 12U);
  EXPECT_FALSE(tenon::schema::dialect_from("unknown"));
}

TEST(Lower, members_come_in_the_order_of_the_schema) {
  for (const dialect d : tenon::schema::dialects()) {
    if (d == dialect::gbnf) continue;
    const lowered form = lowered_for(
        d, R"({"type":"object","properties":{"reasoning":{"type":"string"},"answer":{"type":"integer"},
               "confidence":{"type":"number"}},"required":["reasoning","answer","confidence"],
               "additionalProperties":false})");
    const value schema = json(form.text);
    std::string order;
    for (const auto& m : schema.find("properties")->members()) order += m.name + " ";
    EXPECT_EQ(order, "reasoning answer confidence ") << to_string(d);
    EXPECT_TRUE(form.back.identity()) << to_string(d);
  }
}

TEST(Lower, a_hint_is_the_schema_as_it_is) {
  constexpr std::string_view schema =
      R"({"$schema":"http://json-schema.org/draft-07/schema#","allOf":[{"$ref":"#/definitions/a"}],"definitions":{"a":{"minimum":1}}})";
  const lowered form = lowered_for(dialect::json_schema, schema);
  EXPECT_EQ(form.text, schema);
  EXPECT_TRUE(form.back.identity());
  EXPECT_EQ(form.notes.size(), 1U);
}

TEST(Lower, a_grammar_is_no_shape) {
  const auto shape = lower_shape(compiled(R"({"type":"string"})"), dialect::gbnf);
  ASSERT_FALSE(shape);
  EXPECT_EQ(shape.error().kind, tenon::failure_kind::unsupported_schema);
}

TEST(Lower, a_branching_schema_that_contains_itself_stays_small) {
  const lowered form = lowered_for(dialect::gemini_openapi, R"({"type":"object","properties":{
      "a":{"$ref":"#"},"b":{"$ref":"#"},"c":{"$ref":"#"},"v":{"type":"string"}},"additionalProperties":false})");
  EXPECT_LT(form.text.size(), 20'000U);
}

TEST(Lower, definitions_that_double_at_every_step_are_refused_where_they_are_written_out) {
  std::string schema = R"({"$ref":"#/$defs/d0","$defs":{)";
  for (int i = 0; i < 40; ++i) {
    const std::string next = R"({"$ref":"#/$defs/d)" + std::to_string(i + 1) + R"("})";
    schema += "\"d" + std::to_string(i) + R"(":{"type":"object","properties":{"a":)" + next + R"(,"b":)" +
              next + "}},";
  }
  schema += R"("d40":{"type":"string"}}})";
  const auto refused = lower(compiled(schema), dialect::gemini_openapi);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "max_lowered_schemas");
  EXPECT_TRUE(lower(compiled(schema), dialect::vllm));
}

TEST(Lower, a_long_chain_of_references_meets_a_limit) {
  std::string schema = R"({"$ref":"#/$defs/d0","$defs":{)";
  constexpr int length = 2000;
  for (int i = 0; i < length; ++i)
    schema += "\"d" + std::to_string(i) + R"(":{"type":"object","properties":{"a":{"$ref":"#/$defs/d)" +
              std::to_string(i + 1) + "\"}}},";
  schema += "\"d" + std::to_string(length) + R"(":{"type":"string"}}})";
  const auto refused = lower(compiled(schema), dialect::vllm);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "max_lowered_depth");
}

TEST(Lower, a_long_chain_of_rules_for_names_meets_the_same_limit) {
  std::string schema = R"({"$ref":"#/$defs/d0","$defs":{)";
  constexpr int length = 5000;
  for (int i = 0; i < length; ++i)
    schema += "\"d" + std::to_string(i) + R"(":{"propertyNames":{"$ref":"#/$defs/d)" + std::to_string(i + 1) +
              "\"}},";
  schema += "\"d" + std::to_string(length) + R"(":{"type":"string"}}})";
  const auto refused = lower(compiled(schema), dialect::vllm);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "max_lowered_depth");
}

/// Unions of unions, each alternative of which is an object that begins like all others.
TEST(Lower, objects_that_begin_alike_without_end_are_joined_or_meet_a_limit) {
  for (const int count : {3, 8, 14}) {
    std::string ways;
    std::string defs;
    for (int i = 0; i < count; ++i) {
      const std::string name = "d" + std::to_string(i);
      ways += (i > 0 ? "," : "") + std::string(R"({"$ref":"#/$defs/)") + name + "\"}";
      std::string inner;
      for (int k = 0; k <= i; ++k)
        inner += std::string(R"({"$ref":"#/$defs/d)") + std::to_string((i + k) % count) + "\"},";
      defs += (i > 0 ? ",\"" : "\"") + name + R"(":{"type":"object","properties":{"n":{"anyOf":[)" + inner +
              R"({"enum":[")" + name + R"("]}]}},"required":["n"],"additionalProperties":false})";
    }
    const auto made =
        lower(compiled(R"({"anyOf":[)" + ways + R"(],"$defs":{)" + defs + "}}"), dialect::openai);
    if (!made) {
      EXPECT_EQ(made.error().kind, tenon::failure_kind::unsupported_schema);
      EXPECT_TRUE(made.error().code.starts_with("max_lowered_")) << made.error().code;
    }
  }
}

TEST(Lower, choices_of_choices_meet_a_limit_on_the_work) {
  std::string defs;
  for (int i = 0; i < 20; ++i) {
    const std::string next =
        i < 19 ? R"("$ref":"#/$defs/d)" + std::to_string(i + 1) + "\"" : R"("type":"object")";
    defs += (i > 0 ? ",\"d" : "\"d") + std::to_string(i) + R"(":{"anyOf":[{"properties":{"a)" +
            std::to_string(i) + R"(":{"type":"string"}},)" + next + R"(},{"properties":{"b)" +
            std::to_string(i) + R"(":{"type":"string"}},)" + next + "}]}";
  }
  const program code = compiled(R"({"$ref":"#/$defs/d0","$defs":{)" + defs + "}}");
  for (const dialect to : {dialect::vllm, dialect::openai}) {
    const auto refused = lower(code, to);
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().code == "max_lowered_steps" || refused.error().code == "max_lowered_forms")
        << refused.error().code;
    EXPECT_FALSE(refused.error().place.empty());
  }
  const auto steps = lower(code, dialect::vllm);
  EXPECT_EQ(steps.error().code, "max_lowered_steps");
}

TEST(Lower, a_choice_that_is_left_open_is_said_once) {
  std::string wide;
  for (int i = 0; i < 10; ++i)
    wide += (i > 0 ? "," : "") + std::string(R"({"required":["m)") + std::to_string(i) + R"("]})";
  const lowered form = lowered_for(dialect::vllm, R"({"type":"object","oneOf":[
      {"properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"b":{"type":"string"}},"required":["b"]},
      {"properties":{"c":{"type":"string"}},"required":["c"]}],"anyOf":[)" +
                                                      wide + "]}");
  const std::string said = "oneOf: [{";
  std::size_t times = 0;
  for (std::size_t at = form.text.find(said); at != std::string::npos; at = form.text.find(said, at + 1))
    ++times;
  EXPECT_EQ(times, 1U) << form.text;
}

TEST(Lift, a_reply_that_is_too_deep_is_told_and_not_handed_on_half_way) {
  const auto shape = tenon::schema::lower_shape(
      compiled(
          R"({"type":"object","properties":{"n":{"$ref":"#"},"o":{"type":"string"}},"additionalProperties":false})"),
      dialect::openai);
  ASSERT_TRUE(shape);
  for (const int deep : {100, 600}) {
    std::string reply;
    for (int i = 0; i < deep; ++i) reply += R"({"o":null,"n":)";
    reply += "null" + std::string(static_cast<std::size_t>(deep), '}');
    const auto back = (*shape)->form.back(json(reply));
    EXPECT_EQ(back.has_value(), deep == 100);
    if (!back) {
      EXPECT_EQ(back.error().code, "max_lifted_depth");
    }
  }
}

TEST(Lower, many_conditions_do_not_multiply) {
  std::string schema = R"({"type":"object","properties":{"k":{"type":"string"}},"required":["k"],"allOf":[)";
  for (int i = 0; i < 30; ++i)
    schema += (i > 0 ? "," : "") + std::string(R"({"if":{"properties":{"k":{"const":"v)") +
              std::to_string(i) + R"("}}},"then":{"properties":{"m)" + std::to_string(i) +
              R"(":{"type":"integer"}}}})";
  schema += "]}";
  const lowered form = lowered_for(dialect::openai, schema);
  EXPECT_LT(form.text.size(), 10'000U);
  EXPECT_NE(form.text.find("m29"), std::string::npos);
}

TEST(Lift, numbers_keep_their_literals_and_values_their_places) {
  const lowered form = lowered_for(dialect::openai, R"({"type":"object","properties":{"m":{"type":"object",
      "additionalProperties":{"type":"number"}},"o":{"type":"string"}},"required":["m"],"additionalProperties":false})");
  const std::string reply = R"({"m":[{"key":"a","value":1.50}],"o":null})";
  const auto back = form.back(json(reply));
  ASSERT_TRUE(back);
  EXPECT_EQ(text_of(*back), R"({"m":{"a":1.50}})");
  const value& number = *back->find("m")->find("a");
  EXPECT_EQ(reply.substr(number.source().begin, number.source().end - number.source().begin), "1.50");
  const auto& member = back->find("m")->members().front();
  EXPECT_EQ(reply.substr(member.name_source.begin, member.name_source.end - member.name_source.begin),
            "\"a\"");
}

TEST(Lift, what_stood_in_a_text_has_the_place_of_the_text) {
  const lowered form =
      lowered_for(dialect::openai, R"({"type":"object","properties":{"x":{}},"required":["x"],
      "additionalProperties":false})");
  const std::string reply = R"({"x":"[1,2]"})";
  const auto back = form.back(json(reply));
  ASSERT_TRUE(back);
  const auto span = back->find("x")->items()[1].source();
  EXPECT_EQ(reply.substr(span.begin, span.end - span.begin), "\"[1,2]\"");
}

TEST(Lift, a_reply_in_another_shape_comes_back_as_it_is) {
  const lowered form = lowered_for(dialect::openai, R"({"type":"object","properties":{"m":{"type":"object",
      "additionalProperties":{"type":"integer"}},"t":{"type":"array","prefixItems":[{"type":"integer"},
      {"type":"string"}],"items":false,"minItems":2}},"required":["m","t"],"additionalProperties":false})");
  for (const std::string_view reply :
       {R"({"m":{"a":1},"t":[1,"a"]})", R"({"m":[1],"t":{"1":"a"}})", R"({"m":"x","t":7})", R"([])", R"("x")",
        R"({"m":[{"key":1,"value":2}],"t":null})"}) {
    const auto back = form.back(json(reply));
    ASSERT_TRUE(back) << reply;
    EXPECT_EQ(text_of(*back), reply);
  }
}

TEST(Lift, one_that_changes_nothing_can_be_had_without_a_schema) {
  const tenon::schema::lift nothing;
  EXPECT_TRUE(nothing.identity());
  EXPECT_EQ(*nothing(json(R"({"a":null})")), json(R"({"a":null})"));
  const tenon::schema::lift copy = nothing;
  EXPECT_TRUE(copy.identity());
}
