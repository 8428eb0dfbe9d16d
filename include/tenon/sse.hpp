// Streams of events from a body that arrives in pieces: server-sent events and JSON lines.
//
// Bytes go in, cut anywhere: within a character, within a line end, within the byte order mark. Any cut gives
// the same events. Sources of the rules: WHATWG HTML, section 9.2.6 "Interpreting an event stream", and what
// providers really send (docs/http.md, "Streams"), which adds two: an event without its final blank line
// counts, and a line that is no field at all is handed out instead of being dropped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include <tenon/clock.hpp>
#include <tenon/problem.hpp>

namespace tenon {
inline namespace v0 {
namespace http {

/// One event. The views live only during the call.
struct stream_event {
  /// The `event` field; empty where there was none (the standard's "message").
  std::string_view type = {};
  /// The `data` lines, joined by \n. Of JSON lines: the line.
  std::string_view data = {};
  /// The last `id` seen so far; empty if there was none.
  std::string_view id = {};
};

/// Receives what a decoder finds. Returning false stops the decoder with the code "stopped"; so does an
/// exception, with "handler_threw" (std::bad_alloc passes through and leaves the decoder stopped). A handler
/// must not call the decoder that calls it.
class stream_handler {
 public:
  virtual ~stream_handler() = default;
  virtual bool on_event(const stream_event& event) = 0;
  /// A line between events that is no field: one that begins with more than a name of letters, digits, `-`,
  /// `_` and `.`, such as an error in plain JSON, a page of HTML or a sentence. What follows it belongs to it
  /// until an empty line, a comment or one of the four fields comes. Not called for JSON lines.
  virtual bool on_stray(std::string_view line) = 0;
};

/// Each limit has the name that appears as `code` in the problem when it is exceeded.
struct stream_limits {
  /// Bytes of a line, its end not counted.
  std::size_t max_line = std::size_t{16} << 20;
  /// Bytes of an event's data.
  std::size_t max_event = std::size_t{16} << 20;
};

/// Server-sent events. Feed bytes, then finish. After the first error every call fails with the same one. No
/// allocation in the steady state once its buffers have grown to the largest event. One thread at a time. One
/// that was moved from can only be assigned to or destroyed.
///
/// Lines end with \n, \r or \r\n. A comment (`: …`) and an unknown field are skipped; an event without a data
/// line is none.
class sse_decoder {
 public:
  explicit sse_decoder(stream_handler& to, stream_limits limits = {});
  ~sse_decoder();
  sse_decoder(sse_decoder&&) noexcept;
  sse_decoder& operator=(sse_decoder&&) noexcept;

  /// False on error; `error()` then says what and where.
  bool feed(std::string_view chunk);
  /// End of the body: a last line without an end is read, a last event without its blank line handed out.
  bool finish();
  /// The reconnection time that the server asked for last (`retry`, in milliseconds).
  std::optional<duration> retry() const noexcept;
  /// kind protocol_error, code max_line or max_event; kind invalid_argument, code stopped or handler_threw.
  /// `offset` is where the line began, in bytes of the body. Without an error: empty.
  const problem& error() const noexcept;
  /// Ready for another body, buffers kept.
  void reset();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// JSON lines (NDJSON): each line that is not blank is an event whose data it is. Lines end with \n or \r\n
/// (the \r counts towards max_line). Everything else as sse_decoder; max_event does not matter.
class json_lines_decoder {
 public:
  explicit json_lines_decoder(stream_handler& to, stream_limits limits = {});
  ~json_lines_decoder();
  json_lines_decoder(json_lines_decoder&&) noexcept;
  json_lines_decoder& operator=(json_lines_decoder&&) noexcept;

  bool feed(std::string_view chunk);
  bool finish();
  const problem& error() const noexcept;
  void reset();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace http
}  // namespace v0
}  // namespace tenon
