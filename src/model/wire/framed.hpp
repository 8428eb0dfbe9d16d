// Bodies read whole that turn out to be streams: a service that streams unasked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tenon/wire.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

struct framed_event {
  std::string name = {};
  std::string data = {};
  /// A line that belongs to no event, in `data`.
  bool stray = false;
};

/// The events of a body that looks like a stream; none if it does not. Everything that arrives in pieces is
/// cut by the HTTP client; here the whole text is there.
std::vector<framed_event> events_in(std::string_view body, framing how = framing::server_sent_events);

}  // namespace wire
}  // namespace v0
}  // namespace tenon
