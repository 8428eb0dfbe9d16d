// What was there before is found, for containers within containers; who makes hashes collide gains nothing
// but a later verdict.
#include "colliding.hpp"
#include "nodes/hash.hpp"
#include "watch/seen.hpp"
#include "watching.hpp"

#include <array>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <tenon/pointer.hpp>

namespace {

using tenon::schema::hash_text;
using tenon::schema::seen_stack;
using test::program;
using test::watch;
using test::watch_state;
using test::watching;

/// A stack of sets that is obviously right.
class reference {
 public:
  void open() { sets_.emplace_back(); }
  void close() { sets_.pop_back(); }
  bool add(std::uint64_t key) { return sets_.back().insert(key).second; }
  std::size_t depth() const { return sets_.size(); }

 private:
  std::vector<std::set<std::uint64_t>> sets_;
};

TEST(SeenStack, finds_what_was_there_in_the_container_at_hand_alone) {
  std::mt19937_64 random(1);
  seen_stack stack;
  reference sets;
  std::vector<std::uint32_t> owners;
  for (int i = 0; i < 200'000; ++i) {
    const std::size_t what = random() % 100;
    if (owners.empty() || what < 2) {
      owners.push_back(stack.size());
      sets.open();
    } else if (what < 4 && owners.size() > 1) {
      stack.drop_to(owners.back());
      owners.pop_back();
      sets.close();
    } else {
      const std::uint64_t key = random() % (owners.size() % 3 == 0 ? 20 : 5000);
      const auto said = stack.add({.hash = key * 0x9e3779b97f4a7c15U, .begin = key, .owner = owners.back()},
                                  [&](const seen_stack::entry& other) { return other.begin == key; });
      const auto expected = sets.add(key) ? seen_stack::outcome::fresh : seen_stack::outcome::repeated;
      ASSERT_EQ(said, expected) << i;
    }
  }
}

TEST(SeenStack, is_crowded_when_different_things_have_one_hash) {
  seen_stack stack;
  const auto never = [](const seen_stack::entry&) { return false; };
  EXPECT_EQ(stack.add({.hash = 5}, never), seen_stack::outcome::fresh);
  EXPECT_EQ(stack.add({.hash = 5}, never), seen_stack::outcome::crowded);
  seen_stack longer;
  for (std::uint64_t i = 0; i < 20; ++i)
    EXPECT_EQ(longer.add({.hash = i}, never), seen_stack::outcome::fresh);
  EXPECT_EQ(longer.add({.hash = 7}, never), seen_stack::outcome::crowded);
  longer.drop_to(0);
  EXPECT_EQ(longer.add({.hash = 7}, never), seen_stack::outcome::fresh);
}

std::string joined(const std::vector<std::string>& texts, const char* behind) {
  std::string all;
  for (const std::string& one : texts) all += (all.empty() ? "\"" : ",\"") + one + "\"" + behind;
  return all;
}

TEST(WatchSeen, names_that_collide_are_compared_at_the_brace) {
  const auto code = program::compile_text("{}");
  ASSERT_TRUE(code);
  std::vector<std::string> names = test::colliding(300);
  ASSERT_EQ(hash_text(names[0]), hash_text(names[299]));
  const std::string good = "{" + joined(names, ":0") + "}";
  EXPECT_EQ(watch(*code, good, 7, true).state, watch_state::complete);
  names.push_back(names[17]);
  const std::string bad = "{" + joined(names, ":0") + "}";
  const watching said = watch(*code, bad, 7, true);
  EXPECT_EQ(said.why.code, "duplicate_key");
  EXPECT_EQ(said.why.offset, bad.size() - 1);
  std::string place;
  tenon::json::append_token(place, names[17]);
  EXPECT_EQ(said.why.place, place);
}

TEST(WatchSeen, items_that_collide_are_compared_at_the_bracket) {
  const auto code =
      program::compile_text(R"({"properties":{"a":{"uniqueItems":true,"items":{"uniqueItems":true}}}})");
  ASSERT_TRUE(code);
  std::vector<std::string> items = test::colliding(200);
  EXPECT_EQ(watch(*code, R"({"a":[[)" + joined(items, "") + R"(],"x",1]})", 5, true).state,
            watch_state::complete);
  items.push_back(items[50]);
  const std::string bad = R"({"a":[1,[)" + joined(items, "") + R"(],"x",1]})";
  const watching said = watch(*code, bad, 5, true);
  EXPECT_EQ(said.why.code, "uniqueItems");
  EXPECT_EQ(said.why.place, "/a/1");
  EXPECT_EQ(said.why.offset, bad.find(R"(],"x",1)"));
}

}  // namespace
