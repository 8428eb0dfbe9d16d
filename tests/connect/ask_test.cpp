// The loop: ask, judge, tell, ask again. Each expectation is the sentence of the requirement.
#include "page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tenon {
namespace {

using pages::about;
using pages::bench;
using pages::good;
using pages::only_title;
using pages::Page;
using pages::repeating;
using pages::with;
using testing::HasSubstr;
using testing::Not;

TEST(Ask, S2_13_a_typed_value_is_one_word_away) {
  auto page = ask<Page>(scripted({good}), "Describe the page.");
  ASSERT_TRUE(page) << page.explain();
  EXPECT_EQ(page->title, "Structured Output");
  EXPECT_EQ(page->difficulty, pages::Difficulty::INTERMEDIATE);
}

TEST(Ask, a_value_can_be_asked_for_by_a_schema_without_a_type) {
  bench b({R"({"n":7})"});
  const auto shape = schema::program::compile_text(R"({"type":"object","properties":{"n":{"type":"integer"}},
                                                       "required":["n"]})");
  ASSERT_TRUE(shape);
  const auto got = b.client.ask(*shape, about());
  ASSERT_TRUE(got) << got.explain();
  EXPECT_EQ(got->find("n")->to_int64(), 7);
}

TEST(Ask, S2_47_a_missing_field_is_told_and_corrected_in_two_calls) {
  bench b({step::reply(only_title).used(6, 4), step::reply(good).used(11, 9)}, with(policies::spring()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page) << page.explain();
  EXPECT_EQ(b.model->calls(), 2U);

  const auto second = b.model->requests()[1].messages.back();
  EXPECT_EQ(second.who, role::user);
  const auto at = second.text.find("Output JSON validation failed because of:");
  ASSERT_NE(at, std::string::npos) << second.text;
  const auto told = second.text.substr(at);
  EXPECT_THAT(told, HasSubstr("component"));
  EXPECT_THAT(told, HasSubstr("topics"));
  EXPECT_THAT(told, HasSubstr("difficulty"));
  EXPECT_EQ(page.report().usage.tokens(), 30U);
}

TEST(Ask, S2_41_the_error_is_appended_to_the_user_message_and_the_model_called_again) {
  bench b({only_title, good}, with(policies::spring()));
  ASSERT_TRUE(b.client.ask<Page>(about()));
  const auto asked = b.model->requests();
  ASSERT_EQ(asked.size(), 2U);
  ASSERT_EQ(asked[0].messages.size(), asked[1].messages.size());
  EXPECT_TRUE(asked[1].messages.back().text.starts_with(asked[0].messages.back().text));
}

TEST(Ask, S2_42_an_always_invalid_model_is_called_four_times_by_default) {
  bench b({only_title}, with(policies::spring()), repeating());
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_EQ(b.model->calls(), 4U);
}

TEST(Ask, S4_05_up_to_three_reissues_by_default) {
  bench b({only_title, only_title, only_title, good}, with(policies::spring()));
  EXPECT_TRUE(b.client.ask<Page>(about()));
  EXPECT_EQ(b.model->calls(), 4U);
}

TEST(Ask, S2_43_five_repeats_are_at_most_six_calls) {
  bench b({only_title}, with(policies::spring(5)), repeating());
  EXPECT_FALSE(b.client.ask<Page>(about()));
  EXPECT_EQ(b.model->calls(), 6U);
}

TEST(Ask, S1_34_at_most_three_attempts_and_the_number_is_configurable) {
  bench b({only_title}, with(policies::opsagent()), repeating());
  EXPECT_FALSE(b.client.ask<Page>(about()));
  EXPECT_EQ(b.model->calls(), 3U);

  auto two = policies::opsagent();
  two.max_attempts = 2;
  bench c({only_title}, with(two), repeating());
  EXPECT_FALSE(c.client.ask<Page>(about()));
  EXPECT_EQ(c.model->calls(), 2U);
}

TEST(Ask, S1_35_an_always_invalid_model_is_called_exactly_max_attempts_times) {
  for (unsigned most = 1; most <= 5; ++most) {
    auto p = policies::spring(10);
    p.max_attempts = most;
    bench b({only_title}, with(p), repeating());
    const auto page = b.client.ask<Page>(about());
    ASSERT_FALSE(page);
    EXPECT_EQ(b.model->calls(), most);
    EXPECT_EQ(page.attempts(), most);
  }
}

TEST(Ask, S1_36_every_retry_is_told_the_error_of_the_attempt_before) {
  bench b({R"({"title":"A"})", R"({"title":1,"component":"c","topics":[],"difficulty":"ADVANCED"})",
           R"({"title":"A","component":"c","topics":[],"difficulty":"EXPERT"})", good},
          with(policies::spring()));
  ASSERT_TRUE(b.client.ask<Page>(about()));
  EXPECT_THAT(b.model->asked(1), HasSubstr("component"));
  EXPECT_THAT(b.model->asked(2), HasSubstr("/title"));
  EXPECT_THAT(b.model->asked(3), HasSubstr("EXPERT"));
  EXPECT_THAT(b.model->asked(3), Not(HasSubstr("/title: "))) << "only the last attempt is told";
}

TEST(Ask, S4_06_a_retry_is_never_blind) {
  bench b({only_title}, with(policies::spring()), repeating());
  EXPECT_FALSE(b.client.ask<Page>(about()));
  const auto asked = b.model->requests();
  // The same error again gives the same text again; but no request that has been answered and read
  // is ever sent as it was.
  for (std::size_t i = 1; i < asked.size(); ++i) EXPECT_NE(asked[i].messages, asked[0].messages);
}

TEST(Ask, S2_49_attempts_used_up_end_with_the_last_error) {
  bench b({only_title, R"({"title":"A","component":"c","topics":[],"difficulty":"EXPERT"})"},
          with(policies::spring(1)));
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().kind, failure_kind::schema_invalid);
  EXPECT_TRUE(page.failure().attempts_exhausted);
  ASSERT_FALSE(page.failure().errors.empty());
  EXPECT_EQ(page.failure().errors.front().place, "/difficulty");
}

TEST(Ask, S1_37_used_up_retries_can_be_counted_from_the_report) {
  bench b({only_title}, with(policies::opsagent()), repeating());
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_TRUE(page.failure().attempts_exhausted);
  EXPECT_EQ(page.failure().group(), failure_group::invalid_output);
  EXPECT_EQ(page.report().corrections(), 2U);
}

TEST(Ask, S2_51_the_default_repeats_at_most_three_times) {
  EXPECT_LE(policies::standard(false).max_attempts - 1, 3U);
  bench b({only_title}, {}, repeating());
  EXPECT_FALSE(b.client.ask<Page>(about()));
  EXPECT_LE(b.model->calls(), 4U);
}

TEST(Ask, X_23_the_spring_preset_without_validation_makes_one_judged_call) {
  bench b({only_title}, with(policies::spring(0)), repeating());
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().kind, failure_kind::schema_invalid);
  EXPECT_EQ(b.model->calls(), 1U);
}

TEST(Ask, S2_15_without_corrections_a_flaw_is_a_typed_error) {
  struct flaw {
    const char* reply;
    failure_kind kind;
    const char* word;
  };
  for (const auto& [reply, kind, word] :
       {flaw{R"({"title":"A","component":"c","topics":[]})", failure_kind::schema_invalid, "difficulty"},
        flaw{R"({"title":"A","component":"c","topics":[],"difficulty":"EXPERT"})",
             failure_kind::schema_invalid, "EXPERT"},
        flaw{R"(Here you are: {"title":"A","component":"c","topics":[],"difficulty":"ADVANCED"})",
             failure_kind::not_json, ""}}) {
    bench b({reply}, with(policies::once()));
    const auto page = b.client.ask<Page>(about());
    ASSERT_FALSE(page) << reply;
    EXPECT_EQ(page.failure().kind, kind) << reply;
    EXPECT_THAT(page.failure().explain(), HasSubstr(word));
  }
}

TEST(Ask, S2_16_an_undeclared_enumerator_names_the_field_and_the_allowed_set) {
  bench b({R"({"title":"A","component":"c","topics":[],"difficulty":"EXPERT"})"}, with(policies::once()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  const auto text = page.failure().explain();
  EXPECT_THAT(text, HasSubstr("/difficulty"));
  for (const char* name : {"INTRODUCTORY", "INTERMEDIATE", "ADVANCED"}) EXPECT_THAT(text, HasSubstr(name));
}

TEST(Ask, S2_17_prose_in_front_is_a_syntax_error_under_the_default_reader) {
  bench b({"Sure! " + good}, with(policies::once()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().kind, failure_kind::not_json);
  EXPECT_EQ(page.failure().errors.front().offset, 0U);
}

TEST(Ask, S2_28_leniency_is_an_explicit_choice) {
  bench b({"Sure! " + good}, with(policies::once()));
  auto lenient = about();
  lenient.reading = reading_level::wrapper;
  const auto page = b.client.ask<Page>(lenient);
  ASSERT_TRUE(page) << page.explain();
  EXPECT_FALSE(page.report().attempts.front().ledger.empty());
}

TEST(Ask, X_03_cleaning_comes_before_validation_so_a_fenced_reply_costs_one_call) {
  bench b({"```json\n" + good + "\n```"}, with(policies::spring()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page) << page.explain();
  EXPECT_EQ(b.model->calls(), 1U);
  ASSERT_FALSE(page.report().attempts.front().ledger.empty());
  EXPECT_THAT(page.report().attempts.front().ledger.front().rule, HasSubstr("fence"));
}

TEST(Ask, S2_30_the_caller_chooses_what_is_removed) {
  auto nothing = with(policies::once());
  nothing.cleaners.emplace();
  bench b({"```json\n" + good + "\n```"}, nothing);
  EXPECT_FALSE(b.client.ask<Page>(about()));
}

TEST(Ask, S4_01_extra_fields_missing_fields_and_prose_are_detected) {
  const std::string extra =
      R"({"title":"A","component":"c","topics":[],"difficulty":"ADVANCED","mood":"good"})";
  for (const auto& [reply, kind] :
       {std::pair{extra, failure_kind::schema_invalid}, std::pair{only_title, failure_kind::schema_invalid},
        std::pair{"Of course. " + good, failure_kind::not_json}}) {
    bench b({reply}, with(policies::once()));
    const auto page = b.client.ask<Page>(about());
    ASSERT_FALSE(page);
    EXPECT_EQ(page.failure().kind, kind);
  }
}

TEST(Ask, S4_02_one_switch_turns_detection_and_retry_on) {
  bench b({only_title, good});
  auto r = about();
  r.policy = policies::spring();  // the one line
  EXPECT_TRUE(b.client.ask<Page>(r));
}

TEST(Ask, S4_03_pass_returns_fail_appends_and_asks_again) {
  bench b({only_title, only_title, good}, with(policies::spring()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page);
  const auto& attempts = page.report().attempts;
  ASSERT_EQ(attempts.size(), 3U);
  EXPECT_EQ(attempts[0].cause, attempt_cause::first);
  EXPECT_EQ(attempts[0].fault, failure_kind::schema_invalid);
  EXPECT_EQ(attempts[1].cause, attempt_cause::correction);
  EXPECT_THAT(b.model->asked(1), HasSubstr(attempts[0].feedback));
  EXPECT_EQ(attempts[2].fault, std::nullopt);
  EXPECT_TRUE(attempts[2].feedback.empty());
}

TEST(Ask, S4_04_errors_are_concrete_path_expected_and_actual) {
  bench b({R"({"title":"A","component":"c","topics":"json","difficulty":"ADVANCED"})", good},
          with(policies::spring()));
  ASSERT_TRUE(b.client.ask<Page>(about()));
  const auto told = b.model->asked(1).substr(b.model->asked(0).size());
  EXPECT_THAT(told, HasSubstr("/topics"));
  EXPECT_THAT(told, HasSubstr("array"));
  EXPECT_THAT(told, HasSubstr("string"));
}

TEST(Ask, S4_07_validation_needs_no_wiring) {
  const client plain(scripted({only_title, good}));
  const auto page = plain.ask<Page>(about());
  ASSERT_TRUE(page) << page.explain();
  EXPECT_EQ(page.attempts(), 2U);
}

TEST(Ask, S5_36_types_are_strict) {
  struct Flag {
    bool on = false;
  };
  for (const char* reply : {R"({"on":"true"})", R"({"on":1})", R"({"on":"1"})", R"({"on":null})"}) {
    bench b({reply}, with(policies::once()));
    const auto got = b.client.ask<Flag>(about());
    ASSERT_FALSE(got) << reply;
    EXPECT_EQ(got.failure().group(), failure_group::invalid_output);
  }
}

TEST(Ask, a_name_that_comes_twice_is_a_failure_of_its_own_and_is_corrected) {
  bench b({R"({"title":"A","title":"B","component":"c","topics":[],"difficulty":"ADVANCED"})", good},
          with(policies::incidentops()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page) << page.explain();
  EXPECT_EQ(page.report().attempts[0].fault, failure_kind::duplicate_key);
}

TEST(Ask, X_02_the_bad_reply_can_go_back_as_an_assistant_turn) {
  auto p = policies::spring();
  p.feedback = feedback_place::assistant_turn;
  bench b({only_title, good}, with(p));
  ASSERT_TRUE(b.client.ask<Page>(about()));
  const auto asked = b.model->requests();
  ASSERT_EQ(asked[1].messages.size(), asked[0].messages.size() + 2);
  const auto& bad = asked[1].messages[asked[1].messages.size() - 2];
  EXPECT_EQ(bad, (message{role::assistant, only_title}));
  EXPECT_TRUE(asked[1].messages.back().text.starts_with("Output JSON validation failed because of:"));
}

TEST(Ask, X_09_a_confidence_that_the_model_reports_is_data_and_steers_nothing) {
  struct Guess {
    std::string answer;
    double confidence = 0;
  };
  for (const char* reply : {R"({"answer":"x","confidence":0.01})", R"({"answer":"x","confidence":0.99})"}) {
    bench b({reply}, with(policies::spring()));
    const auto got = b.client.ask<Guess>(about());
    ASSERT_TRUE(got);
    EXPECT_EQ(got.attempts(), 1U);
  }
}

}  // namespace
}  // namespace tenon
