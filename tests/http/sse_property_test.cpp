// What must hold for all bytes: the cut does not matter, and what is written as events is read as those
// events.
#include "pick.hpp"
#include "streaming.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>

namespace {

using tenon::http::json_lines_decoder;
using tenon::http::sse_decoder;
using test::decode;
using test::decode_whole;
using test::pick;

/// Bytes made of what matters to a decoder, so that random ones meet every rule.
std::string any_stream() {
  static const std::vector<std::string> words = {"data",
                                                 "data:",
                                                 "data: ",
                                                 "event:",
                                                 "id: ",
                                                 "retry: 1",
                                                 ":",
                                                 "\n",
                                                 "\r",
                                                 "\r\n",
                                                 "\n\n",
                                                 "\r\r",
                                                 " ",
                                                 "x",
                                                 "{",
                                                 "}",
                                                 "<a>",
                                                 "\"k\":",
                                                 "é",
                                                 std::string("\0x", 2),
                                                 "🦔",
                                                 "foo",
                                                 "\xEF\xBB\xBF",
                                                 "\xEF"};
  std::string out;
  for (auto n = pick<std::size_t>(0, 60); n > 0; --n) out += words[pick<std::size_t>(0, words.size())];
  return out;
}

std::size_t any_size() {
  return pick<std::size_t>(0, 6);
}

RC_GTEST_PROP(Sse, any_cut_gives_the_same_events_and_the_same_error, ()) {
  const std::string bytes = any_stream();
  const tenon::http::stream_limits limits{.max_line = pick<std::size_t>(0, 40),
                                          .max_event = pick<std::size_t>(0, 40)};
  const auto stop_after = pick<std::size_t>(1, 20);
  const auto whole = decode_whole<sse_decoder>(bytes, limits, stop_after);
  RC_ASSERT(decode<sse_decoder>(bytes, [] { return 1U; }, limits, stop_after) == whole);
  RC_ASSERT(decode<sse_decoder>(bytes, any_size, limits, stop_after) == whole);
}

RC_GTEST_PROP(JsonLines, any_cut_gives_the_same_lines_and_the_same_error, ()) {
  const std::string bytes = any_stream();
  const tenon::http::stream_limits limits{.max_line = pick<std::size_t>(0, 40)};
  const auto whole = decode_whole<json_lines_decoder>(bytes, limits);
  RC_ASSERT(decode<json_lines_decoder>(bytes, [] { return 1U; }, limits) == whole);
  RC_ASSERT(decode<json_lines_decoder>(bytes, any_size, limits) == whole);
}

RC_GTEST_PROP(Sse, what_is_written_as_events_is_read_as_those_events, ()) {
  const std::string end = *rc::gen::element<std::string>("\n", "\r", "\r\n");
  std::string bytes = pick(0, 2) == 0 ? "" : "\xEF\xBB\xBF";
  std::vector<test::told> expected;
  for (auto n = pick(0, 5); n > 0; --n) {
    test::told event;
    if (pick(0, 2) == 0) {
      event.type = *rc::gen::element<std::string>("ping", "message stop", ":");
      bytes += "event: " + event.type + end;
    }
    for (auto lines = pick(1, 4), line = 0; line < lines; ++line) {
      const std::string content =
          *rc::gen::element<std::string>("", " ", "{\"a\": 1}", "x:y", "é🦔", "data: z");
      if (line > 0) event.data += '\n';
      event.data += content;
      bytes += "data: " + content + end;
      if (pick(0, 3) == 0) bytes += ": keep-alive" + end;
    }
    bytes += end;
    expected.push_back(event);
  }
  RC_ASSERT(decode_whole<sse_decoder>(bytes).all == expected);
  RC_ASSERT(decode<sse_decoder>(bytes, any_size).all == expected);
}

}  // namespace
