// The contracts as they are promised: fields, enumerations, limits, and the golden files that others rely
// on. A golden file changes only with the contract.
#include "golden.hpp"

#include <algorithm>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/contracts.hpp>

namespace {

using namespace tenon::contracts;
using tenon::value;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

const value& schema(std::string_view name) {
  return find(name)->schema;
}
const value& property(const value& object, std::string_view name) {
  return *object.find("properties")->find(name);
}

std::vector<std::string> names(const value& object) {
  std::vector<std::string> out;
  for (const auto& m : object.members()) out.push_back(m.name);
  return out;
}
std::vector<std::string> strings(const value& array) {
  std::vector<std::string> out;
  for (const auto& item : array.items()) out.emplace_back(item.is_null() ? "null" : item.string());
  return out;
}
std::vector<std::string> fields(std::string_view contract) {
  return names(*schema(contract).find("properties"));
}
std::vector<std::string> required(std::string_view contract) {
  return strings(*schema(contract).find("required"));
}
std::vector<std::string> members(std::string_view contract) {
  std::vector<std::string> out;
  for (const auto& m : find(contract)->descriptor.members) out.emplace_back(m.wire);
  return out;
}

/// Calls fn(name, schema) for every schema of a value inside, the name being that of the member or
/// "[]" for an element.
template <class Fn>
void each_place(const std::string& name, const value& at, Fn fn) {
  fn(name, at);
  if (const value* properties = at.find("properties")) {
    for (const auto& m : properties->members()) each_place(m.name, m.value, fn);
  }
  if (const value* items = at.find("items")) each_place("[]", *items, fn);
  if (const value* either = at.find("anyOf")) {
    for (const auto& one : either->items()) each_place(name, one, fn);
  }
}
bool admits(const value& at, std::string_view type) {
  const value* t = at.find("type");
  if (t == nullptr) return false;
  return t->is_string() ? t->string() == type
                        : std::ranges::any_of(t->items(), [&](const value& v) { return v.string() == type; });
}
value without_descriptions(const value& v) {
  if (v.is_array()) {
    value out = value::array();
    for (const value& item : v.items()) out.push_back(without_descriptions(item));
    return out;
  }
  if (!v.is_object()) return v;
  value out = value::object();
  for (const auto& m : v.members()) {
    if (m.name != "description" || !m.value.is_string()) out.set(m.name, without_descriptions(m.value));
  }
  return out;
}
bool accepts(std::string_view contract, std::string_view text) {
  const auto v = tenon::json::read_unique(text);
  EXPECT_TRUE(v) << text;
  return v && find(contract)->program.accepts(*v);
}

// ---- the register ----------------------------------------------------------------------------------

TEST(Contracts, every_contract_is_found_by_name_and_no_other) {
  for (const contract& c : all()) {
    EXPECT_EQ(find(c.name), &c);
    EXPECT_FALSE(c.summary.empty()) << c.name;
  }
  EXPECT_EQ(find("incidentextraction"), nullptr);
  EXPECT_EQ(find(""), nullptr);
  EXPECT_TRUE(std::ranges::is_sorted(all(), {}, &contract::name));
}

TEST(Contracts, golden_schemas) {
  for (const contract& c : all()) test::expect_golden(c.schema, "golden/" + std::string(c.name) + ".json");
}

TEST(Contracts, every_schema_compiles_to_its_program) {
  EXPECT_TRUE(tenon::program_of<AgentReply>());
  EXPECT_TRUE(tenon::program_of<DocMetadata>());
  EXPECT_TRUE(tenon::program_of<IncidentAssessment>());
  EXPECT_TRUE(tenon::program_of<IncidentAssessmentDraft>());
  EXPECT_TRUE(tenon::program_of<IncidentExtraction>());
  EXPECT_TRUE(tenon::program_of<RelatedSummary>());
}

TEST(Contracts, S1_14_required_is_exactly_the_fields_of_the_type) {
  for (const contract& c : all()) {
    EXPECT_EQ(required(c.name), members(c.name)) << c.name;
    EXPECT_EQ(fields(c.name), members(c.name)) << c.name;
  }
  EXPECT_THAT(required("IncidentAssessment"), ElementsAre("summary", "severity", "confidence", "serviceId",
                                                          "evidence", "recommendedActions"));
  EXPECT_THAT(required("IncidentAssessmentDraft"),
              ElementsAre("summary", "severity", "confidence", "evidence", "recommendedActions"));
}

// ---- assessment ------------------------------------------------------------------------------------

TEST(Contracts, S1_08_an_assessment_has_six_fields) {
  const value& s = schema("IncidentAssessment");
  EXPECT_THAT(fields("IncidentAssessment"), ElementsAre("summary", "severity", "confidence", "serviceId",
                                                        "evidence", "recommendedActions"));
  for (const char* name : {"summary", "severity", "confidence", "serviceId"})
    EXPECT_TRUE(admits(property(s, name), "string")) << name;
  for (const char* name : {"evidence", "recommendedActions"}) {
    EXPECT_TRUE(admits(property(s, name), "array")) << name;
    EXPECT_TRUE(admits(*property(s, name).find("items"), "string")) << name;
  }
}

TEST(Contracts, S1_08_what_a_model_is_asked_for_lacks_the_service_and_is_completed_by_the_server) {
  const IncidentAssessmentDraft draft{.summary = "Down",
                                      .severity = Severity::SEV1,
                                      .confidence = Confidence::HIGH,
                                      .evidence = {"chk-1"},
                                      .recommended_actions = {"Restart"}};
  const IncidentAssessment whole = complete(draft, "payments-api");
  EXPECT_EQ(tenon::json::write(tenon::to_value(whole)),
            R"({"summary":"Down","severity":"SEV1","confidence":"HIGH","serviceId":"payments-api",)"
            R"("evidence":["chk-1"],"recommendedActions":["Restart"]})");
}

constexpr std::string_view a_draft =
    R"({"summary":"x","severity":"SEV1","confidence":"LOW","evidence":["chk-deadbeef"],"recommendedActions":[]})";
std::string with(std::string_view text, std::string_view old_part, std::string_view new_part) {
  std::string out(text);
  return out.replace(out.find(old_part), old_part.size(), new_part);
}

TEST(Contracts, S1_09_confidence_is_low_medium_or_high) {
  EXPECT_THAT(strings(*property(schema("IncidentAssessment"), "confidence").find("enum")),
              ElementsAre("LOW", "MEDIUM", "HIGH"));
  EXPECT_TRUE(accepts("IncidentAssessmentDraft", a_draft));
  for (const char* other : {"\"low\"", "\"VERY_HIGH\"", "0.9", "null"})
    EXPECT_FALSE(accepts("IncidentAssessmentDraft", with(a_draft, "\"LOW\"", other))) << other;
}

TEST(Contracts, S1_10_severity_is_defined_once_in_the_code_base) {
  namespace fs = std::filesystem;
  int definitions = 0;
  for (const char* folder : {"include", "src", "apps"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(TENON_SOURCE_ROOT) / folder)) {
      if (!entry.is_regular_file()) continue;
      const std::string text = test::file_text(entry.path().string());
      for (auto at = text.find("enum class Severity "); at != text.npos;
           at = text.find("enum class Severity ", at + 1))
        ++definitions;
    }
  }
  EXPECT_EQ(definitions, 1);
}

TEST(Contracts, S1_12_evidence_is_chunk_ids) {
  for (const char* good : {"\"chk-1\"", "\"chk-0a1b2c\"", "\"chk-run_book-7\""})
    EXPECT_TRUE(accepts("IncidentAssessmentDraft", with(a_draft, "\"chk-deadbeef\"", good))) << good;
  for (const char* bad : {"\"chk-\"", "\"1\"", "\"doc-1\"", "\"see chk-1\"", "\"chk-1 \"", "7"})
    EXPECT_FALSE(accepts("IncidentAssessmentDraft", with(a_draft, "\"chk-deadbeef\"", bad))) << bad;
}

// ---- documents -------------------------------------------------------------------------------------

TEST(Contracts, S2_09_the_schema_of_doc_metadata_is_the_known_one_descriptions_apart) {
  const value text = value::object({{"type", "string"}});
  const value known = value::object(
      {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
       {"type", "object"},
       {"properties",
        value::object({{"title", text},
                       {"component", text},
                       {"topics", value::object({{"type", "array"}, {"items", text}})},
                       {"difficulty", value::object({{"type", "string"},
                                                     {"enum", value::array({"INTRODUCTORY", "INTERMEDIATE",
                                                                            "ADVANCED"})}})}})},
       {"required", value::array({"title", "component", "topics", "difficulty"})},
       {"additionalProperties", false}});
  EXPECT_EQ(test::pretty(without_descriptions(schema("DocMetadata"))), test::pretty(known));
}

TEST(Contracts, S2_10_the_description_of_topics_states_the_soft_rule) {
  EXPECT_THAT(std::string(property(schema("DocMetadata"), "topics").find("description")->string()),
              testing::HasSubstr("One to five lowercase topic keywords"));
}

TEST(Contracts, S2_16_a_difficulty_that_is_not_declared_names_the_field_and_the_allowed_set) {
  const auto v =
      tenon::json::read_unique(R"({"title":"a","component":"b","topics":["c"],"difficulty":"EXPERT"})");
  const auto made = tenon::bind<DocMetadata>(*v);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().at(0).place, "/difficulty");
  EXPECT_EQ(made.error().at(0).expected, R"(one of "INTRODUCTORY", "INTERMEDIATE", "ADVANCED")");
  const auto errors = find("DocMetadata")->program.validate(*v);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].place, "/difficulty");
}

// ---- replies ---------------------------------------------------------------------------------------

constexpr std::string_view a_reply =
    R"({"kind":"answer","text":"Hello","citations":["kb-1"],"rationale":"It says so"})";

TEST(Contracts, S3_01_a_reply_has_four_fields_and_makes_the_round_trip) {
  EXPECT_THAT(fields("AgentReply"), ElementsAre("kind", "text", "citations", "rationale"));
  const auto made = tenon::bind<AgentReply>(*tenon::json::read_unique(a_reply));
  ASSERT_TRUE(made);
  EXPECT_EQ(tenon::json::write(tenon::to_value(*made)), a_reply);
}
TEST(Contracts, S3_02_the_kind_of_a_reply_is_refusal_answer_or_escalation) {
  EXPECT_THAT(strings(*property(schema("AgentReply"), "kind").find("enum")),
              UnorderedElementsAre("refusal", "answer", "escalation"));
}
TEST(Contracts, S3_03_the_text_of_a_reply_is_not_empty) {
  EXPECT_TRUE(accepts("AgentReply", a_reply));
  EXPECT_FALSE(accepts("AgentReply", with(a_reply, "\"Hello\"", "\"\"")));
}
TEST(Contracts, S3_04_citations_are_ids) {
  EXPECT_TRUE(accepts("AgentReply", with(a_reply, "[\"kb-1\"]", "[]")));
  EXPECT_FALSE(accepts("AgentReply", with(a_reply, "[\"kb-1\"]", "[\"\"]")));
  EXPECT_FALSE(accepts("AgentReply", with(a_reply, "[\"kb-1\"]", "[1]")));
}
TEST(Contracts, S3_05_the_rationale_is_bounded) {
  const std::string longest(max_sentence, 'x');
  EXPECT_TRUE(accepts("AgentReply", with(a_reply, "It says so", longest)));
  EXPECT_FALSE(accepts("AgentReply", with(a_reply, "It says so", longest + "x")));
}

// ---- extraction ------------------------------------------------------------------------------------

constexpr std::string_view an_extraction =
    R"({"service":{"name":"payments-api","stated_explicitly":true},"environment":"production",)"
    R"("symptoms":["checkout down"],"error_codes":["502"],"severity":{"level":"SEV1","rationale":"All users"},)"
    R"("entities":[{"name":"payments-api","kind":"component"}],)"
    R"("missing_information":[{"field":"start","question":"Since when?"}]})";

TEST(Contracts, S5_06_an_extraction_has_seven_fields_and_makes_the_round_trip) {
  EXPECT_THAT(fields("IncidentExtraction"), ElementsAre("service", "environment", "symptoms", "error_codes",
                                                        "severity", "entities", "missing_information"));
  EXPECT_TRUE(accepts("IncidentExtraction", an_extraction));
  const auto made = tenon::bind<IncidentExtraction>(*tenon::json::read_unique(an_extraction));
  ASSERT_TRUE(made);
  EXPECT_EQ(tenon::json::write(tenon::to_value(*made)), an_extraction);
}
TEST(Contracts, S5_07_a_service_is_a_name_or_null_and_whether_it_was_stated) {
  const value& service = property(schema("IncidentExtraction"), "service");
  EXPECT_THAT(names(*service.find("properties")), ElementsAre("name", "stated_explicitly"));
  EXPECT_THAT(strings(*property(service, "name").find("type")), ElementsAre("string", "null"));
  EXPECT_TRUE(admits(property(service, "stated_explicitly"), "boolean"));
  EXPECT_TRUE(accepts("IncidentExtraction", with(an_extraction, "\"payments-api\",\"stated_explicitly\":true",
                                                 "null,\"stated_explicitly\":false")));
}
TEST(Contracts, S5_08_the_environment_may_be_null) {
  EXPECT_THAT(strings(*property(schema("IncidentExtraction"), "environment").find("enum")),
              ElementsAre("production", "staging", "development", "null"));
  EXPECT_TRUE(accepts("IncidentExtraction", with(an_extraction, "\"production\"", "null")));
}
TEST(Contracts, S5_09_missing_information_is_fields_and_questions_that_are_not_empty) {
  const value& item = *property(schema("IncidentExtraction"), "missing_information").find("items");
  EXPECT_THAT(names(*item.find("properties")), ElementsAre("field", "question"));
  EXPECT_FALSE(accepts("IncidentExtraction", with(an_extraction, "Since when?", "")));
}
TEST(Contracts, S5_10_severity_is_a_suggestion_with_a_rationale) {
  const value& severity = property(schema("IncidentExtraction"), "severity");
  EXPECT_THAT(names(*severity.find("properties")), ElementsAre("level", "rationale"));
  EXPECT_THAT(strings(*property(severity, "level").find("enum")),
              ElementsAre("SEV1", "SEV2", "SEV3", "SEV4"));
}
TEST(Contracts, S5_12_every_nullable_field_says_when_it_is_null) {
  int nullable = 0;
  each_place("", schema("IncidentExtraction"), [&](const std::string& name, const value& at) {
    if (!admits(at, "null") && at.find("anyOf") == nullptr) return;
    ++nullable;
    const value* description = at.find("description");
    ASSERT_NE(description, nullptr) << name;
    EXPECT_THAT(std::string(description->string()), testing::HasSubstr("null if")) << name;
  });
  EXPECT_EQ(nullable, 2);  // the service's name and the environment
}
TEST(Contracts, every_list_of_an_extraction_has_at_most_ten_items_and_they_are_unique) {
  int lists = 0;
  each_place("", schema("IncidentExtraction"), [&](const std::string& name, const value& at) {
    if (!admits(at, "array")) return;
    ++lists;
    EXPECT_EQ(at.find("maxItems")->literal(), "10") << name;
    EXPECT_TRUE(at.find("uniqueItems")->boolean()) << name;
  });
  EXPECT_EQ(lists, 4);
}
TEST(Contracts, every_string_has_a_maximum_or_a_list_of_names) {
  for (const contract& c : all()) {
    if (c.name == "DocMetadata") continue;  // its schema is given
    each_place("", c.schema, [&](const std::string& name, const value& at) {
      if (!admits(at, "string")) return;
      EXPECT_TRUE(at.find("maxLength") != nullptr || at.find("enum") != nullptr) << c.name << " " << name;
    });
  }
}
TEST(Contracts, error_codes_and_a_stated_service_name_are_verbatim) {
  const value& s = schema("IncidentExtraction");
  EXPECT_EQ(*property(s, "error_codes").find("items")->find("x-verbatim"), value(true));
  EXPECT_EQ(*property(property(s, "service"), "name").find("x-verbatim"), value("stated_explicitly"));
}
TEST(Contracts, related_incidents_are_ids_with_a_reason) {
  EXPECT_THAT(fields("RelatedSummary"), ElementsAre("summary", "related"));
  const value& item = *property(schema("RelatedSummary"), "related").find("items");
  EXPECT_THAT(names(*item.find("properties")), ElementsAre("incident_id", "why"));
}

}  // namespace
