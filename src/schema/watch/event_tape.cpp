#include "watch/event_tape.hpp"

#include <utility>

#include <tenon/builder.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

void say(json::builder& to, std::string_view events) {
  while (!events.empty()) {
    const char what = events.front();
    events.remove_prefix(1);
    std::string_view text;
    if (what == '0' || what == '"' || what == ':') {
      std::uint32_t size = 0;
      std::memcpy(&size, events.data(), sizeof size);
      text = events.substr(sizeof size, size);
      events.remove_prefix(sizeof size + size);
    }
    switch (what) {
      case '0':
        static_cast<void>(to.on_number(text, {}));
        break;
      case '"':
        static_cast<void>(to.on_string(text, {}));
        break;
      case ':':
        static_cast<void>(to.on_name(text, {}));
        break;
      case '[':
        static_cast<void>(to.on_begin_array(0));
        break;
      case ']':
        static_cast<void>(to.on_end_array({}));
        break;
      case '{':
        static_cast<void>(to.on_begin_object(0));
        break;
      case '}':
        static_cast<void>(to.on_end_object({}));
        break;
      case 'n':
        static_cast<void>(to.on_null({}));
        break;
      default:
        static_cast<void>(to.on_boolean(what == 't', {}));
        break;
    }
  }
}

std::string_view part(const std::string& events, std::uint64_t begin, std::uint64_t end) {
  return std::string_view(events).substr(static_cast<std::size_t>(begin),
                                         static_cast<std::size_t>(end - begin));
}

}  // namespace

value event_tape::replay(std::uint64_t begin, std::uint64_t end) const {
  json::builder built;
  say(built, part(events_, begin, end));
  return std::move(built.take().root);
}

value event_tape::replay_items(std::uint64_t begin, std::uint64_t end) const {
  json::builder built;
  static_cast<void>(built.on_begin_array(0));
  say(built, part(events_, begin, end));
  static_cast<void>(built.on_end_array({}));
  return std::move(built.take().root);
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
