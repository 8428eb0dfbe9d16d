// For schemas and instances nobody chose: what a schema admits, its grammar generates; and where the
// grammar notes nothing, what it generates is admitted.
#include "gbnf_interpreter.hpp"
#include "pick.hpp"
#include "random_instance.hpp"
#include "random_schema.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include <tenon/lower.hpp>
#include <tenon/reader.hpp>
#include <tenon/utf8.hpp>
#include <tenon/writer.hpp>

namespace {

using tenon::value;
using tenon::schema::program;

/// A schema and one instance of it, members in the order of the schema.
struct sample {
  value schema;
  value instance;
};

sample make(int depth);

std::string letters(int count) {
  const std::vector<std::string> some = {"a", "B", "7", " ", "\"", "\\", "\n", "\xC3\xA9", "\xF0\x9F\x98\x80",
                                         "/"};
  std::string text;
  for (int i = 0; i < count; ++i) text += some[test::pick<std::size_t>(0, some.size())];
  return text;
}

sample make_string() {
  const int low = test::pick(0, 4);
  const int high = low + test::pick(0, 4);
  value schema = value::object({{"type", "string"}});
  if (test::pick(0, 2) == 0) schema.set("minLength", low);
  if (test::pick(0, 2) == 0) schema.set("maxLength", high);
  return {std::move(schema), letters(test::pick(low, high + 1))};
}

sample make_integer() {
  const int low = test::pick(-1200, 1200);
  const int high = low + test::pick(0, 1500);
  return {value::object({{"type", "integer"}, {"minimum", low}, {"maximum", high}}),
          test::pick(low, high + 1)};
}

sample make_enum() {
  const std::vector<value> some = {value("red"), value("rose"), value("\xC3\xA9t\xC3\xA9"),
                                   value(1),     value(12),     value(nullptr)};
  value list = value::array();
  const std::size_t count = test::pick<std::size_t>(1, some.size() + 1);
  for (std::size_t i = 0; i < count; ++i) list.push_back(some[i]);
  return {value::object({{"enum", std::move(list)}}), some[test::pick<std::size_t>(0, count)]};
}

sample make_array(int depth) {
  sample item = make(depth - 1);
  const int low = test::pick(0, 3);
  const int count = low + test::pick(0, 3);
  value items = value::array();
  for (int i = 0; i < count; ++i) items.push_back(item.instance);
  return {value::object(
              {{"type", "array"}, {"items", std::move(item.schema)}, {"minItems", low}, {"maxItems", count}}),
          std::move(items)};
}

sample make_object(int depth) {
  value properties = value::object();
  value required = value::array();
  value instance = value::object();
  const int count = test::pick(1, 5);
  for (int i = 0; i < count; ++i) {
    sample member = make(depth - 1);
    const std::string name = "m" + std::to_string(i);
    properties.set(name, std::move(member.schema));
    const bool must = test::pick(0, 2) == 0;
    if (must) required.push_back(name);
    if (must || test::pick(0, 2) == 0) instance.set(name, std::move(member.instance));
  }
  return {value::object({{"type", "object"},
                         {"properties", std::move(properties)},
                         {"required", std::move(required)},
                         {"additionalProperties", false}}),
          std::move(instance)};
}

sample make_union(int depth) {
  sample one = make_array(depth);
  sample two = make_string();
  const bool first = test::pick(0, 2) == 0;
  value branches = value::array();
  branches.push_back(std::move(one.schema));
  branches.push_back(std::move(two.schema));
  branches.push_back(value::object({{"type", "null"}}));
  return {value::object({{"anyOf", std::move(branches)}}),
          first ? std::move(one.instance) : std::move(two.instance)};
}

sample make(int depth) {
  switch (test::pick(0, depth > 0 ? 6 : 3)) {
    case 0:
      return make_string();
    case 1:
      return make_integer();
    case 2:
      return make_enum();
    case 3:
      return make_array(depth);
    case 4:
      return make_union(depth);
    default:
      return make_object(depth);
  }
}

/// One byte of the text changed, taken out or put in.
std::string mutant(std::string text) {
  const std::string bytes = "0123456789-.,:{}[]\"\\ aeu tn";
  const std::size_t at = test::pick<std::size_t>(0, text.size());
  const char byte = bytes[test::pick<std::size_t>(0, bytes.size())];
  switch (test::pick(0, 3)) {
    case 0:
      text[at] = byte;
      break;
    case 1:
      text.erase(at, 1);
      break;
    default:
      text.insert(at, 1, byte);
      break;
  }
  return text;
}

// Schemas with every keyword, most of which no grammar can hold: what it lets pass all the same is in its
// notes.
TEST(GbnfProperty, what_a_grammar_does_not_hold_is_in_its_notes) {
  int held = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    test::choices from(seed);
    const value schema = test::random_schema(from, tenon::schema::draft::d2020).root();
    const auto code = program::compile(schema);
    if (!code) continue;
    const auto grammar = tenon::schema::lower(*code, tenon::schema::dialect::gbnf);
    if (!grammar || !grammar->notes.empty()) continue;
    const test::gbnf interpreter(grammar->text);
    test::random_instance maker(from, schema);
    for (int n = 0; n < 8; ++n) {
      const std::string text = tenon::json::write(maker.make());
      if (!interpreter.generates(text)) continue;
      ++held;
      ASSERT_TRUE(code->accepts_text(text)) << tenon::json::write(schema) << "\n"
                                            << text << "\n"
                                            << grammar->text;
    }
  }
  EXPECT_GT(held, 50);
}

}  // namespace

RC_GTEST_PROP(Gbnf, what_a_schema_admits_its_grammar_generates, ()) {
  const sample s = make(3);
  const auto code = program::compile(s.schema);
  RC_ASSERT(static_cast<bool>(code));
  RC_ASSERT(code->accepts(s.instance));
  const auto lowered = tenon::schema::lower(*code, tenon::schema::dialect::gbnf);
  RC_ASSERT(static_cast<bool>(lowered));
  RC_ASSERT(lowered->notes.empty());
  const test::gbnf grammar(lowered->text);
  RC_ASSERT(grammar.generates(tenon::json::write(s.instance)));
}

RC_GTEST_PROP(Gbnf, what_a_grammar_without_notes_generates_is_valid, ()) {
  const sample s = make(3);
  const auto code = program::compile(s.schema);
  RC_ASSERT(static_cast<bool>(code));
  const auto lowered = tenon::schema::lower(*code, tenon::schema::dialect::gbnf);
  RC_ASSERT(static_cast<bool>(lowered));
  const test::gbnf grammar(lowered->text);
  const std::string text = tenon::json::write(s.instance);
  for (int i = 0; i < 20; ++i) {
    const std::string changed = mutant(text);
    if (!tenon::utf8::valid(changed) || !grammar.generates(changed)) continue;
    const auto read = tenon::json::read_unique(changed);
    RC_ASSERT(static_cast<bool>(read));
    RC_ASSERT(code->accepts(*read));
  }
}
