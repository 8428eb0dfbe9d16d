// The automata of a pattern without back-references: states, not yet deterministic, over the letters of
// its alphabet.
//
// Counted repeats are written out, state by state, as long as the limit allows; those of a single class
// (`[a-z]{1,5000}`) can be one counting state instead. Each look-around is an automaton of its own, which
// tells for every position of a text whether it holds there; the others ask it by number.
#pragma once

#include "patterns/alphabet.hpp"
#include "patterns/tree.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

struct nfa {
  struct state {
    enum class what : std::uint8_t {
      match,
      set,    // reads a letter of the set `other`
      count,  // reads letters as counters[other] has it
      split,  // goes to `next` or `other`
      // Conditions on the position, without reading. Begin and end are those of the direction of reading.
      begin,
      end,
      word_boundary,
      no_word_boundary,
      look,  // looks[other]
    };
    what kind = what::match;
    std::uint32_t next = 0;
    std::uint32_t other = 0;
  };
  struct counter {
    std::uint32_t set = 0;
    std::uint32_t min = 0;
    std::uint32_t max = 0;  // or pattern_term::no_limit
  };

  /// Needs the state to know what comes next?
  static bool looks_on(state::what kind) noexcept {
    return kind == state::what::end || kind >= state::what::word_boundary;
  }

  std::vector<state> states;
  std::uint32_t start = 0;
  std::vector<counter> counters;
  bool has_conditions = false;  // is there a state that looks_on()?
  bool anchored = false;        // can it begin at the begin only?
};

struct look_around {
  nfa body;
  bool backward = false;  // a look-ahead is read from the end of the text to its begin
  bool negative = false;
};

struct automaton {
  alphabet letters;
  std::vector<std::uint8_t> word;  // by letter: is it one of \w? Empty if nothing asks.
  nfa search;                      // may begin to match anywhere
  std::vector<look_around> looks;  // an inner one before those that ask it

  std::size_t memory() const noexcept {
    std::size_t states = search.states.size();
    for (const look_around& look : looks) states += look.body.states.size();
    return letters.memory() + states * sizeof(nfa::state);
  }

  bool is_word(std::uint32_t letter) const noexcept { return !word.empty() && word[letter] != 0; }
};

struct automaton_limits {
  std::size_t max_states = 0;
  /// Repeats of a class more often than this are counted, not written out.
  std::uint32_t count_above = pattern_term::no_limit;
};

/// The maxima of all counting states together, which bound what they remember of a text (code
/// "max_pattern_states").
inline constexpr std::uint64_t max_pattern_counts = 2'000'000;

/// The code of the limit that was exceeded ("max_pattern_states"); empty if `to` was built. Precondition: no
/// references.
std::string_view build_automaton(const pattern_term& tree, const automaton_limits& limits, automaton& to);

/// Is there a repeat that would be counted at this threshold?
bool has_counted_repeat(const pattern_term& tree, std::uint32_t count_above);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
