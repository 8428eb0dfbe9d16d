// How long the texts are that a pattern admits.
#pragma once

#include "patterns/pattern.hpp"

#include <cstdint>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

/// In code points; `most` is `unbounded` if there is no bound. Never too narrow.
struct pattern_length {
  std::uint64_t least;
  std::uint64_t most;
};
pattern_length length_of(const pattern_term& tree);

/// Must a match begin where the text begins, and end where it ends?
struct anchoring {
  bool begin;
  bool end;
};
anchoring anchors_of(const pattern_term& tree);

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
