// Each case of runaway_cases.jsonl: before + item × times (joined by separator; # counts from `from`) +
// after.
#include <chrono>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include <tenon/reader.hpp>
#include <tenon/runaway.hpp>

namespace {

using tenon::runaway_detector;
using tenon::runaway_limits;
using tenon::value;

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
    runaway_detector detector({c.given}, runaway_limits::eager());
    EXPECT_EQ(detector.feed(c.text), c.runaway) << c.name << ": " << detector.why();
    EXPECT_EQ(detector.why().empty(), !c.runaway) << c.name;
  }
}

TEST(Runaway, the_verdict_does_not_depend_on_the_size_of_the_pieces) {
  for (const auto& c : cases()) {
    for (const std::size_t step : {std::size_t{1}, std::size_t{3}, std::size_t{7}}) {
      runaway_detector detector({c.given}, runaway_limits::eager());
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
    runaway_detector detector({}, runaway_limits::eager());
    while (!detector.feed(text) && text.size() < start + 20 * item.size()) text += item;
    EXPECT_LE(text.size() - start, 7 * item.size()) << lead;
  }
}

TEST(Runaway, a_period_whose_inside_repeats_too_is_found) {
  const std::string item = "na na na na na na na na hey hey hey goodbye\t";
  std::string text;
  for (int i = 0; i < 7; ++i) text += item;
  EXPECT_TRUE(runaway_detector({}, runaway_limits::eager()).feed(text));
}

/// What a list of elements with a number each, from 1 on, is taken for; empty for an honest one.
std::string_view list_of(std::size_t count, const std::string& before, const std::string& after,
                         bool counted) {
  std::string text = "[";
  for (std::size_t i = 1; i <= count; ++i) text += before + (counted ? std::to_string(i) : "") + after + ",";
  runaway_detector detector;
  detector.feed(text);
  return detector.code();
}

TEST(Runaway, by_default_a_list_may_be_as_long_as_an_honest_one) {
  const runaway_limits most;
  EXPECT_EQ(list_of(most.counted - 1, "\"host-", "\"", true), "");
  EXPECT_EQ(list_of(most.counted, "\"host-", "\"", true), "runaway_count");
  EXPECT_EQ(list_of(most.counted_bare - 1, "", "", true), "");
  EXPECT_EQ(list_of(most.counted_bare, "", "", true), "runaway_count");
  EXPECT_EQ(list_of(most.same_elements - 1, "\"the pool is exhausted", "\"", false), "");
  EXPECT_EQ(list_of(most.same_elements, "\"the pool is exhausted", "\"", false), "runaway_element");
  EXPECT_EQ(list_of(most.same_short - 1, "\"ok", "\"", false), "");
  EXPECT_EQ(list_of(most.same_short, "\"ok", "\"", false), "runaway_element");
  EXPECT_EQ(list_of(4000, "0", "", false), "") << "a row of zeros";
  EXPECT_EQ(list_of(5000, "0", "", false), "runaway_stretch");
}

TEST(Runaway, a_stretch_without_a_blank_may_be_encoded_data) {
  const std::string encoded = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A";
  const std::string spoken = "the queue is full and it lags, ";
  std::string text;
  for (int i = 0; i < 80; ++i) text += encoded;
  EXPECT_FALSE(runaway_detector().feed(text));
  for (int i = 0; i < 200; ++i) text += encoded;
  EXPECT_TRUE(runaway_detector().feed(text));
  text.clear();
  for (int i = 0; i < 80; ++i) text += spoken;
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
    EXPECT_FALSE(runaway_detector({}, runaway_limits::eager()).feed(text));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const double small = seconds(20'000);
  // A square would be 100 times; the margin is for a busy machine.
  EXPECT_LT(seconds(200'000), 50 * small);
}

}  // namespace
