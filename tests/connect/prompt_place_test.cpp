// What is sent: the messages, the mode, where the format instructions stand.
#include "page.hpp"

#include <algorithm>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

namespace tenon {
namespace {

using pages::about;
using pages::bench;
using pages::good;
using pages::only_title;
using pages::Page;
using pages::with;
using testing::HasSubstr;
using testing::Not;

constexpr const char* format_word = "RFC 8259";

script_options able(capabilities can) {
  return {.can = can};
}

/// As of the row of the in-process model: the constraint never reaches it as text.
capabilities in_process() {
  return {.native_schema = true, .schema_invisible = true, .in_process = true};
}

std::string schema_text() {
  return program_of<Page>()->compact();
}

std::size_t bytes_of(const model_request& r) {
  std::size_t n = 0;
  for (const auto& m : r.messages) n += m.text.size();
  return n;
}

TEST(PromptPlace, S2_12_the_default_appends_instructions_and_schema_to_the_user_message) {
  bench b({good});
  ASSERT_TRUE(b.client.ask<Page>(about("Describe the page.")));
  const auto asked = b.model->requests()[0];
  ASSERT_EQ(asked.messages.size(), 1U);
  EXPECT_EQ(asked.messages[0].who, role::user);
  const auto& text = asked.messages[0].text;
  EXPECT_TRUE(text.starts_with("Describe the page.\n"));
  EXPECT_THAT(text, HasSubstr("JSON"));
  EXPECT_THAT(text, HasSubstr(format_word));
  EXPECT_THAT(text, HasSubstr("explain"));
  EXPECT_THAT(text, HasSubstr("fence"));
  EXPECT_GT(text.find(schema_text()), text.find(format_word));
  EXPECT_NE(text.find(schema_text()), std::string::npos);
}

TEST(PromptPlace, S2_12_the_whole_user_message_is_the_golden_file) {
  bench b({good});
  const auto sent = b.client.preview<Page>(about("Describe the page."));
  ASSERT_TRUE(sent);
  std::ifstream file(TENON_TEST_FILES "/golden/user_message.txt");
  std::stringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(sent->messages.back().text + "\n", golden.str());
}

TEST(PromptPlace, S1_15_the_schema_is_in_the_prompt_by_default) {
  bench b({good});
  ASSERT_TRUE(b.client.ask<Page>(about()));
  EXPECT_THAT(b.model->asked(0), HasSubstr(schema_text()));
}

TEST(PromptPlace, the_in_process_model_reads_them_in_the_system_message) {
  auto how = client_options{.mode = output_mode::prompt};
  bench b({good, good}, how, able(in_process()));
  auto r = about("Report A");
  r.system = "You read reports.";
  ASSERT_TRUE(b.client.ask<Page>(r));
  r.prompt = "Report B";
  ASSERT_TRUE(b.client.ask<Page>(r));
  const auto asked = b.model->requests();
  ASSERT_EQ(asked[0].messages.size(), 2U);
  EXPECT_EQ(asked[0].messages[0].who, role::system);
  EXPECT_TRUE(asked[0].messages[0].text.starts_with("You read reports.\n"));
  EXPECT_THAT(asked[0].messages[0].text, HasSubstr(schema_text()));
  EXPECT_EQ(asked[0].messages[1].text, "Report A");
  EXPECT_EQ(asked[0].messages[0], asked[1].messages[0]) << "the prefix is shared between calls";
}

TEST(PromptPlace, the_place_is_a_choice) {
  bench system({good}, {.format = format_place::system_message});
  ASSERT_TRUE(system.client.ask<Page>(about("Hello")));
  EXPECT_EQ(system.model->asked(0), "Hello");
  bench user({good}, {.mode = output_mode::prompt, .format = format_place::user_message}, able(in_process()));
  ASSERT_TRUE(user.client.ask<Page>(about("Hello")));
  EXPECT_THAT(user.model->asked(0), HasSubstr(schema_text()));
}

TEST(PromptPlace, a_correction_keeps_everything_before_it_as_it_was) {
  bench b({only_title, good}, with(policies::local()), able(in_process()));
  ASSERT_TRUE(b.client.ask<Page>(about("A long report")));
  const auto asked = b.model->requests();
  ASSERT_EQ(asked[0].messages.size(), asked[1].messages.size());
  EXPECT_EQ(asked[0].messages[0], asked[1].messages[0]);
  EXPECT_TRUE(asked[1].messages[1].text.starts_with(asked[0].messages[1].text));
}

TEST(PromptPlace, S2_14_parameters_are_inserted_literally) {
  bench b({good});
  request r{.prompt = R"(Page {page} of {"json": true} and {unknown})",
            .args = {{"page", "{page} {evil} 7"}}};
  ASSERT_TRUE(b.client.ask<Page>(r));
  EXPECT_TRUE(b.model->asked(0).starts_with(R"(Page {page} {evil} 7 of {"json": true} and {unknown})"));
}

TEST(PromptPlace, an_argument_that_the_prompt_never_uses_is_noted) {
  bench b({good});
  const auto page = b.client.ask<Page>({.prompt = "Page {pgae}", .args = {{"page", "x"}}});
  ASSERT_TRUE(page);
  EXPECT_THAT(page.report().notes, testing::Contains(HasSubstr("page")));
}

TEST(PromptPlace, system_examples_turns_and_prompt_come_in_this_order) {
  bench b({good});
  request r{.system = "S",
            .prompt = "P",
            .messages = {{role::user, "M1"}, {role::assistant, "M2"}},
            .examples = {{"I", "O"}}};
  ASSERT_TRUE(b.client.ask<Page>(r));
  std::vector<std::string> order;
  const auto asked = b.model->requests()[0];
  for (const auto& m : asked.messages)
    order.push_back(std::string(to_string(m.who)) + ":" + m.text.substr(0, 2));
  EXPECT_THAT(order, testing::ElementsAre("system:S", "user:I", "assistant:O", "user:M1", "assistant:M2",
                                          "user:P\n"));
}

TEST(PromptPlace, without_a_prompt_the_last_user_message_is_the_question) {
  bench b({good});
  ASSERT_TRUE(b.client.ask<Page>({.messages = {{role::user, "Question"}}}));
  const auto asked = b.model->requests()[0];
  ASSERT_EQ(asked.messages.size(), 1U);
  EXPECT_THAT(asked.messages[0].text, HasSubstr(schema_text()));
}

TEST(PromptPlace, a_request_that_asks_nothing_is_invalid_and_calls_nothing) {
  bench b({good});
  const auto page = b.client.ask<Page>({});
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().kind, failure_kind::invalid_argument);
  EXPECT_EQ(b.model->calls(), 0U);
}

TEST(PromptPlace, S2_32_native_mode_sends_the_schema_as_a_constraint_and_no_format_text) {
  bench b({good, good}, {}, able({.native_schema = true}));
  auto r = about();
  ASSERT_TRUE(b.client.ask<Page>(r));
  r.mode = output_mode::native;
  ASSERT_TRUE(b.client.ask<Page>(r));
  const auto asked = b.model->requests();
  EXPECT_EQ(asked[1].mode, output_mode::native);
  ASSERT_TRUE(asked[1].shape);
  EXPECT_EQ(asked[1].shape->document(), program_of<Page>()->document());
  EXPECT_EQ(asked[1].messages.back().text, "Describe the page.");
  EXPECT_LT(bytes_of(asked[1]), bytes_of(asked[0]));
}

TEST(PromptPlace, S2_33_the_mode_is_set_per_call_or_for_every_call) {
  bench every({good}, {.mode = output_mode::native}, able({.native_schema = true}));
  ASSERT_TRUE(every.client.ask<Page>(about()));
  EXPECT_EQ(every.model->requests()[0].mode, output_mode::native);
  bench one({good, good}, {}, able({.native_schema = true}));
  auto r = about();
  r.mode = output_mode::native;
  ASSERT_TRUE(one.client.ask<Page>(r));
  ASSERT_TRUE(one.client.ask<Page>(about()));
  EXPECT_EQ(one.model->requests()[0].mode, output_mode::native);
  EXPECT_EQ(one.model->requests()[1].mode, output_mode::prompt);
}

TEST(PromptPlace, S2_34_native_is_off_by_default) {
  bench b({good}, {}, able({.native_schema = true}));
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page);
  EXPECT_EQ(b.model->requests()[0].mode, output_mode::prompt);
  EXPECT_EQ(page.report().mode, output_mode::prompt);
}

TEST(PromptPlace, X_20_an_in_process_model_defaults_to_automatic_which_is_native_where_it_can_be) {
  bench b({good}, {}, able(in_process()));
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page);
  EXPECT_EQ(page.report().requested_mode, output_mode::automatic);
  EXPECT_EQ(page.report().mode, output_mode::native);
  EXPECT_FALSE(page.report().degraded);
}

TEST(PromptPlace, automatic_is_the_prompt_where_the_model_has_no_native_mode) {
  bench b({good}, {.mode = output_mode::automatic});
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page);
  EXPECT_EQ(page.report().mode, output_mode::prompt);
}

TEST(PromptPlace, native_mode_keeps_the_schema_in_the_prompt_where_the_constraint_is_invisible) {
  bench b({good}, {}, able(in_process()));
  ASSERT_TRUE(b.client.ask<Page>(about()));
  const auto asked = b.model->requests()[0];
  EXPECT_EQ(asked.mode, output_mode::native);
  EXPECT_THAT(asked.messages.front().text, HasSubstr(schema_text()));
}

TEST(PromptPlace, S2_35_a_mode_that_cannot_be_had_degrades_for_all_to_see) {
  bench b({good}, {.mode = output_mode::native});
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page);
  EXPECT_EQ(b.model->requests()[0].mode, output_mode::prompt);
  EXPECT_TRUE(page.report().degraded);
  EXPECT_EQ(page.report().requested_mode, output_mode::native);
  EXPECT_EQ(page.report().mode, output_mode::prompt);
  EXPECT_THAT(page.report().notes, testing::Contains(HasSubstr("native")));
}

TEST(PromptPlace, strict_native_turns_the_degradation_into_a_configuration_error) {
  bench b({good}, {.mode = output_mode::native, .strict_native = true});
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().kind, failure_kind::invalid_argument);
  EXPECT_EQ(page.failure().errors.front().code, "strict_native");
  EXPECT_EQ(b.model->calls(), 0U);
}

TEST(PromptPlace, S2_35_a_constraint_that_the_model_rejects_goes_into_the_prompt_for_all_to_see) {
  const auto rejected = [] { return step::fails(failure_kind::schema_rejected, "no such keyword"); };
  bench b({rejected(), good}, {.mode = output_mode::automatic}, able({.native_schema = true}));
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page) << page.explain();
  const auto asked = b.model->requests();
  EXPECT_EQ(asked[0].mode, output_mode::native);
  EXPECT_EQ(asked[1].mode, output_mode::prompt);
  EXPECT_THAT(asked[1].messages.back().text, HasSubstr(schema_text()));
  EXPECT_TRUE(page.report().degraded);
  EXPECT_EQ(page.report().mode, output_mode::prompt);
  EXPECT_EQ(page.report().attempts[1].cause, attempt_cause::other_mode);
  EXPECT_THAT(page.report().notes, testing::Contains(HasSubstr("no such keyword")));

  bench strict({rejected(), good}, {.mode = output_mode::native, .strict_native = true},
               able({.native_schema = true}));
  const auto refused = strict.client.ask<Page>(about());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.failure().kind, failure_kind::schema_rejected);
  EXPECT_EQ(strict.model->calls(), 1U);
}

TEST(PromptPlace, S4_16_native_mode_and_validation_combine) {
  bench b({only_title, good}, {.policy = policies::spring(), .mode = output_mode::native},
          able({.native_schema = true}));
  ASSERT_TRUE(b.client.ask<Page>(about()));
  const auto asked = b.model->requests();
  ASSERT_EQ(asked.size(), 2U);
  EXPECT_TRUE(asked[0].shape && asked[1].shape);
  EXPECT_THAT(asked[1].messages.back().text, HasSubstr("Output JSON validation failed because of:"));
}

TEST(PromptPlace, S5_37_native_mode_is_validated_all_the_same) {
  bench b({only_title}, {.policy = policies::once(), .mode = output_mode::native},
          able({.native_schema = true}));
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().group(), failure_group::invalid_output);
}

TEST(PromptPlace, S2_63_R3_07_typed_calls_run_at_temperature_0_unless_told_otherwise_or_refused) {
  bench b({good, good});
  ASSERT_TRUE(b.client.ask<Page>(about()));
  auto warm = about();
  warm.temperature = 0.7;
  ASSERT_TRUE(b.client.ask<Page>(warm));
  EXPECT_EQ(b.model->requests()[0].temperature, 0.0);
  EXPECT_EQ(b.model->requests()[1].temperature, 0.7);
  bench cold({good}, {}, able({.temperature = false}));
  const auto page = cold.client.ask<Page>(warm);
  ASSERT_TRUE(page);
  EXPECT_EQ(cold.model->requests()[0].temperature, std::nullopt);
  EXPECT_THAT(page.report().notes, testing::Contains(HasSubstr("temperature")));
}

TEST(PromptPlace, seed_cap_and_source_travel_with_the_request) {
  bench b({good, good});
  auto r = about("Report: {text}");
  r.args = {{"text", "payments-api is down"}};
  r.seed = 7;
  r.max_output_tokens = 99;
  ASSERT_TRUE(b.client.ask<Page>(r));
  const auto asked = b.model->requests()[0];
  EXPECT_EQ(asked.seed, 7U);
  EXPECT_EQ(asked.max_output_tokens, 99U);
  EXPECT_THAT(asked.source, HasSubstr("payments-api is down"));
  r.source = "only this";
  ASSERT_TRUE(b.client.ask<Page>(r));
  EXPECT_EQ(b.model->requests()[1].source, "only this");
}

TEST(PromptPlace, a_preview_calls_nothing_and_is_what_the_first_attempt_sends) {
  bench b({good});
  const auto shown = b.client.preview<Page>(about());
  ASSERT_TRUE(shown);
  EXPECT_EQ(b.model->calls(), 0U);
  ASSERT_TRUE(b.client.ask<Page>(about()));
  const auto sent = b.model->requests()[0];
  EXPECT_EQ(shown->messages, sent.messages);
  EXPECT_EQ(shown->mode, sent.mode);
  EXPECT_EQ(shown->max_output_tokens, sent.max_output_tokens);
  EXPECT_FALSE(b.client.preview<Page>({}));
}

TEST(PromptPlace, a_preview_takes_no_turn_in_a_rate_limit_and_asks_no_circuit) {
  auto o = with(policies::once());
  o.routes =
      std::make_shared<routes>(breaker_options{.failures = 1}, limiter_options{.requests_per_minute = 1});
  bench b({step::fails(failure_kind::overloaded)}, std::move(o));
  for (int n = 0; n < 3; ++n) EXPECT_TRUE(b.client.preview<Page>(about()));
  EXPECT_EQ(b.client.ask<Page>(about()).failure().kind, failure_kind::overloaded);
  EXPECT_TRUE(b.client.preview<Page>(about()));  // the circuit is open, the minute is used up
  EXPECT_EQ(b.model->calls(), 1U);
}

TEST(PromptPlace, a_request_is_a_value_and_can_be_used_again) {
  bench b({only_title, good, only_title, good}, with(policies::spring()));
  const auto r = about();
  const auto first = b.client.ask<Page>(r);
  const auto second = b.client.ask<Page>(r);
  EXPECT_EQ(first.attempts(), second.attempts());
  EXPECT_EQ(b.model->requests()[0].messages, b.model->requests()[2].messages);
}

}  // namespace
}  // namespace tenon
