// Replies and what reading them must give: cases.jsonl, one object a line.
//
//   name      the sentence the case proves
//   text      the reply; or `generate` {prefix, repeat, times, suffix} for large ones
//   level     of reading
//   schema    what the answer has to fit; `complete`: true to complete what was cut off
//   value     what must come out, with `ledger`, the names of the rules that fired, in order
//   partial   of a failure: what was whole
//   error     or the kind of failure, with `code` and `offset` where the case decides them, and `shown`,
//             the number of problems
#include "ledger.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/reply.hpp>
#include <tenon/writer.hpp>

namespace {

using namespace tenon;

struct reading_case {
  value fields;
  std::string name() const { return std::string(fields.find("name")->string()); }
  friend void PrintTo(const reading_case& c, std::ostream* to) { *to << c.name(); }
};

std::vector<reading_case> load() {
  std::vector<reading_case> cases;
  for (const auto* name : {"/cases.jsonl", "/mend_cases.jsonl"}) {
    std::ifstream file(std::string(TENON_TEST_FILES) + name);
    for (std::string line; std::getline(file, line);) {
      auto document = json::read(line);
      if (document) cases.push_back({std::move(document->root)});
    }
  }
  return cases;
}

std::string text_of(const value& c) {
  if (const auto* text = c.find("text")) return std::string(text->string());
  const auto& how = *c.find("generate");
  std::string text(how.find("prefix")->string());
  for (auto n = *how.find("times")->to_uint64(); n > 0; --n) text += how.find("repeat")->string();
  return text += how.find("suffix")->string();
}

class Reading : public testing::TestWithParam<reading_case> {};

TEST_P(Reading, gives) {
  const auto& c = GetParam().fields;
  const auto text = text_of(c);
  const auto level = reading_level_from(c.find("level")->string());
  ASSERT_TRUE(level);
  reply::read_options options;
  options.level = *level;
  options.complete = c.find("complete") != nullptr;
  std::optional<schema::program> shape;
  if (const auto* given = c.find("schema")) {
    auto compiled = schema::program::compile(*given);
    ASSERT_TRUE(compiled) << explain(compiled.error());
    options.shape = &shape.emplace(std::move(*compiled));
  }
  auto got = reply::read(text, options);
  // Whoever asks validates what was read.
  if (got && shape && !shape->accepts(got->root))
    got = reply::unread{shape->validate(got->root), std::nullopt};

  if (const auto* expected = c.find("value")) {
    ASSERT_TRUE(got) << explain(got.error().errors.at(0));
    EXPECT_EQ(got->root, *expected) << json::write(got->root);
    EXPECT_EQ(unaccounted(text, *got), std::nullopt);
    const auto* rules = c.find("ledger");
    if (rules == nullptr) return;
    std::vector<std::string> wanted;
    for (const auto& rule : rules->items()) wanted.emplace_back(rule.string());
    std::vector<std::string> fired;
    for (const auto& e : got->ledger) fired.emplace_back(e.rule);
    EXPECT_EQ(fired, wanted);
    return;
  }
  ASSERT_FALSE(got) << json::write(got->root);
  const auto& first = got.error().errors.at(0);
  EXPECT_EQ(to_string(first.kind), c.find("error")->string());
  if (const auto* code = c.find("code")) {
    EXPECT_EQ(first.code, code->string());
  }
  if (const auto* offset = c.find("offset")) {
    EXPECT_EQ(first.offset, offset->to_uint64());
  }
  if (const auto* partial = c.find("partial")) {
    ASSERT_TRUE(got.error().committed);
    EXPECT_EQ(*got.error().committed, *partial) << json::write(*got.error().committed);
  }
  if (const auto* shown = c.find("shown")) {
    EXPECT_EQ(got.error().errors.size(), *shown->to_uint64());
  }
  EXPECT_FALSE(explain(first).empty());
}

INSTANTIATE_TEST_SUITE_P(Case, Reading, testing::ValuesIn(load()),
                         [](const auto& one) { return one.param.name(); });

}  // namespace
