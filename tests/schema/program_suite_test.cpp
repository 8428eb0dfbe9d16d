// The official suite, every group that this version can compile: no verdict may be wrong, and what it
// cannot compile must say so. The data is shared, not part of the repository.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

#include <tenon/program.hpp>
#include <tenon/reader.hpp>

namespace {

namespace fs = std::filesystem;
using tenon::schema::program;

fs::path suite() {
  const char* data = std::getenv("TENON_TEST_DATA");
  const fs::path root = data != nullptr ? fs::path(data) : fs::path(TENON_SOURCE_ROOT) / "../shared/data";
  return root / "json-schema-test-suite/tests";
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

struct tally {
  int groups = 0;
  int unsupported = 0;
  int cases = 0;
  std::map<std::string, int> reasons;
};

void judge_group(const std::string& file, const tenon::value& group, std::string_view dialect,
                 const tenon::schema::compile_options& options, tally& t) {
  tenon::value schema = *group.find("schema");
  if (schema.is_object() && schema.find("$schema") == nullptr) schema.set("$schema", tenon::value(dialect));
  ++t.groups;
  const auto code = program::compile(schema, options);
  const std::string name = file + ": " + std::string(group.find("description")->string());
  if (!code) {
    ++t.unsupported;
    ++t.reasons[code.error().code];
    EXPECT_EQ(code.error().kind, tenon::failure_kind::unsupported_schema)
        << name << ": " << code.error().message;
    return;
  }
  for (const tenon::value& test : group.find("tests")->items()) {
    ++t.cases;
    const tenon::value& instance = *test.find("data");
    const bool valid = test.find("valid")->boolean();
    EXPECT_EQ(code->accepts(instance), valid) << name << ": " << test.find("description")->string();
    EXPECT_EQ(code->validate(instance).empty(), valid) << name << ": " << test.find("description")->string();
  }
}

tally judge_folder(const fs::path& folder, std::string_view dialect,
                   const tenon::schema::compile_options& options) {
  tally t;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const std::string text = text_of(entry.path());
    const auto groups = tenon::json::read(text);
    if (!groups) {
      ADD_FAILURE() << entry.path();
      continue;
    }
    for (const tenon::value& group : groups->root.items()) {
      judge_group(entry.path().filename().string(), group, dialect, options, t);
    }
  }
  std::cout << folder.filename().string() << ": " << t.groups - t.unsupported << " of " << t.groups
            << " groups judged, " << t.cases << " cases; not supported:";
  for (const auto& [code, count] : t.reasons) std::cout << ' ' << code << ' ' << count;
  std::cout << '\n';
  return t;
}

}  // namespace

TEST(Suite, S2_48_S4_13_no_verdict_on_draft_2020_12_is_wrong) {
  if (!fs::exists(suite())) GTEST_SKIP() << "skipped: no data";
  const tally t = judge_folder(suite() / "draft2020-12", "https://json-schema.org/draft/2020-12/schema",
                               {.limits = {}, .assert_formats = false});
  EXPECT_GT(t.cases, 800);
}

TEST(Suite, no_verdict_on_older_drafts_is_wrong) {
  if (!fs::exists(suite())) GTEST_SKIP() << "skipped: no data";
  const tenon::schema::compile_options options{.limits = {}, .assert_formats = false};
  judge_folder(suite() / "draft2019-09", "https://json-schema.org/draft/2019-09/schema", options);
  judge_folder(suite() / "draft7", "http://json-schema.org/draft-07/schema#", options);
  judge_folder(suite() / "draft6", "http://json-schema.org/draft-06/schema#", options);
  judge_folder(suite() / "draft4", "http://json-schema.org/draft-04/schema#", options);
}

TEST(Suite, formats_that_are_asserted_are_exact) {
  const fs::path folder = suite() / "draft2020-12/optional/format";
  if (!fs::exists(folder)) GTEST_SKIP() << "skipped: no data";
  for (const std::string name : {"date", "date-time", "time", "uuid", "ipv4"}) {
    const std::string text = text_of(folder / (name + ".json"));
    const auto groups = tenon::json::read(text);
    ASSERT_TRUE(groups) << name;
    tally t;
    for (const tenon::value& group : groups->root.items()) {
      judge_group(name, group, "https://json-schema.org/draft/2020-12/schema", {}, t);
    }
    EXPECT_GT(t.cases, 10) << name;
    EXPECT_EQ(t.unsupported, 0) << name;
  }
}

TEST(Suite, optional_parts_that_compile_are_judged_right) {
  const fs::path folder = suite() / "draft2020-12/optional";
  if (!fs::exists(folder)) GTEST_SKIP() << "skipped: no data";
  judge_folder(folder, "https://json-schema.org/draft/2020-12/schema",
               {.limits = {}, .assert_formats = false});
}
