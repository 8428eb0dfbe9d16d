// Each case of runaway_cases.jsonl: before + item × times (joined by separator; # counts from `from`) +
// after.
#include "runaway.hpp"

#include <chrono>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include <tenon/reader.hpp>

namespace {

using tenon::value;
using tenon::local::runaway_detector;

struct runaway_case {
  std::string name;
  std::string text;
  std::string given;
  bool runaway = false;
};

std::string member(const value& of, std::string_view name) {
  const value* found = of.find(name);
  return found == nullptr ? std::string() : std::string(found->string());
}

std::uint64_t count(const value& of, std::string_view name) {
  const value* found = of.find(name);
  return found == nullptr ? 0 : found->to_uint64().value_or(0);
}

std::string text_of(const value& c) {
  std::string text = member(c, "before");
  const std::uint64_t times = count(c, "times");
  for (std::uint64_t i = 0; i < times; ++i) {
    if (i > 0) text += member(c, "separator");
    for (const char byte : member(c, "item")) {
      if (byte == '#' && c.find("from") != nullptr) {
        text += std::to_string(count(c, "from") + i);
      } else {
        text += byte;
      }
    }
  }
  return text + member(c, "after");
}

std::vector<runaway_case> cases() {
  std::ifstream in(TENON_TEST_FILES "/runaway_cases.jsonl");
  std::vector<runaway_case> all;
  for (std::string line; std::getline(in, line);) {
    auto read = tenon::json::read_unique(line);
    EXPECT_TRUE(read) << line;
    if (!read) continue;
    all.push_back(
        {member(*read, "name"), text_of(*read), member(*read, "given"), read->find("runaway")->boolean()});
  }
  return all;
}

TEST(Runaway, every_case_is_judged_as_its_row_says) {
  const auto all = cases();
  ASSERT_GT(all.size(), 25U);
  for (const auto& c : all) {
    runaway_detector detector({c.given});
    EXPECT_EQ(detector.feed(c.text), c.runaway) << c.name << ": " << detector.why();
    EXPECT_EQ(detector.why().empty(), !c.runaway) << c.name;
  }
}

TEST(Runaway, the_verdict_does_not_depend_on_the_size_of_the_pieces) {
  for (const auto& c : cases()) {
    for (const std::size_t step : {std::size_t{1}, std::size_t{3}, std::size_t{7}}) {
      runaway_detector detector({c.given});
      bool found = false;
      for (std::size_t n = 0; n < c.text.size() && !found; n += step) {
        found = detector.feed(std::string_view(c.text).substr(0, n + step));
      }
      EXPECT_EQ(found, c.runaway) << c.name << " in steps of " << step;
    }
  }
}

TEST(Runaway, a_repetition_is_found_within_a_few_repeats_wherever_it_starts) {
  const std::string item = "the queue is full and the consumer lags behind, ";
  for (std::size_t lead = 0; lead < 300; lead += 17) {
    std::string text;
    for (std::size_t i = 0; i < lead; ++i) text += static_cast<char>('a' + i * i % 23);
    const std::size_t start = text.size();
    runaway_detector detector;
    while (!detector.feed(text) && text.size() < start + 20 * item.size()) text += item;
    EXPECT_LE(text.size() - start, 7 * item.size()) << lead;
  }
}

TEST(Runaway, a_period_whose_inside_repeats_too_is_found) {
  const std::string item = "na na na na na na na na hey hey hey goodbye\t";
  std::string text;
  for (int i = 0; i < 7; ++i) text += item;
  EXPECT_TRUE(runaway_detector().feed(text));
}

TEST(Runaway, ten_times_the_text_costs_about_ten_times_as_much) {
  // Words that do not repeat, in one long array: the costly path of every part.
  const auto seconds = [](std::size_t words) {
    std::string text = "[";
    std::uint64_t state = 1;
    for (std::size_t i = 0; i < words; ++i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      text += "\"" + std::to_string(state >> 20U) + "x\",";
    }
    const auto start = std::chrono::steady_clock::now();
    EXPECT_FALSE(runaway_detector().feed(text));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const double small = seconds(20'000);
  // A square would be 100 times; the margin is for a busy machine.
  EXPECT_LT(seconds(200'000), 50 * small);
}

}  // namespace
