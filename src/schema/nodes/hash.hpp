// Hashing for look-up tables and uniqueItems. Not keyed: whoever uses it on untrusted data must stay
// linear when hashes collide. Tables of names and literals, and uniqueItems, sort instead.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {

inline std::uint64_t mix(std::uint64_t x) noexcept {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93U;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93U;
  x ^= x >> 32;
  return x;
}

inline std::uint64_t hash_text(std::string_view text) noexcept {
  std::uint64_t h = 0x9e3779b97f4a7c15U ^ text.size();
  while (text.size() >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), 8);
    h = mix(h ^ word);
    text.remove_prefix(8);
  }
  std::uint64_t word = 0;
  if (!text.empty()) std::memcpy(&word, text.data(), text.size());
  return mix(h ^ word);
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
