// RFC 6901. The first lines of pointer.jsonl are the example of its section 5; the rest follows from
// sections 3 and 4.
#include "documents.hpp"
#include "files.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>
#include <vector>

#include <tenon/pointer.hpp>

namespace {

namespace json = tenon::json;

TEST(Pointer, the_examples_of_the_rfc_and_what_names_nothing) {
  const auto cases = test::cases("pointer.jsonl");
  ASSERT_FALSE(cases.empty());
  const tenon::value& document = *cases.front().find("at");
  for (const auto& c : cases) {
    const std::string_view pointer = c.find("pointer")->string();
    const tenon::value* const expected = c.find("at");
    const tenon::value* const found = json::resolve(document, pointer);
    ASSERT_EQ(found != nullptr, expected != nullptr) << pointer;
    EXPECT_TRUE(found == nullptr || *found == *expected) << pointer;
  }
}

TEST(Pointer, a_pointer_splits_into_unescaped_tokens) {
  const auto tokens = json::split_pointer("/a~1b/~01//0");
  ASSERT_TRUE(tokens);
  EXPECT_EQ(*tokens, (std::vector<std::string>{"a/b", "~1", "", "0"}));
  EXPECT_TRUE(json::split_pointer("")->empty());
}

TEST(Pointer, what_is_no_pointer_is_told_with_the_offset) {
  const auto no_slash = json::split_pointer("abc");
  ASSERT_FALSE(no_slash);
  EXPECT_EQ(no_slash.error().code, "invalid_pointer");
  EXPECT_EQ(no_slash.error().offset, 0U);
  const auto bad_escape = json::split_pointer("/ok/a~2");
  ASSERT_FALSE(bad_escape);
  EXPECT_EQ(bad_escape.error().offset, 5U);
  EXPECT_FALSE(json::split_pointer("/~"));
}

TEST(Pointer, a_fragment_is_decoded_into_a_pointer) {
  EXPECT_EQ(*json::pointer_from_fragment("#/c%25d"), "/c%d");
  EXPECT_EQ(*json::pointer_from_fragment("/a%20b"), "/a b");
  EXPECT_EQ(*json::pointer_from_fragment("#/g%7Ch/i%5cj"), "/g|h/i\\j");
  EXPECT_EQ(*json::pointer_from_fragment("#"), "");
  EXPECT_EQ(*json::pointer_from_fragment(""), "");
  for (const std::string_view bad : {"#/a%2", "#/a%", "#/a%zz", "#a", "#/%7E2"}) {
    EXPECT_FALSE(json::pointer_from_fragment(bad)) << bad;
  }
}

TEST(Pointer, of_a_repeated_name_the_last_member_is_meant) {
  const auto made = json::read(R"({"a":1,"a":2})");
  ASSERT_TRUE(made);
  EXPECT_EQ(json::resolve(made->root, "/a")->to_int64(), 2);
}

RC_GTEST_PROP(Pointer, what_is_appended_splits_back, ()) {
  std::vector<std::string> tokens;
  std::string pointer;
  for (int n = test::pick(0, 5); n > 0; --n) {
    tokens.push_back(test::any_text() + std::string(static_cast<std::size_t>(test::pick(0, 3)), '~'));
    json::append_token(pointer, tokens.back());
  }
  const auto back = json::split_pointer(pointer);
  RC_ASSERT(back.has_value());
  RC_ASSERT(*back == tokens);
}

/// Every node, found by walking, is found by its pointer.
void check_all(const tenon::value& root, const tenon::value& at, const std::string& pointer) {
  RC_ASSERT(json::resolve(root, pointer) == &at);
  for (std::size_t i = 0; i < at.size(); ++i) {
    std::string below = pointer;
    if (at.is_array()) {
      json::append_index(below, i);
      check_all(root, at.items()[i], below);
    } else {
      const auto& m = at.members()[i];
      json::append_token(below, m.name);
      if (at.find(m.name) == &m.value) check_all(root, m.value, below);
    }
  }
}

RC_GTEST_PROP(Pointer, every_node_is_found_by_its_pointer, ()) {
  const tenon::value root = *test::documents();
  check_all(root, root, "");
}

}  // namespace
