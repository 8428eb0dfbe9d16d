// The types that the product speaks, from a text in one pass: the same object and the same errors as step by
// step, on texts that are right and on texts that were changed at random.
#include "mutate.hpp"

#include <gtest/gtest.h>
#include <string>
#include <string_view>

#include <tenon/bind_text.hpp>
#include <tenon/contracts.hpp>
#include <tenon/reader.hpp>

namespace {

using namespace tenon::contracts;

template <class T>
tenon::problems step_by_step(std::string_view text, T& to) {
  auto read = tenon::json::read(text);
  if (!read) return {read.error()};
  if (!read->duplicates.empty()) return read->duplicates;
  tenon::problems errors = tenon::program_of<T>()->validate(read->root);
  if (errors.empty()) tenon::schema::bind(read->root, tenon::descriptor_of<T>(), &to, errors);
  return errors;
}

template <class T>
void expect_same_for(std::string_view good) {
  T used;
  EXPECT_TRUE(tenon::read_into(used, good).empty());
  std::size_t filled = 0;
  constexpr std::size_t texts = 400;
  for (std::size_t seed = 0; seed < texts; ++seed) {
    const std::string text = test::mutator(seed).changed(std::string(good));
    T wanted;
    const tenon::problems errors = step_by_step(text, wanted);
    EXPECT_EQ(tenon::read_into(used, text), errors) << text;
    const auto made = tenon::bind_text<T>(text);
    EXPECT_EQ(made.has_value(), errors.empty()) << text;
    if (!errors.empty()) continue;
    ++filled;
    EXPECT_EQ(used, wanted) << text;
    EXPECT_EQ(*made, wanted) << text;
  }
  EXPECT_GT(filled, texts / 10);
}

TEST(BindText, an_extraction) {
  expect_same_for<IncidentExtraction>(
      R"({"service":{"name":"checkout","stated_explicitly":true},"environment":"production","symptoms":["slow","errors \u2014 many"],"error_codes":["HTTP 503"],"severity":{"level":"SEV2","rationale":"many users"},"entities":[{"name":"db-1","kind":"host"},{"name":"v1.2","kind":"version"}],"missing_information":[{"field":"since","question":"Since when?"}]})");
}
TEST(BindText, an_assessment) {
  expect_same_for<IncidentAssessment>(
      R"({"summary":"The pool was \"too small\".","severity":"SEV1","confidence":"HIGH","serviceId":"checkout","evidence":["chk-12ab","chk-x_9"],"recommendedActions":["Raise the pool size"]})");
  expect_same_for<IncidentAssessmentDraft>(
      R"({"summary":"The pool was too small.","severity":"SEV1","confidence":"LOW","evidence":[],"recommendedActions":["Raise the pool size","Add an alert"]})");
}
TEST(BindText, a_reply) {
  expect_same_for<AgentReply>(
      R"({"kind":"answer","text":"Zürich\nis up","citations":["a","b"],"rationale":""})");
}
TEST(BindText, metadata_and_related_incidents) {
  expect_same_for<DocMetadata>(
      R"({"title":"Pools","component":"db","topics":["pool"],"difficulty":"ADVANCED"})");
  expect_same_for<RelatedSummary>(
      R"({"summary":"Twice before.","related":[{"incident_id":"INC-1","why":"same pool"},{"incident_id":"INC-2","why":"same pool"}]})");
}

}  // namespace
