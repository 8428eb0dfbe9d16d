// What must hold for every schema and every text: the verdict at the end is the walker's, no beginning of a
// valid text is doomed, the cut makes no difference, however few cursors there may be. Schemas and texts
// are random, small and full of what alternatives and late keywords do to each other.
#include "mutate.hpp"
#include "watching.hpp"

#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

#include <tenon/writer.hpp>

namespace {

using test::program;
using test::watch;
using test::watch_state;
using test::watching;

class random_schema {
 public:
  explicit random_schema(std::uint64_t seed) : random_(seed) {}

  std::string root() {
    std::string text =
        object_of({keywords(3), R"("$defs":{"x":)" + schema(2) + R"(,"y":)" + schema(1) + "}"});
    return text;
  }

 private:
  std::size_t pick(std::size_t below) { return random_() % below; }
  std::string one_of(const std::vector<std::string>& all) { return all[pick(all.size())]; }

  static std::string object_of(const std::vector<std::string>& parts) {
    std::string text = "{";
    for (const std::string& part : parts) {
      if (part.empty()) continue;
      text += (text.size() > 1 ? "," : "") + part;
    }
    return text + "}";
  }

  std::string schema(int depth) {
    if (pick(12) == 0) return pick(3) == 0 ? "false" : "true";
    if (pick(10) == 0) return one_of({R"({"$ref":"#/$defs/x"})", R"({"$ref":"#/$defs/y"})"});
    return object_of({keywords(depth)});
  }

  std::string list(int depth) {
    std::string text = "[" + schema(depth);
    for (std::size_t n = pick(3); n > 0; --n) text += "," + schema(depth);
    return text + "]";
  }

  /// No name twice, so each group is asked at most once.
  std::string keywords(int depth) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ",") + part; };
    if (pick(3) == 0) add(R"("type":)" + type());
    if (pick(5) == 0) add(literals());
    if (pick(4) == 0) add(scalar_rule());
    if (depth <= 0) return text;
    if (pick(3) == 0) add(R"("properties":{"a":)" + schema(depth - 1) + R"(,"b":)" + schema(depth - 1) + "}");
    if (pick(5) == 0) add(R"("additionalProperties":)" + (pick(2) == 0 ? "false" : schema(depth - 1)));
    if (pick(6) == 0) add(R"("patternProperties":{"^a":)" + schema(depth - 1) + "}");
    if (pick(6) == 0) add(R"("propertyNames":)" + schema(0));
    if (pick(4) == 0)
      add(one_of({R"("required":["a"])", R"("required":["b","a"])", R"("minProperties":1)",
                  R"("maxProperties":1)", R"("dependentRequired":{"a":["b"]})"}));
    if (pick(8) == 0) add(R"("dependentSchemas":{"a":)" + schema(depth - 1) + "}");
    if (pick(4) == 0) add(R"("items":)" + schema(depth - 1));
    if (pick(6) == 0) add(R"("prefixItems":)" + list(depth - 1));
    if (pick(6) == 0) add(R"("contains":)" + schema(depth - 1));
    if (pick(8) == 0) add(one_of({R"("minContains":0)", R"("minContains":2)", R"("maxContains":1)"}));
    if (pick(5) == 0) add(one_of({R"("minItems":1)", R"("maxItems":1)", R"("uniqueItems":true)"}));
    if (pick(5) == 0) add(R"("allOf":)" + list(depth - 1));
    if (pick(4) == 0) add(R"("anyOf":)" + list(depth - 1));
    if (pick(4) == 0) add(R"("oneOf":)" + list(depth - 1));
    if (pick(7) == 0) add(R"("not":)" + schema(depth - 1));
    if (pick(7) == 0) add(R"("if":)" + schema(depth - 1));
    if (pick(8) == 0) add(R"("then":)" + schema(depth - 1));
    if (pick(8) == 0) add(R"("else":)" + schema(depth - 1));
    if (pick(25) == 0) add(R"("unevaluatedProperties":)" + schema(depth - 1));
    if (pick(25) == 0) add(R"("unevaluatedItems":)" + schema(depth - 1));
    return text;
  }

  std::string type() {
    const std::vector<std::string> names{R"("null")",   R"("boolean")", R"("integer")", R"("number")",
                                         R"("string")", R"("array")",   R"("object")"};
    return pick(2) == 0 ? one_of(names) : "[" + one_of(names) + "," + one_of(names) + "]";
  }
  std::string literals() {
    return one_of({R"("const":"a")", R"("const":1)", R"("enum":["a","ab",null])", R"("enum":[1,[],{"a":1}])",
                   R"("const":[1])", R"("enum":[true,0,"b"])", R"("const":"a","enum":["a","b"])"});
  }
  std::string scalar_rule() {
    return one_of({R"("minLength":1)", R"("maxLength":1)", R"("pattern":"^a")", R"("pattern":"b")",
                   R"("minimum":1)", R"("exclusiveMaximum":1)", R"("multipleOf":2)", R"("format":"date")"});
  }

  std::mt19937_64 random_;
};

class random_value {
 public:
  explicit random_value(std::uint64_t seed) : random_(seed) {}

  std::string text(int depth) {
    switch (random_() % (depth > 0 ? 12 : 6)) {
      case 0:
        return "null";
      case 1:
        return pick(2) == 0 ? "true" : "false";
      case 2:
        return std::vector<std::string>{"0", "1", "2", "1.5", "1.0", "-3"}[pick(6)];
      case 3:
      case 4:
      case 5:
        return std::vector<std::string>{
            R"("")", R"("a")", R"("b")", R"("ab")", R"("ba")", R"("\u0061")"}[pick(6)];
      case 6:
      case 7:
      case 8:
        return list('[', ']', depth);
      default:
        return list('{', '}', depth);
    }
  }

 private:
  std::size_t pick(std::size_t below) { return random_() % below; }
  std::string list(char begin, char end, int depth) {
    std::string out(1, begin);
    for (std::size_t n = pick(4); n > 0; --n) {
      if (out.size() > 1) out += ',';
      if (begin == '{')
        out += std::vector<std::string>{R"("a")", R"("b")", R"("ab")", R"("c")"}[pick(4)] + ":";
      out += text(depth - 1);
    }
    return out + end;
  }

  std::mt19937_64 random_;
};

std::size_t rounds(std::size_t standard) {
  const char* const full = std::getenv("TENON_FULL");
  return full != nullptr && std::string_view(full) == "1" ? standard * 30 : standard;
}

struct tally {
  std::size_t valid = 0;
  std::size_t invalid = 0;
};

void judge(const program& code, const std::string& schema, std::uint64_t seed, tally& t) {
  test::watcher w(code);
  test::watcher narrow(code, {.limits = {}, .max_cursors = 2});
  random_value values(seed);
  for (int i = 0; i < 40; ++i) {
    const std::string text = values.text(3);
    const bool valid = test::is_valid(code, text);
    ++(valid ? t.valid : t.invalid);
    const watching whole = watch(w, text, 0, true);
    ASSERT_EQ(whole.state, valid ? watch_state::complete : watch_state::doomed) << schema << "\n"
                                                                                << text << "\n"
                                                                                << whole;
    ASSERT_EQ(watch(w, text, 1, true), whole) << schema << "\n" << text;
    const watching late = watch(narrow, text, 1, true);
    ASSERT_EQ(late.state, whole.state) << schema << "\n" << text << "\n" << late;
    if (!valid) {
      ASSERT_GE(late.why.offset, whole.why.offset) << schema << "\n" << text;
    }
  }
}

TEST(WatchProperty, the_end_verdict_on_random_schemas_is_the_walker_s) {
  tally t;
  const std::size_t count = rounds(2000);
  for (std::size_t seed = 1; seed <= count && !testing::Test::HasFatalFailure(); ++seed) {
    const std::string schema = random_schema(seed).root();
    const auto code = program::compile_text(schema);
    if (!code) {  // it refers to itself without a step down
      ASSERT_EQ(code.error().code, "$ref") << schema << ": " << tenon::explain(code.error());
      continue;
    }
    judge(*code, schema, seed, t);
  }
  EXPECT_GT(t.valid, count);
  EXPECT_GT(t.invalid, count);
}

TEST(WatchProperty, a_text_that_was_changed_is_judged_like_its_value) {
  const auto code = program::compile_text(
      R"({"type":"object","properties":{"name":{"type":"string","pattern":"^[a-zäö]+$","maxLength":8},
          "tags":{"type":"array","uniqueItems":true,"items":{"enum":["red","green","grün"]},"maxItems":3},
          "size":{"type":"integer","minimum":1},"more":{"anyOf":[{"$ref":"#"},{"type":"null"},{"type":"array",
          "items":{"$ref":"#"}}]}},"required":["name"],"additionalProperties":false})");
  ASSERT_TRUE(code);
  const std::string text =
      R"({"name":"bäc","tags":["red","grün"],"size":12,"more":[{"name":"a\u0062"},{"name":"c","more":null}]})";
  ASSERT_TRUE(test::is_valid(*code, text));
  test::watcher w(*code);
  test::mutator change(7);
  tally t;
  for (std::size_t i = rounds(5000); i > 0; --i) {
    const std::string changed = change.changed(text);
    const bool valid = test::is_valid(*code, changed);
    ++(valid ? t.valid : t.invalid);
    const watching whole = watch(w, changed, 0, true);
    ASSERT_EQ(whole.state == watch_state::complete, valid) << changed << "\n" << whole;
    ASSERT_EQ(watch(w, changed, 1 + change.pick(7), true), whole) << changed;
  }
  EXPECT_GT(t.valid, 100U);
  EXPECT_GT(t.invalid, 100U);
}

}  // namespace
