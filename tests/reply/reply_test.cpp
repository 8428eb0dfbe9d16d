// What the requirements say of reading, one test each; the many cases are in cases.jsonl.
#include "ledger.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>

#include <tenon/reply.hpp>
#include <tenon/writer.hpp>

namespace {

using namespace tenon;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> rules(const reply::read_value& got) {
  std::vector<std::string> names;
  for (const auto& e : got.ledger) names.emplace_back(e.rule);
  return names;
}

reply::read_options at(reading_level level) {
  reply::read_options options;
  options.level = level;
  return options;
}

reply::read_options with(std::vector<reply::cleaner> cleaners) {
  reply::read_options options;
  options.cleaners = std::move(cleaners);
  return options;
}

failure_kind kind_of(const result<reply::read_value, reply::unread>& got) {
  return got.error().errors.at(0).kind;
}

const std::string fenced = "```json\n{\"a\": 1}\n```";
const std::string thoughtful = "<think>one or two? one.</think>\n{\"a\": 1}";

TEST(Reply, S2_26_a_reply_in_a_json_fence_parses) {
  const auto got = reply::read(fenced);
  ASSERT_TRUE(got);
  EXPECT_EQ(json::write(got->root), R"({"a":1})");
}

TEST(Reply, S2_27_a_reply_that_begins_with_a_think_block_parses) {
  const auto got = reply::read(thoughtful);
  ASSERT_TRUE(got);
  EXPECT_EQ(json::write(got->root), R"({"a":1})");
}

TEST(Reply, S2_17_a_reply_that_begins_with_Sure_is_a_syntax_error_by_default) {
  const auto got = reply::read("Sure! {\"a\": 1}");
  ASSERT_FALSE(got);
  EXPECT_EQ(kind_of(got), failure_kind::not_json);
  EXPECT_EQ(got.error().errors.at(0).offset, 0U);
}

TEST(Reply, S2_28_prose_in_front_fails_by_default_and_is_read_at_level_wrapper) {
  const std::string text = "Sure! {\"a\": 1}";
  EXPECT_FALSE(reply::read(text));
  const auto got = reply::read(text, at(reading_level::wrapper));
  ASSERT_TRUE(got);
  EXPECT_EQ(json::write(got->root), R"({"a":1})");
  EXPECT_THAT(rules(*got), ElementsAre("surrounding_text"));
}

TEST(Reply, S2_29_the_order_of_a_composite_matters) {
  const std::string text = "<think>x</think>```json\n{\"a\": 1}\n```";
  const auto think_first = reply::composite({reply::thinking_tag(), reply::markdown_fence()});
  const auto fence_first = reply::composite({reply::markdown_fence(), reply::thinking_tag()});
  EXPECT_TRUE(reply::read(text, with({think_first})));
  EXPECT_FALSE(reply::read(text, with({fence_first})));
  const std::string inside = "```json\n<think>x</think>{\"a\": 1}\n```";
  EXPECT_FALSE(reply::read(inside, with({think_first})));
  EXPECT_TRUE(reply::read(inside, with({fence_first})));
}

TEST(Reply, S2_30_an_empty_list_of_cleaners_removes_nothing) {
  const auto got = reply::read(fenced, with({}));
  ASSERT_FALSE(got);
  EXPECT_EQ(kind_of(got), failure_kind::not_json);
}

TEST(Reply, S2_30_only_the_cleaners_that_were_chosen_are_used) {
  EXPECT_TRUE(reply::read(fenced, with({reply::markdown_fence()})));
  EXPECT_FALSE(reply::read(thoughtful, with({reply::markdown_fence()})));
  EXPECT_TRUE(reply::read(thoughtful, with({reply::thinking_tag()})));
}

/// The lenient cleaner of a user: the fenced block if there is one, else all of it.
std::optional<reply::cleaned> fenced_block(std::string_view text, std::uint64_t begin, std::uint64_t end) {
  const auto range = text.substr(begin, end - begin);
  const auto open = range.find("```json\n");
  if (open == std::string_view::npos) return std::nullopt;
  const auto close = range.find("\n```", open);
  if (close == std::string_view::npos) return std::nullopt;
  return reply::cleaned{begin + open + 8, begin + close, {}};
}

TEST(Reply, S2_31_a_custom_cleaner_takes_the_fenced_block_else_the_text) {
  const auto in_prose = reply::read("Sure!\n" + fenced + "\nAnything else?", with({fenced_block}));
  ASSERT_TRUE(in_prose);
  EXPECT_EQ(json::write(in_prose->root), R"({"a":1})");
  EXPECT_TRUE(reply::read(" {\"a\": 1} ", with({fenced_block})));
  EXPECT_FALSE(reply::read("Sure! {\"a\": 1}", with({fenced_block})));
}

TEST(Reply, a_custom_cleaner_that_lists_nothing_is_listed_all_the_same) {
  const std::string text = "Sure!\n" + fenced + "\nAnything else?";
  const auto got = reply::read(text, with({fenced_block}));
  ASSERT_TRUE(got);
  EXPECT_THAT(rules(*got), ElementsAre("custom_cleaner", "custom_cleaner"));
  EXPECT_EQ(unaccounted(text, *got), std::nullopt);
}

TEST(Reply, a_custom_cleaner_that_throws_or_lies_is_an_invalid_argument) {
  const auto throws = [](std::string_view, std::uint64_t, std::uint64_t) -> std::optional<reply::cleaned> {
    throw std::runtime_error("no dictionary");
  };
  const auto thrown = reply::read("x", with({throws}));
  ASSERT_FALSE(thrown);
  EXPECT_EQ(kind_of(thrown), failure_kind::invalid_argument);
  EXPECT_THAT(thrown.error().errors.at(0).message, HasSubstr("no dictionary"));

  const auto grows = [](std::string_view, std::uint64_t b, std::uint64_t e) -> std::optional<reply::cleaned> {
    return reply::cleaned{b, e + 1, {}};
  };
  EXPECT_EQ(kind_of(reply::read("x", with({grows}))), failure_kind::invalid_argument);
  EXPECT_EQ(kind_of(reply::read("x", with({reply::cleaner()}))), failure_kind::invalid_argument);
}

TEST(Reply, X_03_cleaning_comes_before_judging_and_the_ledger_names_what_fired) {
  const auto got = reply::read("\xEF\xBB\xBF<think>x</think>```json\n{\"a\": 1}\n```");
  ASSERT_TRUE(got);
  EXPECT_THAT(rules(*got), ElementsAre("byte_order_mark", "think_block", "markdown_fence", "markdown_fence"));
  for (const auto& e : got->ledger) {
    EXPECT_EQ(e.kind, edit_kind::dropped);
    EXPECT_LT(e.begin, e.end);
    EXPECT_FALSE(e.reason.empty());
  }
}

TEST(Reply, X_21_each_level_reads_what_the_one_before_reads) {
  for (const auto level :
       {reading_level::clean, reading_level::wrapper, reading_level::syntax, reading_level::coerce})
    for (const auto& text : {fenced, thoughtful, std::string("{\"a\":1}")})
      EXPECT_TRUE(reply::read(text, at(level)));
}

TEST(Reply, X_21_levels_read_back_by_their_names) {
  for (const auto level : {reading_level::strict, reading_level::clean, reading_level::wrapper,
                           reading_level::syntax, reading_level::coerce})
    EXPECT_EQ(reading_level_from(to_string(level)), level);
  EXPECT_EQ(reading_level_from("lenient"), std::nullopt);
}

TEST(Reply, row_1_a_valid_reply_in_a_fence_or_after_a_think_block_is_read_at_once) {
  EXPECT_TRUE(reply::read(fenced));
  EXPECT_TRUE(reply::read(thoughtful));
}

TEST(Reply, row_2_what_the_level_allows_is_read_and_the_rest_is_an_error) {
  const std::string one_line = "```json {\"a\": 1} ```";
  const std::string marked = "\xEF\xBB\xBF{\"a\": 1}";
  const std::string orphan = "It is one.</think>{\"a\": 1}";
  const std::string prose = "Sure! {\"a\": 1}";
  for (const auto& text : {one_line, marked, orphan}) {
    EXPECT_FALSE(reply::read(text, at(reading_level::strict)));
    EXPECT_TRUE(reply::read(text, at(reading_level::clean))) << text;
  }
  EXPECT_FALSE(reply::read(prose, at(reading_level::clean)));
  EXPECT_TRUE(reply::read(prose, at(reading_level::wrapper)));
}

TEST(Reply, row_3_two_different_objects_are_never_a_value) {
  const std::string text = "{\"a\": 1}\n{\"a\": 2}";
  const auto cleaned = reply::read(text);
  ASSERT_FALSE(cleaned);
  EXPECT_EQ(cleaned.error().errors.at(0).code, "trailing_bytes");
  const auto wrapped = reply::read(text, at(reading_level::wrapper));
  ASSERT_FALSE(wrapped);
  EXPECT_EQ(kind_of(wrapped), failure_kind::ambiguous);
  ASSERT_EQ(wrapped.error().errors.size(), 2U);
  EXPECT_EQ(wrapped.error().errors[0].found, "{\"a\": 1}");
  EXPECT_EQ(wrapped.error().errors[1].found, "{\"a\": 2}");
  EXPECT_EQ(wrapped.error().errors[1].offset, 9U);
}

TEST(Reply, row_12_think_tags_and_comments_inside_a_string_are_kept) {
  const std::string text = R"({"a":"<think>x</think> /* y */ // z"})";
  for (const auto level : {reading_level::strict, reading_level::clean, reading_level::coerce}) {
    const auto got = reply::read(text, at(level));
    ASSERT_TRUE(got);
    EXPECT_EQ(json::write(got->root), text);
    EXPECT_THAT(got->ledger, IsEmpty());
  }
}

// That reading is linear is seen here by structure: a quadratic walk over this text would be 10^13 steps,
// far beyond the time limit that every test has.
TEST(Reply, row_13_megabytes_of_think_tags_are_read_in_linear_time) {
  std::string open;
  std::string both;
  for (int i = 0; i < 500'000; ++i) {
    open += "<think>";
    both += "</think><think>";
  }
  for (const auto level : {reading_level::clean, reading_level::wrapper}) {
    EXPECT_FALSE(reply::read(open, at(level)));
    EXPECT_FALSE(reply::read(both, at(level)));
    EXPECT_TRUE(reply::read(open + "</think>{}", at(level)));
    EXPECT_TRUE(reply::read(both + "</think>{}", at(level)));
  }
}

TEST(Reply, spans_of_the_value_are_ranges_of_the_whole_reply) {
  const auto got = reply::read(thoughtful);
  ASSERT_TRUE(got);
  const auto text = [&](json::source_span s) { return thoughtful.substr(s.begin, s.end - s.begin); };
  EXPECT_EQ(text(got->root.source()), "{\"a\": 1}");
  EXPECT_EQ(text(got->root.members()[0].name_source), "\"a\"");
  EXPECT_EQ(text(got->root.members()[0].value.source()), "1");
}

TEST(Reply, a_reply_over_the_limit_is_refused_by_its_name) {
  reply::read_options options = at(reading_level::wrapper);
  options.limits.max_bytes = 100;
  const auto got = reply::read(std::string(101, '['), options);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().errors.at(0).code, "max_bytes");
}

TEST(Reply, an_edit_kind_has_the_name_of_its_enumerator) {
  EXPECT_EQ(to_string(edit_kind::dropped), "dropped");
  EXPECT_EQ(to_string(edit_kind::replaced), "replaced");
  EXPECT_EQ(to_string(edit_kind::supplied), "supplied");
}

TEST(Reply, the_ledger_says_which_control_character_was_escaped) {
  reply::read_options options;
  options.level = reading_level::syntax;
  for (const auto& [raw, escaped] : {std::pair{"\v", "\\u000b"}, {"\n", "\\n"}, {"\x01", "\\u0001"}}) {
    const auto got = reply::read("[\"a" + std::string(raw) + "b\"]", options);
    ASSERT_TRUE(got) << escaped;
    ASSERT_EQ(got->ledger.size(), 1U) << escaped;
    EXPECT_EQ(got->ledger.front().rule, "raw_control");
    EXPECT_EQ(got->ledger.front().after, escaped);
  }
}

}  // namespace
