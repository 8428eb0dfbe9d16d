// JSONTestSuite: what every parser must accept (y_), must reject (n_), and may decide (i_; our decisions
// are a table in docs/json.md, which is read here). Files of more than `every_cut` bytes are cut at 64
// places spread over them instead of at every byte.
#include "events.hpp"
#include "files.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace {

namespace fs = std::filesystem;

constexpr std::size_t every_cut = 2000;

std::map<std::string, std::string> texts(const std::string& folder, const std::string& prefix) {
  std::map<std::string, std::string> found;
  const fs::path root = test::shared_data("jsontestsuite") / folder;
  if (!fs::exists(root)) return found;
  for (const auto& entry : fs::directory_iterator(root)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix)) found[name] = test::contents(entry.path());
  }
  return found;
}

/// The same reading at every cut into two, and byte by byte.
void expect_no_difference(const std::string& name, const std::string& text, const test::reading& whole) {
  const std::size_t stride = text.size() <= every_cut ? 1 : text.size() / 64;
  for (std::size_t cut = 0; cut <= text.size(); cut += stride) {
    ASSERT_EQ(test::read_cut(text, {cut}), whole) << name << " cut at " << cut;
  }
  ASSERT_EQ(test::read_in_steps(text, 1), whole) << name << " byte by byte";
}

TEST(JsonTestSuite, every_y_is_accepted_at_every_cut) {
  const auto files = texts("test_parsing", "y_");
  if (files.empty()) GTEST_SKIP() << "skipped: no data";
  EXPECT_EQ(files.size(), 95U);
  for (const auto& [name, text] : files) {
    const test::reading whole = test::read_whole(text);
    EXPECT_TRUE(whole.accepted()) << name << ": " << whole;
    expect_no_difference(name, text, whole);
  }
}

TEST(JsonTestSuite, every_n_is_rejected_at_a_byte_of_the_text_at_every_cut) {
  const auto files = texts("test_parsing", "n_");
  if (files.empty()) GTEST_SKIP() << "skipped: no data";
  EXPECT_EQ(files.size(), 188U);
  for (const auto& [name, text] : files) {
    const test::reading whole = test::read_whole(text);
    EXPECT_FALSE(whole.accepted()) << name;
    EXPECT_LE(whole.offset, text.size()) << name;
    expect_no_difference(name, text, whole);
  }
}

/// Rows "| `i_...json` | accepted or code | ..." of the documentation.
std::map<std::string, std::string> documented_decisions() {
  std::map<std::string, std::string> decisions;
  std::istringstream lines(test::contents(fs::path(TENON_SOURCE_ROOT) / "docs/json.md"));
  for (std::string line; std::getline(lines, line);) {
    std::string bar;
    std::string name;
    std::string decision;
    if (!line.starts_with("| `i_")) continue;
    std::istringstream(line) >> bar >> name >> bar >> decision;
    decisions[name.substr(1, name.size() - 2)] = decision;
  }
  return decisions;
}

TEST(JsonTestSuite, every_i_is_decided_as_documented_at_every_cut) {
  const auto files = texts("test_parsing", "i_");
  if (files.empty()) GTEST_SKIP() << "skipped: no data";
  EXPECT_EQ(files.size(), 35U);
  auto decisions = documented_decisions();
  EXPECT_EQ(decisions.size(), files.size());
  for (const auto& [name, text] : files) {
    const test::reading whole = test::read_whole(text);
    EXPECT_EQ(whole.accepted() ? "accepted" : whole.code, decisions[name]) << name;
    expect_no_difference(name, text, whole);
  }
}

TEST(JsonTestSuite, what_is_accepted_survives_being_written_and_read) {
  auto files = texts("test_parsing", "");
  files.merge(texts("test_transform", ""));
  if (files.empty()) GTEST_SKIP() << "skipped: no data";
  for (const auto& [name, text] : files) {
    const auto first = tenon::json::read(text);
    if (!first) continue;
    for (const auto how : {tenon::json::style::compact, tenon::json::style::pretty}) {
      const auto second = tenon::json::read(tenon::json::write(first->root, how));
      ASSERT_TRUE(second) << name;
      EXPECT_TRUE(first->root == second->root) << name;
      EXPECT_EQ(tenon::json::write(first->root), tenon::json::write(second->root)) << name;
    }
  }
}

/// test_transform asks what a parser makes of texts that many change. Nothing changes here: the number
/// keeps its literal, both members of a repeated name stay, names are not normalised.
TEST(JsonTestSuite, transforming_texts_come_back_byte_for_byte_or_are_rejected) {
  const auto files = texts("test_transform", "");
  if (files.empty()) GTEST_SKIP() << "skipped: no data";
  for (const auto& [name, text] : files) {
    const auto made = tenon::json::read(text);
    if (name.find("invalid_codepoint") != std::string::npos) {
      ASSERT_FALSE(made) << name;
      EXPECT_EQ(made.error().code,
                name.find("escaped") != std::string::npos ? "lone_surrogate" : "invalid_utf8")
          << name;
      continue;
    }
    ASSERT_TRUE(made) << name;
    EXPECT_EQ(made->duplicates.size(), name.find("same_key") != std::string::npos ? 1U : 0U) << name;
    if (name.starts_with("number_")) {
      EXPECT_NE(text.find("[" + std::string(made->root.items()[0].literal()) + "]"), std::string::npos)
          << name;
    } else if (name.starts_with("object_")) {
      EXPECT_EQ(made->root.members().size(), 2U) << name;
    }
  }
}

}  // namespace
