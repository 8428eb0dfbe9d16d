// The one-line schema form: `name, age int, tags [str], address {street, zip}`.
#pragma once

#include <cstddef>
#include <string_view>

#include <tenon/result.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

inline constexpr std::size_t max_shorthand_nesting = 32;

/// A closed object schema of draft 2020-12, all members required.
///
///   line    = member *( "," member )
///   member  = name [ type ] [ "?" ] [ ":" description-up-to-comma ]
///   type    = "str" | "int" | "num" | "bool" | "date"
///           | "[" type "]" | "{" line "}" | "(" word *( "|" word ) ")"
///
/// No type is str; `?` admits null; a member of type `date` is a string with format date, `( a|b )` an enum.
/// Names are [A-Za-z_][A-Za-z0-9_-]*. Errors: invalid_argument with the offset in the line; brackets nested
/// deeper than max_shorthand_nesting are one.
result<value> from_shorthand(std::string_view line);

/// True if the text looks like a one-line form rather than JSON or a file name.
bool looks_like_shorthand(std::string_view text) noexcept;

}  // namespace schema
}  // namespace v0
}  // namespace tenon
