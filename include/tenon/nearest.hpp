// The name that was probably meant, for "did you mean".
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace tenon {
inline namespace v0 {

/// Longer words are compared with nothing.
inline constexpr std::size_t max_compared_word = 64;

/// The candidate that takes the fewest insertions, deletions, changes and swaps of neighbours to become
/// `word` (letter case of ASCII makes no difference), if they are no more than a third of its length, at
/// least one; the first of several. Empty if none is so near.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace v0
}  // namespace tenon
