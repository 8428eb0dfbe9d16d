// From a value to text. Numbers are written with the literal they were read with.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace json {

enum class style { compact, pretty };

/// Levels that pretty text indents further; what is nested deeper stands as far in as this one, so that
/// the length of the text stays linear in the value.
inline constexpr std::size_t max_indented_depth = 32;

/// Compact has no white space; pretty indents by two spaces, "key": value, empty containers as [] {}.
/// Escapes only what RFC 8259 demands (quote, backslash, U+0000 to U+001F). No final newline.
std::string write(const value& v, style how = style::compact);
void write_to(std::string& out, const value& v, style how = style::compact);

/// Appends a JSON string literal. Precondition: valid UTF-8.
void write_string(std::string& out, std::string_view text);

}  // namespace json
}  // namespace v0
}  // namespace tenon
