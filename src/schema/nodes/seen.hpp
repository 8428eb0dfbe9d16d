// Which entries of a name table an object has had.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

/// Calls `visit(base + i)` for each bit i that is set, until it says no.
template <class Visit>
bool each_bit(std::uint64_t bits, std::uint32_t base, Visit& visit) {
  for (; bits != 0; bits &= bits - 1) {
    if (!visit(base + static_cast<std::uint32_t>(std::countr_zero(bits)))) return false;
  }
  return true;
}

class few_seen {
 public:
  void mark(std::uint32_t i) noexcept { bits_ |= std::uint64_t{1} << i; }
  bool has(std::uint32_t i) const noexcept { return ((bits_ >> i) & 1U) != 0; }
  /// Calls `visit` for each, in order, until it says no.
  template <class Visit>
  bool for_each(Visit visit) const {
    return each_bit(bits_, 0, visit);
  }

 private:
  std::uint64_t bits_ = 0;
};

/// More than 64: words on a stack of the thread, so that nested objects cost no allocation each.
class many_seen {
 public:
  explicit many_seen(std::size_t count) : begin_(words().size()), size_(count / 64 + 1) {
    words().resize(begin_ + size_, 0);
  }
  many_seen(const many_seen&) = delete;
  many_seen& operator=(const many_seen&) = delete;
  ~many_seen() { words().resize(begin_); }

  // NOLINTNEXTLINE(readability-make-member-function-const): it changes what `has` says
  void mark(std::uint32_t i) noexcept { words()[begin_ + i / 64] |= std::uint64_t{1} << (i % 64); }
  bool has(std::uint32_t i) const noexcept { return ((words()[begin_ + i / 64] >> (i % 64)) & 1U) != 0; }
  template <class Visit>
  bool for_each(Visit visit) const {
    for (std::size_t w = 0; w < size_; ++w) {
      if (!each_bit(words()[begin_ + w], static_cast<std::uint32_t>(w * 64), visit)) return false;
    }
    return true;
  }

 private:
  static std::vector<std::uint64_t>& words() {
    thread_local std::vector<std::uint64_t> stack;
    return stack;
  }
  std::size_t begin_;
  std::size_t size_;
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
