#include "measure.hpp"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/stream_parser.hpp>
#include <boost/json/value.hpp>

namespace bench {
namespace {

namespace json = boost::json;
using error = json::error_code;
using text_view = json::string_view;

/// The handler that basic_parser asks for (its documentation lists the members and the limits).
struct counter {
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);
  std::size_t seen = 0;
  bool add(std::size_t n) {
    seen += n;
    return true;
  }
  bool on_document_begin(error&) { return true; }
  bool on_document_end(error&) { return true; }
  bool on_object_begin(error&) { return add(1); }
  bool on_object_end(std::size_t, error&) { return add(1); }
  bool on_array_begin(error&) { return add(1); }
  bool on_array_end(std::size_t, error&) { return add(1); }
  bool on_key_part(text_view text, std::size_t, error&) { return add(text.size()); }
  bool on_key(text_view text, std::size_t, error&) { return add(text.size()); }
  bool on_string_part(text_view text, std::size_t, error&) { return add(text.size()); }
  bool on_string(text_view text, std::size_t, error&) { return add(text.size()); }
  bool on_number_part(text_view, error&) { return true; }
  bool on_int64(std::int64_t, text_view, error&) { return add(1); }
  bool on_uint64(std::uint64_t, text_view, error&) { return add(1); }
  bool on_double(double, text_view, error&) { return add(1); }
  bool on_bool(bool, error&) { return add(1); }
  bool on_null(error&) { return add(1); }
  bool on_comment_part(text_view, error&) { return true; }
  bool on_comment(text_view, error&) { return true; }
};

std::size_t count_events(std::string_view text, std::size_t chunk) {
  static json::basic_parser<counter> parser{json::parse_options{}};
  parser.reset();
  parser.handler().seen = 0;
  error failed;
  for (std::size_t at = 0; at < text.size() && !failed; at += chunk) {
    const std::string_view part = text.substr(at, chunk);
    parser.write_some(at + chunk < text.size(), part.data(), part.size(), failed);
  }
  return failed ? 0 : parser.handler().seen;
}

std::size_t build(std::string_view text, std::size_t chunk) {
  static json::stream_parser parser;
  parser.reset();
  error failed;
  for (std::size_t at = 0; at < text.size() && !failed; at += chunk) {
    const std::string_view part = text.substr(at, chunk);
    parser.write(part.data(), part.size(), failed);
  }
  if (!failed) parser.finish(failed);
  if (failed) return 0;
  return parser.release().as_array().size();
}

}  // namespace

std::vector<contender> boost_events() {
  return {{"Boost.JSON basic_parser", count_events, true}};
}
std::vector<contender> boost_values() {
  return {{"Boost.JSON stream_parser", build, true}};
}

}  // namespace bench
