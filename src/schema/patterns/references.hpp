// What back-references mean, before anything is run. In ECMA-262 a reference to a group that has captured
// nothing matches the empty text, and every round of a repetition forgets what its groups captured in the
// round before. So many references are always empty; and some would have to be forgotten in a way that
// PCRE2, which keeps the captures of earlier rounds, cannot do.
#pragma once

#include "patterns/tree.hpp"

#include <optional>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {

/// Groups that references speak of, beyond which a pattern is refused (code "max_pattern_references").
inline constexpr std::size_t max_pattern_references = 100;

struct reference_verdict {
  bool remain = false;           // is there a reference that can be anything but empty?
  std::string_view unsupported;  // why the tree cannot be left to PCRE2; empty if it can
  std::string_view code = "pattern";
};

/// Replaces references that are always empty by what::empty, and groups that no reference means any more by
/// what they hold.
reference_verdict resolve_references(pattern_term& tree);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
