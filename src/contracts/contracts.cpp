// The register of contracts, and what a contract needs beyond its type.
#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include <tenon/contracts.hpp>

namespace tenon {
inline namespace v0 {
namespace contracts {

namespace {

template <class T>
contract entry() {
  const result<schema::program>& code = program_of<T>();
  assert(code && "a contract's own schema compiles; tests/contracts holds that");
  const schema::descriptor& d = descriptor_of<T>();
  return {d.name, d.description, schema_of<T>(), *code, d};
}

}  // namespace

IncidentAssessment complete(IncidentAssessmentDraft draft, std::string service_id) {
  return {.summary = std::move(draft.summary),
          .severity = draft.severity,
          .confidence = draft.confidence,
          .service_id = std::move(service_id),
          .evidence = std::move(draft.evidence),
          .recommended_actions = std::move(draft.recommended_actions)};
}

std::span<const contract> all() {
  static const std::array list{entry<AgentReply>(),         entry<DocMetadata>(),
                               entry<IncidentAssessment>(), entry<IncidentAssessmentDraft>(),
                               entry<IncidentExtraction>(), entry<RelatedSummary>()};
  return list;
}

const contract* find(std::string_view name) {
  const auto list = all();
  const auto found = std::ranges::find(list, name, &contract::name);
  return found == list.end() ? nullptr : &*found;
}

}  // namespace contracts
}  // namespace v0
}  // namespace tenon
