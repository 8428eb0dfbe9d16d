// Codes are decided by the state in which the machine met the byte; only in three places by the byte too.
#include "reader_error.hpp"

#include <string>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace json {
namespace {

using table::state;

std::string_view expected_in(state where, bool at_top) noexcept {
  switch (where) {
    case state::start:
    case state::value:
      return "a value";
    case state::array_first:
      return "a value or ']'";
    case state::object_first:
      return "a member name in quotes or '}'";
    case state::name:
      return "a member name in quotes";
    case state::colon:
      return "':'";
    case state::after_item:
      return "',' or ']'";
    case state::after_member:
      return "',' or '}'";
    case state::done:
      return "nothing but white space";
    case state::string:
      return "a character or the closing quote";
    case state::escape:
      return "one of \" \\ / b f n r t u";
    case state::low_backslash:
    case state::low_u:
    case state::low_1:
    case state::low_2:
      return "the second half of the surrogate pair, \\uDC00 to \\uDFFF";
    case state::hex_2_of_d:
      return "a code point, or a high surrogate with its low one";
    case state::minus:
    case state::point:
    case state::exponent_sign:
      return "a digit";
    case state::exponent:
      return "a digit or a sign";
    case state::zero:
    case state::integer:
    case state::fraction:
    case state::exponent_digits:
      return at_top ? "the end of the number" : "the end of the number, ',' or a closing bracket";
    case state::t:
    case state::tr:
    case state::tru:
      return "true";
    case state::f:
    case state::fa:
    case state::fal:
    case state::fals:
      return "false";
    case state::n:
    case state::nu:
    case state::nul:
      return "null";
    default:
      break;
  }
  return table::keeps_text(where) ? "a continuation byte of UTF-8" : "a hexadecimal digit";
}

bool is_hex(std::uint8_t b) noexcept {
  return (b >= '0' && b <= '9') || (b >= 'a' && b <= 'f') || (b >= 'A' && b <= 'F');
}

bool is_part_of_number(std::uint8_t b) noexcept {
  return (b >= '0' && b <= '9') || b == '+' || b == '-' || b == '.' || b == 'e' || b == 'E';
}

std::string_view code_of(state where, bool at_top, std::uint8_t byte) noexcept {
  switch (where) {
    case state::done:
      return "trailing_bytes";
    case state::string:
      return byte < 0x20 ? "control_character" : "invalid_utf8";
    case state::minus:
    case state::point:
    case state::exponent:
    case state::exponent_sign:
      return "invalid_number";
    case state::zero:
    case state::integer:
    case state::fraction:
    case state::exponent_digits:
      if (is_part_of_number(byte)) return "invalid_number";
      return at_top ? "trailing_bytes" : "unexpected_byte";
    case state::low_backslash:
    case state::low_u:
      return "lone_surrogate";
    case state::hex_2_of_d:
    case state::low_1:
    case state::low_2:
      return is_hex(byte) ? "lone_surrogate" : "invalid_escape";
    default:
      break;
  }
  if (table::keeps_text(where)) return "invalid_utf8";
  return where >= state::escape && where <= state::low_4 ? "invalid_escape" : "unexpected_byte";
}

std::string_view message_of(std::string_view code) noexcept {
  if (code == "trailing_bytes") return "there is more text after the value";
  if (code == "control_character") return "a control character stands unescaped in a string";
  if (code == "invalid_utf8") return "the string is not valid UTF-8";
  if (code == "invalid_number") return "the number is malformed";
  if (code == "lone_surrogate") return "half of a surrogate pair stands alone";
  if (code == "invalid_escape") return "the escape is malformed";
  return "this byte cannot stand here";
}

std::string byte_name(std::uint8_t byte) {
  if (byte >= 0x20 && byte < 0x7F) return std::string("'") + static_cast<char>(byte) + "'";
  constexpr std::string_view hex = "0123456789ABCDEF";
  return std::string("byte 0x") + hex[byte >> 4U] + hex[byte & 0xFU];
}

}  // namespace

problem stop(failure_kind kind, std::string_view code, std::string_view message, std::string expected,
             std::uint64_t offset) {
  problem p;
  p.kind = kind;
  p.code = code;
  p.message = message;
  p.expected = std::move(expected);
  p.offset = offset;
  return p;
}

problem bad_byte(state where, bool at_top, std::uint8_t byte, std::uint64_t offset) {
  const std::string_view code = code_of(where, at_top, byte);
  problem p =
      stop(failure_kind::not_json, code, message_of(code), std::string(expected_in(where, at_top)), offset);
  p.found = byte_name(byte);
  return p;
}

problem bad_end(state where, bool at_top, std::uint64_t offset) {
  const bool empty = where == state::start;
  problem p = stop(failure_kind::not_json, empty ? "empty" : "unexpected_end",
                   empty ? "the text is empty" : "the text ends in the middle of a value",
                   std::string(expected_in(where, at_top)), offset);
  p.found = "the end of the text";
  return p;
}

}  // namespace json
}  // namespace v0
}  // namespace tenon
