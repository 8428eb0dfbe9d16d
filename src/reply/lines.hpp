// `name: value` lines without brackets, where the schema makes them certain.
#pragma once

#include "answer.hpp"

#include <optional>
#include <string_view>

#include <tenon/reply.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

/// Every line is `name: value` or, under a name without a value, `- item`; every name is declared by the
/// schema and stands once; and the whole fits it as it stands. Anything else is prose.
std::optional<answer> read_lines(std::string_view text, std::size_t begin, std::size_t end,
                                 const read_options& options);

}  // namespace reply
}  // namespace v0
}  // namespace tenon
