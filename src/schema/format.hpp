// The formats that are asserted. Each is exact by the document that JSON Schema names for it; a format
// that cannot be decided simply and exactly is left an annotation.
#pragma once

#include "node.hpp"

#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {

/// `format::loose` for a name that is not asserted.
format format_from(std::string_view name) noexcept;
std::string_view to_string(format f) noexcept;
bool matches(format f, std::string_view text) noexcept;

}  // namespace schema
}  // namespace v0
}  // namespace tenon
