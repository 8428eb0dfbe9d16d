// What a decoder tells, written down, so that two cuts of the same bytes can be compared.
#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/sse.hpp>

namespace test {

struct told {
  std::string type;
  std::string data;
  std::string id;
  bool stray = false;
  friend bool operator==(const told&, const told&) = default;
  friend std::ostream& operator<<(std::ostream& out, const told& t) {
    return out << (t.stray ? "stray" : "event") << " type=" << t.type << " id=" << t.id << " data=" << t.data;
  }
};

class recorder final : public tenon::http::stream_handler {
 public:
  bool on_event(const tenon::http::stream_event& e) override {
    all.push_back({std::string(e.type), std::string(e.data), std::string(e.id)});
    return all.size() < stop_after;
  }
  bool on_stray(std::string_view line) override {
    all.push_back({"", std::string(line), "", true});
    return all.size() < stop_after;
  }
  std::vector<told> all;
  std::size_t stop_after = static_cast<std::size_t>(-1);
};

/// All that is to be known of one reading.
struct stream_reading {
  std::vector<told> all;
  tenon::problem error;
  friend bool operator==(const stream_reading&, const stream_reading&) = default;
};

/// Decodes the bytes in pieces; `next_size()` says how long the next one is (0 is one, too).
template <class Decoder, class F>
stream_reading decode(std::string_view bytes, F&& next_size, tenon::http::stream_limits limits = {},
                      std::size_t stop_after = static_cast<std::size_t>(-1)) {
  recorder to;
  to.stop_after = stop_after;
  Decoder decoder(to, limits);
  bool goes_on = true;
  while (goes_on && !bytes.empty()) {
    const std::string piece(bytes.substr(0, next_size()));  // a copy: reading past its end is seen by asan
    goes_on = decoder.feed(piece);
    bytes.remove_prefix(piece.size());
  }
  if (goes_on) decoder.finish();
  return {std::move(to.all), decoder.error()};
}

template <class Decoder>
stream_reading decode_whole(std::string_view bytes, tenon::http::stream_limits limits = {},
                            std::size_t stop_after = static_cast<std::size_t>(-1)) {
  return decode<Decoder>(bytes, [] { return std::string_view::npos; }, limits, stop_after);
}

}  // namespace test
