// A pattern that reads a text byte by byte and knows as early as can be that it will never match.
//
// Possible where the pattern is one deterministic table; whoever uses it must ask `possible()` and fall
// back on pattern::found_in for the whole text. This is all that watching knows of the automaton.
#pragma once

#include "pattern.hpp"

#include <cstdint>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

class pattern_steps {
 public:
  /// Between two bytes of UTF-8.
  struct place {
    std::uint32_t state = 0;
    std::uint32_t code = 0;     // of the code point at hand, as far as read
    std::uint32_t missing = 0;  // bytes of it that are to come
  };

  /// `p` must outlive this.
  explicit pattern_steps(const pattern& p);

  bool possible() const noexcept { return !hopeless_.empty(); }

  // All below: precondition possible(). Bytes are those of a text that is, or may become, valid UTF-8.

  place start() const noexcept;
  place step(place at, unsigned char byte) const noexcept;
  /// Nothing that can follow makes it match. Exact.
  bool is_dead(place at) const noexcept;
  /// Whatever follows, it matches.
  bool is_settled(place at) const noexcept;
  bool accepts_at_end(place at) const noexcept;
  /// Is there a code point in [first, last] after which it is not dead? Precondition: at.missing == 0.
  bool can_take(place at, std::uint32_t first, std::uint32_t last) const noexcept;

 private:
  void find_hopeless();

  const pattern* pattern_;
  std::vector<std::uint8_t> hopeless_;  // by state: no way leads to a match
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
