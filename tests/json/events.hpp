// What a reader said, as text, so that two readings can be compared and a difference can be read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/reader.hpp>

namespace test {

class event_log final : public tenon::json::handler {
 public:
  bool on_null(tenon::json::source_span w) override { return add("null", "", w); }
  bool on_boolean(bool b, tenon::json::source_span w) override { return add(b ? "true" : "false", "", w); }
  bool on_number(std::string_view s, tenon::json::source_span w) override { return add("number", s, w); }
  bool on_string(std::string_view s, tenon::json::source_span w) override { return add("string", s, w); }
  bool on_name(std::string_view s, tenon::json::source_span w) override { return add("name", s, w); }
  bool on_begin_array(std::uint64_t at) override { return add("[", "", {at, at}); }
  bool on_end_array(tenon::json::source_span w) override { return add("]", "", w); }
  bool on_begin_object(std::uint64_t at) override { return add("{", "", {at, at}); }
  bool on_end_object(tenon::json::source_span w) override { return add("}", "", w); }

  std::string text;

 private:
  bool add(std::string_view what, std::string_view content, tenon::json::source_span where) {
    text.append(what).append(" ").append(content);
    text += " " + std::to_string(where.begin) + "-" + std::to_string(where.end) + "\n";
    return true;
  }
};

/// All that a caller can see of a reading.
struct reading {
  std::string events;
  std::string code;  // empty if the text was accepted
  std::uint64_t offset = 0;
  std::uint64_t position = 0;

  bool accepted() const { return code.empty(); }
  friend bool operator==(const reading&, const reading&) = default;
  friend std::ostream& operator<<(std::ostream& out, const reading& r) {
    return out << (r.accepted() ? "accepted" : r.code) << " at " << r.offset << ", position " << r.position
               << "\n"
               << r.events;
  }
};

/// Reads a text that is cut at these offsets, which ascend.
inline reading read_cut(std::string_view text, const std::vector<std::size_t>& cuts,
                        tenon::json::read_limits limits = {}) {
  event_log log;
  tenon::json::reader reader(log, limits);
  std::size_t from = 0;
  bool good = true;
  for (const std::size_t cut : cuts) {
    good = good && reader.feed(text.substr(from, cut - from));
    from = cut;
  }
  good = good && reader.feed(text.substr(from)) && reader.finish();
  reading r{std::move(log.text), "", 0, reader.position()};
  if (!good) {
    r.code = reader.error().code;
    r.offset = reader.error().offset.value_or(~std::uint64_t{0});
  }
  return r;
}

inline reading read_whole(std::string_view text, tenon::json::read_limits limits = {}) {
  return read_cut(text, {}, limits);
}

inline reading read_in_steps(std::string_view text, std::size_t step, tenon::json::read_limits limits = {}) {
  std::vector<std::size_t> cuts;
  for (std::size_t at = step; at < text.size(); at += step) cuts.push_back(at);
  return read_cut(text, cuts, limits);
}

}  // namespace test
