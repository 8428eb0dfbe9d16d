// A deterministic automaton, made once and then only read: one look-up for each letter of a text.
#pragma once

#include "patterns/automaton.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

class pattern_table {
 public:
  /// None if it would be larger than a small table (limits in patterns/table.cpp), or take more steps to
  /// make. Precondition: no counters, no look-arounds.
  static std::optional<pattern_table> of(const automaton& from, std::uint64_t max_work);

  /// Does it match anywhere in the text? `steps` is raised by the bytes that were read.
  bool search(std::string_view text, std::uint64_t* steps) const noexcept;

  std::size_t memory() const noexcept {
    return letters_.memory() + moves_.size() * sizeof(moves_[0]) + ends_.size();
  }

 private:
  friend class pattern_steps;
  friend class table_builder;

  alphabet letters_;
  // Rows of letters; an entry is the begin of a row: 0 for the dead state, letters_.size() for the one that
  // has matched, twice that for the start.
  std::vector<std::uint16_t> moves_;
  std::vector<std::uint8_t> ends_;  // by row: does a text that ends here match?
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
