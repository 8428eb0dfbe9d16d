// What must hold for every text: the verdict at the end is the walker's, and the cut makes no difference.
// agreement_test.cpp asks the same of random schemas.
#include "mutate.hpp"
#include "watching.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace {

using test::program;
using test::watch;
using test::watch_state;
using test::watching;

std::size_t rounds(std::size_t standard) {
  const char* const full = std::getenv("TENON_FULL");
  return full != nullptr && std::string_view(full) == "1" ? standard * 30 : standard;
}

struct tally {
  std::size_t valid = 0;
  std::size_t invalid = 0;
};

TEST(WatchProperty, a_text_that_was_changed_is_judged_like_its_value) {
  const auto code = program::compile_text(
      R"({"type":"object","properties":{"name":{"type":"string","pattern":"^[a-zäö]+$","maxLength":8},
          "tags":{"type":"array","uniqueItems":true,"items":{"enum":["red","green","grün"]},"maxItems":3},
          "size":{"type":"integer","minimum":1},"more":{"anyOf":[{"$ref":"#"},{"type":"null"},{"type":"array",
          "items":{"$ref":"#"}}]}},"required":["name"],"additionalProperties":false})");
  ASSERT_TRUE(code);
  const std::string text =
      R"({"name":"bäc","tags":["red","grün"],"size":12,"more":[{"name":"a\u0062"},{"name":"c","more":null}]})";
  ASSERT_TRUE(test::is_valid(*code, text));
  test::watcher w(*code);
  test::mutator change(7);
  tally t;
  for (std::size_t i = rounds(5000); i > 0; --i) {
    const std::string changed = change.changed(text);
    const bool valid = test::is_valid(*code, changed);
    ++(valid ? t.valid : t.invalid);
    const watching whole = watch(w, changed, 0, true);
    ASSERT_EQ(whole.state == watch_state::complete, valid) << changed << "\n" << whole;
    ASSERT_EQ(watch(w, changed, 1 + change.pick(7), true), whole) << changed;
  }
  EXPECT_GT(t.valid, 100U);
  EXPECT_GT(t.invalid, 100U);
}

}  // namespace
