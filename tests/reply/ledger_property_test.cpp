// What holds for every reply, not only for those we thought of.
#include "ledger.hpp"

#include <functional>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <string>
#include <vector>

#include <tenon/reader.hpp>
#include <tenon/reply.hpp>
#include <tenon/utf8.hpp>
#include <tenon/writer.hpp>

namespace {

using namespace tenon;

constexpr reading_level all_levels[] = {reading_level::strict, reading_level::clean, reading_level::wrapper,
                                        reading_level::syntax, reading_level::coerce};

// Pieces of which replies are made; random bytes would hardly ever close a tag.
rc::Gen<std::string> piece() {
  return rc::gen::element<std::string>("<think>", "</think>", "<thinking a=1>", "</thinking>", "<think/>",
                                       "```", "```json\n", "\n```\n", "~~~\n", "`", "{\"a\": 1}",
                                       "{\"a\": 2}", "[1, 2]", "{}", "{\"a\": \"</think> ```\"}", "{", "}",
                                       "[", "]", "\"", "\\", ",", ":", " ", "\n", "\xEF\xBB\xBF", "\xC2\xA0",
                                       "\xE2\x80", "Sure! ", "{foo}", "list[str]", "it's", "42", "true");
}

rc::Gen<std::string> reply_text() {
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(piece()),
                      [](const std::vector<std::string>& parts) {
                        std::string text;
                        for (const auto& part : parts) text += part;
                        return text;
                      });
}

reply::read_options at(reading_level level) {
  reply::read_options options;
  options.level = level;
  return options;
}

void expect_property(const char* what, const std::function<void()>& body) {
  EXPECT_TRUE(rc::check(what, body));
}

TEST(LedgerProperty, every_byte_stands_in_the_value_or_in_the_ledger) {
  expect_property("every byte is accounted for", [] {
    const auto text = *reply_text();
    for (const auto level : all_levels) {
      const auto got = reply::read(text, at(level));
      if (got) RC_ASSERT(!unaccounted(text, *got));
    }
  });
}

TEST(LedgerProperty, up_to_wrapper_the_value_is_what_a_strict_reader_sees_in_its_range) {
  expect_property("the root's span holds the root", [] {
    const auto text = *reply_text();
    for (const auto level : all_levels) {
      const auto got = reply::read(text, at(level));
      if (!got || level > reading_level::wrapper) continue;
      const auto span = got->root.source();
      const auto again = json::read(std::string_view(text).substr(span.begin, span.end - span.begin));
      RC_ASSERT(again);
      RC_ASSERT(again->root == got->root);
    }
  });
}

TEST(LedgerProperty, a_valid_reply_is_never_touched) {
  expect_property("valid JSON has an empty ledger and one value at every level", [] {
    // A string member of odd content, so that marks of all sorts stand inside.
    const auto inner = utf8::sanitized(*reply_text());
    const auto text = json::write(value::object({{"a", inner}, {"b", value::array({1, inner})}}));
    for (const auto level : all_levels) {
      const auto got = reply::read(text, at(level));
      RC_ASSERT(got);
      RC_ASSERT(got->ledger.empty());
      RC_ASSERT(json::write(got->root) == text);
    }
  });
}

TEST(LedgerProperty, a_higher_level_never_reads_another_value) {
  expect_property("what a level reads, each higher level reads as the same", [] {
    const auto text = *reply_text();
    std::optional<value> before;
    for (const auto level : all_levels) {
      const auto got = reply::read(text, at(level));
      if (before) {
        RC_ASSERT(got);
        RC_ASSERT(got->root == *before);
      }
      if (got) before = got->root;
    }
  });
}

TEST(LedgerProperty, an_answer_behind_reasoning_or_in_a_fence_is_found_whatever_its_strings_hold) {
  expect_property("cleaning gives back what was wrapped", [] {
    const auto inner = utf8::sanitized(*reply_text());
    const auto text = json::write(value::object({{"a", inner}}));
    for (const auto& wrapped : {"<think>hm</think>\n" + text, "```json\n" + text + "\n```",
                                "``` " + text + " ```", "````\n" + text + "\n````", "\xEF\xBB\xBF" + text}) {
      const auto got = reply::read(wrapped);
      RC_ASSERT(got);
      RC_ASSERT(json::write(got->root) == text);
    }
  });
}

}  // namespace
