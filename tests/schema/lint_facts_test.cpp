// What lint holds for certain, against the validator: for every node of many programs and every value at
// hand, what fits must be within the facts, and what is certain must fit.
#include "lint/knowledge.hpp"
#include "pick.hpp"
#include "suite.hpp"
#include "walk/walk.hpp"

#include <gtest/gtest.h>
#include <optional>
#include <rapidcheck/gtest.h>
#include <string>
#include <vector>

#include <tenon/decimal.hpp>
#include <tenon/reader.hpp>
#include <tenon/utf8.hpp>
#include <tenon/writer.hpp>

namespace {

using tenon::value;
using tenon::schema::compile_options;
using tenon::schema::draft;
using tenon::schema::index;
using tenon::schema::program;
namespace types = tenon::schema::types;
namespace lint_rules = tenon::schema::lint_rules;

std::optional<bool> fits(const program::data& d, index n, const value& v) {
  const tenon::schema::validate_options options;
  tenon::schema::run shared(d, v, options);
  tenon::schema::walker<tenon::schema::mode::verdict> walk(shared);
  const bool fitting = walk.visit(n, v);
  if (shared.hit != tenon::schema::run::limit::unmet) return std::nullopt;
  return fitting;
}

bool within(const lint_rules::count_range& r, std::uint64_t n) {
  return r.least <= n && n <= r.most;
}

bool within(const lint_rules::number_range& r, std::string_view literal) {
  lint_rules::number_range one = r;
  one.at_least(literal, false);
  one.at_most(literal, false);
  return !one.empty();
}

/// The facts that a value which fits is out of; empty if there are none.
std::string broken_fact(const lint_rules::knowledge& k, index n, const value& v) {
  const lint_rules::facts& f = k.of(n);
  const std::uint8_t bits = tenon::schema::possible_types(k.d, v);
  if ((k.alive(n) & bits) == 0) return "alive";
  if ((f.possible & bits) == 0) return "possible";
  if (v.is_string() && !within(f.length, tenon::utf8::code_points(v.string()))) return "length";
  if (v.is_array() && !within(f.items, v.size())) return "items";
  if (v.is_object() && !within(f.members, v.size())) return "members";
  if (v.is_number() && !within(f.number, v.literal())) return "number";
  if (f.finite == nullptr) return {};
  for (const value* one : f.finite->values) {
    if (*one == v) return {};
  }
  return "finite";
}

void hold(const program& code, const std::vector<value>& values) {
  const program::data& d = code.nodes();
  lint_rules::knowledge k(d, {});
  if (d.dynamic) return;
  for (index n = 0; n < d.nodes.size(); ++n) {
    for (const value& v : values) {
      const std::optional<bool> fitting = fits(d, n, v);
      if (!fitting) continue;
      const auto where = [&] {
        return tenon::json::write(code.document()) + " at " + place_of(d, n) + ", " + tenon::json::write(v);
      };
      if (*fitting) {
        const std::string fact = broken_fact(k, n, v);
        ASSERT_EQ(fact, "") << where();
      } else {
        const std::uint8_t bits = tenon::schema::possible_types(d, v);
        ASSERT_NE(k.of(n).certain & bits, bits) << where();
      }
    }
  }
}

/// A value and what is in it.
void add_parts(const value& v, std::vector<value>& to) {
  to.push_back(v);
  if (v.is_array()) {
    for (const value& item : v.items()) add_parts(item, to);
  } else if (v.is_object()) {
    for (const tenon::json::member& m : v.members()) add_parts(m.value, to);
  }
}

void hold_folder(const std::string& name, draft by_default) {
  const suite::fs::path folder = suite::root() / "tests" / name;
  if (!suite::fs::exists(folder)) GTEST_SKIP() << "skipped: no data";
  const tenon::schema::registry remotes = suite::remotes();
  std::size_t programs = 0;
  for (const suite::fs::path& file : suite::files(folder, true)) {
    const value groups = suite::document(file);
    for (const value& group : groups.items()) {
      const auto code =
          program::compile(*group.find("schema"), {.default_draft = by_default, .documents = &remotes});
      if (!code) continue;
      std::vector<value> values;
      for (const value& test : group.find("tests")->items()) add_parts(*test.find("data"), values);
      hold(*code, values);
      ++programs;
    }
  }
  EXPECT_GT(programs, 100U);
}

// --- schemas that nobody would write ---------------------------------------------------------------------

value json(std::string_view text) {
  return *tenon::json::read_unique(text);
}

const std::vector<value>& some_values() {
  static const std::vector<value> all = [] {
    std::vector<value> values;
    for (const char* const text : {"null",
                                   "true",
                                   "false",
                                   "0",
                                   "1",
                                   "1.0",
                                   "2",
                                   "2.5",
                                   "-3",
                                   "7",
                                   R"("")",
                                   R"("a")",
                                   R"("ab")",
                                   R"("abcd")",
                                   R"("2020-01-01")",
                                   "[]",
                                   "[1]",
                                   "[1,1]",
                                   "[true,false]",
                                   R"(["a",null,2])",
                                   "{}",
                                   R"({"a":1})",
                                   R"({"a":"ab","b":null})",
                                   R"({"b":2})",
                                   R"({"a":{"a":1}})",
                                   R"({"ab":[],"c":true})"})
      values.push_back(json(text));
    return values;
  }();
  return all;
}

value some_schema(int depth);

value some_list(int depth) {
  value list = value::array();
  for (int i = test::pick(1, 4); i > 0; --i) list.push_back(some_schema(depth - 1));
  return list;
}

value some_members(int depth) {
  value members = value::object();
  for (const char* const name : {"a", "b", "ab"}) {
    if (test::pick(0, 2) == 0) members.set(name, some_schema(depth - 1));
  }
  return members;
}

value some_names() {
  value names = value::array();
  for (const char* const name : {"a", "b", "c"}) {
    if (test::pick(0, 3) == 0) names.push_back(name);
  }
  return names;
}

value some_value() {
  return some_values()[test::pick<std::size_t>(0, some_values().size())];
}

void add_scalar_rule(value& schema) {
  switch (test::pick(0, 10)) {
    case 0:
      schema.set("minimum", value(test::pick(-3, 4)));
      break;
    case 1:
      schema.set("exclusiveMaximum", value(test::pick(-3, 8)));
      break;
    case 2:
      schema.set("maximum", json(test::pick(0, 2) == 0 ? "2.5" : "1"));
      break;
    case 3:
      schema.set("multipleOf", json(test::pick(0, 2) == 0 ? "2" : "0.5"));
      break;
    case 4:
      schema.set("minLength", value(test::pick(0, 4)));
      break;
    case 5:
      schema.set("maxLength", value(test::pick(0, 4)));
      break;
    case 6: {
      const char* const patterns[] = {"^a", "^[ab]{2}$", "b$", "^(a|abcd)$", "^$|a"};
      schema.set("pattern", patterns[test::pick(0, 5)]);
      break;
    }
    case 7:
      schema.set("format", "date");
      break;
    case 8: {
      value list = value::array();
      for (int i = test::pick(0, 4); i > 0; --i) list.push_back(some_value());
      schema.set("enum", std::move(list));
      break;
    }
    default:
      schema.set("const", some_value());
      break;
  }
}

void add_container_rule(value& schema, int depth) {
  switch (test::pick(0, 13)) {
    case 0:
      schema.set("minItems", value(test::pick(0, 3)));
      break;
    case 1:
      schema.set("maxItems", value(test::pick(0, 3)));
      break;
    case 2:
      schema.set("uniqueItems", value(true));
      break;
    case 3:
      schema.set("items", some_schema(depth - 1));
      break;
    case 4:
      schema.set("prefixItems", some_list(depth));
      break;
    case 5:
      schema.set("contains", some_schema(depth - 1));
      schema.set("minContains", value(test::pick(0, 3)));
      break;
    case 6:
      schema.set("properties", some_members(depth));
      break;
    case 7:
      schema.set("required", some_names());
      break;
    case 8:
      schema.set("additionalProperties", test::pick(0, 2) == 0 ? value(false) : some_schema(depth - 1));
      break;
    case 9:
      schema.set("patternProperties", value::object({{"^a", some_schema(depth - 1)}}));
      break;
    case 10:
      schema.set("propertyNames", some_schema(depth - 1));
      break;
    case 11:
      schema.set("minProperties", value(test::pick(0, 3)));
      break;
    default:
      schema.set("maxProperties", value(test::pick(0, 3)));
      break;
  }
}

void add_group(value& schema, int depth) {
  switch (test::pick(0, 6)) {
    case 0:
      schema.set("allOf", some_list(depth));
      break;
    case 1:
      schema.set("anyOf", some_list(depth));
      break;
    case 2:
      schema.set("oneOf", some_list(depth));
      break;
    case 3:
      schema.set("not", some_schema(depth - 1));
      break;
    case 4:
      schema.set("if", some_schema(depth - 1));
      if (test::pick(0, 2) == 0) schema.set("then", some_schema(depth - 1));
      if (test::pick(0, 2) == 0) schema.set("else", some_schema(depth - 1));
      break;
    default:
      schema.set("$ref", test::pick(0, 2) == 0 ? "#/$defs/x" : "#/$defs/y");
      break;
  }
}

value some_schema(int depth) {
  if (test::pick(0, 8) == 0) return value(test::pick(0, 2) == 0);
  value schema = value::object();
  const char* const names[] = {"null", "boolean", "integer", "number", "string", "array", "object"};
  if (test::pick(0, 2) == 0) schema.set("type", names[test::pick(0, 7)]);
  for (int i = test::pick(0, 3); i > 0; --i) add_scalar_rule(schema);
  if (depth <= 0) return schema;
  for (int i = test::pick(0, 3); i > 0; --i) add_container_rule(schema, depth);
  if (test::pick(0, 2) == 0) add_group(schema, depth);
  return schema;
}

}  // namespace

TEST(LintFacts, of_draft_2020_12_hold) {
  hold_folder("draft2020-12", draft::d2020);
}
TEST(LintFacts, of_draft_2019_09_hold) {
  hold_folder("draft2019-09", draft::d2019);
}
TEST(LintFacts, of_draft_7_hold) {
  hold_folder("draft7", draft::d7);
}
TEST(LintFacts, of_draft_6_hold) {
  hold_folder("draft6", draft::d6);
}
TEST(LintFacts, of_draft_4_hold) {
  hold_folder("draft4", draft::d4);
}

RC_GTEST_PROP(LintFacts, of_any_schema_hold, ()) {
  for (int i = 0; i < 20; ++i) {
    value schema = value::object({{"anyOf", some_list(3)}});
    schema.set("$defs", value::object({{"x", some_schema(2)}, {"y", some_schema(1)}}));
    const auto code = program::compile(schema);
    if (!code) continue;  // a reference that leads back to itself
    hold(*code, some_values());
    RC_ASSERT(!testing::Test::HasFatalFailure());
  }
}
