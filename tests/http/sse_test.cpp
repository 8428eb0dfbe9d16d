// The rules are WHATWG HTML 9.2.6 and what providers send (docs/http.md, "Streams"); the cases are in
// sse_cases.jsonl, read whole and one byte at a time.
#include "streaming.hpp"

#include <chrono>
#include <fstream>
#include <gtest/gtest.h>
#include <new>
#include <stdexcept>
#include <string>

#include <tenon/reader.hpp>

namespace {

using tenon::http::json_lines_decoder;
using tenon::http::sse_decoder;
using test::decode;
using test::decode_whole;
using test::told;

std::string text_of(const tenon::value& of, std::string_view name) {
  const tenon::value* const found = of.find(name);
  return found == nullptr ? std::string() : std::string(found->string());
}

TEST(Sse, every_case_of_the_table_whole_and_byte_by_byte) {
  std::ifstream file(TENON_TEST_FILES "/sse_cases.jsonl");
  int cases = 0;
  for (std::string line; std::getline(file, line); ++cases) {
    const tenon::value c = *tenon::json::read_unique(line);
    std::vector<told> expected;
    for (const tenon::value& t : c.find("told")->items()) {
      const bool stray = t.find("stray") != nullptr;
      expected.push_back({text_of(t, "type"), text_of(t, stray ? "stray" : "data"), text_of(t, "id"), stray});
    }
    const std::string bytes = text_of(c, "bytes");
    const auto whole = decode_whole<sse_decoder>(bytes);
    EXPECT_EQ(whole.all, expected) << text_of(c, "name");
    EXPECT_EQ(whole.error.code, "") << text_of(c, "name");
    EXPECT_EQ(decode<sse_decoder>(bytes, [] { return 1U; }), whole) << text_of(c, "name");
  }
  EXPECT_GT(cases, 40);
}

TEST(Sse, retry_is_kept_when_it_is_digits) {
  using namespace std::chrono_literals;
  test::recorder to;
  sse_decoder decoder(to);
  EXPECT_FALSE(decoder.retry());
  for (const char* const no_number :
       {"retry: soon\n", "retry: -1\n", "retry: 1.5\n", "retry:\n", "retry: 9999999999999\n"}) {
    decoder.feed(no_number);
    EXPECT_FALSE(decoder.retry()) << no_number;
  }
  decoder.feed("retry: 3000\nretry: x\n");
  EXPECT_EQ(decoder.retry(), 3s);
  decoder.reset();
  EXPECT_FALSE(decoder.retry());
}

TEST(Sse, a_line_or_an_event_of_just_the_limit_is_fine_and_one_byte_more_is_not) {
  const tenon::http::stream_limits limits{.max_line = 10, .max_event = 7};
  struct entry {
    std::string bytes, code;
    std::uint64_t offset;
  };
  for (const entry& e :
       {entry{"data: abcd\n\n", "", 0}, entry{"data: abcde\n\n", "max_line", 0},
        entry{"data: a\n\n: a comment\n", "max_line", 9},
        entry{"data: a\r\n\r\n: a comment\n", "max_line", 11}, entry{"data:abc\ndata:def\n\n", "", 0},
        entry{"data:abc\ndata:defg\n\n", "max_event", 9},
        entry{"data:abc\ndata:def\ndata:\n\n", "max_event", 18},
        entry{"data:abc\n\ndata:def\n\ndata:ghi", "", 0}}) {
    const auto whole = decode_whole<sse_decoder>(e.bytes, limits);
    EXPECT_EQ(whole.error.code, e.code) << e.bytes;
    if (!e.code.empty()) {
      EXPECT_EQ(whole.error.kind, tenon::failure_kind::protocol_error);
      EXPECT_EQ(whole.error.offset, e.offset) << e.bytes;
    }
    EXPECT_EQ(decode<sse_decoder>(e.bytes, [] { return 1U; }, limits), whole) << e.bytes;
  }
}

TEST(Sse, after_the_first_error_every_call_fails_with_the_same_one_until_reset) {
  test::recorder to;
  sse_decoder decoder(to, {.max_line = 4, .max_event = 4});
  EXPECT_FALSE(decoder.feed("data: 1\n\n"));
  const auto first = decoder.error();
  EXPECT_FALSE(decoder.feed("\n"));
  EXPECT_FALSE(decoder.finish());
  EXPECT_EQ(decoder.error(), first);
  decoder.reset();
  EXPECT_TRUE(decoder.feed("data\n\n"));
  EXPECT_TRUE(decoder.finish());
  EXPECT_EQ(to.all, (std::vector<told>{{"", "", ""}}));
}

struct thrower final : tenon::http::stream_handler {
  bool on_event(const tenon::http::stream_event&) override { throw std::runtime_error("boom"); }
  bool on_stray(std::string_view) override { throw std::bad_alloc(); }
};

TEST(Sse, a_handler_may_stop_and_its_exceptions_are_errors) {
  const auto stopped = decode_whole<sse_decoder>("data: 1\n\ndata: 2\n\n", {}, 1);
  EXPECT_EQ(stopped.error.code, "stopped");
  EXPECT_EQ(stopped.all.size(), 1U);
  thrower to;
  sse_decoder decoder(to);
  EXPECT_FALSE(decoder.feed("data: 1\n\n"));
  EXPECT_EQ(decoder.error().code, "handler_threw");
  EXPECT_EQ(decoder.error().kind, tenon::failure_kind::invalid_argument);
  decoder.reset();
  EXPECT_THROW(decoder.feed("{}\n"), std::bad_alloc);
  EXPECT_FALSE(decoder.feed("\n"));
}

TEST(JsonLines, each_line_that_is_not_blank_is_an_event) {
  for (const std::string bytes :
       {"{\"a\":1}\n{\"done\":true}\n", "\xEF\xBB\xBF{\"a\":1}\r\n\r\n  \n{\"done\":true}"}) {
    const auto whole = decode_whole<json_lines_decoder>(bytes);
    EXPECT_EQ(whole.all, (std::vector<told>{{"", "{\"a\":1}", ""}, {"", "{\"done\":true}", ""}})) << bytes;
    EXPECT_EQ(decode<json_lines_decoder>(bytes, [] { return 1U; }), whole);
  }
  // A lone \r is white space of JSON, not the end of a line.
  EXPECT_EQ(decode_whole<json_lines_decoder>("{\"a\":\r1}\n").all,
            (std::vector<told>{{"", "{\"a\":\r1}", ""}}));
}

TEST(JsonLines, a_line_over_the_limit_is_an_error) {
  const auto whole = decode_whole<json_lines_decoder>("1234\n12345\n1\n", {.max_line = 4, .max_event = 4});
  EXPECT_EQ(whole.all.size(), 1U);
  EXPECT_EQ(whole.error.code, "max_line");
  EXPECT_EQ(whole.error.offset, 5U);
}

}  // namespace
