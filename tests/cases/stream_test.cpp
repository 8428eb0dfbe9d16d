// What streams are held to, tried on sources of partial values that say what they were told to say.
#include "operations.hpp"

#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <string_view>

#include <tenon/reader.hpp>

namespace {

using namespace cases;
using tenon::value;

value json(std::string_view text) {
  return *tenon::json::read_unique(text);
}

/// What one source says after each piece, and at the end.
struct lines {
  std::vector<std::string> snapshots;  // JSON; "" for none
  std::vector<std::vector<std::string>> complete = {};
  std::vector<std::string> elements = {};
  std::size_t fails_after = 99;
  std::string end = "null";
};

class told final : public partial_source {
 public:
  explicit told(lines says) : says_(std::move(says)) {}
  void feed(std::string_view piece) override {
    text_ += piece;
    shown_.reset();
    if (pieces_ < says_.snapshots.size() && !says_.snapshots[pieces_].empty())
      shown_ = json(says_.snapshots[pieces_]);
    ++pieces_;
  }
  const value* shown() const override { return shown_ ? &*shown_ : nullptr; }
  std::vector<std::string> complete() override {
    return pieces_ > says_.complete.size() ? std::vector<std::string>() : says_.complete[pieces_ - 1];
  }
  std::vector<value> take_elements(std::string_view) override {
    const value list = json(says_.elements.at(pieces_ - 1));
    return {list.items().begin(), list.items().end()};
  }
  bool failed() const override { return pieces_ >= says_.fails_after; }
  observed finish() override {
    observed o;
    o.root = json(says_.end == "the text" ? text_ : says_.end);
    return o;
  }

 private:
  lines says_;
  std::string text_;
  std::optional<value> shown_;
  std::size_t pieces_ = 0;
};

verdict run_told(std::string_view input, std::string_view expected, const lines& says) {
  test_case c{
      value::object({{"id", "T"}, {"class", "e"}, {"input", json(input)}, {"expected", json(expected)}})};
  return cases::run(c, [&](const tenon::schema::program&, mode) { return std::make_unique<told>(says); });
}

constexpr std::string_view two_pieces = R"({"op":"stream","chunks":["[","1]"]})";

}  // namespace

TEST(Stream, without_the_part_it_is_skipped_by_name) {
  test_case c{value::object({{"id", "T"},
                             {"class", "e"},
                             {"input", json(two_pieces)},
                             {"expected", json(R"({"kind":"value","value":[1]})")}})};
  const verdict v = cases::run(c, [](const tenon::schema::program&, mode) { return nullptr; });
  EXPECT_EQ(v.skipped, "streaming partials: part not there");
}

TEST(Stream, each_snapshot_is_the_one_that_is_wanted) {
  constexpr std::string_view expected = R"({"kind":"value","value":[1],"snapshots":[[],[1]]})";
  EXPECT_TRUE(run_told(two_pieces, expected, {.snapshots = {"[]", "[1]"}, .end = "[1]"}).passed());
  EXPECT_TRUE(run_told(two_pieces, expected, {.snapshots = {"", "[1]"}, .end = "[1]"}).failed());
  EXPECT_TRUE(run_told(two_pieces, expected, {.snapshots = {"[]", "[2]"}, .end = "[1]"}).failed());
}

TEST(Stream, none_yet_may_be_what_the_case_allows_for_it) {
  constexpr std::string_view expected =
      R"({"kind":"value","value":[1],"snapshots":[null,[1]],"snapshot_none_may_be":[[]]})";
  EXPECT_TRUE(run_told(two_pieces, expected, {.snapshots = {"[]", "[1]"}, .end = "[1]"}).passed());
  EXPECT_TRUE(run_told(two_pieces, expected, {.snapshots = {"[0]", "[1]"}, .end = "[1]"}).failed());
}

TEST(Stream, the_final_value_may_be_silently_wrong) {
  EXPECT_TRUE(run_told(two_pieces, R"({"kind":"value","value":[1]})", {.snapshots = {}, .end = "[2]"})
                  .silently_wrong);
}

TEST(Stream, complete_places_are_compared_as_a_set) {
  constexpr std::string_view expected = R"({"kind":"value","value":[1],"complete_after":[[],["/0","/1"]]})";
  EXPECT_TRUE(run_told(two_pieces, expected, {.snapshots = {}, .complete = {{}, {"/1", "/0"}}, .end = "[1]"})
                  .passed());
  EXPECT_TRUE(
      run_told(two_pieces, expected, {.snapshots = {}, .complete = {{"/0"}, {"/0", "/1"}}, .end = "[1]"})
          .failed());
}

TEST(Stream, elements_are_given_out_once_after_the_piece_that_completes_them) {
  constexpr std::string_view input = R"({"op":"stream_elements","pointer":"","chunks":["[1,","2]"]})";
  constexpr std::string_view expected = R"({"kind":"value","value":[1,2],"elements":[[1],[2]]})";
  EXPECT_TRUE(
      run_told(input, expected, {.snapshots = {}, .elements = {"[1]", "[2]"}, .end = "[1,2]"}).passed());
  EXPECT_TRUE(
      run_told(input, expected, {.snapshots = {}, .elements = {"[1]", "[1,2]"}, .end = "[1,2]"}).failed());
}

TEST(Stream, an_early_error_breaks_the_statement_that_there_is_none) {
  constexpr std::string_view expected = R"({"kind":"value","value":[1],"must":["no error on chunk 1"]})";
  EXPECT_TRUE(run_told(two_pieces, expected, {.snapshots = {}, .fails_after = 2, .end = "[1]"}).passed());
  EXPECT_TRUE(run_told(two_pieces, expected, {.snapshots = {}, .fails_after = 1, .end = "[1]"}).failed());
}

TEST(Stream, text_of_a_fence_in_a_snapshot_is_a_leak) {
  constexpr std::string_view expected =
      R"({"kind":"value","value":[1],"must":["no snapshot string holds a backtick, the word json or a brace"]})";
  EXPECT_TRUE(run_told(two_pieces, expected, {.snapshots = {R"(["a"])"}, .end = "[1]"}).passed());
  EXPECT_TRUE(run_told(two_pieces, expected, {.snapshots = {R"([{"k":["```"]}])"}, .end = "[1]"}).failed());
}

TEST(Stream, every_length_of_pieces_makes_the_whole_text) {
  constexpr std::string_view input = R"({"op":"stream_all_splits","pieces":[1,2,5],"text":"[\"é\"]"})";
  constexpr std::string_view expected =
      R"({"kind":"value","value":["é"],"must":["final value is the same for each split"]})";
  EXPECT_TRUE(run_told(input, expected, {.snapshots = {}, .end = "the text"}).passed());
}

TEST(Stream, a_success_before_the_end_of_the_text_is_silently_wrong) {
  constexpr std::string_view input = R"({"op":"stream_all_cuts","text":"[1]"})";
  EXPECT_TRUE(
      run_told(input, R"({"kind":"value","value":[1]})", {.snapshots = {}, .end = "[]"}).silently_wrong);
}
