// No honest text is taken for one that runs away: every valid instance of the public schema benchmark, and
// the long lists that can be made of them. Its invalid instances were made by a model, which did run away in
// some.
#include "files.hpp"

#include <array>
#include <cstdio>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <string_view>

#include <tenon/runaway.hpp>
#include <tenon/writer.hpp>

namespace {

namespace fs = std::filesystem;
using tenon::runaway_detector;
using tenon::value;

/// A file's text, unpacked if need be.
std::string unpacked(const fs::path& file) {
  if (file.extension() != ".xz") return test::contents(file);
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(("xz -dc '" + file.string() + "'").c_str(), "r"),
                                                   pclose);
  std::string all;
  std::array<char, 65536> buffer{};
  while (const std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe.get()))
    all.append(buffer.data(), n);
  return all;
}

struct tally {
  std::size_t valid = 0;
  std::size_t invalid = 0;
  std::size_t invalid_stopped = 0;
};

void expect_honest(std::string_view text, const std::string& name) {
  runaway_detector detector;
  EXPECT_FALSE(detector.feed(text)) << name << ": " << detector.code() << ", " << detector.why() << " at "
                                    << detector.position() << " of " << text.size();
}

void judge(const fs::path& file, tally& t) {
  const std::string all = unpacked(file);
  std::string list = "[";
  for (std::size_t begin = 0; begin < all.size();) {
    const std::size_t end = std::min(all.find('\n', begin), all.size());
    const auto line = tenon::json::read(std::string_view(all).substr(begin, end - begin));
    begin = end + 1;
    if (!line || line->root.find("tests") == nullptr) continue;
    for (const value& one : line->root.find("tests")->items()) {
      const std::string text = tenon::json::write(*one.find("data"));
      if (one.find("valid")->boolean()) {
        ++t.valid;
        expect_honest(text, std::string(line->root.find("id")->string()));
        list += (list.size() > 1 ? ", " : "") + text;
      } else {
        ++t.invalid;
        t.invalid_stopped += runaway_detector().feed(text) ? 1 : 0;
      }
    }
  }
  expect_honest(list + "]", file.filename().string() + " as one list");
}

TEST(RunawayData, no_valid_instance_of_jsonschemabench_and_no_list_of_them_runs_away) {
  const fs::path folder = test::shared_data("jsonschemabench");
  if (!fs::exists(folder)) GTEST_SKIP() << "skipped: no data";
  tally t;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().find(".jsonl") != std::string::npos) judge(entry.path(), t);
  }
  std::printf("[    data  ] %zu valid; %zu invalid, of which %zu run away\n", t.valid, t.invalid,
              t.invalid_stopped);
  EXPECT_GT(t.valid, 100U);
}

}  // namespace
