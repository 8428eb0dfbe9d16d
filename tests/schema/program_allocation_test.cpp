// Accepting an instance allocates nothing once the scratch space of the thread has grown.
#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <new>

#include <tenon/program.hpp>
#include <tenon/reader.hpp>

namespace {

std::atomic<std::size_t> allocations{0};

void* counted(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) {
  return counted(size);
}
void* operator new[](std::size_t size) {
  return counted(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}

TEST(Program, accepting_allocates_nothing_after_warm_up) {
  std::string many;
  for (int i = 0; i < 100; ++i)
    many += (i > 0 ? ",\"m" : "\"m") + std::to_string(i) + R"(":{"type":"integer"})";
  const auto code = tenon::schema::program::compile_text(R"({
    "type":"object",
    "properties":{
      "id":{"type":"string","pattern":"^chk-[0-9a-f]{7,40}$"},
      "large":{"type":"string","pattern":"^(a|b)*a(a|b){18}$"},
      "level":{"enum":["SEV1","SEV2","SEV3","SEV4","SEV5"]},
      "score":{"type":"number","minimum":0,"maximum":1,"multipleOf":0.25},
      "at":{"type":"string","format":"date-time"},
      "tags":{"type":"array","uniqueItems":true,"items":{"type":"string","maxLength":20},"contains":{"const":"a"}},
      "many":{"properties":{)" + many + R"(}},
      "either":{"anyOf":[{"type":"integer","minimum":10},{"type":"integer","maximum":0},{"type":"string"}]},
      "next":{"$ref":"#"}},
    "patternProperties":{"^x-":{"type":"integer"}},
    "propertyNames":{"maxLength":40},
    "required":["id"],
    "additionalProperties":false})");
  ASSERT_TRUE(code) << code.error().message;
  const auto instance = tenon::json::read(R"({"id":"chk-0123456789abcdef","large":"bbabbbbbbbbbbbbbbbbbb",
    "level":"SEV4","score":0.75,"at":"2026-11-30T10:00:00Z","tags":["a","b","a string that is longer"],
    "many":{"m0":1,"m99":2},"either":-5,"x-extra":1,"next":{"id":"chk-fedcba9876543210"}})");
  ASSERT_TRUE(instance);
  auto result = code->accepts(instance->root);
  EXPECT_FALSE(result);  // a string longer than 20 characters
  const auto good = tenon::json::read(R"({"id":"chk-0123456789abcdef","large":"bbabbbbbbbbbbbbbbbbbb",
    "level":"SEV4","score":0.75,"at":"2026-11-30T10:00:00Z","tags":["a","b","a string"],
    "many":{"m0":1,"m99":2},"either":-5,"x-extra":1,"next":{"id":"chk-fedcba9876543210"}})");
  ASSERT_TRUE(good);
  ASSERT_TRUE(code->accepts(good->root)) << tenon::explain(code->validate(good->root).front());
  const std::size_t before = allocations;
  bool all = true;
  for (int i = 0; i < 100; ++i) all = all && code->accepts(good->root) && !code->accepts(instance->root);
  const std::size_t after = allocations;
  EXPECT_TRUE(all);
  EXPECT_EQ(after - before, 0U);
}

TEST(Program, evaluated_parts_and_the_dynamic_scope_lie_on_the_scratch_space_too) {
  std::string many;
  for (int i = 0; i < 100; ++i) many += (i > 0 ? ",\"m" : "\"m") + std::to_string(i) + R"(":1)";
  const auto code = tenon::schema::program::compile_text(R"({
    "$id":"http://x/tree","$dynamicAnchor":"node","$ref":"base","unevaluatedProperties":false,
    "$defs":{"base":{"$id":"base","$dynamicAnchor":"node","type":"object",
      "anyOf":[{"properties":{"name":{"type":"string"}}},{"properties":{"name":{"type":"integer"}}}],
      "properties":{"children":{"items":{"$dynamicRef":"#node"}},"list":{"prefixItems":[true],"contains":{"const":1},
                    "unevaluatedItems":{"type":"null"}}},
      "patternProperties":{"^m":true}}}})");
  ASSERT_TRUE(code) << code.error().message;
  const auto good = tenon::json::read(
      R"({"name":"a","children":[{"name":1,"list":[0,1,null]},{"children":[{}]}],)" + many + "}");
  const auto bad = tenon::json::read(R"({"name":"a","children":[{"nam":1}]})");
  ASSERT_TRUE(good);
  ASSERT_TRUE(bad);
  ASSERT_TRUE(code->accepts(good->root)) << tenon::explain(code->validate(good->root).front());
  EXPECT_FALSE(code->accepts(bad->root));
  const std::size_t before = allocations;
  bool all = true;
  for (int i = 0; i < 100; ++i) all = all && code->accepts(good->root) && !code->accepts(bad->root);
  const std::size_t after = allocations;
  EXPECT_TRUE(all);
  EXPECT_EQ(after - before, 0U);
}
