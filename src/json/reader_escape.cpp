#include "reader_escape.hpp"

namespace tenon {
inline namespace v0 {
namespace json {

using table::state;

namespace {

/// All numbers of sixteen bits that begin like this, `missing` bits to come.
constexpr code_points begun(std::uint32_t unit, unsigned missing) noexcept {
  return {unit << missing, ((unit + 1) << missing) - 1};
}

constexpr code_points pairs(code_points high, code_points low) noexcept {
  return {paired(high.first, low.first), paired(high.last, low.last)};
}

constexpr code_points any_low{0xDC00, 0xDFFF};

}  // namespace

code_points possible(state at, std::uint32_t unit, std::uint32_t high) noexcept {
  switch (at) {
    case state::hex_2:
      return begun(unit, 12);
    case state::hex_2_of_d:
      return {0xD000, 0x10FFFF};  // up to U+D7FF, or a pair
    case state::hex_3:
      return begun(unit, 8);
    case state::hex_4:
      return begun(unit, 4);
    case state::high_3:
      return pairs(begun(unit, 8), any_low);
    case state::high_4:
      return pairs(begun(unit, 4), any_low);
    case state::low_backslash:
    case state::low_u:
    case state::low_1:
    case state::low_2:
      return pairs({high, high}, any_low);
    case state::low_3:
      return pairs({high, high}, begun(unit, 8));
    case state::low_4:
      return pairs({high, high}, begun(unit, 4));
    default:
      return {};
  }
}

}  // namespace json
}  // namespace v0
}  // namespace tenon
