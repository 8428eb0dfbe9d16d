// JSON Pointer, RFC 6901.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tenon/result.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace json {

/// Appends "/token" with ~ and / escaped.
void append_token(std::string& pointer, std::string_view token);
void append_index(std::string& pointer, std::size_t index);

/// The unescaped tokens; an error (code "invalid_pointer") if the text is not "" and does not start
/// with "/" or has a ~ not followed by 0 or 1.
result<std::vector<std::string>> split_pointer(std::string_view pointer);

/// The node it names (section 4: an array index has no leading zeros); null pointer if there is none
/// or the pointer is malformed.
const value* resolve(const value& root, std::string_view pointer);

/// Reads a URI fragment form ("#/a%20b", the "#" optional) into a plain pointer.
result<std::string> pointer_from_fragment(std::string_view fragment);

}  // namespace json
}  // namespace v0
}  // namespace tenon
