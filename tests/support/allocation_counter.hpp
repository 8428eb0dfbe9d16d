// Counts every allocation of a test program, so that "nothing is allocated in the steady state" is a fact.
//
// The trap: this replaces the operators of the whole program, so exactly one file of it may include this.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace test {

inline std::atomic<std::size_t> allocations{0};

inline void* counted(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

}  // namespace test

// Not inlined: g++ would see memory of `new` go to `free` and warn.
[[gnu::noinline]] void* operator new(std::size_t size) {
  return test::counted(size);
}
[[gnu::noinline]] void* operator new[](std::size_t size) {
  return test::counted(size);
}
// Whoever asks so gets memory of the same kind: a temporary buffer of the standard library does.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++test::allocations;
  return std::malloc(size);
}
[[gnu::noinline]] void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  ++test::allocations;
  return std::malloc(size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
