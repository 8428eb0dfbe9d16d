// Any bytes as a stream of events and as JSON lines, cut any way. The first byte of the input chooses the
// limits, the second how the rest is cut.
//
// What must hold: whole, one byte at a time and any cut tell the same events and end with the same error; the
// offset of an error lies in the text; no line end is left in what was told.
#include "../tests/http/streaming.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void hold(bool condition) {
  if (!condition) std::abort();
}

template <class Decoder>
test::stream_reading same_at_any_cut(std::string_view bytes, tenon::http::stream_limits limits,
                                     std::uint64_t seed) {
  auto whole = test::decode_whole<Decoder>(bytes, limits);
  hold(test::decode<Decoder>(bytes, [] { return 1U; }, limits) == whole);
  hold(test::decode<Decoder>(
           bytes,
           [&seed] {
             seed = seed * 6364136223846793005U + 1442695040888963407U;
             return static_cast<std::size_t>(seed >> 33U) % 8;
           },
           limits) == whole);
  hold(!whole.error.offset || *whole.error.offset <= bytes.size());
  return whole;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  const tenon::http::stream_limits limits{.max_line = data[0] % 2 == 0 ? 1U << 20U : data[0],
                                          .max_event = data[0] % 3 == 0 ? 1U << 20U : data[0] / 3U};
  const auto events = same_at_any_cut<tenon::http::sse_decoder>(bytes, limits, data[1]);
  for (const test::told& t : events.all) {
    hold(t.data.find('\r') == std::string::npos && t.type.find_first_of("\r\n") == std::string::npos);
    hold(t.data.size() <= (t.stray ? limits.max_line : limits.max_event));
  }
  const auto lines = same_at_any_cut<tenon::http::json_lines_decoder>(bytes, limits, data[1]);
  for (const test::told& t : lines.all) hold(!t.data.empty() && t.data.find('\n') == std::string::npos);
  return 0;
}
