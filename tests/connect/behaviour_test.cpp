// What a typed call does where a well-known engine was measured to do something else: one test or more
// for each row of that comparison, named after its number. Written from the table alone, through the
// door that a user takes; the scripted model is the witness of how often it was called.
#include "behaviour.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <locale>
#include <optional>
#include <string>
#include <vector>

namespace behaviour {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(Behaviour, row_4_S5_16_S5_39_used_up_attempts_end_as_a_failure_with_every_attempt_and_never_as_a_value) {
  fake_clock time;
  const auto model = scripted({step::reply(ticket("count", "300")), step::reply(ticket("owner", "")),
                               step::reply("no idea"), step::reply(ticket("level", "\"MAXIMUM\""))});
  const auto got = ask_with<Ticket>(model, policies::spring(), time);
  ASSERT_FALSE(got);
  EXPECT_EQ(model->calls(), 4U);
  EXPECT_TRUE(got.failure().attempts_exhausted);
  EXPECT_EQ(got.failure().kind, failure_kind::schema_invalid);
  EXPECT_EQ(got.failure().errors.at(0).place, "/level");
  std::vector<std::optional<failure_kind>> faults;
  for (const auto& a : got.report().attempts) faults.push_back(a.fault);
  EXPECT_THAT(faults, ElementsAre(failure_kind::schema_invalid, failure_kind::schema_invalid,
                                  failure_kind::not_json, failure_kind::schema_invalid));
}

TEST(Behaviour, row_5_the_number_of_attempts_is_in_the_report_of_a_value_and_of_a_failure) {
  fake_clock time;
  for (unsigned bad = 0; bad <= 4; ++bad) {
    std::vector<step> steps(bad, step::reply("{}"));
    steps.push_back(step::reply(ticket()));
    const auto model = scripted(steps);
    const auto got = ask_with<Ticket>(model, policies::spring(), time);
    EXPECT_EQ(got.has_value(), bad < 4);
    EXPECT_EQ(got.attempts(), model->calls());
    ASSERT_EQ(got.report().attempts.size(), model->calls());
    for (unsigned i = 0; i < model->calls(); ++i) EXPECT_EQ(got.report().attempts[i].number, i + 1);
  }
}

TEST(Behaviour, row_6_usage_is_kept_per_attempt_and_summed_whatever_the_end) {
  fake_clock time;
  const auto bad = [] { return step::reply("{}").used(100, 20); };
  const std::vector<std::vector<step>> scripts = {
      {bad(), bad(), bad(), step::reply(ticket()).used(100, 20)},
      {bad(), bad(), bad(), bad()},
      {bad(), bad(), bad(), step::refuses("No.").used(100, 20)},
      {bad(), bad(), bad(), step::reply("{\"ti").finish(finish_reason::length).used(100, 20)},
      {bad(), bad(), bad(), step::fails(failure_kind::network_error).used(100, 20)},
      {bad(), bad(), bad(), step::fails(failure_kind::quota_exhausted).used(100, 20)},
      {bad(), bad(), bad(), step::reply("").used(100, 20)},
  };
  for (const auto& script : scripts) {
    const auto got = ask_with<Ticket>(scripted(script), policies::spring(), time);
    EXPECT_EQ(got.report().usage.tokens(), 480U) << got.explain();
    ASSERT_EQ(got.report().attempts.size(), 4U);
    for (const auto& a : got.report().attempts) {
      EXPECT_EQ(a.usage.input_tokens, 100U);
      EXPECT_EQ(a.usage.output_tokens, 20U);
    }
  }
}

struct probe {
  std::string_view member;
  std::string_view text;
  std::vector<std::string> told;  // what the feedback must say
};

// Pointer, rule, what was expected, what was found, and the nearest enumerator.
TEST(Behaviour, row_7_feedback_names_the_pointer_the_rule_the_expected_and_the_found) {
  const std::vector<probe> probes = {
      {"level", "\"MIDLE\"", {"/level", "enum", "LOW", "MIDDLE", "HIGH", "MIDLE", "did you mean `MIDDLE`"}},
      {"level", "\"high\"", {"/level", "enum", "did you mean `HIGH`"}},
      {"count", "\"three\"", {"/count", "type", "integer", "three"}},
      {"count", "100", {"/count", "maximum", "99", "100"}},
      {"count", "0", {"/count", "minimum", "1", "0"}},
      {"title", "\"disk\"", {"/title", "pattern", "^[A-Z]", "disk"}},
      {"title", "\"A title too long\"", {"/title", "maxLength", "10", "A title too long"}},
      {"tags", "[]", {"/tags", "minItems", "1"}},
      {"tags", R"(["a","b","c"])", {"/tags", "maxItems", "2"}},
      {"tags", R"(["a","a"])", {"/tags", "uniqueItems"}},
      {"tags", R"(["a",7])", {"/tags/1", "type", "string", "7"}},
      {"owner", R"({})", {"/owner", "required", "name"}},
      {"owner", "null", {"/owner", "type", "object", "null"}},
      {"owner", R"({"name":"Ada","age":3})", {"/owner", "additionalProperties", "age"}},
      {"ratio", "true", {"/ratio", "type", "number", "true"}},
  };
  for (const auto& [member, text, told] : probes) {
    fake_clock time;
    const auto model = scripted({step::reply(ticket(member, text)), step::reply(ticket())});
    const auto got = ask_with<Ticket>(model, policies::spring(), time);
    ASSERT_TRUE(got) << text << got.explain();
    EXPECT_EQ(model->calls(), 2U);
    const auto second = model->asked(1);
    const auto feedback = second.substr(std::min(second.size(), model->asked(0).size()));
    for (const auto& word : told) EXPECT_THAT(feedback, HasSubstr(word)) << member << " = " << text;
  }
}

TEST(Behaviour, row_7_a_missing_member_is_named_and_so_is_every_other_fault_of_the_reply) {
  fake_clock time;
  const auto model = scripted({step::reply(R"({"title":"disk","count":500})"), step::reply(ticket())});
  ASSERT_TRUE(ask_with<Ticket>(model, policies::spring(), time));
  EXPECT_THAT(model->asked(1), AllOf(HasSubstr("level"), HasSubstr("owner"), HasSubstr("tags"),
                                     HasSubstr("ratio"), HasSubstr("/title"), HasSubstr("/count")));
}

TEST(Behaviour, row_8_feedback_for_a_union_speaks_of_the_branch_that_the_discriminator_chose) {
  fake_clock time;
  const auto model = scripted({step::reply(R"({"method":{"kind":"transfer","iban":"DE1","amount":"ten"}})"),
                               step::reply(R"({"method":{"kind":"transfer","iban":"DE1","amount":10}})")});
  const auto got = ask_with<Payment>(model, policies::spring(), time);
  ASSERT_TRUE(got) << got.explain();
  const auto& feedback = got.report().attempts.at(0).feedback;
  EXPECT_THAT(feedback, AllOf(HasSubstr("/method/amount"), HasSubstr("integer"), HasSubstr("ten")));
  EXPECT_THAT(feedback, AllOf(Not(HasSubstr("last4")), Not(HasSubstr("card"))));
  EXPECT_EQ(std::get<Transfer>(got->method).amount, 10);
}

TEST(Behaviour, row_8_an_unknown_discriminator_is_told_the_known_ones) {
  fake_clock time;
  const auto model = scripted({step::reply(R"({"method":{"kind":"tranfer","iban":"DE1","amount":1}})"),
                               step::reply(R"({"method":{"kind":"card","last4":"1234"}})")});
  const auto got = ask_with<Payment>(model, policies::spring(), time);
  ASSERT_TRUE(got) << got.explain();
  EXPECT_THAT(got.report().attempts.at(0).feedback, AllOf(HasSubstr("/method/kind"), HasSubstr("card"),
                                                          HasSubstr("transfer"), HasSubstr("tranfer")));
}

/// Numbers of a country that writes 1.234,5.
class other_numbers : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
  std::string do_truename() const override { return "wahr"; }
};

TEST(Behaviour, row_9_feedback_is_english_whatever_the_locale_of_the_machine) {
  const auto feedback = [] {
    fake_clock time;
    const auto model =
        scripted({step::reply(R"({"title":"x","count":123456,"level":"no","tags":[],"ratio":true})"),
                  step::reply("{}")});
    (void)ask_with<Ticket>(model, policies::opsagent(), time);
    return model->asked(1);
  };
  const auto usual = feedback();
  const auto before = std::locale::global(std::locale(std::locale::classic(), new other_numbers));
  const auto elsewhere = feedback();
  std::locale::global(before);
  EXPECT_EQ(elsewhere, usual);
  EXPECT_THAT(usual, AllOf(HasSubstr("123456"), HasSubstr("required"), HasSubstr("expected")));
}

TEST(Behaviour, row_15_S2_44_a_registered_validator_replaces_the_automatic_one_and_never_nests) {
  fake_clock time;
  int judged = 0;
  const validator refuses_all = [&](const value&) -> problems {
    ++judged;
    problem p;
    p.kind = failure_kind::schema_invalid;
    p.code = "never";
    p.message = "never good";
    return {p};
  };
  const auto model = scripted({step::reply(ticket())}, {.after = after_script::repeat_last});
  const auto got =
      client(model, {.policy = policies::spring(), .validator = refuses_all, .world = time.world()})
          .ask<Ticket>(question());
  ASSERT_FALSE(got);
  EXPECT_EQ(model->calls(), 4U);
  EXPECT_EQ(judged, 4);
  for (const auto& e : got.failure().errors) EXPECT_EQ(e.code, "never");
}

TEST(Behaviour, row_23_validation_with_a_converter_without_a_schema_has_no_effect_and_says_so) {
  fake_clock time;
  const auto model = scripted({step::reply("red, green")});
  const validator any = [](const value&) { return problems(); };
  const client c(model, {.policy = policies::spring(), .validator = any, .world = time.world()});
  const auto got = c.ask(converters::list(), question());
  ASSERT_TRUE(got) << got.explain();
  EXPECT_EQ(model->calls(), 1U);
  EXPECT_THAT(got.report().notes, Contains(HasSubstr("no effect")));
}

TEST(Behaviour, row_24_every_failure_carries_reply_usage_attempts_and_finish_reason) {
  const std::vector<step> ends = {
      step::reply("prose").used(10, 2).id("r-1"),
      step::reply("{}").used(10, 2).id("r-1"),
      step::reply("").used(10, 2).id("r-1"),
      step::reply("{\"title\":").finish(finish_reason::length).used(10, 2).id("r-1"),
      step::reply(ticket()).finish(finish_reason::content_filter).used(10, 2).id("r-1"),
      step::refuses("I will not.").used(10, 2).id("r-1"),
  };
  for (const auto& end : ends) {
    fake_clock time;
    const auto model = scripted({end});
    const auto raw = call(*scripted({end}), {});
    const auto got = ask_with<Ticket>(model, policies::once(), time);
    ASSERT_FALSE(got);
    ASSERT_EQ(got.attempts(), 1U);
    const auto& attempt = got.report().attempts[0];
    EXPECT_EQ(attempt.reply, raw->text);
    EXPECT_EQ(attempt.finish, raw->finish);
    EXPECT_EQ(attempt.reply_id, "r-1");
    EXPECT_EQ(attempt.fault, got.failure().kind);
    EXPECT_EQ(got.report().usage.tokens(), 12U);
    EXPECT_FALSE(got.explain().empty());
  }
}

TEST(Behaviour, row_24_a_failed_transport_carries_what_had_arrived) {
  fake_clock time;
  const auto model =
      scripted({step::fails(failure_kind::incomplete_stream).partial("{\"title\":\"Di").used(10, 2)});
  const auto got = ask_with<Ticket>(model, policies::once(), time);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.failure().kind, failure_kind::incomplete_stream);
  EXPECT_EQ(got.report().attempts.at(0).reply, "{\"title\":\"Di");
  EXPECT_EQ(got.report().usage.tokens(), 12U);
}

TEST(Behaviour, row_26_a_request_used_twice_is_the_same_request) {
  fake_clock time;
  int decorated = 0;
  int checked = 0;
  class counting final : public model {
   public:
    counting(model_ptr inner, int& count) : inner_(std::move(inner)), count_(count) {}
    std::string_view name() const noexcept override { return inner_->name(); }
    const capabilities& can() const noexcept override { return inner_->can(); }
    std::unique_ptr<call_handle> start(model_request r, call_events events) override {
      ++count_;
      return inner_->start(std::move(r), std::move(events));
    }

   private:
    model_ptr inner_;
    int& count_;
  };
  const auto model = scripted({step::reply(ticket())}, {.after = after_script::repeat_last});
  const client c(
      model, {.policy = policies::spring(),
              .decorators = {[&](model_ptr inner) { return std::make_shared<counting>(inner, decorated); }},
              .world = time.world()});
  const request r{.system = "Be exact.",
                  .prompt = "Read {what}.",
                  .args = {{"what", "it"}},
                  .examples = {{"in", "out"}},
                  .checks = {[&](const value&) {
                    ++checked;
                    return problems();
                  }}};
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(c.ask<Ticket>(r));
  EXPECT_EQ(model->requests().at(0).messages, model->requests().at(1).messages);
  EXPECT_EQ(decorated, 2);
  EXPECT_EQ(checked, 2);
}

}  // namespace
}  // namespace behaviour
