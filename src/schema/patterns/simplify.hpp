#pragma once

#include "patterns/tree.hpp"

namespace tenon {
inline namespace v0 {
namespace schema {

/// A tree that matches the same texts: without groups, sequences in sequences, repeats of repeats and of
/// nothing, choices between single characters. Precondition: no references.
pattern_term simplified(pattern_term t);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
