// Sets of evaluated parts: against a plain vector of booleans, and in instances of many parts.
#include "nodes/evaluated.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <string>
#include <vector>

#include <tenon/program.hpp>
#include <tenon/reader.hpp>

namespace {

using tenon::schema::evaluated;
using tenon::schema::program;

struct model {
  std::vector<bool> bits;
  bool all = false;
};

/// Does the same to both.
void write(evaluated& set, model& m) {
  const std::size_t count = m.bits.size();
  const int steps = *rc::gen::inRange(0, 6);
  for (int i = 0; i < steps; ++i) {
    const auto at = *rc::gen::inRange<std::size_t>(0, count);
    switch (*rc::gen::inRange(0, 8)) {
      case 0:
        set.mark_first(at);
        for (std::size_t k = 0; k < at; ++k) m.bits[k] = true;
        break;
      case 1:
        set.mark_all();
        m.all = true;
        break;
      default:
        set.mark(at);
        m.bits[at] = true;
    }
  }
}

program compiled(std::string_view text) {
  auto code = program::compile_text(text);
  EXPECT_TRUE(code) << (code ? "" : code.error().message);
  return *std::move(code);
}

}  // namespace

RC_GTEST_PROP(Evaluated, a_set_has_what_was_marked_in_it_and_in_what_was_added, ()) {
  const auto count = *rc::gen::element<std::size_t>(1, 5, 63, 64, 65, 130, 1000);
  evaluated set(count);
  model wanted{std::vector<bool>(count)};
  write(set, wanted);
  const int times = *rc::gen::inRange(0, 4);
  for (int i = 0; i < times; ++i) {
    evaluated other(count);
    model more{std::vector<bool>(count)};
    write(other, more);
    set.add(other);
    wanted.all = wanted.all || more.all;
    for (std::size_t k = 0; k < count; ++k) wanted.bits[k] = wanted.bits[k] || more.bits[k];
  }
  write(set, wanted);
  for (std::size_t k = 0; k < count; ++k) RC_ASSERT(set.has(k) == (wanted.all || wanted.bits[k]));
  RC_ASSERT(set.everything() == wanted.all);
}

TEST(Evaluated, branches_share_out_an_object_of_many_members) {
  std::string members;
  for (int i = 0; i < 200; ++i) {
    members += (i > 0 ? ",\"" : "\"") + std::string(i % 2 == 0 ? "even" : "odd") + std::to_string(i) + "\":1";
  }
  const program code = compiled(R"({"unevaluatedProperties": false, "anyOf": [
      {"patternProperties": {"^even": true}}, {"patternProperties": {"^odd": true}},
      {"patternProperties": {"^more": true}, "required": ["nobody"]}]})");
  EXPECT_TRUE(code.accepts(*tenon::json::read_unique("{" + members + "}")));
  EXPECT_FALSE(code.accepts(*tenon::json::read_unique("{" + members + ",\"more\":1}")));
  EXPECT_FALSE(code.accepts(*tenon::json::read_unique("{" + members + ",\"evil\":1}")));
}

TEST(Evaluated, contains_and_a_prefix_share_out_an_array_of_many_items) {
  const program code = compiled(R"({"unevaluatedItems": {"type": "null"}, "prefixItems": [{"type": "string"}],
      "contains": {"type": "integer"}})");
  std::string items = "\"a\"";
  for (int i = 0; i < 300; ++i) items += i % 3 == 0 ? ",null" : ",7";
  EXPECT_TRUE(code.accepts(*tenon::json::read_unique("[" + items + "]")));
  EXPECT_FALSE(code.accepts(*tenon::json::read_unique("[" + items + ",\"b\"]")));
}
