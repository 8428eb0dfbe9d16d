// Pieces of GBNF text: literals, classes, choices, ranges of integers.
//
// llama.cpp keeps every way that a text can still be read as a stack, so what is written here is as
// deterministic as it can be: a choice between strings is a tree that never holds two that begin alike.
#pragma once

#include "patterns/char_set.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace gbnf {

/// "text" in quotes, escaped. Precondition: valid UTF-8.
std::string literal(std::string_view text);

/// One of these texts and nothing else. Precondition: not empty. Sorts and deduplicates.
std::string choice(std::vector<std::string> texts);

/// How a character of this set can stand inside a JSON string: as itself or escaped. Empty for the empty
/// set.
std::string json_character(const char_set& set);

/// An integer with low <= n <= high; no bound: as long as max_integer_digits allows.
inline constexpr int max_integer_digits = 18;
std::string integer(std::optional<std::int64_t> low, std::optional<std::int64_t> high);

/// "{m,n}" and its short forms.
std::string repetition(std::uint64_t min, std::optional<std::uint64_t> max);

/// A name that GBNF allows, made of this text.
std::string rule_name(std::string_view text);

}  // namespace gbnf
}  // namespace schema
}  // namespace v0
}  // namespace tenon
