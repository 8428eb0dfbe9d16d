#include "direct/driver.hpp"

#include <array>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

std::span<const driver> drivers() {
#if defined(__x86_64__)
  static constexpr std::array<driver, 3> all = {{{"avx2", &validate_avx2, &bind_avx2},
                                                 {"sse2", &validate_sse2, &bind_sse2},
                                                 {"swar", &validate_swar, &bind_swar}}};
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
                               __builtin_cpu_supports("bmi2") != 0;
  return std::span(all).subspan(has_avx2 ? 0 : 1);
#else
  static constexpr std::array<driver, 1> all = {{{"swar", &validate_swar, &bind_swar}}};
  return all;
#endif
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
