// Which nodes something fits at all.
#pragma once

#include "lint/knowledge.hpp"

#include <cstdint>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

/// For each node the types of which something may fit; 0: certainly nothing does. Takes facts and needs from
/// `k`, in time linear in the edges of the program.
///
/// A type of a node is alive once all that it depends on is: schemas that hold together, one branch of each
/// choice, and the parts that an object or array must have. It starts with what depends on nothing, so what
/// depends on itself never comes alive: JSON values are finite.
std::vector<std::uint8_t> types_that_fit(const knowledge& k);

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
