// The reader's contract, case by case: which byte is the first that cannot be and what it is called
// (reader_errors.jsonl), limits, chunks, handlers that stop.
#include "events.hpp"
#include "files.hpp"

#include <gtest/gtest.h>
#include <new>
#include <stdexcept>
#include <string>

#include <tenon/reader.hpp>

namespace {

using tenon::failure_kind;
using tenon::json::read_limits;
using tenon::json::reader;

std::string text_of(const tenon::value& test_case) {
  if (const auto* text = test_case.find("text")) return std::string(text->string());
  const std::string_view hex = test_case.find("bytes")->string();
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

TEST(Reader, every_error_has_its_code_and_the_offset_of_the_first_byte_that_cannot_be) {
  const auto cases = test::cases("reader_errors.jsonl");
  ASSERT_FALSE(cases.empty());
  for (const auto& c : cases) {
    const std::string text = text_of(c);
    const test::reading whole = test::read_whole(text);
    EXPECT_EQ(whole.code, c.find("code")->string()) << c.find("why")->string();
    EXPECT_EQ(whole.offset, c.find("offset")->to_uint64()) << c.find("why")->string();
    EXPECT_EQ(whole.position, whole.offset);
    for (std::size_t step = 1; step < 6; ++step) {
      EXPECT_EQ(test::read_in_steps(text, step), whole)
          << c.find("why")->string() << ", in steps of " << step;
    }
  }
}

TEST(Reader, events_come_in_the_order_of_the_text_with_their_offsets) {
  const std::string text = R"( {"a": [1, -2.5e3, "x\n"], "b": {}, "c": null, "d": [true,false]} )";
  const std::string expected =
      "{  1-1\nname a 2-5\n[  7-7\nnumber 1 8-9\nnumber -2.5e3 11-17\nstring x\n 19-24\n]  7-25\n"
      "name b 27-30\n{  32-32\n}  32-34\nname c 36-39\nnull  41-45\nname d 47-50\n[  52-52\ntrue  53-57\n"
      "false  58-63\n]  52-64\n}  1-65\n";
  const test::reading whole = test::read_whole(text);
  EXPECT_TRUE(whole.accepted());
  EXPECT_EQ(whole.events, expected);
  for (std::size_t cut = 0; cut <= text.size(); ++cut) EXPECT_EQ(test::read_cut(text, {cut}), whole) << cut;
}

TEST(Reader, every_escape_is_decoded_also_where_it_is_cut) {
  const std::string text = R"("\"\\\/\b\f\n\r\t\u0000\u00e9\u20AC\ud83d\uDE00é€😀")";
  const std::string decoded =
      std::string("\"\\/\b\f\n\r\t") + '\0' + "\u00e9\u20AC\U0001F600\u00e9\u20AC\U0001F600";
  const test::reading whole = test::read_whole(text);
  EXPECT_EQ(whole.events, "string " + decoded + " 0-" + std::to_string(text.size()) + "\n");
  for (std::size_t cut = 0; cut <= text.size(); ++cut) EXPECT_EQ(test::read_cut(text, {cut}), whole) << cut;
}

TEST(Reader, long_runs_of_text_are_found_to_end_at_every_position) {
  for (std::size_t before = 0; before < 40; ++before) {
    for (const std::string_view special : {"\\n", "\u00e9", "\x7F", " "}) {
      const std::string text =
          "\"" + std::string(before, 'x') + std::string(special) + std::string(20, 'y') + "\"";
      EXPECT_TRUE(test::read_whole(text).accepted()) << before;
    }
    for (unsigned byte = 0; byte < 0x20; ++byte) {
      const std::string text =
          "\"" + std::string(before, 'x') + static_cast<char>(byte) + std::string(20, 'y') + "\"";
      const test::reading r = test::read_whole(text);
      EXPECT_EQ(r.code, "control_character");
      EXPECT_EQ(r.offset, before + 1);
    }
  }
}

TEST(Reader, depth_has_a_limit_with_a_name_at_the_bracket_that_breaks_it) {
  const read_limits limits{.max_bytes = 1000, .max_depth = 3};
  EXPECT_TRUE(test::read_whole(R"([{"a":[]}])", limits).accepted());
  const test::reading r = test::read_whole(R"([{"a":[[]]}])", limits);
  EXPECT_EQ(r.code, "max_depth");
  EXPECT_EQ(r.offset, 7U);
  EXPECT_EQ(test::read_whole("[]", {.max_bytes = 10, .max_depth = 0}).code, "max_depth");
  EXPECT_TRUE(test::read_whole("1", {.max_bytes = 10, .max_depth = 0}).accepted());
}

TEST(Reader, size_has_a_limit_with_a_name_at_the_first_byte_past_it) {
  const std::string text = R"(["abc"])";
  EXPECT_TRUE(test::read_whole(text, {.max_bytes = text.size(), .max_depth = 9}).accepted());
  for (std::size_t most = 0; most < text.size(); ++most) {
    const test::reading r = test::read_whole(text, {.max_bytes = most, .max_depth = 9});
    EXPECT_EQ(r.code, "max_bytes");
    EXPECT_EQ(r.offset, most);
    EXPECT_EQ(test::read_in_steps(text, 1, {.max_bytes = most, .max_depth = 9}), r);
  }
}

TEST(Reader, an_error_before_the_size_limit_comes_first) {
  EXPECT_EQ(test::read_whole("[}          ", {.max_bytes = 4, .max_depth = 9}).code, "unexpected_byte");
}

TEST(Reader, a_value_is_complete_as_soon_as_its_last_byte_is_read) {
  test::event_log log;
  reader r(log);
  EXPECT_FALSE(r.complete());
  EXPECT_TRUE(r.feed("[1"));
  EXPECT_FALSE(r.complete());
  EXPECT_TRUE(r.feed("]"));
  EXPECT_TRUE(r.complete());
  EXPECT_TRUE(r.feed(" \n"));
  EXPECT_TRUE(r.complete());
  EXPECT_EQ(r.position(), 5U);
  EXPECT_TRUE(r.finish());
  EXPECT_TRUE(r.finish());
}

TEST(Reader, a_number_at_the_top_is_complete_only_at_the_end) {
  test::event_log log;
  reader r(log);
  EXPECT_TRUE(r.feed("12"));
  EXPECT_FALSE(r.complete());
  EXPECT_TRUE(r.feed("34"));
  EXPECT_TRUE(log.text.empty());
  EXPECT_TRUE(r.finish());
  EXPECT_TRUE(r.complete());
  EXPECT_EQ(log.text, "number 1234 0-4\n");
}

TEST(Reader, after_an_error_every_call_fails_with_the_same_one_until_reset) {
  test::event_log log;
  reader r(log);
  EXPECT_FALSE(r.feed("[}"));
  EXPECT_FALSE(r.feed("]"));
  EXPECT_FALSE(r.finish());
  EXPECT_FALSE(r.complete());
  EXPECT_EQ(r.error().code, "unexpected_byte");
  EXPECT_EQ(r.error().kind, failure_kind::not_json);
  EXPECT_EQ(r.error().offset, 1U);
  r.reset();
  log.text.clear();
  EXPECT_TRUE(r.feed("{}"));
  EXPECT_TRUE(r.finish());
  EXPECT_EQ(log.text, "{  0-0\n}  0-2\n");
}

TEST(Reader, reset_forgets_a_half_read_text) {
  test::event_log log;
  reader r(log);
  EXPECT_TRUE(r.feed("{\"name\":[[\"half \\ud83d"));
  r.reset();
  log.text.clear();
  EXPECT_TRUE(r.feed("\"whole\""));
  EXPECT_TRUE(r.finish());
  EXPECT_EQ(log.text, "string whole 0-7\n");
}

TEST(Reader, empty_chunks_change_nothing) {
  test::event_log log;
  reader r(log);
  for (const std::string_view chunk : {"", "[\"a", "", "b\"", "", "]", ""}) EXPECT_TRUE(r.feed(chunk));
  EXPECT_TRUE(r.finish());
  EXPECT_EQ(log.text, "[  0-0\nstring ab 1-5\n]  0-6\n");
}

TEST(Reader, an_error_says_what_was_expected_and_what_was_found) {
  test::event_log log;
  reader r(log);
  EXPECT_FALSE(r.feed("{\"a\":1;"));
  EXPECT_EQ(r.error().expected, "the end of the number, ',' or a closing bracket");
  EXPECT_EQ(r.error().found, "';'");
  r.reset();
  EXPECT_FALSE(r.feed("[\x01"));
  EXPECT_EQ(r.error().expected, "a value or ']'");
  EXPECT_EQ(r.error().found, "byte 0x01");
}

/// Says yes to a number of events and then no, or throws.
class reluctant : public tenon::json::handler {
 public:
  bool on_null(tenon::json::source_span) override { return go(); }
  bool on_boolean(bool, tenon::json::source_span) override { return go(); }
  bool on_number(std::string_view, tenon::json::source_span) override { return go(); }
  bool on_string(std::string_view, tenon::json::source_span) override { return go(); }
  bool on_name(std::string_view, tenon::json::source_span) override { return go(); }
  bool on_begin_array(std::uint64_t) override { return go(); }
  bool on_end_array(tenon::json::source_span) override { return go(); }
  bool on_begin_object(std::uint64_t) override { return go(); }
  bool on_end_object(tenon::json::source_span) override { return go(); }
  virtual bool go() { return left-- > 0; }
  int left = 0;
};

TEST(Reader, a_handler_stops_the_reader_at_any_event) {
  const std::string text = R"({"a":[1,true,null,"s"]})";
  constexpr int events = 9;
  for (int allowed = 0; allowed < events; ++allowed) {
    reluctant handler;
    handler.left = allowed;
    reader r(handler);
    EXPECT_FALSE(r.feed(text));
    EXPECT_EQ(r.error().code, "stopped");
    EXPECT_LT(*r.error().offset, text.size());
    EXPECT_FALSE(r.feed(" "));
    EXPECT_FALSE(r.finish());
  }
  reluctant handler;
  reader r(handler);
  EXPECT_TRUE(r.feed("17"));
  EXPECT_FALSE(r.finish());
  EXPECT_EQ(r.error().code, "stopped");
}

TEST(Reader, an_exception_of_a_handler_becomes_an_error) {
  struct : reluctant {
    bool go() override { throw std::runtime_error("mine"); }
  } handler;
  reader r(handler);
  EXPECT_FALSE(r.feed(" [1]"));
  EXPECT_EQ(r.error().kind, failure_kind::invalid_argument);
  EXPECT_EQ(r.error().code, "stopped");
  EXPECT_EQ(r.error().offset, 1U);
}

TEST(Reader, running_out_of_memory_in_a_handler_gets_through_and_stops_the_reader) {
  struct : reluctant {
    bool go() override { throw std::bad_alloc(); }
  } handler;
  reader r(handler);
  EXPECT_THROW(r.feed("[1]"), std::bad_alloc);
  EXPECT_FALSE(r.feed(""));
  EXPECT_EQ(r.error().code, "stopped");
}

TEST(Reader, a_reader_can_be_moved_in_the_middle_of_a_text) {
  test::event_log log;
  reader first(log);
  EXPECT_TRUE(first.feed("[\"ab"));
  reader second(std::move(first));
  EXPECT_TRUE(second.feed("c\"]"));
  EXPECT_TRUE(second.finish());
  EXPECT_EQ(log.text, "[  0-0\nstring abc 1-6\n]  0-7\n");
}

}  // namespace
