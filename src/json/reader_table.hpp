// The grammar of RFC 8259 as one table, byte by byte: from a state and a class of bytes to the next
// state and, at the few places where something happens, an action.
//
// The invariant: every byte that no valid text can have at this point is rejected here, so the first
// bad byte is the offset of the error, however the text was cut. Overlong UTF-8, surrogates in UTF-8 and
// lone surrogates in escapes are states, not checks done afterwards. The trap: `after` is no state of its
// own. What may follow a value depends on the container, so there are three such states and the reader
// picks one when a value ends.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tenon {
inline namespace v0 {
namespace json {
namespace table {

enum class state : std::uint8_t {
  start,  // before the only value
  value,
  array_first,   // value or ]
  object_first,  // name or }
  name,
  colon,
  after_item,
  after_member,
  done,  // after the only value
  // Text: these keep what they read, so their order counts (see keeps_text).
  string,
  utf8_1,  // continuation bytes still to come
  utf8_2,
  utf8_3,
  utf8_e0,
  utf8_ed,
  utf8_f0,
  utf8_f4,
  minus,
  zero,
  integer,
  point,
  fraction,
  exponent,
  exponent_sign,
  exponent_digits,
  // Escapes, decoded as they come.
  escape,
  hex_1,
  hex_2,
  hex_2_of_d,  // after \uD
  hex_3,
  hex_4,
  high_3,  // of a high surrogate
  high_4,
  low_backslash,
  low_u,
  low_1,
  low_2,
  low_3,
  low_4,
  // Literals, named by what has been read.
  t,
  tr,
  tru,
  f,
  fa,
  fal,
  fals,
  n,
  nu,
  nul,
};
inline constexpr std::size_t state_count = static_cast<std::size_t>(state::nul) + 1;

enum class action : std::uint8_t {
  none,
  reject,
  begin_object,
  begin_array,
  end_object,
  end_array,
  begin_string,
  begin_name,
  end_string,
  end_character,  // of more than one byte
  begin_number,
  end_number,  // does not consume the byte
  begin_word,
  end_true,
  end_false,
  end_null,
  begin_escape,
  simple_escape,
  hex_digit,
  hex_end,   // of a whole code point
  high_end,  // of a high surrogate
  low_end,
};

/// True in a string or number outside an escape: the bytes belong to the token's text as they are.
constexpr bool keeps_text(state s) noexcept {
  return s >= state::string && s <= state::exponent_digits;
}
/// True where a number could end.
constexpr bool ends_number(state s) noexcept {
  return s == state::zero || s == state::integer || s == state::fraction || s == state::exponent_digits;
}

/// Next state in the low byte, action in the high one.
using cell = std::uint16_t;
constexpr cell make_cell(state next, action act) noexcept {
  return static_cast<cell>((static_cast<unsigned>(act) << 8U) | static_cast<unsigned>(next));
}
constexpr state next_of(cell c) noexcept {
  return static_cast<state>(c & 0xFFU);
}
constexpr action action_of(cell c) noexcept {
  return static_cast<action>(c >> 8U);
}

using row = std::array<cell, 256>;
using rows = std::array<row, state_count>;

/// The whole table, made once by the compiler.
extern const rows cells;

}  // namespace table
}  // namespace json
}  // namespace v0
}  // namespace tenon
