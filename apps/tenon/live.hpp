// The lines that show a value while it arrives: what is done, what is being written, what has yet to come.
//
//   ✓ service: {"name":"payments-api","stated_explicitly":true}
//   ▸ symptoms:
//     ✓ "HTTP 502 since 09:12"
//     ▸ "checkout is sl
//   · severity
//
// A node that is done takes one line, however large it is. What has yet to come is known where the schema
// lists the members of an object plainly. The trap: the text is a model's, so nothing of it reaches the
// terminal that could steer it.
#pragma once

#include "session.hpp"

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

#include <tenon/program.hpp>
#include <tenon/stream.hpp>

namespace tenon::cli {

/// Columns and lines that may be used.
struct canvas {
  std::size_t columns = 80;
  std::size_t lines = 22;
  bool colour = false;
};

/// Of `shown`, or of nothing yet; where it is longer than the canvas, the part that grows. `schema` is the
/// document that the value will fit.
std::vector<std::string> live_lines(const value* shown, const value& schema, const canvas& on);

/// Control characters, and those that turn the direction of writing, as U+FFFD.
std::string harmless(std::string_view text);

/// What a stream shows, kept for a painter on another thread.
class live_view {
 public:
  live_view(const schema::program& shape, bool colour) : shape_(shape), colour_(colour) {}

  /// Costs what has changed since the last call.
  void see(const reply::stream& now);
  /// Safe beside `see`.
  std::vector<std::string> lines(std::size_t columns, std::size_t rows) const;

 private:
  const schema::program& shape_;
  const bool colour_;
  mutable std::mutex lock_;  // over all below
  value shown_;
  bool begun_ = false;
  std::string remark_;
};

}  // namespace tenon::cli
