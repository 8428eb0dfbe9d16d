#include <gtest/gtest.h>
#include <memory>
#include <string>

#include <tenon/result.hpp>

namespace {

using tenon::problem;
using tenon::result;

result<std::string> named(bool good) {
  if (good) return std::string("tenon");
  problem p;
  p.code = "no_name";
  return p;
}

TEST(Result, a_value_reads_like_a_pointer) {
  const auto r = named(true);
  ASSERT_TRUE(r);
  EXPECT_EQ(*r, "tenon");
  EXPECT_EQ(r->size(), 5U);
  EXPECT_EQ(r.value_or("other"), "tenon");
}

TEST(Result, an_error_is_kept_whole) {
  const auto r = named(false);
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().code, "no_name");
  EXPECT_EQ(r.value_or("other"), "other");
}

TEST(Result, a_value_that_can_only_move_moves_out) {
  result<std::unique_ptr<int>> r = std::make_unique<int>(7);
  const std::unique_ptr<int> taken = *std::move(r);
  EXPECT_EQ(*taken, 7);
}

TEST(Result, value_and_error_may_be_of_the_same_kind_of_type) {
  const result<int, std::string> good = 1;
  const result<int, std::string> bad = std::string("why");
  EXPECT_TRUE(good.has_value());
  EXPECT_EQ(bad.error(), "why");
}

}  // namespace
