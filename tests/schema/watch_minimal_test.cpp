// The byte at which a text is doomed is the first one that no valid text has there, by brute force: all
// texts of a small universe are judged by the walker, and whatever begins none of the valid ones is
// hopeless. What is probed is smaller than what may complete it, so that nothing is called hopeless only
// because the universe ends.
#include "watching.hpp"

#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace {

using test::program;
using test::watch;
using test::watching;

using texts = std::vector<std::string>;

struct universe {
  texts scalars;
  texts names = {};         // with quotes
  std::size_t items = 0;    // most, per array
  std::size_t members = 0;  // most, per object
  std::size_t depth = 1;    // of containers
  bool repeats = true;      // names may
};

/// All sequences of up to `most` parts, joined by `comma`.
texts sequences(const texts& parts, std::size_t most, const std::string& comma) {
  texts all{""};
  texts longest{""};
  for (std::size_t n = 0; n < most; ++n) {
    texts longer;
    for (const std::string& one : longest) {
      for (const std::string& part : parts) longer.push_back(one + (n == 0 ? "" : comma) + part);
    }
    all.insert(all.end(), longer.begin(), longer.end());
    longest = std::move(longer);
  }
  return all;
}

texts values(const universe& u, std::size_t depth) {
  texts all = u.scalars;
  if (depth == 0) return all;
  const texts inner = values(u, depth - 1);
  for (const std::string& list : sequences(inner, u.items, ",")) {
    if (u.items > 0) all.push_back("[" + list + "]");
  }
  texts members;
  for (const std::string& name : u.names) {
    for (const std::string& v : inner) members.push_back(name + ":" + v);
  }
  for (const std::string& list : sequences(members, u.members, ",")) {
    const std::string text = "{" + list + "}";
    if (u.members > 0 && (u.repeats || tenon::json::read_unique(text))) all.push_back(text);
  }
  return all;
}

/// Offset of the first byte that begins no valid text; the length where only the end is wrong.
std::optional<std::size_t> hopeless_at(const std::string& text,
                                       const std::unordered_set<std::string>& hopeful, bool valid) {
  for (std::size_t n = 1; n <= text.size(); ++n) {
    if (!hopeful.contains(text.substr(0, n))) return n - 1;
  }
  if (valid) return std::nullopt;
  return text.size();
}

void check(std::string_view schema, const universe& complete, const universe& probed) {
  const auto code = program::compile_text(schema);
  ASSERT_TRUE(code) << schema << ": " << tenon::explain(code.error());
  std::unordered_set<std::string> hopeful;
  std::size_t valid = 0;
  for (const std::string& text : values(complete, complete.depth)) {
    if (!test::is_valid(*code, text)) continue;
    ++valid;
    for (std::size_t n = 0; n <= text.size(); ++n) hopeful.insert(text.substr(0, n));
  }
  EXPECT_GT(valid, 0U) << schema;
  test::watcher w(*code);
  std::size_t doomed = 0;
  for (const std::string& text : values(probed, probed.depth)) {
    const auto expected = hopeless_at(text, hopeful, test::is_valid(*code, text));
    const watching got = watch(w, text, 0, true);
    ASSERT_EQ(got.doomed(), expected.has_value()) << schema << "\n" << text << "\n" << got;
    if (!expected) continue;
    ASSERT_EQ(got.why.offset, *expected) << schema << "\n" << text << "\n" << got;
    ++doomed;
  }
  EXPECT_GT(doomed, 0U) << schema;
}

texts strings(const texts& characters, std::size_t longest) {
  texts all = sequences(characters, longest, "");
  for (std::string& one : all) one = '"' + one + '"';
  return all;
}

const texts some_scalars{"null", "true", "false", "0", "-1", "1.5", "1.5e1", R"("")", R"("a")", R"("ab")"};

TEST(WatchMinimal, types_by_the_first_byte) {
  const universe all{some_scalars, {R"("a")"}, 2, 1, 1};
  const universe probed{{"null", "true", "0", R"("a")"}, {R"("a")"}, 1, 1, 1};
  for (
      const char* schema :
      {R"({"type":"string"})", R"({"type":"integer"})", R"({"type":["null","array"]})",
       R"({"type":"object"})", R"({"type":["boolean","number"]})", R"({"items":{"type":"string"}})",
       R"({"properties":{"a":{"type":["array","null"]}}})",
       R"({"allOf":[{"type":["string","null"]},{"type":["null","array"]}]})",
       R"({"anyOf":[{"type":"string"},{"type":"null"},{"items":{"type":"null"},"type":"array"}]})",
       R"({"oneOf":[{"type":"string"},{"type":"null"},{"items":{"type":"null"},"type":"array"}]})",
       R"({"$ref":"#/$defs/x","$defs":{"x":{"type":"array","items":{"$ref":"#/$defs/y"}},"y":{"type":"null"}}})"}) {
    check(schema, all, probed);
  }
}

TEST(WatchMinimal, enumerations_by_the_bytes_that_some_enumerator_has) {
  const texts spelled{"a",         "b", R"(\u0061)", R"(\u0062)", R"(\n)",
                      R"(\u000a)", "é", R"(\u00e9)", R"(\u00E9)"};
  const universe all{strings(spelled, 3), {}, 0, 0, 0};
  const universe probed{strings({"a", "b", R"(\u0061)", R"(\n)", "é"}, 3), {}, 0, 0, 0};
  for (const char* schema :
       {R"({"enum":["ab","aé"]})", R"({"const":"ba"})", R"({"enum":["","aa","b\n"]})",
        R"({"enum":["a","ab",1,null]})", R"({"anyOf":[{"const":"aab"},{"const":"aba"}]})",
        R"({"oneOf":[{"enum":["ab","a"]},{"enum":["é","b"]}]})",
        R"({"type":"string","enum":["é","a",3,[]]})"}) {
    check(schema, all, probed);
  }
  const universe scalars{{"null", "true", "false", "1", R"("a")", R"("b")"}, {}, 0, 0, 0};
  for (const char* schema : {R"({"enum":[true,"a"]})", R"({"const":null})", R"({"enum":[1,"b",false]})"}) {
    check(schema, scalars, scalars);
  }
}

TEST(WatchMinimal, lengths_at_the_code_point_that_exceeds_and_at_the_closing_quote) {
  const texts spelled{"a", "é", "\xF0\x9F\x98\x80", R"(\n)", R"(\ud83d\ude00)"};
  const universe all{strings(spelled, 4), {}, 0, 0, 0};
  const universe probed{strings(spelled, 3), {}, 0, 0, 0};
  for (const char* schema :
       {R"({"maxLength":2})", R"({"minLength":2})", R"({"minLength":1,"maxLength":1})", R"({"maxLength":0})",
        R"({"anyOf":[{"maxLength":1},{"maxLength":2,"minLength":2}]})"}) {
    check(schema, all, probed);
  }
}

TEST(WatchMinimal, patterns_at_the_byte_that_leaves_no_way_to_a_match) {
  const texts spelled{"a", "b", "é", "ü", R"(\u0061)", R"(\u00e9)", R"(\u0062)"};
  const universe all{strings(spelled, 5), {}, 0, 0, 0};
  const universe probed{strings({"a", "b", "é", "ü", R"(\u0061)"}, 3), {}, 0, 0, 0};
  for (const char* schema : {R"({"pattern":"^a"})", R"({"pattern":"^ab*$"})", R"({"pattern":"^[ab]{2}$"})",
                             R"({"pattern":"^(ab|é)$"})", R"({"pattern":"ab$"})", R"({"pattern":"^[^a]*$"})",
                             R"({"pattern":"^a$|^bb"})", R"({"pattern":"^.é?$"})",
                             R"({"anyOf":[{"pattern":"^aa$"},{"pattern":"^b*$"}]})"}) {
    check(schema, all, probed);
  }
}

TEST(WatchMinimal, names_of_closed_objects_by_the_bytes_that_some_free_name_has) {
  const texts names{R"("a")", R"("ab")",      R"("b")",      R"("ac")",    R"("")",
                    R"("x")", R"("\u0061b")", R"("\u0061")", R"("\u0062")"};
  const universe all{{"0", R"("a")"}, names, 0, 3, 1};
  const universe probed{{"0"}, names, 0, 3, 1};
  for (const char* schema :
       {R"({"properties":{"a":{},"ab":{}},"additionalProperties":false})",
        R"({"properties":{"ab":{},"b":{},"":{}},"additionalProperties":false})",
        R"({"properties":{"a":false,"ab":{"type":"integer"}},"additionalProperties":false})",
        R"({"additionalProperties":false})"}) {
    check(schema, all, probed);
  }
}

TEST(WatchMinimal, names_that_patterns_and_schemas_admit) {
  texts names{R"("a")", R"("ab")", R"("b")", R"("ac")", R"("")", R"("x")", R"("\u0061b")", R"("\u0061")"};
  const universe probed{{"0"}, names, 0, 2, 1, false};
  for (const char* more : {R"("abx")", R"("xa")", R"("\u0061x")", R"("\u0061c")", R"("acx")", R"("bx")"})
    names.emplace_back(more);
  const universe all{{"0", R"("a")"}, names, 0, 3, 1, false};
  for (const char* schema :
       {R"({"properties":{"a":{}},"additionalProperties":false,"patternProperties":{"^ab":{}}})",
        R"({"additionalProperties":false,"patternProperties":{"^b$":{},"^a.$":{}}})",
        R"({"properties":{"ac":{}},"additionalProperties":false,"patternProperties":{"^ab":false}})",
        R"({"properties":{"a":false}})", R"({"propertyNames":{"enum":["a","ab"]}})",
        R"({"propertyNames":{"pattern":"^a"}})", R"({"additionalProperties":{"type":"string"}})"}) {
    check(schema, all, probed);
  }
  check(R"({"propertyNames":{"maxLength":1}})", {{"0"}, names, 0, 1, 1}, {{"0"}, names, 0, 1, 1});
}

TEST(WatchMinimal, members_that_are_missing_or_too_many) {
  const universe all{{"0", "1"}, {R"("a")", R"("b")", R"("c")", R"("aa")", R"("bb")", R"("cc")"}, 0, 4, 1};
  const universe probed{{"0"}, {R"("a")", R"("b")", R"("c")"}, 0, 2, 1};
  for (const char* schema :
       {R"({"required":["a"]})", R"({"required":["a","c"]})", R"({"minProperties":2})",
        R"({"maxProperties":1})", R"({"maxProperties":0})", R"({"dependentRequired":{"a":["b"]}})",
        R"({"allOf":[{"required":["a"]},{"required":["b"]}]})",
        R"({"anyOf":[{"required":["a"]},{"required":["b"]}]})"}) {
    check(schema, all, probed);
  }
}

TEST(WatchMinimal, items_that_are_missing_too_many_or_repeated) {
  const universe all{{"0", "1", R"("a")", "null"}, {}, 4, 0, 1};
  const universe probed{{"0", R"("a")"}, {}, 3, 0, 1};
  for (const char* schema :
       {R"({"minItems":1})", R"({"minItems":3})", R"({"maxItems":2})", R"({"maxItems":0})",
        R"({"items":false})", R"({"prefixItems":[{},{}],"items":false})",
        R"({"prefixItems":[{"type":"string"},{"type":"integer"}]})", R"({"prefixItems":[{},false]})",
        R"({"minItems":2,"items":{"type":"string"}})",
        R"({"anyOf":[{"maxItems":1},{"items":{"type":"string"},"maxItems":2}]})"}) {
    check(schema, all, probed);
  }
  const universe words{{R"("a")", R"("b")", R"("aa")", R"("bb")", R"("aab")"}, {}, 4, 0, 1};
  const universe few_words{{R"("a")", R"("b")"}, {}, 3, 0, 1};
  check(R"({"uniqueItems":true})", words, few_words);
}

TEST(WatchMinimal, unions_die_with_their_last_branch) {
  const texts names{R"("kind")", R"("x")"};
  const universe all{{R"("cat")", R"("car")", R"("cow")", R"("dog")", "1"}, names, 0, 2, 1};
  const universe probed{{R"("cat")", R"("dog")", R"("cow")", "1"}, names, 0, 2, 1};
  for (const char* keyword : {"anyOf", "oneOf"}) {
    const std::string branches =
        R"([{"type":"object","properties":{"kind":{"const":"cat"},"x":{"type":"string"}},"required":["kind"],"additionalProperties":false},)"
        R"({"type":"object","properties":{"kind":{"enum":["car","dog"]},"x":{"type":"integer"}},"required":["kind","x"],"additionalProperties":false}])";
    check(std::string(R"({")") + keyword + "\":" + branches + "}", all, probed);
  }
}

TEST(WatchMinimal, what_is_nested_is_watched_alike) {
  const universe all{{"0", R"("a")"}, {R"("n")"}, 1, 1, 3};
  const universe probed{{"0", R"("a")"}, {R"("n")"}, 1, 1, 2};
  for (
      const char* schema :
      {R"({"type":["object","array"],"properties":{"n":{"$ref":"#"}},"items":{"type":"string"}})",
       R"({"items":{"items":{"type":"string"},"type":"array","minItems":1},"type":"array"})",
       R"({"properties":{"n":{"properties":{"n":{"const":"a"}},"required":["n"]}},"additionalProperties":false})",
       R"({"anyOf":[{"items":{"type":"array"}},{"items":{"type":"object"},"type":"array"}],"type":"array"})"}) {
    check(schema, all, probed);
  }
}

}  // namespace
