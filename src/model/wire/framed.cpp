#include "framed.hpp"

#include "text.hpp"

#include <algorithm>
#include <array>

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

/// The next line without its end: LF, CR or CRLF.
std::string_view take_line(std::string_view& text) noexcept {
  const auto end = std::min(text.find_first_of("\r\n"), text.size());
  const auto line = text.substr(0, end);
  text.remove_prefix(end);
  if (text.starts_with("\r\n")) {
    text.remove_prefix(2);
  } else if (!text.empty()) {
    text.remove_prefix(1);
  }
  return line;
}

bool looks_framed(std::string_view body) noexcept {
  constexpr std::array<std::string_view, 5> openings{"data:", "event:", "id:", "retry:", ":"};
  return std::any_of(openings.begin(), openings.end(), [&](auto o) { return body.starts_with(o); });
}

/// A line of plain JSON, which no field begins like.
bool is_stray(std::string_view line) noexcept {
  return !line.empty() && std::string_view("{}[]\" \t").find(line.front()) != std::string_view::npos;
}

/// One field of an event, after the WHATWG text "Server-sent events", section 9.2.6.
void take_field(std::string_view line, framed_event& event, bool& has_data) {
  const auto colon = std::min(line.find(':'), line.size());
  const auto name = line.substr(0, colon);
  auto data = line.substr(std::min(colon + 1, line.size()));
  if (data.starts_with(' ')) data.remove_prefix(1);
  if (name == "event") event.name = data;
  if (name != "data") return;
  if (has_data) event.data += '\n';
  event.data += data;
  has_data = true;
}

}  // namespace

std::vector<framed_event> events_in(std::string_view body, framing how) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (body.starts_with(byte_order_mark)) body.remove_prefix(byte_order_mark.size());
  std::vector<framed_event> events;
  if (how == framing::json_lines) {
    if (!body.starts_with('{')) return events;
    while (!body.empty()) {
      const auto line = trimmed(take_line(body));
      if (!line.empty()) events.push_back({.data = std::string(line)});
    }
    // A single line is a body that could not be read.
    if (events.size() == 1) events.clear();
    return events;
  }
  if (!looks_framed(body)) return events;
  framed_event next;
  bool has_data = false;
  while (!body.empty()) {
    const auto line = take_line(body);
    if (is_stray(line)) {
      events.push_back({.data = std::string(line), .stray = true});
      continue;
    }
    if (!line.empty()) take_field(line, next, has_data);
    if (!line.empty() && !body.empty()) continue;
    if (has_data) events.push_back(std::move(next));
    next = {};
    has_data = false;
  }
  return events;
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
