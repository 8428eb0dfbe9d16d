// Accepting an instance allocates nothing once the scratch space of the thread has grown; judging a format
// allocates nothing at all, but for labels beyond ASCII and for patterns.
#include "format.hpp"

#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <new>
#include <string>
#include <utility>

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

TEST(Formats, judging_allocates_nothing) {
  using tenon::schema::format;
  const std::string host =
      std::string(63, 'a') + "." + std::string(63, 'b') + "." + std::string(63, 'c') + ".example";
  const std::pair<format, std::string> texts[] = {
      {format::date, "2026-11-30"},
      {format::time, "10:00:00.123456789012345678901234567890Z"},
      {format::date_time, "2026-11-30T10:00:00.123456789012345678901234567890Z"},
      {format::duration, "P1Y2M3DT4H5M6S"},
      {format::email, "first.last@" + host.substr(64)},
      {format::idn_email, "用户用户用户用户@" + host.substr(64)},
      {format::ascii_hostname, host},
      {format::hostname, host},
      {format::idn_hostname, host},
      {format::ipv4, "255.255.255.255"},
      {format::ipv6, "1000:1000:1000:1000:1000:1000:255.255.255.255"},
      {format::uri, "https://user@" + host + ":8080/a/b/%41?c=d#e"},
      {format::uri_reference, "//user@" + host + ":8080/a/b/%41?c=d#e"},
      {format::iri, "https://user@" + host + ":8080/é/b/%41?c=d#e"},
      {format::iri_reference, "//user@" + host + ":8080/é/b/%41?c=d#e"},
      {format::uri_template, "https://" + host + "{/path*}{?query:10,more}"},
      {format::json_pointer, "/a/long/pointer/with/~0/and/~1/and/é"},
      {format::relative_json_pointer, "12/a/long/pointer/with/~0/and/~1/and/é"},
      {format::uuid, "2eb8aa08-aa98-11ea-b4aa-73b441d16380"}};
  for (const auto& [f, text] : texts) {
    const std::size_t before = allocations;
    const bool valid = matches(f, text);
    EXPECT_EQ(allocations - before, 0U) << to_string(f);
    EXPECT_TRUE(valid) << to_string(f);
  }
}
