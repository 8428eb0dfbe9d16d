// regex: a pattern of ECMA-262 in Unicode mode. The one place where formats meet patterns.
#include "formats/rules.hpp"
#include "patterns/tree.hpp"

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace formats {

bool is_regex(std::string_view text) {
  return utf8::valid(text) && is_ecma_pattern(text);
}

}  // namespace formats
}  // namespace schema
}  // namespace v0
}  // namespace tenon
