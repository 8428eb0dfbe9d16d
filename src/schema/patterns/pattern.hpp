// Regular expressions of ECMA-262, searched for in texts.
//
// What has no back-reference is run by an automaton of our own, in time linear in the text whatever the
// pattern: look-around, \b and counted repeats included. The forms that it takes, the fastest first, are in
// `pattern::form`. Back-references are left to PCRE2 with a limit on its work, linear in the text too; a
// search that meets the limit is undecided, which is neither "found" nor "absent".
//
// Which texts are patterns, and how they are read, is in patterns/tree.hpp.
#pragma once

#include "patterns/tree.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

/// Look-arounds in one pattern, beyond which it is refused: each is one more pass over the text.
inline constexpr std::size_t max_pattern_looks = 50;

enum class search_outcome : std::uint8_t { absent, found, undecided };

/// Immutable and safe from many threads once compiled. Moved, not copied.
class pattern {
 public:
  enum class engine : std::uint8_t { automaton, pcre2 };
  using outcome = search_outcome;
  enum class form : std::uint8_t {
    text,        // compared as it is
    run,         // each character looked up
    table,       // deterministic, made when compiled
    cache,       // deterministic, made while searching
    simulation,  // all states at once
    pcre2,
  };

  /// Errors: those of parse_pattern; unsupported_schema with the code "max_pattern_states" if the automaton
  /// would be larger, "max_pattern_looks" for too many look-arounds, "pattern" for a
  /// back-reference that cannot be left to PCRE2 (patterns/references.hpp).
  static result<pattern> compile(std::string_view text, std::size_t max_states);

  pattern(pattern&&) noexcept;
  pattern& operator=(pattern&&) noexcept;
  ~pattern();

  /// Does it match anywhere in the text? Bytes that are no UTF-8 count as U+FFFD, each maximal invalid part
  /// as one. Allocates nothing after warm-up (each thread's, where states are simulated or PCRE2 is used).
  /// `steps`, if given, is raised by the work that was done (but not by PCRE2's).
  outcome search(std::string_view text, std::uint64_t* steps = nullptr) const;
  bool found_in(std::string_view text) const { return search(text) == outcome::found; }

  engine runs_on() const noexcept { return runs_as() == form::pcre2 ? engine::pcre2 : engine::automaton; }
  /// The form of its main part: look-aheads right behind a leading ^ are searched for by themselves.
  form runs_as() const noexcept;
  /// Why the text is a pattern by Annex B only; empty if it is one in Unicode mode.
  const std::string& annex_b() const noexcept { return annex_b_; }
  /// About how many bytes it holds, what searches make it keep not counted.
  std::size_t memory() const noexcept;
  /// What it matches; where it runs on the automaton simplified (patterns/simplify.hpp).
  const pattern_term& tree() const noexcept { return tree_; }

 private:
  struct machine;
  pattern();

  pattern_term tree_;
  std::string annex_b_;
  std::unique_ptr<machine> machine_;
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
