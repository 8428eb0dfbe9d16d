// Nothing is allocated once the scratch space of the thread, and the object that is filled, have grown: for
// values, for texts, for texts that become an object. Judging a format allocates nothing at all, but for
// labels beyond ASCII and for patterns.
#include "allocation_counter.hpp"
#include "described_types.hpp"
#include "formats/format.hpp"

#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <utility>

#include <tenon/bind_text.hpp>
#include <tenon/lower.hpp>
#include <tenon/padded.hpp>
#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/watch.hpp>
#include <tenon/writer.hpp>

namespace {

using test::allocations;

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

TEST(Direct, accepting_a_text_allocates_nothing_after_warm_up) {
  const auto code = tenon::schema::program::compile_text(R"({
    "type":"object",
    "properties":{
      "id":{"type":"string","pattern":"^chk-[0-9a-f]{7,40}$"},
      "level":{"enum":["SEV1","SEV2","SEV3","SEV4","SEV5"]},
      "score":{"type":"number","minimum":0,"maximum":1,"multipleOf":0.25},
      "at":{"type":"string","format":"date-time"},
      "tags":{"type":"array","uniqueItems":true,"items":{"type":"string","maxLength":20}},
      "either":{"anyOf":[{"type":"integer","minimum":10},{"type":"null"},{"type":"string"}]},
      "next":{"$ref":"#"}},
    "patternProperties":{"^x-":{"type":"integer"}},
    "propertyNames":{"maxLength":40},
    "required":["id"]})");
  ASSERT_TRUE(code) << code.error().message;
  const std::string good =
      R"({"id":"chk-0123456789abcdef","level":"SEV4","score":0.75,"at":"2026-11-30T10:00:00Z",
    "tags":["a","b","a string\n"],"either":null,"x-extra":1,"unknown \u0061":{"any":[1,"\ud83d\ude00 longer than in place"]},
    "next":{"id":"chk-fedcba9876543210"}})";
  const std::string bad = good.substr(0, good.size() - 1);
  ASSERT_TRUE(code->accepts_text(good));
  const tenon::json::padded_text padded(good);
  const std::size_t before = allocations;
  bool all = true;
  for (int i = 0; i < 100; ++i) {
    all = all && code->accepts_text(good) && code->accepts_text(padded) && !code->accepts_text(bad) &&
          code->validate_text(good).empty();
  }
  const std::size_t after = allocations;
  EXPECT_TRUE(all);
  EXPECT_EQ(after - before, 0U);
}

TEST(BindText, a_used_record_is_filled_again_without_an_allocation) {
  const std::string_view first =
      R"({"summary":"a summary that is longer than what fits in place","severity":"SEV2","service":"a service that is longer, too","symptoms":["one symptom of many words","another symptom of many words"]})";
  const std::string_view second =
      R"({"symptoms":["a symptom of words \u00fc","more words in a symptom"],"service":"the other service of them","severity":"SEV1","summary":"x"})";
  described::Triage record;
  described::Team team;
  described::Variants variants;
  const std::string_view two =
      R"({"owner":{"name":"a name that is longer than in place","active":true},"deputy":{"name":"a name that is longer than in place","active":false}})";
  const std::string_view three =
      R"({"payment":{"kind":"wire","iban":"DE00 0000 0000 0000 0000 00"},"shapes":[{"type":"square","side":2},{"type":"circle","radius":0.5}]})";
  const auto fill = [&] {
    return tenon::read_into(record, first).empty() && tenon::read_into(record, second).empty() &&
           tenon::read_into(team, two).empty() && tenon::read_into(variants, three).empty();
  };
  ASSERT_TRUE(fill());
  ASSERT_TRUE(fill());
  const std::size_t before = allocations;
  bool all = true;
  for (int i = 0; i < 100; ++i) all = all && fill();
  const std::size_t after = allocations;
  EXPECT_TRUE(all);
  EXPECT_EQ(record.service, "the other service of them");
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

TEST(Watch, allocates_nothing_after_warm_up_where_no_value_must_be_built) {
  const auto code = tenon::schema::program::compile_text(R"({
    "type":"object",
    "properties":{
      "id":{"type":"string","pattern":"^chk-[0-9a-f]{7,40}$"},
      "level":{"enum":["SEV1","SEV2","SEV3","SEV4","SEV5",7]},
      "score":{"type":"number","minimum":0,"maximum":1,"multipleOf":0.25},
      "at":{"type":"string","format":"date-time"},
      "tags":{"type":"array","uniqueItems":true,"items":{"type":"string","maxLength":20},"contains":{"const":"a"}},
      "entities":{"type":"array","uniqueItems":true,"maxItems":20,"items":{"type":"object","required":["name"]}},
      "either":{"oneOf":[{"type":"integer","minimum":10},{"type":"integer","maximum":0},{"type":"string"}]},
      "shape":{"anyOf":[{"properties":{"kind":{"const":"dot"}},"required":["kind"]},
                        {"properties":{"kind":{"const":"line"},"length":{"type":"number"}},"required":["kind"]}]},
      "next":{"$ref":"#"}},
    "patternProperties":{"^x-":{"type":"integer"}},
    "propertyNames":{"maxLength":40},
    "not":{"required":["forbidden"]},
    "if":{"required":["score"]},"then":{"required":["level"]},
    "dependentSchemas":{"either":{"required":["id"]}},
    "required":["id"],
    "additionalProperties":false})");
  ASSERT_TRUE(code) << code.error().message;
  std::string many;
  for (int i = 0; i < 40; ++i) many += ",\"x-" + std::to_string(i) + "\":" + std::to_string(i);
  const std::string text =
      R"({"id":"chk-0123456789abcdef","level":"SEV4","score":0.75,"at":"2026-11-30T10:00:00Z",)"
      R"("tags":["a","b","a string","\u00e9\n"],"either":-5,"shape":{"kind":"line","length":1.5e3,"free":[{"x":null}]},)"
      R"("entities":[{"name":"a name that is longer than what fits in place","n":[1,2]},{"name":"b"},{"name":"c"},)"
      R"({"name":"d"},{"name":"e"},{"name":"f"},{"name":"g"},{"name":"h"},{"name":"i"},{"name":"j"}],)"
      R"("next":{"id":"chk-fedcba9876543210","next":{"id":"chk-0000000"}})" +
      many + "}";
  tenon::schema::watcher w(*code);
  const auto watched = [&](std::size_t step) {
    w.reset();
    for (std::size_t at = 0; at < text.size(); at += step) w.feed(std::string_view(text).substr(at, step));
    return w.finish() == tenon::schema::watch_state::complete;
  };
  ASSERT_TRUE(watched(1)) << tenon::explain(w.why());
  ASSERT_TRUE(watched(text.size()));
  const std::size_t before = allocations;
  bool all = true;
  for (const std::size_t step :
       {std::size_t{1}, std::size_t{4}, std::size_t{7}, std::size_t{64}, text.size()})
    all = all && watched(step);
  const std::size_t after = allocations;
  EXPECT_TRUE(all);
  EXPECT_EQ(after - before, 0U);
}

/// What lifting a reply allocates, which every copy and every trial does.
std::size_t lifting(const tenon::schema::lift& back, const std::string& reply) {
  auto read = tenon::json::read_unique(reply);
  EXPECT_TRUE(read) << reply;
  const std::size_t before = allocations;
  const auto lifted = back(*std::move(read));
  const std::size_t after = allocations;
  EXPECT_TRUE(lifted);
  EXPECT_EQ(tenon::json::write(*lifted).find("null"), std::string::npos);
  EXPECT_EQ(tenon::json::write(*lifted).find("\"key\""), std::string::npos);
  return after - before;
}

tenon::schema::lift lift_for(std::string_view schema, tenon::schema::dialect to) {
  const auto code = tenon::schema::program::compile_text(schema);
  EXPECT_TRUE(code);
  auto form = tenon::schema::lower(*code, to);
  EXPECT_TRUE(form);
  return form ? std::move(form->back) : tenon::schema::lift();
}

TEST(Lift, a_reply_that_is_twice_as_deep_costs_twice_as_much) {
  const auto back = lift_for(R"({"$ref":"#/$defs/n","$defs":{"n":{"anyOf":[
      {"type":"object","properties":{"l":{"$ref":"#/$defs/n"},"o":{"type":"string"}},"required":["l"],
       "additionalProperties":false},
      {"type":"object","properties":{"m":{"type":"object","additionalProperties":{"$ref":"#/$defs/n"}}},
       "required":["m"],"additionalProperties":false},
      {"type":"string"}]}}})",
                             tenon::schema::dialect::openai);
  const auto reply = [](int deep) {
    std::string text = R"({"value":)";
    for (int i = 0; i < deep; ++i) text += i % 2 == 0 ? R"({"l":)" : R"({"m":[{"key":"k","value":)";
    text += "\"x\"";
    for (int i = deep; i-- > 0;) text += i % 2 == 0 ? R"(,"o":null})" : "}]}";
    return text + "}";
  };
  const std::size_t once = lifting(back, reply(75));
  const std::size_t twice = lifting(back, reply(150));
  EXPECT_LE(twice * 10, once * 23);  // and a little that does not depend on the depth
}

TEST(Lift, alternatives_that_no_look_tells_apart_are_tried_a_limited_time) {
  const auto back = lift_for(R"({"$ref":"#/$defs/n","$defs":{"n":{"anyOf":[
      {"type":"object","properties":{"k":{"type":"array","items":{"type":"string"}},"n":{"$ref":"#/$defs/n"}},
       "required":["k","n"],"additionalProperties":false},
      {"type":"object","properties":{"k":{"type":"object","additionalProperties":{"type":"string"}},
       "n":{"$ref":"#/$defs/n"}},"required":["k","n"],"additionalProperties":false},
      {"type":"string"}]}}})",
                             tenon::schema::dialect::groq);
  std::string reply = R"({"value":)";
  constexpr int deep = 200;
  for (int i = 0; i < deep; ++i) reply += R"({"k":[],"n":)";
  reply += "\"x\"" + std::string(deep, '}') + "}";
  EXPECT_LE(lifting(back, reply), 4'000'000U);
}

}  // namespace
