// The step from one set of states to the next where nothing but the letter is known: what a deterministic
// table is made of. Conditions on what comes next (\b, $) wait in the set until it is known.
// Precondition: no counters, no look-arounds.
#pragma once

#include "patterns/stepper.hpp"

#include <cstdint>
#include <span>

namespace tenon {
inline namespace v0 {
namespace schema {

class subset_stepper {
 public:
  enum class outcome : std::uint8_t { dead, matched, set };
  // What a set must remember of the way to it; 0 where none of its states asks.
  static constexpr std::uint8_t behind_word = 1;
  static constexpr std::uint8_t at_begin = 2;

  subset_stepper(const automaton& of, step_buffers& buffers) : of_(of), stepper_(of, of.search, buffers) {}

  /// From the begin of a text, or over a letter. Outcome `set`: see set() and flags().
  outcome begin();
  outcome move(std::span<const std::uint32_t> from, std::uint8_t flags, std::uint32_t letter);
  /// Would a text that ends in this set match?
  bool ends(std::span<const std::uint32_t> from, std::uint8_t flags);

  const state_set& set() const { return stepper_.live; }  // sorted
  std::uint8_t flags() const { return flags_; }
  std::uint64_t work() const { return stepper_.work; }

 private:
  outcome settle(std::uint8_t flags);
  void resolve(std::span<const std::uint32_t> from, std::uint8_t flags, bool at_end, bool after_word);

  const automaton& of_;
  stepper stepper_;
  std::uint8_t flags_ = 0;
  state_set all_;
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
