// The two decoders of sse.hpp on one cutter of lines. What a line means is decided when it is whole, so that
// the cut cannot matter; the first error stays.
#include "lines.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include <tenon/sse.hpp>

namespace tenon {
inline namespace v0 {
namespace http {
namespace {

/// What both decoders share: the cutter, the handler, the first error.
struct decoding {
  decoding(stream_handler& handler, stream_limits limits, line_ends ends)
      : to(&handler), limit(limits), lines(ends, limits.max_line) {}

  bool failed() const noexcept { return !error.code.empty(); }

  bool fail(failure_kind kind, std::string_view code, std::string message) {
    error.kind = kind;
    error.code = code;
    error.message = std::move(message);
    error.offset = lines.begin();
    return false;
  }
  bool over(std::string_view name, std::size_t bytes, std::string_view what) {
    return fail(failure_kind::protocol_error, name,
                std::string(what) + " of the stream is longer than " + std::to_string(bytes) + " bytes");
  }

  /// Calls the handler and makes an error of what it says.
  template <class F>
  bool tell(F&& call) {
    try {
      if (call()) return true;
    } catch (const std::bad_alloc&) {
      fail(failure_kind::invalid_argument, "stopped", {});
      throw;
    } catch (...) {
      return fail(failure_kind::invalid_argument, "handler_threw",
                  "the handler of the stream threw an exception");
    }
    return fail(failure_kind::invalid_argument, "stopped", "the handler of the stream stopped it");
  }

  template <class F>
  bool feed(std::string_view chunk, F&& on_line) {
    if (failed()) return false;
    if (lines.feed(chunk, on_line)) return true;
    return lines.too_long() ? over("max_line", limit.max_line, "a line") : false;
  }

  void reset() {
    lines.reset();
    error = {};
  }

  stream_handler* to;
  stream_limits limit;
  line_cutter lines;
  problem error = {};
};

bool is_name_byte(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
         c == '.';
}

bool is_field_name(std::string_view name) noexcept {
  return !name.empty() && std::all_of(name.begin(), name.end(), is_name_byte);
}

bool is_known(std::string_view name) noexcept {
  return name == "data" || name == "event" || name == "id" || name == "retry";
}

/// The `retry` field: digits only, else it does not count. More than twelve are no time that anybody waits.
std::optional<duration> milliseconds(std::string_view digits) noexcept {
  if (digits.empty() || digits.size() > 12) return std::nullopt;
  std::int64_t count = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    count = count * 10 + (c - '0');
  }
  return std::chrono::milliseconds(count);
}

bool is_blank(std::string_view line) noexcept {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

// ---------------------------------------------------------------- server-sent events

struct sse_decoder::state : decoding {
  state(stream_handler& handler, stream_limits limits) : decoding(handler, limits, line_ends::any) {}

  bool on_line(std::string_view line) {
    if (line.empty()) {
      in_stray = false;
      return dispatch();
    }
    if (line.front() == ':') {
      in_stray = false;
      return true;
    }
    const std::size_t colon = line.find(':');
    const std::string_view name = line.substr(0, colon);
    std::string_view content = colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
    if (content.starts_with(' ')) content.remove_prefix(1);
    if (!is_known(name)) return on_other(line, name);
    in_stray = false;
    if (name == "data") return add_data(content);
    if (name == "event") type.assign(content);
    if (name == "id") set_id(content);
    if (name == "retry") set_retry(content);
    return true;
  }

  bool on_other(std::string_view line, std::string_view name) {
    if (!in_stray && is_field_name(name)) return true;
    in_stray = true;
    return tell([&] { return to->on_stray(line); });
  }

  bool add_data(std::string_view content) {
    const std::size_t joint = has_data ? 1 : 0;
    if (content.size() > limit.max_event || data.size() + joint > limit.max_event - content.size()) {
      return over("max_event", limit.max_event, "the data of an event");
    }
    if (has_data) data += '\n';
    data += content;
    has_data = true;
    return true;
  }

  void set_id(std::string_view content) {
    if (content.find('\0') == std::string_view::npos) id.assign(content);
  }

  void set_retry(std::string_view content) noexcept {
    if (const auto asked = milliseconds(content)) retry = asked;
  }

  bool dispatch() {
    const bool goes_on =
        !has_data || tell([this] { return to->on_event({.type = type, .data = data, .id = id}); });
    clear_event();
    return goes_on;
  }

  void clear_event() noexcept {
    type.clear();
    data.clear();
    has_data = false;
  }

  std::string type = {};
  std::string data = {};
  std::string id = {};
  std::optional<duration> retry = {};
  bool has_data = false;
  bool in_stray = false;
};

sse_decoder::sse_decoder(stream_handler& to, stream_limits limits)
    : state_(std::make_unique<state>(to, limits)) {}
sse_decoder::~sse_decoder() = default;
sse_decoder::sse_decoder(sse_decoder&&) noexcept = default;
sse_decoder& sse_decoder::operator=(sse_decoder&&) noexcept = default;

bool sse_decoder::feed(std::string_view chunk) {
  return state_->feed(chunk, [this](std::string_view line) { return state_->on_line(line); });
}

bool sse_decoder::finish() {
  if (state_->failed()) return false;
  return state_->lines.finish([this](std::string_view line) { return state_->on_line(line); }) &&
         state_->dispatch();
}

std::optional<duration> sse_decoder::retry() const noexcept {
  return state_->retry;
}

const problem& sse_decoder::error() const noexcept {
  return state_->error;
}

void sse_decoder::reset() {
  state_->reset();
  state_->clear_event();
  state_->id.clear();
  state_->retry.reset();
  state_->in_stray = false;
}

// ---------------------------------------------------------------- JSON lines

struct json_lines_decoder::state : decoding {
  state(stream_handler& handler, stream_limits limits) : decoding(handler, limits, line_ends::newline) {}

  bool on_line(std::string_view line) {
    return is_blank(line) || tell([&] { return to->on_event({.type = {}, .data = line, .id = {}}); });
  }
};

json_lines_decoder::json_lines_decoder(stream_handler& to, stream_limits limits)
    : state_(std::make_unique<state>(to, limits)) {}
json_lines_decoder::~json_lines_decoder() = default;
json_lines_decoder::json_lines_decoder(json_lines_decoder&&) noexcept = default;
json_lines_decoder& json_lines_decoder::operator=(json_lines_decoder&&) noexcept = default;

bool json_lines_decoder::feed(std::string_view chunk) {
  return state_->feed(chunk, [this](std::string_view line) { return state_->on_line(line); });
}

bool json_lines_decoder::finish() {
  return !state_->failed() &&
         state_->lines.finish([this](std::string_view line) { return state_->on_line(line); });
}

const problem& json_lines_decoder::error() const noexcept {
  return state_->error;
}

void json_lines_decoder::reset() {
  state_->reset();
}

}  // namespace http
}  // namespace v0
}  // namespace tenon
