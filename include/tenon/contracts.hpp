// The types that the product speaks, defined once for CLI, desk, evaluation and every other process
// that produces or reads them. No model code is near: this module links alone.
//
// A schema is never written by hand: it is what `schema_of<T>()` says, and tests hold it to a golden
// file. Descriptions go into prompts of small models, so each is one short phrase. The trap: they are
// part of the contract, a changed word changes what models answer.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/bind.hpp>

namespace tenon {
inline namespace v0 {
namespace contracts {

// Longest strings, in code points, and longest lists.
inline constexpr int max_list = 10;       // of what is extracted
inline constexpr int max_long_list = 50;  // of what is assessed or cited
inline constexpr int max_name = 100;
inline constexpr int max_phrase = 200;    // a symptom, a question
inline constexpr int max_sentence = 500;  // a rationale
inline constexpr int max_summary = 1000;
inline constexpr int max_text = 4000;

enum class Severity { SEV1, SEV2, SEV3, SEV4 };
enum class Confidence { LOW, MEDIUM, HIGH };
enum class Environment { production, staging, development };

// ---- what an incident report says --------------------------------------------------------------------

struct Service {
  std::optional<std::string> name = {};
  bool stated_explicitly = false;
  friend bool operator==(const Service&, const Service&) = default;
};
struct SuggestedSeverity {
  Severity level = Severity::SEV4;
  std::string rationale = {};
  friend bool operator==(const SuggestedSeverity&, const SuggestedSeverity&) = default;
};
enum class EntityKind { component, host, person, version, other };
struct Entity {
  std::string name = {};
  EntityKind kind = EntityKind::other;
  friend bool operator==(const Entity&, const Entity&) = default;
};
struct OpenQuestion {
  std::string field = {};
  std::string question = {};
  friend bool operator==(const OpenQuestion&, const OpenQuestion&) = default;
};
struct IncidentExtraction {
  Service service = {};
  std::optional<Environment> environment = {};
  std::vector<std::string> symptoms = {};
  std::vector<std::string> error_codes = {};
  SuggestedSeverity severity = {};
  std::vector<Entity> entities = {};
  std::vector<OpenQuestion> missing_information = {};
  friend bool operator==(const IncidentExtraction&, const IncidentExtraction&) = default;
};

constexpr auto describe(type<Service>) {
  return record(
      "The affected service",
      field<&Service::name>("Service name, null if the report gives no clue",
                            {.min_length = 1, .max_length = max_name, .verbatim_when = "stated_explicitly"}),
      field<&Service::stated_explicitly>("true if the report names it, false if inferred or null"));
}
constexpr auto describe(type<SuggestedSeverity>) {
  return record(
      "Suggested severity",
      field<&SuggestedSeverity::level>("SEV1 all users down, SEV2 many users, SEV3 few users, SEV4 cosmetic"),
      field<&SuggestedSeverity::rationale>("Why, in one sentence",
                                           {.min_length = 1, .max_length = max_sentence}));
}
constexpr auto describe(type<Entity>) {
  return record("", field<&Entity::name>("", {.min_length = 1, .max_length = max_name}));
}
constexpr auto describe(type<OpenQuestion>) {
  return record("", field<&OpenQuestion::field>("What is unknown", {.min_length = 1, .max_length = max_name}),
                field<&OpenQuestion::question>("Question to the reporter",
                                               {.min_length = 1, .max_length = max_phrase}));
}
constexpr auto describe(type<IncidentExtraction>) {
  constexpr rules phrases{
      .max_items = max_list, .unique_items = true, .items = {.min_length = 1, .max_length = max_phrase}};
  constexpr rules codes{.max_items = max_list,
                        .unique_items = true,
                        .items = {.min_length = 1, .max_length = max_name, .verbatim = true}};
  constexpr rules short_list{.max_items = max_list, .unique_items = true};
  return record("Facts of an incident report, nothing that it does not say",
                field<&IncidentExtraction::environment>("null if the report does not say"),
                field<&IncidentExtraction::symptoms>("What goes wrong, one short phrase each", phrases),
                field<&IncidentExtraction::error_codes>("Error codes, copied exactly", codes),
                field<&IncidentExtraction::entities>("Components, hosts, people and versions that are named",
                                                     short_list),
                field<&IncidentExtraction::missing_information>("What to ask; always ask for what is null",
                                                                short_list));
}

// ---- what an assessment says -------------------------------------------------------------------------

/// What is asked of a model: all but the service, which the server knows.
struct IncidentAssessmentDraft {
  std::string summary = {};
  Severity severity = Severity::SEV4;
  Confidence confidence = Confidence::LOW;
  std::vector<std::string> evidence = {};
  std::vector<std::string> recommended_actions = {};
  friend bool operator==(const IncidentAssessmentDraft&, const IncidentAssessmentDraft&) = default;
};
/// What is published.
struct IncidentAssessment {
  std::string summary = {};
  Severity severity = Severity::SEV4;
  Confidence confidence = Confidence::LOW;
  std::string service_id = {};
  std::vector<std::string> evidence = {};
  std::vector<std::string> recommended_actions = {};
  friend bool operator==(const IncidentAssessment&, const IncidentAssessment&) = default;
};

/// The fields that both have, said once.
template <class T>
constexpr auto describe_assessment(auto... more) {
  constexpr rules chunk_ids{.max_items = max_long_list,
                            .items = {.max_length = max_name, .pattern = "^chk-[A-Za-z0-9_-]+$"}};
  constexpr rules actions{.max_items = max_long_list,
                          .name = "recommendedActions",
                          .items = {.min_length = 1, .max_length = max_sentence}};
  return record(
      "Assessment of an incident from the numbered excerpts alone",
      field<&T::summary>("What happened, in a few sentences", {.min_length = 1, .max_length = max_summary}),
      field<&T::confidence>("How well the evidence supports it"), more...,
      field<&T::evidence>("chk- ids of the excerpts used", chunk_ids),
      field<&T::recommended_actions>("Next steps, most urgent first", actions));
}
constexpr auto describe(type<IncidentAssessmentDraft>) {
  return describe_assessment<IncidentAssessmentDraft>();
}
constexpr auto describe(type<IncidentAssessment>) {
  return describe_assessment<IncidentAssessment>(field<&IncidentAssessment::service_id>(
      "Service the assessment is about", {.min_length = 1, .max_length = max_name, .name = "serviceId"}));
}
/// The service always comes from the request, never from a model.
IncidentAssessment complete(IncidentAssessmentDraft draft, std::string service_id);

// ---- what an agent answers ---------------------------------------------------------------------------

enum class ReplyKind { answer, refusal, escalation };
struct AgentReply {
  ReplyKind kind = ReplyKind::refusal;
  std::string text = {};
  std::vector<std::string> citations = {};
  std::string rationale = {};
  friend bool operator==(const AgentReply&, const AgentReply&) = default;
};
constexpr auto describe(type<AgentReply>) {
  constexpr rules ids{.max_items = max_long_list, .items = {.min_length = 1, .max_length = max_name}};
  return record(
      "A reply to a user",
      field<&AgentReply::kind>("answer if the excerpts support one, escalation if a person must decide"),
      field<&AgentReply::text>("What the user reads, in the user's language",
                               {.min_length = 1, .max_length = max_text}),
      field<&AgentReply::citations>("Ids of the excerpts that support it", ids),
      field<&AgentReply::rationale>("Why this kind, in one sentence", {.max_length = max_sentence}));
}

// ---- documents and related incidents -----------------------------------------------------------------

enum class Difficulty { INTRODUCTORY, INTERMEDIATE, ADVANCED };
struct DocMetadata {
  std::string title = {};
  std::string component = {};
  std::vector<std::string> topics = {};
  Difficulty difficulty = Difficulty::INTRODUCTORY;
  friend bool operator==(const DocMetadata&, const DocMetadata&) = default;
};
constexpr auto describe(type<DocMetadata>) {
  return record("Metadata of a documentation page", field<&DocMetadata::title>("Title of the page"),
                field<&DocMetadata::component>("Component that it documents"),
                field<&DocMetadata::topics>("One to five lowercase topic keywords"),
                field<&DocMetadata::difficulty>("Reader that it is written for"));
}

struct RelatedIncident {
  std::string incident_id = {};
  std::string why = {};
  friend bool operator==(const RelatedIncident&, const RelatedIncident&) = default;
};
struct RelatedSummary {
  std::string summary = {};
  std::vector<RelatedIncident> related = {};
  friend bool operator==(const RelatedSummary&, const RelatedSummary&) = default;
};
constexpr auto describe(type<RelatedIncident>) {
  return record("",
                field<&RelatedIncident::incident_id>("Its id, copied exactly",
                                                     {.min_length = 1, .max_length = max_name}),
                field<&RelatedIncident::why>("What the two have in common",
                                             {.min_length = 1, .max_length = max_sentence}));
}
constexpr auto describe(type<RelatedSummary>) {
  return record(
      "How earlier incidents relate to this one",
      field<&RelatedSummary::summary>("In a few sentences", {.min_length = 1, .max_length = max_summary}),
      field<&RelatedSummary::related>("The related ones, closest first",
                                      {.max_items = max_list, .unique_items = true}));
}

// ---- by name -----------------------------------------------------------------------------------------

/// A type as a program meets it at run time. The references are to constants of the process.
struct contract {
  std::string_view name;
  std::string_view summary;  // a phrase for a list
  const value& schema;
  const schema::program& program;
  const schema::descriptor& descriptor;
};
/// All of them, by name. Safe from many threads.
std::span<const contract> all();
/// Null pointer if no contract has this name; upper and lower case differ.
const contract* find(std::string_view name);

}  // namespace contracts
}  // namespace v0
}  // namespace tenon
