// Inputs that are made to be expensive, a megabyte or so: each is judged, or refused by a limit with a name,
// and all ways of judging agree. Work is counted and never timed; bench/pathological prints times.
#include "pathological.hpp"

#include "walk/walk.hpp"

#include <algorithm>
#include <cctype>
#include <gtest/gtest.h>
#include <ostream>
#include <set>
#include <string>
#include <string_view>

#include <tenon/lint.hpp>
#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/watch.hpp>

namespace test::pathological {
/// So that the tests' names are the same each time.
void PrintTo(const kind& k, std::ostream* out) {
  *out << k.name;
}
}  // namespace test::pathological

namespace {

using tenon::schema::program;
using test::pathological::kind;
using test::pathological::kinds;
using test::pathological::task;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t size = 1'000;
#else
constexpr std::size_t size = 10'000;
#endif

const std::set<std::string_view> limits_of_schemas = {
    "max_bytes",          "max_depth",          "max_schema_nodes",      "max_schema_depth",
    "max_place_bytes",    "max_pattern_states", "max_pattern_depth",     "max_pattern_memory",
    "max_pattern_ranges", "max_pattern_looks",  "max_pattern_references"};
const std::set<std::string_view> limits_of_instances = {"max_depth", "max_schema_levels", "max_cursors"};

class Pathological : public testing::TestWithParam<kind> {};

bool is_limit(const tenon::problems& errors) {
  return !errors.empty() && (limits_of_instances.contains(errors.back().code) ||
                             errors.back().message.find("(max_") != std::string::npos);
}

TEST_P(Pathological, is_judged_alike_by_all_or_refused_by_a_limit_with_a_name) {
  const task one = GetParam().make(size);
  const auto code = program::compile_text(one.schema);
  if (!code) {
    EXPECT_EQ(code.error().kind, tenon::failure_kind::unsupported_schema) << tenon::explain(code.error());
    EXPECT_TRUE(limits_of_schemas.contains(code.error().code)) << tenon::explain(code.error());
    return;
  }
  const auto instance = tenon::json::read_unique(one.instance);
  const tenon::problems errors = instance ? code->validate(*instance) : tenon::problems{instance.error()};
  const bool valid = errors.empty();
  EXPECT_TRUE(!instance || code->accepts(*instance) == valid);
  if (!is_limit(errors)) {  // beyond one, the single pass may still be able to tell
    EXPECT_EQ(code->accepts_text(one.instance), valid);
  }
  tenon::schema::watcher w(*code);
  for (std::size_t at = 0; at < one.instance.size(); at += 1'000)
    w.feed(std::string_view(one.instance).substr(at, 1'000));
  const bool complete = w.finish() == tenon::schema::watch_state::complete;
  if (!is_limit(errors) && w.why().code != "max_cursors") {
    EXPECT_EQ(complete, valid) << tenon::explain(w.why());
  }
  EXPECT_LE(tenon::schema::lint(*code).remarks.size(), tenon::schema::lint_options().max_remarks);
}

std::string as_identifier(std::string_view name) {
  std::string made;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      made += c;
    } else if (!made.empty() && made.back() != '_') {
      made += '_';
    }
  }
  return made;
}

INSTANTIATE_TEST_SUITE_P(Of, Pathological, testing::ValuesIn(kinds),
                         [](const auto& one) { return as_identifier(one.param.name); });

struct counted {
  std::uint64_t work = 0;  // of the walker; 0 where a limit was met or nothing can be judged
  std::size_t schema = 0;  // bytes
  std::size_t instance = 0;
};

counted count(const kind& k, std::size_t parts) {
  const task one = k.make(parts);
  counted made{0, one.schema.size(), one.instance.size()};
  const auto code = program::compile_text(one.schema);
  const auto instance = tenon::json::read_unique(one.instance);
  if (!code || !instance) return made;
  const tenon::schema::validate_options options;
  tenon::schema::run shared(code->nodes(), *instance, options);
  tenon::schema::walker<tenon::schema::mode::verdict> walk(shared);
  static_cast<void>(walk.visit(0, *instance));
  if (shared.hit == tenon::schema::run::limit::unmet) made.work = shared.work();
  return made;
}

TEST(PathologicalWork, doubles_when_the_schema_or_the_instance_alone_is_doubled) {
  std::size_t compared = 0;
  for (const kind& k : kinds) {
    const counted one = count(k, 250);
    const counted two = count(k, 500);
    const bool alone = two.schema < one.schema + 20 || two.instance < one.instance + 20;
    if (!alone || two.work == 0) continue;  // together they may multiply, up to max_cursors
    ++compared;
    EXPECT_LE(two.work, 2 * one.work + one.work / 2 + 200) << k.name;
  }
  EXPECT_GE(compared, 20U);
}

TEST(PathologicalWork, is_a_branch_for_each_value_where_a_tag_a_name_or_a_hash_decides) {
  for (const kind& k : kinds) {
    const bool decided = k.name.find("told apart by a tag") != std::string_view::npos ||
                         k.name.starts_with("keys: ") || k.name == "enum: strings" ||
                         k.name == "references: all to one";
    if (!decided) continue;
    const counted made = count(k, 2'000);
    EXPECT_LE(made.work, made.schema + made.instance) << k.name;
  }
}

}  // namespace
