// What holds for every reply and every cut of it, not only for those we thought of.
#include "streaming.hpp"

#include <functional>
#include <gtest/gtest.h>
#include <random>
#include <rapidcheck.h>
#include <string>
#include <vector>

#include <tenon/pointer.hpp>
#include <tenon/reader.hpp>

namespace {

using namespace tenon;
using test::ending;
using test::finish;
using test::look;
using test::sight;
using test::stream;
using test::stream_options;
using test::stream_state;

constexpr reading_level all_levels[] = {reading_level::strict, reading_level::clean, reading_level::wrapper,
                                        reading_level::syntax, reading_level::coerce};

// Pieces of which replies are made; random bytes would hardly ever close a tag.
rc::Gen<std::string> piece() {
  return rc::gen::element<std::string>(
      "<think>", "</think>", "<thinking a=1>", "</thinking>", "<think/>", "<!--", "-->", "```thinking\n",
      "```", "```json\n", "\n```\n", "~~~\n", "`", "{\"a\": 1}", "{\"a\": 2}", "[1, 2]", "{}",
      "{\"a\": \"</think> ```\"}", "{\"b\": \"low\"", "{", "}", "[", "]", "\"", "\\", ",", ":", " ", "\n",
      "\xEF\xBB\xBF", "\xC2\xA0", "\xE2\x80", "Sure! ", "{foo}", "it's", "42", "-", "true", "\\ud83d\\ude00",
      "\xF0\x9F\x98\x80", "\"low\"");
}

rc::Gen<std::string> reply_text() {
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(piece()),
                      [](const std::vector<std::string>& parts) {
                        std::string text;
                        for (const auto& part : parts) text += part;
                        return text;
                      });
}

const schema::program& shape() {
  static const schema::program code = *schema::program::compile_text(
      R"({"type":["object","array","integer"],"properties":{"a":{"type":["integer","string"]},"b":{"enum":["low","lower"]}},
          "additionalProperties":false,"items":{"$ref":"#"},"maxItems":3})");
  return code;
}

/// One of every level, with the schema and without.
std::vector<std::pair<stream, reading_level>> streams() {
  std::vector<std::pair<stream, reading_level>> all;
  for (const auto level : all_levels) {
    stream_options options;
    options.reading.level = level;
    all.emplace_back(stream(options), level);
    all.emplace_back(stream(shape(), options), level);
  }
  return all;
}

reply::read_options at(reading_level level) {
  reply::read_options options;
  options.level = level;
  return options;
}

void expect_property(const char* what, const std::function<void()>& body) {
  EXPECT_TRUE(rc::check(what, body));
}

TEST(StreamProperty, any_cut_shows_the_same_and_ends_the_same) {
  auto all = streams();
  expect_property("what is seen depends on the text alone", [&all] {
    const auto text = *reply_text();
    const auto step = *rc::gen::inRange<std::size_t>(2, 12);
    for (auto& [s, level] : all) {
      const std::vector<sight> after = test::byte_by_byte(s, text);
      const ending end = finish(s);
      s.reset();
      for (std::size_t from = 0; from < text.size(); from += step) {
        s.feed(std::string_view(text).substr(from, step));
        RC_ASSERT(look(s) == after[std::min(from + step, text.size())]);
      }
      RC_ASSERT(finish(s) == end);
    }
  });
}

TEST(StreamProperty, the_end_is_what_reading_and_validating_the_whole_says) {
  auto all = streams();
  expect_property("finish() is read and validate", [&all] {
    const auto text = *reply_text();
    bool with_schema = false;
    for (auto& [s, level] : all) {
      s.reset();
      s.feed(text);
      RC_ASSERT(finish(s) == test::whole(text, with_schema ? &shape() : nullptr, at(level)));
      with_schema = !with_schema;
    }
  });
}

TEST(StreamProperty, complete_is_what_ends_well_and_doomed_what_does_not) {
  auto all = streams();
  expect_property("the state tells the end", [&all] {
    const auto text = *reply_text();
    for (auto& [s, level] : all) {
      s.reset();
      const stream_state state = s.feed(text);
      const std::string shown = look(s).shown;
      const ending end = finish(s);
      if (state == stream_state::complete) RC_ASSERT(end.value == shown);
      // A closing tag that nothing opened turns what was doomed into reasoning.
      if (state == stream_state::doomed && text.find("</think") == std::string::npos)
        RC_ASSERT(end.value.empty());
      if (state == stream_state::undecided) RC_ASSERT(level != reading_level::strict);
    }
  });
}

/// Pointer, and what stands there, of all that is done.
std::vector<std::pair<std::string, std::string>> settled(const stream& s) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& pointer : s.done()) all.emplace_back(pointer, json::write(*s.find(pointer)));
  return all;
}

TEST(StreamProperty, what_is_done_never_changes_and_strings_only_grow) {
  auto all = streams();
  expect_property("the shown value only grows", [&all] {
    const auto text = *reply_text();
    for (auto& [s, level] : all) {
      s.reset();
      std::vector<std::pair<std::string, std::string>> before;
      std::string last;
      for (const char c : text) {
        s.feed({&c, 1});
        const auto now = settled(s);
        RC_ASSERT(now.size() >= before.size());
        RC_ASSERT(std::equal(before.begin(), before.end(), now.begin()));
        before = now;
      }
    }
  });
}

/// A random value that validates by no schema in particular.
class random_text {
 public:
  explicit random_text(std::uint64_t seed) : random_(seed) {}

  std::string value(int depth) {
    switch (pick(depth > 0 ? 9 : 6)) {
      case 0:
        return "null";
      case 1:
        return pick(2) == 0 ? "true" : "false";
      case 2:
        return std::vector<std::string>{"0", "-1", "12.5e-3", "1e400", "18446744073709551616"}[pick(5)];
      case 3:
      case 4:
      case 5:
        return string();
      case 6:
        return list('[', ']', depth);
      default:
        return list('{', '}', depth);
    }
  }

 private:
  std::size_t pick(std::size_t below) { return random_() % below; }
  std::string string() {
    std::string out = "\"";
    for (std::size_t n = pick(6); n > 0; --n)
      out += std::vector<std::string>{"a",    "\\n", "\\u00e4", "ä", "€", "😀", "\\ud83d\\ude00",
                                      "\\\"", "`",   "</think>"}[pick(10)];
    return out + "\"";
  }
  std::string list(char begin, char end, int depth) {
    std::string out(1, begin);
    const std::size_t count = pick(4);
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) out += pick(3) == 0 ? " , " : ",";
      if (begin == '{') out += "\"k" + std::to_string(i) + "\":";
      out += value(depth - 1);
    }
    return out + end;
  }

  std::mt19937_64 random_;
};

TEST(StreamProperty, of_a_valid_text_every_node_comes_to_be_done_as_it_is_read_whole) {
  stream s;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const std::string text = random_text(seed).value(4) + " ";
    const auto whole = json::read(text);
    ASSERT_TRUE(whole) << text;
    s.reset();
    value copy;
    for (const char c : text) {
      s.feed({&c, 1});
      s.update(copy);
      ASSERT_TRUE(s.root() == nullptr || json::write(copy) == json::write(*s.root())) << text;
    }
    ASSERT_EQ(s.state(), stream_state::complete) << text;
    ASSERT_EQ(json::write(*s.root()), json::write(whole->root));
    ASSERT_EQ(s.done().back(), "");
    for (const auto& pointer : s.done()) {
      ASSERT_EQ(s.find(pointer)->source(), json::resolve(whole->root, pointer)->source()) << text << pointer;
    }
    ASSERT_EQ(finish(s).value, json::write(whole->root));
  }
}

}  // namespace
