// A deterministic automaton that is made while texts are read, of the states that they lead to, within a
// limit on memory. Where texts lead to new states all the time it gives up, and the states are simulated.
//
// One thread at a time uses a cache; a pool hands them out with one atomic operation.
#pragma once

#include "patterns/subset.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

class pattern_cache {
 public:
  explicit pattern_cache(const automaton& of);

  /// Does it match anywhere in the text? None if making new states was most of the work. `steps` is raised
  /// by that work and the bytes that were read.
  std::optional<bool> search(std::string_view text, std::uint64_t* steps);

 private:
  using entry = std::uint32_t;  // the begin of a row in moves_, or one of these
  static constexpr entry unknown = 0xffff'ffff;
  static constexpr entry matched = 0xffff'fffe;
  static constexpr entry dead = 0xffff'fffd;
  static constexpr entry first_special = dead;

  enum class answer : std::uint8_t { unasked, no, yes };
  struct set_row {
    std::size_t begin = 0;  // of its states in states_
    std::uint32_t count = 0;
    std::uint8_t flags = 0;
    answer ends = answer::unasked;  // does a text that ends here match?
  };

  std::span<const std::uint32_t> states_of(const set_row& r) const {
    return {states_.data() + r.begin, r.count};
  }
  entry entry_of(subset_stepper::outcome outcome);
  entry find_or_add();
  bool full() const;
  void clear();
  entry start();
  entry move(entry from, std::uint32_t letter);
  bool ends(entry at);

  const automaton& of_;
  std::uint32_t letters_;
  step_buffers buffers_;
  subset_stepper subsets_;
  std::vector<entry> moves_;
  std::vector<set_row> rows_;
  state_set states_;
  std::vector<std::uint32_t> table_;  // hashed: number of a row + 1, or 0
  state_set from_;
  entry start_ = unknown;
  bool cleared_ = false;    // in this search
  std::uint64_t made_ = 0;  // rows, in this search
};

class cache_pool {
 public:
  explicit cache_pool(const automaton& of) : of_(of) {}
  cache_pool(const cache_pool&) = delete;
  cache_pool& operator=(const cache_pool&) = delete;
  ~cache_pool();

  std::optional<bool> search(std::string_view text, std::uint64_t* steps);

 private:
  // Threads that search at the same time beyond this many make a cache and drop it.
  static constexpr std::size_t slots = 16;

  std::unique_ptr<pattern_cache> take(std::size_t first);
  void give_back(std::unique_ptr<pattern_cache> cache, std::size_t first);

  const automaton& of_;
  std::array<std::atomic<pattern_cache*>, slots> free_{};
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
