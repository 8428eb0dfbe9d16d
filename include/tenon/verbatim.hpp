// Strings that must stand in the source text.
//
// A schema marks a string with the annotation `"x-verbatim": true`, or with the name of a boolean
// sibling (`"x-verbatim": "stated_explicitly"`): then the rule holds only where that sibling is true.
// `describe` writes the annotation for a field marked `.verbatim` or `.verbatim_when`.
#pragma once

#include <string_view>

#include <tenon/program.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

/// True if `text` occurs in `source`, compared without regard to case (ASCII and simple folding of
/// Latin letters) and with every run of white space read as one space; it must begin and end at a
/// word boundary. An empty or blank text does not occur.
bool occurs_in(std::string_view text, std::string_view source);

/// Does the schema have such rules at all?
bool has_verbatim(const program& code) noexcept;

/// One problem (kind semantic_invalid, code "verbatim") per marked string that does not occur.
/// Precondition: code accepts instance. Null values are skipped. All alternatives that fit are looked at, so
/// validate_options::max_cursors may be met where accepts() did not: then the last problem says so.
problems check_verbatim(const program& code, const value& instance, std::string_view source);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
