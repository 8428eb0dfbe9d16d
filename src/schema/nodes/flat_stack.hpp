// A stack of plain records that grows and never shrinks. Like std::vector, but what is asked for on every
// token (size, dropping the top ones, a new one made in place) is one instruction or two.
#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {

template <class Record>
class flat_stack {
  static_assert(std::is_trivially_copyable_v<Record> && std::is_trivially_destructible_v<Record>);

 public:
  std::uint32_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  Record& operator[](std::size_t i) noexcept {
    assert(i < size_);
    return records_[i];
  }
  const Record& operator[](std::size_t i) const noexcept {
    assert(i < size_);
    return records_[i];
  }
  Record& back() noexcept { return (*this)[size_ - 1]; }
  const Record& back() const noexcept { return (*this)[size_ - 1]; }
  Record* begin() noexcept { return records_.get(); }
  Record* end() noexcept { return records_.get() + size_; }
  const Record* begin() const noexcept { return records_.get(); }
  const Record* end() const noexcept { return records_.get() + size_; }

  /// A new one, made in place. References to records are valid until the next one is pushed.
  Record& push() {
    if (size_ == capacity_) grow();
    return *::new (static_cast<void*>(records_.get() + size_++)) Record{};
  }
  void push(const Record& one) {
    const Record copy = one;  // it may be in here
    push() = copy;
  }
  /// Precondition: size <= size().
  void drop_to(std::uint32_t size) noexcept {
    assert(size <= size_);
    size_ = size;
  }
  void pop() noexcept { drop_to(size_ - 1); }

 private:
  struct release {
    void operator()(Record* memory) const noexcept { ::operator delete(memory); }
  };

  void grow() {
    const std::uint32_t wanted = capacity_ == 0 ? 16 : 2 * capacity_;
    std::unique_ptr<Record[], release> larger(
        static_cast<Record*>(::operator new(std::size_t{wanted} * sizeof(Record))));
    if (size_ > 0) std::memcpy(static_cast<void*>(larger.get()), records_.get(), size_ * sizeof(Record));
    records_ = std::move(larger);
    capacity_ = wanted;
  }

  std::unique_ptr<Record[], release> records_;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
