// Where a generator's decisions come from: bytes that a fuzzer gives, or a seed.
//
// When the bytes are used up every further choice is the first alternative, so a generator whose first
// alternatives are leaves comes to an end whatever it is given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>

namespace test {

class choices {
 public:
  explicit choices(std::uint64_t seed) : random_(std::in_place, seed) {}
  explicit choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  /// Below `below`, which is not 0.
  std::size_t pick(std::size_t below) {
    if (random_) return (*random_)() % below;
    std::size_t number = next();
    if (below > 256) number = number * 256 + next();
    return number % below;
  }

  /// False when the bytes are used up.
  bool one_in(std::size_t n) { return pick(n) == n - 1; }

  template <class List>
  const auto& one_of(const List& list) {
    return list[pick(std::size(list))];
  }

 private:
  std::size_t next() {
    if (bytes_.empty()) return 0;
    const std::size_t byte = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return byte;
  }

  std::optional<std::mt19937_64> random_;
  std::span<const std::uint8_t> bytes_;
};

}  // namespace test
