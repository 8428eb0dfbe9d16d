// What a token_handler hears beside the whole tokens: every byte of them once, at its offset, however the
// text is cut; where an escape may lead; commas.
#include "documents.hpp"

#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/reader.hpp>
#include <tenon/utf8.hpp>

namespace {

using tenon::json::source_span;

struct escape_step {
  std::uint32_t first;
  std::uint32_t last;
  std::uint64_t at;
};

class token_log final : public tenon::json::token_handler {
 public:
  bool on_null(source_span w) override { return whole("null", "", w); }
  bool on_boolean(bool b, source_span w) override { return whole(b ? "true" : "false", "", w); }
  bool on_number(std::string_view s, source_span w) override { return whole("number", s, w); }
  bool on_string(std::string_view s, source_span w) override { return whole("string", s, w); }
  bool on_name(std::string_view s, source_span w) override { return whole("name", s, w); }
  bool on_begin_array(std::uint64_t at) override { return note("[", at); }
  bool on_end_array(source_span w) override { return note("]", w.end - 1); }
  bool on_begin_object(std::uint64_t at) override { return note("{", at); }
  bool on_end_object(source_span w) override { return note("}", w.end - 1); }

  bool on_begin_scalar(char first, std::uint64_t at) override {
    return note(std::string("begin ") + first, at);
  }
  bool on_begin_name(std::uint64_t at) override { return note("begin name", at); }
  bool on_comma(std::uint64_t at) override { return note(",", at); }
  bool on_text(std::string_view piece, std::uint64_t at, bool escaped) override {
    EXPECT_FALSE(piece.empty());
    for (std::size_t i = 0; i < piece.size(); ++i) note(piece.substr(i, 1), escaped ? at : at + i);
    text += piece;
    if (escaped) {
      const std::uint32_t code = tenon::utf8::decode(piece).code;
      for (const escape_step& s : steps) {
        EXPECT_LE(s.first, code);
        EXPECT_GE(s.last, code);
      }
      escapes.push_back(steps);
      steps.clear();
    }
    return true;
  }
  bool on_escape(std::uint32_t first, std::uint32_t last, std::uint64_t at) override {
    if (!steps.empty()) {  // never wider than what was known
      EXPECT_GE(first, steps.back().first);
      EXPECT_LE(last, steps.back().last);
    }
    steps.push_back({first, last, at});
    return note("escape", at);
  }

  std::string events;
  std::string text;  // of the token at hand
  std::vector<escape_step> steps;
  std::vector<std::vector<escape_step>> escapes;

 private:
  bool note(std::string_view what, std::uint64_t at) {
    events.append(what).append(" ").append(std::to_string(at)).append("\n");
    return true;
  }
  bool whole(std::string_view what, std::string_view content, source_span w) {
    EXPECT_EQ(text, content);
    text.clear();
    return note(std::string(what) + " " + std::string(content), w.begin) && note("to", w.end);
  }
};

std::string events_of(std::string_view text, std::size_t step) {
  token_log log;
  tenon::json::reader reader(log);
  for (std::size_t at = 0; at < text.size(); at += step) {
    if (!reader.feed(text.substr(at, step))) return "broken";
  }
  return reader.finish() ? log.events : "broken";
}

TEST(TokenHandler, hears_each_byte_of_a_token_at_its_offset) {
  EXPECT_EQ(events_of(R"( {"a":"b\nc"})", 100),
            "{ 1\nbegin name 2\na 3\nname a 2\nto 5\nbegin \" 6\nb 7\nescape 8\n\n 9\nc 10\n"
            "string b\nc 6\nto 12\n} 12\n");
  EXPECT_EQ(events_of("[-1, true]", 100),
            "[ 0\nbegin - 1\n- 1\n1 2\nnumber -1 1\nto 3\n, 3\nbegin t 5\ntrue  5\nto 9\n] 9\n");
  EXPECT_EQ(events_of("20", 1), "begin 2 0\n2 0\n0 1\nnumber 20 0\nto 2\n");
}

TEST(TokenHandler, knows_of_an_escape_what_its_digits_say) {
  token_log log;
  tenon::json::reader reader(log);
  ASSERT_TRUE(reader.feed(R"("\u00e9\uD83D\uDE00")") && reader.finish());
  ASSERT_EQ(log.escapes.size(), 2U);
  const auto is = [](const escape_step& s, std::uint32_t first, std::uint32_t last, std::uint64_t at) {
    return s.first == first && s.last == last && s.at == at;
  };
  const auto& short_one = log.escapes[0];
  ASSERT_EQ(short_one.size(), 4U);
  EXPECT_TRUE(is(short_one[0], 0, 0x10FFFF, 1));
  EXPECT_TRUE(is(short_one[1], 0, 0xFFF, 3));
  EXPECT_TRUE(is(short_one[2], 0, 0xFF, 4));
  EXPECT_TRUE(is(short_one[3], 0xE0, 0xEF, 5));
  const auto& pair = log.escapes[1];
  ASSERT_EQ(pair.size(), 8U);
  EXPECT_TRUE(is(pair[1], 0xD000, 0x10FFFF, 9));
  EXPECT_TRUE(is(pair[2], 0x10000, 0x4FFFF, 10));
  EXPECT_TRUE(is(pair[3], 0x1C000, 0x1FFFF, 11));
  EXPECT_TRUE(is(pair[4], 0x1F400, 0x1F7FF, 12));
  EXPECT_TRUE(is(pair[7], 0x1F600, 0x1F60F, 17));
}

TEST(TokenHandler, hears_of_all_that_stands_before_a_bad_byte) {
  for (const char* text : {"\"ab\xC3\"", "\"ab\x01", "12.x", "\"a\\u00g"}) {
    for (const std::size_t step : {100U, 1U}) {
      token_log log;
      tenon::json::reader reader(log);
      const std::string_view all(text);
      bool good = true;
      for (std::size_t at = 0; at < all.size() && good; at += step) good = reader.feed(all.substr(at, step));
      EXPECT_FALSE(good);
      EXPECT_EQ(log.text + "|" + std::to_string(*reader.error().offset),
                std::string(text[0] == '1'      ? "12."
                            : text[2] == '\\'   ? "a"
                            : text[3] == '\xC3' ? "ab\xC3"
                                                : "ab") +
                    "|" + std::to_string(all.size() - 1))
          << text;
    }
  }
}

RC_GTEST_PROP(TokenHandler, hears_the_same_however_the_text_is_cut, ()) {
  const std::string text = test::spelling().of(*test::documents());
  const std::string whole = events_of(text, text.size());
  RC_ASSERT(whole != "broken");
  for (const std::size_t step : {1U, 2U, 3U, 5U, 64U}) RC_ASSERT(events_of(text, step) == whole);
}

class stopper final : public tenon::json::token_handler {
 public:
  explicit stopper(std::uint64_t at) : at_(at) {}
  bool on_null(source_span) override { return true; }
  bool on_boolean(bool, source_span) override { return true; }
  bool on_number(std::string_view, source_span) override { return true; }
  bool on_string(std::string_view, source_span) override { return true; }
  bool on_name(std::string_view, source_span) override { return true; }
  bool on_begin_array(std::uint64_t) override { return true; }
  bool on_end_array(source_span) override { return true; }
  bool on_begin_object(std::uint64_t) override { return true; }
  bool on_end_object(source_span) override { return true; }
  bool on_begin_scalar(char, std::uint64_t at) override { return at != at_; }
  bool on_begin_name(std::uint64_t at) override { return at != at_; }
  bool on_comma(std::uint64_t at) override { return at != at_; }
  bool on_text(std::string_view piece, std::uint64_t at, bool) override {
    return at_ < at || at_ >= at + piece.size();
  }
  bool on_escape(std::uint32_t, std::uint32_t, std::uint64_t at) override { return at != at_; }

 private:
  std::uint64_t at_;
};

TEST(TokenHandler, can_stop_the_reader_at_any_of_its_events) {
  const std::string text = R"({"a":"b\u0041",)"
                           R"("c":12,"d":null})";
  for (const std::uint64_t at : {1U, 2U, 5U, 6U, 7U, 9U, 14U, 15U, 19U, 20U, 22U, 26U}) {
    stopper stop(at);
    tenon::json::reader reader(stop);
    EXPECT_FALSE(reader.feed(text)) << at;
    EXPECT_EQ(reader.error().code, "stopped") << at;
  }
}

}  // namespace
