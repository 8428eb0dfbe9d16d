// Words for errors: what was expected, what was found, which enumerator was meant.
#pragma once

#include "nodes/node.hpp"

#include <string>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {

/// `string "EXPERT"`, `integer 5`, `array of 6 items`, `object with 2 members`, `null`.
std::string found_text(const value& v);
/// The type alone, with "integer" for whole numbers.
std::string_view type_name(const value& v);
/// Of a value whose type is none of `wanted`: the value, and the type as it goes into a sentence. They never
/// name a type that is wanted: in draft 4 `1.0` is no integer.
struct refused_type {
  std::string found;
  std::string name;
};
refused_type refused(const value& v, std::uint8_t wanted);
/// "string", "string or null", "number".
std::string types_text(std::uint8_t bits);
/// Of a node that the value has the wrong type for: its types, and its literals where it has some.
std::string wanted_text(const program::data& d, const node& n);
/// `one of "SEV1", "SEV2"`, or the one value itself; long lists are cut.
std::string literals_text(const literal_set& set);
/// The string of the set that is closest to `v`, empty if none is near: equal but for case first, then
/// the smallest edit distance up to a third of the length.
std::string nearest_literal(const literal_set& set, const value& v);
std::string nearest_name(const name_table& names, std::string_view name);
/// Insertions, deletions, changes, and swaps of neighbours, each one edit; case makes no difference. Takes
/// time in proportion to the product of the lengths.
std::size_t edit_distance(std::string_view a, std::string_view b);
/// "1 item", "3 items".
std::string counted(std::uint64_t n, std::string_view noun);

/// "string matching ^a+$", cut where it is long.
std::string pattern_text(const program::data& d, index pattern_number);
/// Where the search for a pattern met the limit on PCRE2's work.
inline constexpr std::string_view undecided_message =
    "whether it matches the pattern could not be decided within the match limit (max_match_steps)";

}  // namespace schema
}  // namespace v0
}  // namespace tenon
