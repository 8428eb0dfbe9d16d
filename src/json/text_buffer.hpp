// Where the reader gathers a token that came in pieces. Like a string that is only appended to, but made
// for pieces of a few bytes: those are copied by two overlapping moves instead of a call.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace json {

class text_buffer {
 public:
  bool empty() const noexcept { return size_ == 0; }
  std::string_view view() const noexcept { return {data_.get(), size_}; }
  void clear() noexcept { size_ = 0; }

  void append(std::string_view piece) {
    const char* const from = piece.data();
    const std::size_t count = piece.size();
    if (capacity_ - size_ < count) grow(count);
    char* const to = data_.get() + size_;
    size_ += count;
    if (count > 16) {
      std::memcpy(to, from, count);
    } else if (count >= 8) {
      copy_ends<8>(to, from, count);
    } else if (count >= 4) {
      copy_ends<4>(to, from, count);
    } else if (count >= 2) {
      copy_ends<2>(to, from, count);
    } else if (count == 1) {
      *to = *from;
    }
  }
  void push_back(char c) { append({&c, 1}); }

 private:
  /// The first and the last `Half` bytes, which together are all of them.
  template <std::size_t Half>
  static void copy_ends(char* to, const char* from, std::size_t count) noexcept {
    std::memcpy(to, from, Half);
    std::memcpy(to + count - Half, from + count - Half, Half);
  }

  void grow(std::size_t count) {
    constexpr std::size_t smallest = 256;
    std::size_t wanted = capacity_ < smallest ? smallest : 2 * capacity_;
    if (wanted - size_ < count) wanted = size_ + count;
    // Not make_unique, which would fill it with zeros.
    std::unique_ptr<char[]> larger(new char[wanted]);
    if (size_ != 0) std::memcpy(larger.get(), data_.get(), size_);
    data_ = std::move(larger);
    capacity_ = wanted;
  }

  std::unique_ptr<char[]> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace json
}  // namespace v0
}  // namespace tenon
