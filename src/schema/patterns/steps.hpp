// A pattern that reads a text byte by byte and knows as early as can be that it will never match.
//
// Possible where the pattern is one small deterministic table; whoever uses it must ask `possible()` and
// fall back on pattern::found_in for the whole text. This is all that watching knows of the automaton.
#pragma once

#include "patterns/pattern.hpp"
#include "patterns/table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

class pattern_steps {
 public:
  /// Between two bytes of UTF-8.
  struct place {
    std::uint32_t row = 0;     // of the table
    std::uint32_t within = 0;  // of the code point at hand: where its bytes have led; 0 between two
  };

  explicit pattern_steps(const pattern& p);

  bool possible() const noexcept { return table_.has_value(); }

  // All below: precondition possible(). Bytes are those of a text that is, or may become, valid UTF-8.

  place start() const noexcept;
  place step(place at, unsigned char byte) const noexcept;
  /// Nothing that can follow makes it match. Exact.
  bool is_dead(place at) const noexcept;
  /// Whatever follows, it matches.
  bool is_settled(place at) const noexcept;
  bool accepts_at_end(place at) const noexcept;
  /// Is there a code point in [first, last] after which it is not dead? Precondition: it stands between two.
  bool can_take(place at, std::uint32_t first, std::uint32_t last) const noexcept;

 private:
  /// Entries of the alphabet's trie whose code points lie from `first` on, 64 to the power of `level` many.
  struct branch {
    std::uint16_t entry;
    unsigned level;
    std::uint32_t first;
  };

  bool is_hopeless(std::uint32_t row) const noexcept { return hopeless_[row / table_->letters_.size()] != 0; }
  bool has_hope_below(std::uint32_t row, std::uint16_t entry) const noexcept;
  bool has_hope(std::uint32_t row, const branch& b, std::uint32_t first, std::uint32_t last) const noexcept;
  void find_hopeless();
  void list_letters();

  std::optional<pattern_table> table_;
  std::vector<std::uint8_t> hopeless_;               // by row: no way leads to a match
  std::vector<std::vector<std::uint16_t>> letters_;  // by node of the trie: what may come of it
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
