// What the official suite says of patterns and of `format: regex`, in all drafts, asked of the functions
// themselves. The data is shared, not part of the repository. And patterns as people write them: all that
// occur in the schemas of JSONSchemaBench can be compiled.
#include "patterns/pattern.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

#include <tenon/reader.hpp>

namespace {

namespace fs = std::filesystem;
using tenon::schema::is_ecma_pattern;
using tenon::schema::pattern;

constexpr std::size_t states = 10'000;

fs::path data_folder() {
  const char* data = std::getenv("TENON_TEST_DATA");
  return data != nullptr ? fs::path(data) : fs::path(TENON_SOURCE_ROOT) / "../shared/data";
}

tenon::value read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  const auto read = tenon::json::read(text.str());
  EXPECT_TRUE(read) << file;
  return read ? read->root : tenon::value();
}

/// Is every member's name one that a pattern of `patternProperties` finds?
bool names_fit(const tenon::value& patterns, const tenon::value& instance) {
  for (const auto& m : instance.members()) {
    bool found = false;
    for (const auto& p : patterns.members()) {
      const auto compiled = pattern::compile(p.name, states);
      EXPECT_TRUE(compiled) << p.name;
      found = found || (compiled && compiled->found_in(m.name));
    }
    if (!found) return false;
  }
  return true;
}

/// How many cases of a file were asked.
int judge(const fs::path& file) {
  int cases = 0;
  const tenon::value groups = read_file(file);
  for (const tenon::value& group : groups.items()) {
    const tenon::value& schema = *group.find("schema");
    if (!schema.is_object()) continue;
    const tenon::value* text = schema.find("pattern");
    const tenon::value* names = schema.find("patternProperties");
    const tenon::value* closed = schema.find("additionalProperties");
    const tenon::value* format = schema.find("format");
    for (const tenon::value& test : group.find("tests")->items()) {
      const tenon::value& instance = *test.find("data");
      const bool valid = test.find("valid")->boolean();
      const std::string where = file.string() + ": " + std::string(group.find("description")->string()) +
                                ": " + std::string(test.find("description")->string());
      if (text != nullptr && instance.is_string()) {
        const auto compiled = pattern::compile(text->string(), states);
        EXPECT_TRUE(compiled) << where;
        EXPECT_EQ(compiled && compiled->found_in(instance.string()), valid) << where;
      } else if (names != nullptr && closed != nullptr && instance.is_object()) {
        EXPECT_EQ(names_fit(*names, instance), valid) << where;
      } else if (format != nullptr && instance.is_string()) {
        EXPECT_EQ(is_ecma_pattern(instance.string()), valid) << where;
      } else {
        continue;
      }
      ++cases;
    }
  }
  return cases;
}

/// All texts under `pattern`, and all names under `patternProperties`.
std::vector<std::string> patterns_in(const tenon::value& root) {
  std::vector<std::string> found;
  std::vector<const tenon::value*> todo{&root};
  while (!todo.empty()) {
    const tenon::value& v = *todo.back();
    todo.pop_back();
    if (v.is_array()) {
      for (const tenon::value& item : v.items()) todo.push_back(&item);
    } else if (v.is_object()) {
      for (const auto& m : v.members()) {
        todo.push_back(&m.value);
        if (m.name == "pattern" && m.value.is_string()) found.emplace_back(m.value.string());
        if (m.name != "patternProperties" || !m.value.is_object()) continue;
        for (const auto& p : m.value.members()) found.push_back(p.name);
      }
    }
  }
  return found;
}

}  // namespace

TEST(PatternSuite, no_verdict_of_any_draft_is_wrong) {
  const fs::path suite = data_folder() / "json-schema-test-suite/tests";
  if (!fs::exists(suite)) GTEST_SKIP() << "skipped: no data";
  int cases = 0;
  for (const std::string draft : {"draft4", "draft6", "draft7", "draft2019-09", "draft2020-12"}) {
    for (const std::string file :
         {"pattern.json", "optional/ecmascript-regex.json", "optional/non-bmp-regex.json",
          "optional/format/regex.json", "optional/format/ecmascript-regex.json"}) {
      if (fs::exists(suite / draft / file)) cases += judge(suite / draft / file);
    }
  }
  EXPECT_GT(cases, 350);
}

TEST(PatternSuite, every_pattern_of_JSONSchemaBench_compiles) {
  const fs::path folder = data_folder() / "jsonschemabench";
  if (!fs::exists(folder)) GTEST_SKIP() << "skipped: no data";
  std::size_t patterns = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".jsonl") continue;  // what is compressed was tried by hand
    std::ifstream in(entry.path(), std::ios::binary);
    for (std::string line; std::getline(in, line);) {
      const auto read = tenon::json::read(line);
      ASSERT_TRUE(read) << entry.path();
      for (const std::string& text : patterns_in(read->root)) {
        const auto compiled = pattern::compile(text, states);
        EXPECT_TRUE(compiled) << text << ": " << (compiled ? "" : compiled.error().message);
        ++patterns;
      }
    }
  }
  EXPECT_GT(patterns, 100U);
}
