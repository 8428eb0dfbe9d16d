// Which patterns have a shape that a few looks at blocks decide.
#pragma once

#include "direct/plan.hpp"
#include "patterns/pattern.hpp"

#include <optional>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

/// Empty if the pattern has another shape; then its automaton decides.
std::optional<pattern_shape> shape_of(const pattern_term& tree);

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
