#include "measure.hpp"

#include <tenon/builder.hpp>
#include <tenon/reader.hpp>

namespace bench {
namespace {

using tenon::json::source_span;

class counter final : public tenon::json::handler {
 public:
  bool on_null(source_span) override { return add(1); }
  bool on_boolean(bool, source_span) override { return add(1); }
  bool on_number(std::string_view literal, source_span) override { return add(literal.size()); }
  bool on_string(std::string_view text, source_span) override { return add(text.size()); }
  bool on_name(std::string_view text, source_span) override { return add(text.size()); }
  bool on_begin_array(std::uint64_t) override { return add(1); }
  bool on_end_array(source_span) override { return add(1); }
  bool on_begin_object(std::uint64_t) override { return add(1); }
  bool on_end_object(source_span) override { return add(1); }
  std::size_t seen = 0;

 private:
  bool add(std::size_t n) {
    seen += n;
    return true;
  }
};

bool feed_all(tenon::json::reader& reader, std::string_view text, std::size_t chunk) {
  reader.reset();
  for (std::size_t at = 0; at < text.size(); at += chunk) {
    if (!reader.feed(text.substr(at, chunk))) return false;
  }
  return reader.finish();
}

}  // namespace

std::vector<contender> tenon_events() {
  return {{"tenon reader",
           [](std::string_view text, std::size_t chunk) {
             static counter events;
             static tenon::json::reader reader(events);
             events.seen = 0;
             return feed_all(reader, text, chunk) ? events.seen : 0;
           },
           true}};
}

std::vector<contender> tenon_values() {
  return {{"tenon builder",
           [](std::string_view text, std::size_t chunk) {
             static tenon::json::builder builder;
             static tenon::json::reader reader(builder);
             return feed_all(reader, text, chunk) ? builder.take().root.size() : 0;
           },
           true}};
}

}  // namespace bench
