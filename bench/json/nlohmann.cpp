#include "measure.hpp"

#include <nlohmann/json.hpp>

namespace bench {
namespace {

using nlohmann::json;

struct counter {
  std::size_t seen = 0;
  bool add(std::size_t n) {
    seen += n;
    return true;
  }
  bool null() { return add(1); }
  bool boolean(bool) { return add(1); }
  bool number_integer(json::number_integer_t) { return add(1); }
  bool number_unsigned(json::number_unsigned_t) { return add(1); }
  bool number_float(json::number_float_t, const json::string_t&) { return add(1); }
  bool string(json::string_t& text) { return add(text.size()); }
  bool binary(json::binary_t&) { return false; }
  bool key(json::string_t& text) { return add(text.size()); }
  bool start_object(std::size_t) { return add(1); }
  bool end_object() { return add(1); }
  bool start_array(std::size_t) { return add(1); }
  bool end_array() { return add(1); }
  bool parse_error(std::size_t, const std::string&, const json::exception&) { return false; }
};

}  // namespace

std::vector<contender> nlohmann_events() {
  return {{"nlohmann SAX", [](std::string_view text, std::size_t) {
             counter events;
             return json::sax_parse(text, &events) ? events.seen : 0;
           }}};
}

std::vector<contender> nlohmann_values() {
  return {{"nlohmann DOM", [](std::string_view text, std::size_t) {
             const json made = json::parse(text, nullptr, false);
             return made.is_discarded() ? 0 : made.size();
           }}};
}

}  // namespace bench
