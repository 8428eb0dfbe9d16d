// Which members or items of one instance have been evaluated, for unevaluatedProperties and unevaluatedItems.
//
// Parts are known by position. Invariant: a set costs no more time than those who write into it: it is made
// in constant time whatever the size of the instance, and has bits only once somebody has gone through the
// parts one by one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

class evaluated {
 public:
  explicit evaluated(std::size_t count) noexcept : count_(count) {}
  evaluated(const evaluated&) = delete;
  evaluated& operator=(const evaluated&) = delete;
  ~evaluated() {
    if (bits_.empty()) return;
    --spare().out;
    spare().free.push_back(std::move(bits_));  // there is room for it
  }

  void mark(std::size_t i) {
    if (all_) return;
    if (count_ <= 64) {
      few_ |= std::uint64_t{1} << i;
    } else {
      if (bits_.empty()) take_bits();
      bits_[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }
  void mark_first(std::size_t count) noexcept { first_ = std::max(first_, count); }
  void mark_all() noexcept { all_ = true; }

  bool has(std::size_t i) const noexcept {
    if (all_ || i < first_) return true;
    if (count_ <= 64) return ((few_ >> i) & 1U) != 0;
    return !bits_.empty() && ((bits_[i / 64] >> (i % 64)) & 1U) != 0;
  }
  bool everything() const noexcept { return all_; }

  /// Adds what another set of the same instance has, which then may have lost it.
  void add(evaluated& other) noexcept {
    all_ = all_ || other.all_;
    first_ = std::max(first_, other.first_);
    few_ |= other.few_;
    if (bits_.empty()) {
      bits_.swap(other.bits_);
    } else {
      for (std::size_t w = 0; w < other.bits_.size(); ++w) bits_[w] |= other.bits_[w];
    }
  }

 private:
  /// Of the thread, so that sets cost no allocation each.
  struct pool {
    std::vector<std::vector<std::uint64_t>> free;
    std::size_t out = 0;
  };
  static pool& spare() {
    thread_local pool all;
    return all;
  }
  void take_bits() {
    pool& all = spare();
    if (all.free.empty()) {
      // Room for all that there are, so that giving one back cannot fail.
      if (all.free.capacity() <= all.out) all.free.reserve(2 * all.out + 8);
      bits_.resize(count_ / 64 + 1, 0);
    } else {
      all.free.back().assign(count_ / 64 + 1, 0);
      bits_.swap(all.free.back());
      all.free.pop_back();
    }
    ++all.out;
  }

  std::size_t count_;
  std::size_t first_ = 0;
  bool all_ = false;
  std::uint64_t few_ = 0;            // of at most 64
  std::vector<std::uint64_t> bits_;  // of more
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
