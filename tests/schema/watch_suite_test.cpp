// Watching against the walker on public instances: the verdict at the end is the same, no beginning of a
// valid instance is doomed, and the cut makes no difference. The standard run takes the samples;
// TENON_FULL=1 takes everything (`xz` must be there).
#include "suite.hpp"
#include "watching.hpp"

#include <array>
#include <cstdio>
#include <gtest/gtest.h>
#include <iostream>
#include <memory>
#include <string>

#include <tenon/writer.hpp>

namespace {

namespace fs = std::filesystem;
using test::program;
using test::watch;
using test::watch_state;
using test::watcher;
using test::watching;

bool full() {
  const char* const set = std::getenv("TENON_FULL");
  return set != nullptr && std::string_view(set) == "1";
}

struct tally {
  int programs = 0;
  int valid = 0;
  int invalid = 0;
  int early = 0;  // invalid ones that were doomed before their last byte
};

void judge(const program& code, watcher& w, const tenon::value& instance, const std::string& name, tally& t) {
  for (const auto style : {tenon::json::style::compact, tenon::json::style::pretty}) {
    const std::string text = tenon::json::write(instance, style);
    const bool valid = test::is_valid(code, text);
    const watching whole = watch(w, text, 0, true);
    EXPECT_EQ(whole.state == watch_state::complete, valid) << name << ": " << whole << "\n" << text;
    for (const std::size_t step : {1U, 3U, 17U}) {
      EXPECT_EQ(watch(w, text, step, true), whole) << name << ", steps of " << step << "\n" << text;
    }
    ++(valid ? t.valid : t.invalid);
    if (!valid && whole.why.offset.value_or(0) + 1 < text.size()) ++t.early;
  }
}

void print(const std::string& name, const tally& t) {
  std::cout << name << ": " << t.programs << " schemas, " << t.valid << " valid texts, " << t.invalid
            << " invalid, " << t.early << " of them doomed before the last byte\n";
}

void judge_suite(const fs::path& file, tenon::schema::draft draft, tally& t) {
  static const tenon::schema::registry remotes = suite::remotes();
  const tenon::value groups = suite::document(file);
  for (const tenon::value& group : groups.items()) {
    for (const bool all : {false, true}) {
      const auto code = program::compile(*group.find("schema"), {.limits = {},
                                                                 .assert_formats = all,
                                                                 .assert_content = all,
                                                                 .default_draft = draft,
                                                                 .documents = &remotes});
      if (!code) continue;
      ++t.programs;
      watcher w(*code);
      for (const tenon::value& one : group.find("tests")->items()) {
        const std::string name = file.filename().string() + ": " +
                                 std::string(group.find("description")->string()) + ": " +
                                 std::string(one.find("description")->string());
        judge(*code, w, *one.find("data"), name, t);
      }
    }
  }
}

void judge_folder(const std::string& name, tenon::schema::draft draft) {
  const fs::path folder = suite::root() / "tests" / name;
  if (!fs::exists(folder)) GTEST_SKIP() << "skipped: no data";
  tally t;
  for (const fs::path& file : suite::files(folder, true)) judge_suite(file, draft, t);
  print(name, t);
  EXPECT_GT(t.valid, 100);
}

TEST(WatchSuite, the_end_verdict_is_the_walker_s_in_draft_2020_12) {
  judge_folder("draft2020-12", tenon::schema::draft::d2020);
}
TEST(WatchSuite, the_end_verdict_is_the_walker_s_in_draft_2019_09) {
  judge_folder("draft2019-09", tenon::schema::draft::d2019);
}
TEST(WatchSuite, the_end_verdict_is_the_walker_s_in_draft_7) {
  judge_folder("draft7", tenon::schema::draft::d7);
}
TEST(WatchSuite, the_end_verdict_is_the_walker_s_in_draft_6) {
  judge_folder("draft6", tenon::schema::draft::d6);
}
TEST(WatchSuite, the_end_verdict_is_the_walker_s_in_draft_4) {
  judge_folder("draft4", tenon::schema::draft::d4);
}

/// Lines of a file, unpacked if need be.
std::string corpus_text(const fs::path& file) {
  if (file.extension() != ".xz") return test::file_bytes(file);
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(("xz -dc '" + file.string() + "'").c_str(), "r"),
                                                   pclose);
  std::string all;
  std::array<char, 65536> buffer{};
  while (const std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe.get()))
    all.append(buffer.data(), n);
  return all;
}

void judge_corpus(const fs::path& file) {
  const std::string all = corpus_text(file);
  tally t;
  for (std::size_t begin = 0; begin < all.size();) {
    const std::size_t end = std::min(all.find('\n', begin), all.size());
    const auto line = tenon::json::read(std::string_view(all).substr(begin, end - begin));
    begin = end + 1;
    if (!line) continue;
    const auto code = program::compile(*line->root.find("schema"));
    if (!code) continue;
    ++t.programs;
    watcher w(*code);
    for (const tenon::value& one : line->root.find("tests")->items()) {
      judge(*code, w, *one.find("data"), std::string(line->root.find("id")->string()), t);
    }
  }
  print(file.filename().string(), t);
  EXPECT_GT(t.programs, 0) << file;
}

TEST(WatchSuite, no_beginning_of_a_valid_instance_of_jsonschemabench_is_doomed) {
  const fs::path folder = test::shared_data("jsonschemabench");
  if (!fs::exists(folder)) GTEST_SKIP() << "skipped: no data";
  if (!full()) return judge_corpus(folder / "sample.jsonl");
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.find(".jsonl") != std::string::npos) judge_corpus(entry.path());
  }
}

}  // namespace
