// Sets of states of an automaton at one position of a text, and the step to the next position. Everything
// that runs an automaton, or makes it deterministic, goes through here.
//
// A step costs at most the number of states. A counting state holds, instead of one state per count, the
// positions at which counting began, as ranges: all counts grow by one together, so a step looks only at
// the ends of that list.
#pragma once

#include "patterns/automaton.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

using state_set = std::vector<std::uint32_t>;

/// The counts of one counting state.
class running_counts {
 public:
  void clear() {
    begins_.clear();
    front_ = 0;
  }
  bool empty() const { return front_ == begins_.size(); }
  /// A count of 0 at this position. Positions never go back.
  void begin(std::uint64_t position, bool only_longest);
  /// Drops counts above `max`. Is one at least `min`?
  bool reached(std::uint64_t position, std::uint32_t min, std::uint32_t max);

  std::uint64_t listed = 0;  // the round in which it was put into the set

 private:
  struct range {
    std::uint64_t first;
    std::uint64_t last;
  };
  std::vector<range> begins_;
  std::size_t front_ = 0;
};

/// What holds at a position. Only what the automaton asks needs to be right.
struct surroundings {
  bool known = false;  // false while a table is made: what comes next is not known, conditions wait
  bool at_begin = false;
  bool at_end = false;
  bool before_word = false;  // what was read last
  bool after_word = false;   // what comes next
  std::size_t position = 0;
  const std::vector<std::uint64_t>* looks = nullptr;  // where which look-around holds
  std::size_t look_words = 0;                         // 64-bit words per look-around

  bool look_holds(std::uint32_t number, bool negative) const {
    const std::uint64_t word = (*looks)[number * look_words + position / 64];
    return (((word >> (position % 64)) & 1U) != 0) != negative;
  }
};

/// Kept, so that steps allocate nothing once these have grown.
struct step_buffers {
  std::vector<std::uint64_t> met;  // the round in which a state was last met, whatever the automaton
  std::uint64_t round = 0;
  state_set todo;
  state_set live;
  state_set from;
  state_set exits;
  std::vector<running_counts> counts;
};

class stepper {
 public:
  stepper(const automaton& whole, const nfa& part, step_buffers& buffers);

  /// `live`: what is there at the begin.
  void begin(const surroundings& here);
  /// `live`: what is there behind a letter, coming from `from`. A match may begin at any position.
  void step(std::span<const std::uint32_t> from, std::uint32_t letter, const surroundings& there);
  /// Conditions in `from` that waited: what they lead to, appended to `to`. Sets `matched`.
  void resolve(std::span<const std::uint32_t> from, const surroundings& here, state_set& to);

  state_set& live;
  bool matched = false;  // has the last call reached the end of the pattern?
  std::uint64_t work = 0;

 private:
  void next_round();
  void close(std::uint32_t from, const surroundings& here, state_set& to);
  void visit(std::uint32_t at, const surroundings& here, state_set& to);
  bool holds(const nfa::state& s, const surroundings& here) const;
  void step_counter(std::uint32_t at, std::uint32_t letter);

  const automaton& whole_;
  const nfa& part_;
  step_buffers& buffers_;
  std::uint64_t position_ = 0;  // letters read
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
