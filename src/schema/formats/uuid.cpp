// RFC 4122, section 3: groups of 8, 4, 4, 4 and 12 hexadecimal digits. Version and variant are not looked
// at: the grammar knows nothing of them.
#include "formats/rules.hpp"
#include "formats/text.hpp"

namespace tenon {
inline namespace v0 {
namespace schema {
namespace formats {

bool is_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !is_hex(text[i])) return false;
  }
  return true;
}

}  // namespace formats
}  // namespace schema
}  // namespace v0
}  // namespace tenon
