// The formats of the official suite. The data is shared, not part of the repository.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
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

}  // namespace

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
