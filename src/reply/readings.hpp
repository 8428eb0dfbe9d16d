// Broken JSON that can be read in more than one way, and the schema as the one that decides.
//
// Invariant: what comes out is the only reading that fits, or the only one there is.
#pragma once

#include "mend.hpp"

#include <optional>
#include <string_view>
#include <vector>

#include <tenon/program.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

/// mend() with either meaning of a mismatched bracket; two values that differ are ambiguous unless just one
/// fits `shape`.
result<mended, unmended> mend_range(std::string_view text, std::size_t begin, std::size_t end,
                                    mend_options how, const schema::program* shape);

/// Decides for each scalar in `loose` whether it is a number or a text. A problem where both fit, or there is
/// no schema to say so.
std::optional<problem> settle(value& root, std::vector<edit>& edits, const std::vector<std::uint64_t>& loose,
                              std::string_view text, const schema::program* shape);

/// For containers that nothing closed, by where they begin: a problem if the missing bracket can as well
/// stand elsewhere, before the last children of the container or of what is last in it, and the schema does
/// not say otherwise.
std::optional<problem> closed_elsewhere(const value& root, const std::vector<std::uint64_t>& unclosed,
                                        const schema::program* shape);

}  // namespace reply
}  // namespace v0
}  // namespace tenon
