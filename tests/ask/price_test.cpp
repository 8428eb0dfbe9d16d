#include <gtest/gtest.h>
#include <limits>
#include <string>

#include <tenon/price.hpp>

namespace tenon {
namespace {

constexpr std::uint64_t unit = 1'000'000'000'000;

TEST(Price, amounts_are_read_exactly) {
  const std::pair<const char*, std::uint64_t> right[] = {
      {"0", 0}, {"1", unit}, {"1.5", unit * 3 / 2}, {"0.000000000001", 1}, {"18000000", 18'000'000 * unit}};
  for (const auto& [text, pico] : right) {
    const auto read = money_from(text);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(read->pico, pico) << text;
  }
  for (const char* wrong : {"", ".", "1.", ".5", "-1", "1e3", "1,5", " 1", "1 ", "0x1", "18000001",
                            "999999999", "0.0000000000001", "NaN", "1.2.3"}) {
    const auto read = money_from(wrong);
    ASSERT_FALSE(read) << wrong;
    EXPECT_EQ(read.error().kind, failure_kind::invalid_argument);
  }
}

TEST(Price, what_was_spent_is_never_shown_as_less) {
  EXPECT_EQ(to_string(money{0}), "0.00");
  EXPECT_EQ(to_string(money{unit}), "1.00");
  EXPECT_EQ(to_string(money{unit / 100 * 123}), "1.23");
  EXPECT_EQ(to_string(money{1}), "0.000001");
  EXPECT_EQ(to_string(money{unit - 1}), "1.00");
}

TEST(Price, a_price_per_million_is_rounded_up_to_a_pico) {
  EXPECT_EQ(price_per_million("1.25")->pico, 1'250'000U);
  EXPECT_EQ(price_per_million("0.000000000001")->pico, 1U);
  EXPECT_EQ(price_per_million("0")->pico, 0U);
}

TEST(Price, parts_of_the_input_are_priced_apart) {
  const price each{.input = {10}, .output = {100}, .cached_input = money{1}, .cache_write = money{20}};
  EXPECT_EQ(cost_of({.input_tokens = 100, .output_tokens = 5}, each).pico, 1'500U);
  EXPECT_EQ(cost_of({.input_tokens = 100, .output_tokens = 5, .cached_input_tokens = 40}, each).pico, 1'140U);
  EXPECT_EQ(cost_of({.input_tokens = 100, .cached_input_tokens = 40, .cache_write_tokens = 10}, each).pico,
            740U);
  // Parts that are larger than the whole, as some servers report, cannot make it negative.
  EXPECT_EQ(cost_of({.input_tokens = 10, .cached_input_tokens = 40, .cache_write_tokens = 10}, each).pico,
            10U);
  EXPECT_EQ(cost_of({}, each).pico, 0U);
  const price plain{.input = {10}, .output = {100}};
  EXPECT_EQ(cost_of({.input_tokens = 100, .cached_input_tokens = 40}, plain).pico, 1'000U);
}

TEST(Price, sums_stay_at_the_largest_amount) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ((money{most} + money{1}).pico, most);
  EXPECT_EQ(cost_of({.input_tokens = most}, {.input = {2}}).pico, most);
}

TEST(Price, the_longest_name_wins_and_a_whole_one_over_a_star) {
  price_table table;
  EXPECT_EQ(table.find("openai:gpt-5"), nullptr);
  table.set("openai:*", {.input = {1}});
  table.set("openai:gpt-5*", {.input = {2}});
  table.set("openai:gpt-5-mini", {.input = {3}});
  EXPECT_EQ(table.find("openai:o4")->input.pico, 1U);
  EXPECT_EQ(table.find("openai:gpt-5")->input.pico, 2U);
  EXPECT_EQ(table.find("openai:gpt-5-mini")->input.pico, 3U);
  EXPECT_EQ(table.find("openai:gpt-5-mini-2026")->input.pico, 2U);
  EXPECT_EQ(table.find("groq:x"), nullptr);
  table.set("*", {.input = {9}});
  EXPECT_EQ(table.find("groq:x")->input.pico, 9U);
}

}  // namespace
}  // namespace tenon
