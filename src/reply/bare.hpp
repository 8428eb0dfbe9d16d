// Answers that are not in brackets at all, or whose brackets a search in prose passes over: read only if
// they are all there is (level `syntax`).
#pragma once

#include "answer.hpp"

#include <optional>
#include <string_view>

#include <tenon/reply.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

/// A document escaped once too often and nothing else: `{\"a\": 1}`.
std::optional<answer> read_escaped(std::string_view text, std::size_t begin, std::size_t end,
                                   const read_options& options);

/// `"a": 1}`, as a model goes on behind a bracket that was written for it: only where a schema says that it
/// is whole.
std::optional<answer> read_opened(std::string_view text, std::size_t begin, std::size_t end,
                                  const read_options& options);

/// In this order: one array or object and nothing else, `[SPAM]`; where the schema makes it certain, `name:
/// value` lines; at level `coerce` a single word that the schema lists.
std::optional<answer> read_bare(std::string_view text, std::size_t begin, std::size_t end,
                                const read_options& options);

}  // namespace reply
}  // namespace v0
}  // namespace tenon
