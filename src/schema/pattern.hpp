// Regular expressions of ECMA-262 in Unicode mode, the regular part: literals, classes, groups,
// alternation, quantifiers, the anchors ^ and $. Searching never backtracks: time is linear in the text.
//
// A pattern is parsed to a tree, the tree becomes an automaton over classes of code points, and that is
// made deterministic while it stays small; else sets of states are simulated. Look-around,
// back-references, \b and \p{…} are `unsupported_schema`.
//
// What Annex B of ECMA-262 allows outside Unicode mode is read as there (a lone `]`, `\-`, `\@` …).
#pragma once

#include "char_set.hpp"
#include "pattern_tree.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

class pattern {
 public:
  /// The code "max_pattern_states" if the automaton would be larger.
  static result<pattern> compile(std::string_view text, std::size_t max_states);

  /// Does it match anywhere in the text? `steps`, if given, is raised by the work that was done.
  bool found_in(std::string_view text, std::uint64_t* steps = nullptr) const;

  const pattern_term& tree() const noexcept { return tree_; }
  bool deterministic() const noexcept { return !moves_.empty(); }

  // The automaton. Public to its builder in pattern.cpp only by friendship.
  struct state {
    enum class what : std::uint8_t { split, set, begin, end, match };
    what kind = what::match;
    std::uint32_t next = 0;
    std::uint32_t other = 0;  // split: the second way; set: number of the set
  };

 private:
  friend class automaton_builder;
  friend class determinizer;
  friend class simulation;

  std::uint32_t class_of(std::uint32_t code) const noexcept;
  bool search_states(std::string_view text, std::uint64_t* steps) const;

  pattern_term tree_;
  std::vector<state> states_;
  std::uint32_t start_ = 0;
  // Code points fall into classes that no set of the pattern tells apart.
  std::array<std::uint32_t, 128> ascii_{};
  std::vector<std::uint32_t> class_begins_;
  std::vector<std::uint8_t> membership_;  // [set * classes + class]
  std::uint32_t classes_ = 1;
  // Deterministic form: 0 is the dead state, 1 has matched for good, 2 is the start.
  std::vector<std::uint32_t> moves_;  // [state * classes + class]
  std::vector<std::uint8_t> accepts_at_end_;
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
