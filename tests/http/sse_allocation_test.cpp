// A decoder allocates nothing in the steady state, at any cut.
#include "allocation_counter.hpp"

#include <cstddef>
#include <gtest/gtest.h>
#include <string>

#include <tenon/sse.hpp>

namespace {

struct counter final : tenon::http::stream_handler {
  bool on_event(const tenon::http::stream_event& e) override { return (bytes += e.data.size()) != 0; }
  bool on_stray(std::string_view line) override { return (bytes += line.size()) != 0; }
  std::size_t bytes = 0;
};

template <class Decoder>
bool decode(Decoder& decoder, std::string_view text, std::size_t step) {
  decoder.reset();
  for (std::size_t at = 0; at < text.size(); at += step) {
    if (!decoder.feed(text.substr(at, step))) return false;
  }
  return decoder.finish();
}

TEST(Sse, after_warming_up_nothing_is_allocated_at_any_cut) {
  std::string text;
  for (int i = 0; i < 200; ++i) {
    text += "event: content_block_delta\r\nid: " + std::to_string(i) +
            "\r\ndata: {\"delta\":{\"text\":\"a piece that is long enough not to fit in place\"}}\r\n" +
            "data: and a second line of it\r\n\r\n: keep-alive\r\n\r\n{\"error\": \"a stray line that is "
            "long enough\"}\r\n";
  }
  counter to;
  tenon::http::sse_decoder events(to);
  tenon::http::json_lines_decoder lines(to);
  ASSERT_TRUE(decode(events, text, 1) && decode(lines, text, 1));
  for (const std::size_t step : {1U, 3U, 100U, 1U << 20U}) {
    const std::size_t before = test::allocations;
    const bool good = decode(events, text, step) && decode(lines, text, step);
    EXPECT_EQ(test::allocations, before) << step;
    EXPECT_TRUE(good);
  }
}

}  // namespace
