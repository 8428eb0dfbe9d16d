// From bytes to letters. The letters of a pattern are the classes of code points that none of its sets
// tells apart; a small automaton over the bytes of UTF-8 (a trie with shared branches) finds the letter of
// the next code point, without decoding it. All else in the engine works on letters.
//
// Where bytes are no UTF-8, each maximal invalid part counts as one U+FFFD, as utf8::decode has it.
#pragma once

#include "patterns/char_set.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

class alphabet {
 public:
  /// None if the sets are too many or too intricate for a table (max_work, max_table below).
  static std::optional<alphabet> of(const std::vector<const char_set*>& sets);

  std::uint32_t size() const noexcept { return size_; }

  /// Is the letter in the set with that number?
  bool member(std::uint32_t set, std::uint32_t letter) const noexcept {
    return members_[std::size_t{set} * size_ + letter] != 0;
  }
  std::size_t memory() const noexcept {
    return sizeof *this + nodes_.size() * sizeof(node) + members_.size();
  }

  /// The letter at `at`, which is moved behind it. Precondition: at < end.
  std::uint32_t next(const char*& at, const char* end) const noexcept {
    const std::uint16_t found = first_[static_cast<unsigned char>(*at++)];
    return found < branch ? found : further(found, at, end);
  }
  /// The letter of an ASCII character, without a look at what is behind it.
  std::uint32_t ascii(unsigned char c) const noexcept { return first_[c]; }

 private:
  // An entry is a letter, a branch to look at with the next byte, or `invalid`.
  static constexpr std::uint16_t branch = 0x8000;
  static constexpr std::uint16_t invalid = 0xffff;
  using node = std::array<std::uint16_t, 64>;  // by the low six bits of a continuation byte
  friend class alphabet_builder;
  friend class pattern_steps;

  std::uint32_t further(std::uint16_t found, const char*& at, const char* end) const noexcept;

  std::uint32_t size_ = 1;
  std::uint32_t replacement_ = 0;  // the letter of U+FFFD
  std::array<std::uint16_t, 256> first_{};
  std::vector<node> nodes_;
  std::vector<std::uint8_t> members_;  // [set * size + letter]
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
