// The rows about reading, of behaviour_test.cpp: what a typed call does where a well-known engine was
// measured to do something else: one test or more for each row of that comparison, named after its number.
// Written from the table alone, through the door that a user takes; the scripted model is the witness of how
// often it was called.
#include "behaviour.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

namespace behaviour {
namespace {

using testing::Contains;
using testing::IsEmpty;

TEST(Behaviour, row_1_a_valid_reply_in_a_fence_or_after_a_think_block_costs_one_call) {
  const std::pair<std::string, std::string> cases[] = {
      {"```json\n" + ticket() + "\n```", "markdown_fence"},
      {"<think>Hm, HIGH?</think>\n" + ticket(), "think_block"},
  };
  for (const auto& [reply, rule] : cases) {
    fake_clock time;
    const auto model = scripted({step::reply(reply)});
    const auto got = ask_with<Ticket>(model, policies::spring(), time);
    ASSERT_TRUE(got) << got.explain();
    EXPECT_EQ(model->calls(), 1U);
    EXPECT_EQ(got->title, "Disk");
    EXPECT_THAT(got.report().attempts.at(0).ledger, Contains(testing::Field(&edit::rule, rule)));
  }
}

TEST(Behaviour, row_10_nothing_is_converted_that_the_reply_does_not_say) {
  struct wrong {
    std::string_view member;
    std::string_view text;
    std::string_view place;
  };
  const wrong cases[] = {
      {"owner", "", ""},             // not null, not an empty one
      {"count", "\"3\"", "/count"},  // not 3
      {"count", "42.7", "/count"},   // not 42
      {"level", "2", "/level"},      // not HIGH
      {"level", "\"high\"", "/level"},
      {"level", "\"\"", "/level"},
      {"ratio", "1e999", "/ratio"},  // not infinity
      {"count", "4294967299", "/count"},
      {"tags", "\"a\"", "/tags"},
      {"title", "null", "/title"},
  };
  for (const auto& [member, text, place] : cases) {
    const auto got = ask_once(ticket(member, text));
    ASSERT_FALSE(got) << text;
    EXPECT_EQ(got.failure().group(), failure_group::invalid_output);
    ASSERT_FALSE(got.failure().errors.empty());
    EXPECT_EQ(got.failure().errors.at(0).place, place) << text;
  }
}

TEST(Behaviour, row_10_a_repeated_name_is_a_failure_and_not_the_last_of_them) {
  const auto got = ask_once(R"({"title":"Wrong",)" + ticket().substr(1));
  ASSERT_FALSE(got);
  EXPECT_EQ(got.failure().kind, failure_kind::duplicate_key);
  EXPECT_EQ(got.failure().errors.at(0).place, "/title");
}

TEST(Behaviour, row_12_tags_and_comments_inside_a_string_arrive_untouched) {
  const auto got = ask_once(ticket("note", R"("<think>x</think> /* y */ ```z```")"));
  ASSERT_TRUE(got) << got.explain();
  EXPECT_EQ(got->note, "<think>x</think> /* y */ ```z```");
  EXPECT_THAT(got.report().attempts.at(0).ledger, IsEmpty());
}

TEST(Behaviour, row_13_seventy_kilobytes_of_think_tags_are_one_quick_failure) {
  std::string reply;
  while (reply.size() < 70'000) reply += "<think>";
  const auto got = ask_once(reply);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.failure().kind, failure_kind::not_json);
  const auto read = ask_once(reply + "</think>" + ticket());
  EXPECT_TRUE(read) << read.explain();
}

TEST(Behaviour, row_16_a_member_that_may_be_null_or_absent_costs_nothing_when_it_is) {
  for (const std::string_view text : {"null", ""}) {
    fake_clock time;
    const auto model = scripted({step::reply(ticket("note", text))});
    const auto got = ask_with<Ticket>(model, policies::spring(), time);
    ASSERT_TRUE(got) << got.explain();
    EXPECT_EQ(model->calls(), 1U);
    EXPECT_EQ(got->note, std::nullopt);
  }
}

result<std::vector<std::string>, problems> as_list(const std::string& reply) {
  fake_clock time;
  const auto got = client(scripted({step::reply(reply)}), {.policy = policies::once(), .world = time.world()})
                       .ask(converters::list(), question());
  if (!got) return got.failure().errors;
  return *got;
}

TEST(Behaviour, row_22_a_list_is_read_as_the_list_it_is) {
  const std::vector<std::string> wanted = {"red", "green", "blue, light"};
  for (const auto* reply : {"red, green, \"blue, light\"", R"(["red","green","blue, light"])",
                            "```json\n[\"red\", \"green\", \"blue, light\"]\n```",
                            "<think>three</think>red,green,\"blue, light\""}) {
    const auto got = as_list(reply);
    ASSERT_TRUE(got) << reply << explain(got.error().at(0));
    EXPECT_EQ(*got, wanted) << reply;
  }
}

TEST(Behaviour, row_22_what_is_no_list_is_an_error) {
  for (const auto* reply : {"", "Sure! Here are some colours that you may like: red, green and blue.",
                            R"({"colours":["red"]})", R"(["red",{"name":"green"}])", "- red\n- green\n- blue",
                            "1. red\n2. green", "red,, blue", "red, \"green"}) {
    const auto got = as_list(reply);
    ASSERT_FALSE(got) << reply << " gave " << got->size();
    EXPECT_EQ(group_of(got.error().at(0).kind), failure_group::invalid_output) << reply;
  }
}

TEST(Behaviour, row_25_json_in_a_prompt_is_text_even_where_a_parameter_is_used) {
  fake_clock time;
  const auto model = scripted({step::reply(ticket())});
  const request r{.prompt = R"(Like {"a": {"b": [1]}} and {unknown}: {report})",
                  .args = {{"report", "{\"x\": {report}}"}}};
  const auto got = ask_with<Ticket>(model, policies::once(), time, r);
  ASSERT_TRUE(got) << got.explain();
  EXPECT_TRUE(model->asked(0).starts_with(R"(Like {"a": {"b": [1]}} and {unknown}: {"x": {report}})"))
      << model->asked(0);
}

}  // namespace
}  // namespace behaviour
