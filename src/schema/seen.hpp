// Which entries of a name table an object has had, and which parts of an instance have been evaluated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

class few_seen {
 public:
  void mark(std::uint32_t i) noexcept { bits_ |= std::uint64_t{1} << i; }
  bool has(std::uint32_t i) const noexcept { return ((bits_ >> i) & 1U) != 0; }

 private:
  std::uint64_t bits_ = 0;
};

/// More than 64: words on a stack of the thread, so that nested objects cost no allocation each.
class many_seen {
 public:
  explicit many_seen(std::size_t count) : begin_(words().size()) {
    words().resize(begin_ + count / 64 + 1, 0);
  }
  many_seen(const many_seen&) = delete;
  many_seen& operator=(const many_seen&) = delete;
  ~many_seen() { words().resize(begin_); }

  // NOLINTNEXTLINE(readability-make-member-function-const): it changes what `has` says
  void mark(std::size_t i) noexcept { words()[begin_ + i / 64] |= std::uint64_t{1} << (i % 64); }
  bool has(std::size_t i) const noexcept { return ((words()[begin_ + i / 64] >> (i % 64)) & 1U) != 0; }
  /// Precondition: made for the same count.
  void add(const many_seen& other, std::size_t count) noexcept {
    for (std::size_t w = 0; w <= count / 64; ++w) words()[begin_ + w] |= words()[other.begin_ + w];
  }

 private:
  static std::vector<std::uint64_t>& words() {
    thread_local std::vector<std::uint64_t> stack;
    return stack;
  }
  std::size_t begin_;
};

/// The members or items of one instance, by position, that some keyword has evaluated.
class evaluated {
 public:
  explicit evaluated(std::size_t count) : count_(count), bits_(count) {}

  void mark(std::size_t i) noexcept {
    if (!all_) bits_.mark(i);
  }
  void mark_first(std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) mark(i);
  }
  void mark_all() noexcept { all_ = true; }
  bool has(std::size_t i) const noexcept { return all_ || bits_.has(i); }
  bool everything() const noexcept { return all_; }
  /// Precondition: of the same instance.
  void add(const evaluated& other) noexcept {
    all_ = all_ || other.all_;
    if (!all_) bits_.add(other.bits_, count_);
  }

 private:
  std::size_t count_;
  many_seen bits_;
  bool all_ = false;
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
