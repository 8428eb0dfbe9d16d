// The rows of the table. Each paragraph below is one production of RFC 8259 or one row of the table of
// well-formed UTF-8 (RFC 3629, section 4).
#include "reader_table.hpp"

#include <string_view>

namespace tenon {
inline namespace v0 {
namespace json {
namespace table {
namespace {

class maker {
 public:
  constexpr rows make() {
    for (row& r : rows_) r.fill(make_cell(state::start, action::reject));
    white_space();
    structure();
    strings();
    escapes();
    surrogates();
    numbers();
    words();
    return rows_;
  }

 private:
  constexpr void on(state from, std::string_view bytes, state to, action act = action::none) {
    for (const char c : bytes) {
      rows_[static_cast<std::size_t>(from)][static_cast<unsigned char>(c)] = make_cell(to, act);
    }
  }
  constexpr void on_range(state from, unsigned first, unsigned last, state to, action act = action::none) {
    for (unsigned b = first; b <= last; ++b) rows_[static_cast<std::size_t>(from)][b] = make_cell(to, act);
  }

  static constexpr std::string_view blanks = " \t\n\r";
  static constexpr std::string_view digits = "0123456789";

  constexpr void white_space() {
    using enum state;
    for (const state s :
         {start, value, array_first, object_first, name, colon, after_item, after_member, done}) {
      on(s, blanks, s);
    }
  }

  constexpr void structure() {
    using enum state;
    for (const state s : {start, value, array_first}) {
      on(s, "{", object_first, action::begin_object);
      on(s, "[", array_first, action::begin_array);
      on(s, "\"", string, action::begin_string);
      on(s, "-", minus, action::begin_number);
      on(s, "0", zero, action::begin_number);
      on(s, digits.substr(1), integer, action::begin_number);
      on(s, "t", t, action::begin_word);
      on(s, "f", f, action::begin_word);
      on(s, "n", n, action::begin_word);
    }
    for (const state s : {object_first, name}) on(s, "\"", string, action::begin_name);
    on(colon, ":", value);
    on(after_item, ",", value);
    on(after_member, ",", name);
    for (const state s : {array_first, after_item}) on(s, "]", done, action::end_array);
    for (const state s : {object_first, after_member}) on(s, "}", done, action::end_object);
  }

  constexpr void strings() {
    using enum state;
    on_range(string, 0x20, 0x7F, string);
    on(string, "\"", done, action::end_string);
    on(string, "\\", escape, action::begin_escape);
    on_range(string, 0xC2, 0xDF, utf8_1);
    on_range(string, 0xE0, 0xE0, utf8_e0);
    on_range(string, 0xE1, 0xEF, utf8_2);
    on_range(string, 0xED, 0xED, utf8_ed);
    on_range(string, 0xF0, 0xF0, utf8_f0);
    on_range(string, 0xF1, 0xF3, utf8_3);
    on_range(string, 0xF4, 0xF4, utf8_f4);
    on_range(utf8_1, 0x80, 0xBF, string, action::end_character);
    on_range(utf8_2, 0x80, 0xBF, utf8_1);
    on_range(utf8_3, 0x80, 0xBF, utf8_2);
    on_range(utf8_e0, 0xA0, 0xBF, utf8_1);
    on_range(utf8_ed, 0x80, 0x9F, utf8_1);
    on_range(utf8_f0, 0x90, 0xBF, utf8_2);
    on_range(utf8_f4, 0x80, 0x8F, utf8_2);
  }

  constexpr void on_hex(state from, state to, action act) { on(from, "0123456789abcdefABCDEF", to, act); }

  constexpr void escapes() {
    using enum state;
    on(escape, "\"\\/bfnrt", string, action::simple_escape);
    on(escape, "u", hex_1);
    on_hex(hex_1, hex_2, action::hex_digit);
    on_hex(hex_2, hex_3, action::hex_digit);
    on_hex(hex_3, hex_4, action::hex_digit);
    on_hex(hex_4, string, action::hex_end);
  }

  constexpr void surrogates() {
    using enum state;
    on(hex_1, "dD", hex_2_of_d, action::hex_digit);
    on(hex_2_of_d, "01234567", hex_3, action::hex_digit);
    on(hex_2_of_d, "89abAB", high_3, action::hex_digit);
    on_hex(high_3, high_4, action::hex_digit);
    on_hex(high_4, low_backslash, action::high_end);
    on(low_backslash, "\\", low_u);
    on(low_u, "u", low_1);
    on(low_1, "dD", low_2, action::hex_digit);
    on(low_2, "cdefCDEF", low_3, action::hex_digit);
    on_hex(low_3, low_4, action::hex_digit);
    on_hex(low_4, string, action::low_end);
  }

  constexpr void numbers() {
    using enum state;
    on(minus, "0", zero);
    on(minus, digits.substr(1), integer);
    on(integer, digits, integer);
    for (const state s : {zero, integer}) on(s, ".", point);
    on(point, digits, fraction);
    on(fraction, digits, fraction);
    for (const state s : {zero, integer, fraction}) on(s, "eE", exponent);
    on(exponent, "+-", exponent_sign);
    for (const state s : {exponent, exponent_sign, exponent_digits}) on(s, digits, exponent_digits);
    for (const state s : {zero, integer, fraction, exponent_digits}) {
      on(s, blanks, done, action::end_number);
      on(s, ",]}", done, action::end_number);
    }
  }

  constexpr void words() {
    using enum state;
    on(t, "r", tr);
    on(tr, "u", tru);
    on(tru, "e", done, action::end_true);
    on(f, "a", fa);
    on(fa, "l", fal);
    on(fal, "s", fals);
    on(fals, "e", done, action::end_false);
    on(n, "u", nu);
    on(nu, "l", nul);
    on(nul, "l", done, action::end_null);
  }

  rows rows_{};
};

}  // namespace

constexpr rows cells = maker().make();

}  // namespace table
}  // namespace json
}  // namespace v0
}  // namespace tenon
