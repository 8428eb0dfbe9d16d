// regex: a pattern of ECMA-262 in Unicode mode. The one place where formats meet patterns.
#include "format_rules.hpp"
#include "pattern.hpp"

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace formats {

namespace {

/// Patterns that this library cannot run are patterns all the same: look-around, back-references, \p, \b.
/// A group that it does not know ("(?P<") is none in ECMA-262 either.
bool is_ecma_pattern(std::string_view text) {
  const auto tree = parse_pattern(text);
  if (tree || tree.error().kind != failure_kind::unsupported_schema) return static_cast<bool>(tree);
  const std::string_view rest = text.substr(tree.error().offset.value_or(0));
  return !rest.starts_with('?') || rest.starts_with("?=") || rest.starts_with("?!") || rest.starts_with("?<");
}

}  // namespace

bool is_regex(std::string_view text) {
  return utf8::valid(text) && is_ecma_pattern(text);
}

}  // namespace formats
}  // namespace schema
}  // namespace v0
}  // namespace tenon
