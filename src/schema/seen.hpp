// Which entries of a name table an object has had.
#pragma once

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
  void mark(std::uint32_t i) noexcept { words()[begin_ + i / 64] |= std::uint64_t{1} << (i % 64); }
  bool has(std::uint32_t i) const noexcept { return ((words()[begin_ + i / 64] >> (i % 64)) & 1U) != 0; }

 private:
  static std::vector<std::uint64_t>& words() {
    thread_local std::vector<std::uint64_t> stack;
    return stack;
  }
  std::size_t begin_;
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
