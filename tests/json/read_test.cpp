// Whole texts to values: spans, repeated names, positions for people, and the builder over chunks.
#include <gtest/gtest.h>
#include <string>

#include <tenon/builder.hpp>
#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace {

using tenon::failure_kind;
using tenon::json::locate;
using tenon::json::read;
using tenon::json::read_unique;
using tenon::json::source_span;

TEST(Read, every_node_and_name_knows_its_bytes) {
  const auto made = read(R"( {"a" : [10, "x"]} )");
  ASSERT_TRUE(made);
  EXPECT_EQ(made->root.source(), (source_span{1, 18}));
  EXPECT_EQ(made->root.members()[0].name_source, (source_span{2, 5}));
  const auto& list = made->root.members()[0].value;
  EXPECT_EQ(list.source(), (source_span{8, 17}));
  EXPECT_EQ(list.items()[0].source(), (source_span{9, 11}));
  EXPECT_EQ(list.items()[1].source(), (source_span{13, 16}));
}

TEST(Read, a_syntax_error_is_the_error_of_the_reader) {
  const auto made = read("[1,]");
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, failure_kind::not_json);
  EXPECT_EQ(made.error().code, "unexpected_byte");
  EXPECT_EQ(made.error().offset, 3U);
}

TEST(Read, repeated_names_are_reported_in_the_order_of_the_text) {
  const auto made = read(R"({"a":1,"b":[{"c":1},{"c":{"x/y":1,"x\/y":2},"c":0}],"a":2,"a":3})");
  ASSERT_TRUE(made);
  ASSERT_EQ(made->duplicates.size(), 4U);
  EXPECT_EQ(made->duplicates[0].place, "/b/1/c/x~1y");
  EXPECT_EQ(made->duplicates[1].place, "/b/1/c");
  EXPECT_EQ(made->duplicates[2].place, "/a");
  EXPECT_EQ(made->duplicates[3].place, "/a");
  EXPECT_EQ(made->duplicates[0].offset, 34U);
  EXPECT_EQ(made->duplicates[1].offset, 44U);
  EXPECT_EQ(made->duplicates[2].offset, 52U);
  EXPECT_EQ(made->duplicates[0].kind, failure_kind::duplicate_key);
  EXPECT_EQ(made->duplicates[0].code, "duplicate_key");
  EXPECT_EQ(made->root.members().size(), 4U);
}

TEST(Read, names_are_compared_as_decoded_and_never_normalised) {
  EXPECT_EQ(read(R"({"a":1,"\u0061":2})")->duplicates.size(), 1U);
  EXPECT_TRUE(read("{\"\u00e9\":1,\"e\u0301\":2}")->duplicates.empty());
  EXPECT_TRUE(read(R"({"a":1,"A":2})")->duplicates.empty());
  EXPECT_TRUE(read(R"([{"a":1},{"a":1}])")->duplicates.empty());
  EXPECT_TRUE(read(R"({"a":{"a":1}})")->duplicates.empty());
}

TEST(Read, read_unique_fails_on_the_first_repeated_name) {
  const auto made = read_unique(R"({"a":{"x":1},"a":{"y":1,"y":2}})");
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, failure_kind::duplicate_key);
  EXPECT_EQ(made.error().place, "/a");
  EXPECT_EQ(made.error().offset, 13U);
  EXPECT_TRUE(read_unique(R"({"a":1,"b":2})"));
  EXPECT_EQ(read_unique("{").error().code, "unexpected_end");
}

std::string object_of(std::size_t members, std::size_t different) {
  std::string text = "{";
  for (std::size_t i = 0; i < members; ++i) {
    text += (i == 0 ? "\"" : ",\"") + std::to_string(i % different) + "\":0";
  }
  return text + "}";
}

TEST(Read, many_members_are_checked_without_comparing_every_pair) {
  EXPECT_TRUE(read(object_of(200'000, 200'000))->duplicates.empty());
  const auto one = read(object_of(100'001, 100'000));
  ASSERT_EQ(one->duplicates.size(), 1U);
  EXPECT_EQ(one->duplicates[0].place, "/0");
}

TEST(Read, the_list_of_repeated_names_is_bounded) {
  EXPECT_EQ(read(object_of(500'000, 1))->duplicates.size(), tenon::json::document::max_duplicates);
  // A long name above many repeats would otherwise be copied into every one of their pointers.
  const std::string text = "{\"" + std::string(1'000'000, 'n') + "\":" + object_of(1000, 1) + "}";
  const auto made = read(text);
  ASSERT_TRUE(made);
  EXPECT_GE(made->duplicates.size(), 1U);
  EXPECT_LE(made->duplicates.size(), 2U);
}

TEST(Read, small_and_large_objects_agree_on_what_repeats) {
  for (std::size_t members = 2; members < 40; ++members) {
    EXPECT_TRUE(read(object_of(members, members))->duplicates.empty()) << members;
    EXPECT_EQ(read(object_of(members, members - 1))->duplicates.size(), 1U) << members;
    EXPECT_EQ(read(object_of(members, 1))->duplicates.size(), members - 1) << members;
  }
}

TEST(Read, depth_is_limited_by_default_and_deep_texts_are_safe_when_allowed) {
  constexpr std::size_t depth = 1'000'000;
  const std::string text = std::string(depth, '[') + std::string(depth, ']');
  const auto refused = read(text);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "max_depth");
  EXPECT_EQ(refused.error().offset, tenon::json::read_limits{}.max_depth);
  const auto made = read(text, {.max_bytes = text.size(), .max_depth = depth});
  ASSERT_TRUE(made);
  EXPECT_EQ(tenon::json::write(made->root), text);
}

TEST(Read, a_builder_makes_the_same_document_from_chunks) {
  const std::string text = R"({"a":[1,{"b":"\u20ac"}],"a":null})";
  const auto whole = read(text);
  tenon::json::builder built;
  tenon::json::reader reader(built);
  for (int round = 0; round < 2; ++round) {  // it may be used again
    reader.reset();
    for (std::size_t at = 0; at < text.size(); at += 3)
      ASSERT_TRUE(reader.feed(std::string_view(text).substr(at, 3)));
    ASSERT_TRUE(reader.finish());
    const tenon::json::document made = built.take();
    EXPECT_EQ(tenon::json::write(made.root), tenon::json::write(whole->root));
    EXPECT_EQ(made.duplicates, whole->duplicates);
  }
}

TEST(Read, a_builder_forgets_what_was_half_built) {
  tenon::json::builder built;
  tenon::json::reader reader(built);
  ASSERT_TRUE(reader.feed("{\"a\":[{\"b\":"));
  built.reset();
  reader.reset();
  ASSERT_TRUE(reader.feed("[1]"));
  ASSERT_TRUE(reader.finish());
  EXPECT_EQ(tenon::json::write(built.take().root), "[1]");
}

void expect_position(std::string_view text, std::uint64_t offset, std::size_t line, std::size_t column) {
  const auto at = locate(text, offset);
  EXPECT_EQ(at.line, line) << offset;
  EXPECT_EQ(at.column, column) << offset;
}

TEST(Read, positions_for_people_count_lines_and_code_points_from_one) {
  const std::string text = "ab\n\u00e9\u20ACc\r\nd";
  expect_position(text, 0, 1, 1);
  expect_position(text, 2, 1, 3);
  expect_position(text, 3, 2, 1);
  expect_position(text, 8, 2, 3);
  expect_position(text, 11, 3, 1);
  expect_position(text, 12, 3, 2);
  expect_position(text, 1000, 3, 2);
  expect_position("", 0, 1, 1);
}

}  // namespace
