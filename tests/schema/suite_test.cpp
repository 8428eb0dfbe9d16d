// The official suite, required and optional parts of every draft, by both paths of validation. Formats have
// a test of their own.
#include "suite.hpp"

#include <string_view>

#include <tenon/program.hpp>

namespace {

using suite::tally;
using tenon::schema::compile_options;
using tenon::schema::draft;
using tenon::schema::program;

void judge_group(const std::string& file, const tenon::value& group, const compile_options& options,
                 tally& t) {
  const std::string name = file + ": " + std::string(group.find("description")->string());
  const auto tests = group.find("tests")->items();
  const auto code = program::compile(*group.find("schema"), options);
  if (!code) {
    t.failed += static_cast<int>(tests.size());
    ADD_FAILURE() << name << ": " << tenon::explain(code.error());
    return;
  }
  for (const tenon::value& test : tests) {
    const tenon::value& instance = *test.find("data");
    const bool valid = test.find("valid")->boolean();
    const bool right = code->accepts(instance) == valid && code->validate(instance).empty() == valid;
    ++(right ? t.passed : t.failed);
    EXPECT_TRUE(right) << name << ": " << test.find("description")->string();
  }
}

void judge_folder(const suite::fs::path& folder, const compile_options& options, tally& t) {
  for (const suite::fs::path& file : suite::files(folder, false)) {
    compile_options here = options;
    // The only test of an assertion that is the implementation's choice.
    here.assert_content = file.filename() == "content.json" && folder.filename() == "optional";
    const tenon::value groups = suite::document(file);
    for (const tenon::value& group : groups.items()) judge_group(file.filename().string(), group, here, t);
  }
}

void judge_draft(const std::string& name, draft by_default) {
  const suite::fs::path folder = suite::root() / "tests" / name;
  if (!suite::fs::exists(folder)) GTEST_SKIP() << "skipped: no data";
  const tenon::schema::registry remotes = suite::remotes();
  const compile_options options{.assert_formats = false, .default_draft = by_default, .documents = &remotes};
  tally required;
  judge_folder(folder, options, required);
  suite::print(name + " required", required);
  tally optional;
  judge_folder(folder / "optional", options, optional);
  suite::print(name + " optional", optional);
  EXPECT_GT(required.passed, 600);
  EXPECT_GT(optional.passed, 60);
}

}  // namespace

TEST(Suite, S2_48_S4_13_draft_2020_12_is_judged_as_the_suite_says) {
  judge_draft("draft2020-12", draft::d2020);
}

TEST(Suite, draft_2019_09_is_judged_as_the_suite_says) {
  judge_draft("draft2019-09", draft::d2019);
}

TEST(Suite, draft_7_is_judged_as_the_suite_says) {
  judge_draft("draft7", draft::d7);
}

TEST(Suite, draft_6_is_judged_as_the_suite_says) {
  judge_draft("draft6", draft::d6);
}

TEST(Suite, draft_4_is_judged_as_the_suite_says) {
  judge_draft("draft4", draft::d4);
}
