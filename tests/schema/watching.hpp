// A watcher run over a text, and what it said.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/watch.hpp>

namespace test {

using tenon::schema::program;
using tenon::schema::watch_state;
using tenon::schema::watcher;

/// All that a caller can see at the end.
struct watching {
  watch_state state = watch_state::viable;
  tenon::problem why;

  bool doomed() const { return state == watch_state::doomed; }
  friend bool operator==(const watching&, const watching&) = default;
  friend std::ostream& operator<<(std::ostream& out, const watching& w) {
    out << to_string(w.state);
    if (w.doomed()) out << " at " << w.why.offset.value_or(0) << ": " << w.why.code << ", " << explain(w.why);
    return out;
  }
};

/// Chunks of `step` bytes, 0 for the whole; the end is told if `ends`.
inline watching watch(watcher& w, std::string_view text, std::size_t step, bool ends) {
  w.reset();
  if (step == 0) step = text.size() + 1;
  for (std::size_t at = 0; at < text.size(); at += step) w.feed(text.substr(at, step));
  if (ends) w.finish();
  return {w.state(), w.why()};
}

inline watching watch(const program& code, std::string_view text, std::size_t step, bool ends) {
  watcher w(code);
  return watch(w, text, step, ends);
}

inline std::filesystem::path shared_data(const std::string& name) {
  const char* const set = std::getenv("TENON_TEST_DATA");
  return (set != nullptr ? std::filesystem::path(set)
                         : std::filesystem::path(TENON_SOURCE_ROOT) / "../shared/data") /
         name;
}

inline std::string file_bytes(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// What a watcher has to say of a whole text: valid, and every name once.
inline bool is_valid(const program& code, std::string_view text) {
  const auto instance = tenon::json::read_unique(text);
  return instance && code.accepts(*instance);
}

}  // namespace test
