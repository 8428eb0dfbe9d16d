// Strings that hold something encoded, as far as draft 7 lets an implementation assert it.
#pragma once

#include "nodes/node.hpp"

#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {

/// The keyword that the text does not satisfy: "contentEncoding", "contentMediaType", or empty.
std::string_view broken_content(content what, std::string_view text);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
