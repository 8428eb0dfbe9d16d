// What has been in the open containers already: names of members, items that must differ.
//
// One stack serves all open containers, each of which owns the entries from its first on; a closed one
// leaves nothing behind. Few entries are compared one by one, more are found through a hash table. Entries
// leave it in the reverse order in which they came, so an emptied slot interrupts no probe.
//
// Hashes are not keyed. Who makes them collide is met by `crowded`: from then on the owner only collects
// entries, and compares them all when the container ends, sorted.
#pragma once

#include "nodes/flat_stack.hpp"
#include "nodes/hash.hpp"
#include "walk/names.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

class seen_stack {
 public:
  struct entry {
    std::uint64_t hash = 0;
    std::uint64_t begin = 0;  // where the thing itself is, as its owner has it
    std::uint64_t size = 0;
    std::uint32_t owner = 0;  // the first entry of its container
    index slot = none;        // in the table, if it is there
  };
  enum class outcome : std::uint8_t { fresh, repeated, crowded };

  std::uint32_t size() const noexcept { return entries_.size(); }
  std::span<const entry> from(std::uint32_t first) const noexcept {
    return {entries_.begin() + first, entries_.end()};
  }

  /// Adds one to the container `one.owner`. `same(entry)` compares it with one of equal hash.
  template <class Same>
  outcome add(entry one, Same same) {
    const std::uint32_t count = size() - one.owner;
    if (count < few) return add_to_few(one, same);
    if (count == few) {
      for (std::uint32_t i = one.owner; i < size(); ++i) {
        if (entries_[i].slot == none) enter(i);
      }
    }
    std::size_t probes = 0;
    for (std::size_t at = home_of(one); slots_[at] != none; at = (at + 1) & (slots_.size() - 1)) {
      const entry& other = entries_[slots_[at]];
      const bool alike = other.hash == one.hash && other.owner == one.owner;
      if (alike && same(other)) return outcome::repeated;
      if (alike || ++probes > most_probes) {
        entries_.push(one);
        return outcome::crowded;
      }
    }
    entries_.push(one);
    enter(size() - 1);
    return outcome::fresh;
  }

  /// Adds one without a look, to a container that is crowded.
  void collect(entry one) { entries_.push(one); }

  /// Forgets all entries from `first` on.
  void drop_to(std::uint32_t first) noexcept {
    while (size() > first) {
      const index slot = entries_.back().slot;
      if (slot != none) {
        slots_[slot] = none;
        --used_;
      }
      entries_.pop();
    }
  }

 private:
  static constexpr std::uint32_t few = 8;
  static constexpr std::size_t most_probes = 64;

  template <class Same>
  outcome add_to_few(entry one, Same same) {
    outcome found = outcome::fresh;
    for (const entry& other : from(one.owner)) {
      if (other.hash != one.hash) continue;
      if (same(other)) return outcome::repeated;
      found = outcome::crowded;
    }
    entries_.push(one);
    return found;
  }

  std::size_t home_of(const entry& e) const noexcept {
    return mix(e.hash + e.owner * std::uint64_t{0x9e3779b97f4a7c15U}) & (slots_.size() - 1);
  }
  /// Puts entry number `at` into the table.
  void enter(std::uint32_t at);
  void take_slot(std::uint32_t at) noexcept;
  void grow();

  flat_stack<entry> entries_;
  std::vector<index> slots_;  // a power of two, at most half full
  std::uint32_t used_ = 0;
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
