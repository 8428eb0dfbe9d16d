// Names on the wire, and sums of what was spent.
#include <gtest/gtest.h>
#include <limits>

#include <tenon/model.hpp>
#include <tenon/usage.hpp>

namespace {

using namespace tenon;

TEST(ModelNames, every_output_mode_reads_back_by_its_name) {
  for (const auto mode : {output_mode::automatic, output_mode::native, output_mode::tool,
                          output_mode::json_object, output_mode::prompt})
    EXPECT_EQ(output_mode_from(to_string(mode)), mode);
  EXPECT_EQ(output_mode_from("auto"), output_mode::automatic);
  EXPECT_EQ(output_mode_from("Native"), std::nullopt);
  EXPECT_EQ(output_mode_from(""), std::nullopt);
}

TEST(ModelNames, roles_and_finish_reasons_have_the_names_of_their_enumerators) {
  EXPECT_EQ(to_string(role::assistant), "assistant");
  EXPECT_EQ(to_string(finish_reason::content_filter), "content_filter");
  EXPECT_EQ(to_string(finish_reason::runaway), "runaway");
}

TEST(Usage, a_sum_adds_what_is_known_and_counts_what_is_not) {
  usage_total sum;
  usage one;
  one.input_tokens = 10;
  one.output_tokens = 5;
  one.cached_input_tokens = 4;
  sum += one;
  sum += usage{};
  usage only_output;
  only_output.output_tokens = 15;
  only_output.reasoning_tokens = 9;
  sum += only_output;
  EXPECT_EQ(sum.input_tokens, 10U);
  EXPECT_EQ(sum.output_tokens, 20U);
  EXPECT_EQ(sum.cached_input_tokens, 4U);
  EXPECT_EQ(sum.reasoning_tokens, 9U);
  EXPECT_EQ(sum.attempts_without_usage, 1U);
  EXPECT_EQ(sum.tokens(), 30U);
}

TEST(Usage, a_sum_never_starts_again_at_zero) {
  usage_total sum;
  usage huge;
  huge.input_tokens = std::numeric_limits<std::uint64_t>::max();
  sum += huge;
  sum += huge;
  EXPECT_EQ(sum.input_tokens, std::numeric_limits<std::uint64_t>::max());
}

}  // namespace
