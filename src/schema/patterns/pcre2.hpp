// Patterns with back-references, run by PCRE2 within a limit on its work that is linear in the text.
//
// PCRE2 is not given the text of the pattern, which it would read by other rules, but one written from the
// tree: classes by their code points, \A, \z, numbered groups.
#pragma once

#include "patterns/pattern.hpp"
#include "patterns/pcre2_handles.hpp"
#include "patterns/tree.hpp"

#include <cstdint>
#include <string>
#include <string_view>

#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

/// Steps of backtracking that a search may take: this many, and more for each byte of the text. Memory in
/// KiB likewise.
inline constexpr std::uint32_t max_match_steps = 100'000;
inline constexpr std::uint32_t max_match_steps_per_byte = 20;
inline constexpr std::uint32_t max_match_kib = 32 * 1024;

class pcre2_pattern {
 public:
  /// The tree is one that resolve_references left to PCRE2. Errors: unsupported_schema with the code
  /// "max_pattern_states" if PCRE2 finds it too large, "pattern" for a look-behind whose length varies.
  static result<pcre2_pattern> of(const pattern_term& tree);

  /// Safe from many threads.
  search_outcome search(std::string_view text) const;

  std::size_t memory() const noexcept;

 private:
  pcre2::code code_;
};

/// The same as a pattern of PCRE2. For pcre2_pattern, and for tests.
std::string to_pcre2(const pattern_term& tree);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
