// json-pointer by RFC 6901, section 3, in its form as a string (not as a URI fragment);
// relative-json-pointer by draft-handrews-relative-json-pointer-01, section 3, which every draft that has
// the format names (the index manipulation of a later revision is not in it).
#include "formats/rules.hpp"
#include "formats/text.hpp"

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace formats {

bool is_json_pointer(std::string_view text) {
  if (!text.empty() && text.front() != '/') return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '~') continue;
    ++i;
    if (i == text.size() || (text[i] != '0' && text[i] != '1')) return false;
  }
  return utf8::valid(text);
}

bool is_relative_json_pointer(std::string_view text) {
  const std::string_view levels = take_digits(text);
  if (levels.empty() || (levels.size() > 1 && levels.front() == '0')) return false;
  return text == "#" || is_json_pointer(text);
}

}  // namespace formats
}  // namespace schema
}  // namespace v0
}  // namespace tenon
