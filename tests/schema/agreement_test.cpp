// All ways of judging an instance say the same of random schemas and of random instances that are nearly
// valid for them: a short walk through what fuzz/differential_fuzz.cpp searches, the same on every machine.
#include "drivers_agree.hpp"
#include "mutate.hpp"
#include "random_instance.hpp"
#include "random_schema.hpp"

#include <cstdlib>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <string_view>

#include <tenon/writer.hpp>

namespace {

std::size_t rounds(std::size_t standard) {
  const char* const full = std::getenv("TENON_FULL");
  return full != nullptr && std::string_view(full) == "1" ? standard * 30 : standard;
}

struct tally {
  std::size_t valid = 0;
  std::size_t invalid = 0;
  std::size_t refused = 0;
};

/// Of one schema of this draft.
void judge(tenon::schema::draft of, std::uint64_t seed, tally& t) {
  test::choices from(seed);
  const tenon::value schema = test::random_schema(from, of).root();
  const auto code = tenon::schema::program::compile(schema);
  if (!code) {  // it refers to itself without a step down
    ++t.refused;
    EXPECT_EQ(code.error().code, "$ref") << tenon::json::write(schema) << tenon::explain(code.error());
    return;
  }
  test::drivers all(*code);
  test::random_instance instances(from, schema);
  for (int i = 0; i < 4; ++i) {
    std::string text = tenon::json::write(instances.make());
    if (from.one_in(4)) text = test::mutator(from.pick(65'536)).changed(text);
    std::optional<bool> valid;
    EXPECT_EQ(all.broken(text, from, &valid), "") << tenon::json::write(schema) << "\n" << text;
    if (valid) ++(*valid ? t.valid : t.invalid);
  }
}

void judge_many(tenon::schema::draft of) {
  tally t;
  const std::size_t count = rounds(400);
  for (std::size_t seed = 1; seed <= count && !testing::Test::HasFailure(); ++seed) judge(of, seed, t);
  EXPECT_GT(t.valid, count / 2);
  EXPECT_GT(t.invalid, count / 2);
  EXPECT_LT(t.refused, count / 10);
}

TEST(Drivers, agree_on_draft_4) {
  judge_many(tenon::schema::draft::d4);
}
TEST(Drivers, agree_on_draft_6) {
  judge_many(tenon::schema::draft::d6);
}
TEST(Drivers, agree_on_draft_7) {
  judge_many(tenon::schema::draft::d7);
}
TEST(Drivers, agree_on_draft_2019_09) {
  judge_many(tenon::schema::draft::d2019);
}
TEST(Drivers, agree_on_draft_2020_12) {
  judge_many(tenon::schema::draft::d2020);
}

}  // namespace
