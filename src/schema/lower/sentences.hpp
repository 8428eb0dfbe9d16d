// Rules in words, for the description of a place: what a provider does not hold a model may still read.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace sentences {

/// Keywords that judge a value by themselves, but for lists of values.
inline constexpr std::array<std::string_view, 18> judging = {
    "minLength",     "maxLength",        "pattern",          "format",        "minimum",
    "maximum",       "exclusiveMinimum", "exclusiveMaximum", "multipleOf",    "minItems",
    "maxItems",      "uniqueItems",      "contains",         "minProperties", "maxProperties",
    "propertyNames", "required",         "dependentRequired"};

/// Longest piece of a schema in a sentence, in bytes.
inline constexpr std::size_t longest = 200;

/// "At most 5 items." Counts and bounds by the keyword that has them.
std::string counted(std::string_view keyword, std::uint64_t n);
std::string bounded(std::string_view keyword, std::string_view literal);
std::string by_default(const value& v);
/// Any other keyword: "not: {…}."
std::string raw(std::string_view keyword, const value& v);

}  // namespace sentences
}  // namespace schema
}  // namespace v0
}  // namespace tenon
