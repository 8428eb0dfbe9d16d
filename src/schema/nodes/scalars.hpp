// Scalars as bytes: an integer or enumeration of which only width and sign are known.
//
// Widths are 1, 2, 4 and 8. Storing answers false, and writes nothing, where the number does not fit.
#pragma once

#include <cstdint>
#include <cstring>

namespace tenon {
inline namespace v0 {
namespace schema {

template <class I>
void store(void* target, I number) {
  std::memcpy(target, &number, sizeof number);
}

inline bool store_signed(std::int64_t n, std::uint8_t width, void* target) {
  switch (width) {
    case 1:
      if (n < INT8_MIN || n > INT8_MAX) return false;
      store(target, static_cast<std::int8_t>(n));
      return true;
    case 2:
      if (n < INT16_MIN || n > INT16_MAX) return false;
      store(target, static_cast<std::int16_t>(n));
      return true;
    case 4:
      if (n < INT32_MIN || n > INT32_MAX) return false;
      store(target, static_cast<std::int32_t>(n));
      return true;
    default:
      store(target, n);
      return true;
  }
}

inline bool store_unsigned(std::uint64_t n, std::uint8_t width, void* target) {
  switch (width) {
    case 1:
      if (n > UINT8_MAX) return false;
      store(target, static_cast<std::uint8_t>(n));
      return true;
    case 2:
      if (n > UINT16_MAX) return false;
      store(target, static_cast<std::uint16_t>(n));
      return true;
    case 4:
      if (n > UINT32_MAX) return false;
      store(target, static_cast<std::uint32_t>(n));
      return true;
    default:
      store(target, n);
      return true;
  }
}

template <class N>
N load(const void* source) {
  N out;
  std::memcpy(&out, source, sizeof out);
  return out;
}

inline std::int64_t load_signed(const void* source, std::uint8_t width) {
  switch (width) {
    case 1:
      return load<std::int8_t>(source);
    case 2:
      return load<std::int16_t>(source);
    case 4:
      return load<std::int32_t>(source);
    default:
      return load<std::int64_t>(source);
  }
}
inline std::uint64_t load_unsigned(const void* source, std::uint8_t width) {
  switch (width) {
    case 1:
      return load<std::uint8_t>(source);
    case 2:
      return load<std::uint16_t>(source);
    case 4:
      return load<std::uint32_t>(source);
    default:
      return load<std::uint64_t>(source);
  }
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
