// Random values and random spellings of them, for property tests.
#pragma once

#include "pick.hpp"

#include <cstdint>
#include <ostream>
#include <rapidcheck.h>
#include <string>
#include <utility>
#include <vector>

#include <tenon/utf8.hpp>
#include <tenon/value.hpp>
#include <tenon/writer.hpp>

namespace test {

inline std::uint32_t any_code_point() {
  switch (pick(0, 6)) {
    case 0:
      return pick(0U, 0x20U);
    case 1:
      return *rc::gen::element<std::uint32_t>('"', '\\', '/', 0x7F);
    case 2:
      return pick(0x80U, 0xD800U);
    case 3:
      return pick(0xE000U, 0x110000U);
    default:
      return pick(0x20U, 0x7FU);
  }
}

inline std::string any_text() {
  std::string text;
  for (int n = pick(0, 24); n > 0; --n) tenon::utf8::append(text, any_code_point());
  return text;
}

inline std::string any_digits() {
  std::string digits;
  for (int n = pick(1, 12); n > 0; --n) digits += static_cast<char>('0' + pick(0, 10));
  return digits;
}

inline std::string any_number() {
  std::string text = (pick(0, 2) == 0) ? "-" : "";
  const std::string whole = any_digits();
  text += whole.front() == '0' ? "0" : whole;
  if ((pick(0, 2) == 0)) text += "." + any_digits();
  if ((pick(0, 2) == 0)) {
    text += *rc::gen::element<std::string>("e", "E", "e+", "E+", "e-", "E-") + any_digits();
  }
  return text;
}

/// Names may repeat, on purpose.
inline tenon::value any_value(int depth) {
  switch (pick(0, depth == 0 ? 4 : 8)) {
    case 0:
      return nullptr;
    case 1:
      return (pick(0, 2) == 0);
    case 2:
      return tenon::value::from_literal(any_number());
    case 3:
      return any_text();
    case 4:
    case 5: {
      tenon::value::array_type items;
      for (int n = pick(0, 5); n > 0; --n) items.push_back(any_value(depth - 1));
      return tenon::value::array(std::move(items));
    }
    default: {
      tenon::value::object_type members;
      for (int n = pick(0, 5); n > 0; --n) members.push_back({any_text(), any_value(depth - 1), {}});
      return tenon::value::object(std::move(members));
    }
  }
}

inline rc::Gen<tenon::value> documents() {
  return rc::gen::exec([] { return any_value(3); });
}

/// Random places to cut a text of this size.
inline std::vector<std::size_t> any_cuts(std::size_t size) {
  std::vector<std::size_t> cuts;
  for (std::size_t at = 0; at < size; at += pick<std::size_t>(1, 9)) cuts.push_back(at);
  return cuts;
}

/// One of the many texts that mean this value: random white space, random escapes.
class spelling {
 public:
  std::string of(const tenon::value& v) {
    blanks();
    write(v);
    blanks();
    return std::move(out_);
  }

 private:
  void blanks() {
    for (int n = pick(0, 3); n > 0; --n) out_ += *rc::gen::element(' ', '\t', '\n', '\r');
  }
  void unit(std::uint32_t code) {
    const std::string_view digits = (pick(0, 2) == 0) ? "0123456789abcdef" : "0123456789ABCDEF";
    out_ += "\\u";
    for (const unsigned shift : {12U, 8U, 4U, 0U}) out_ += digits[(code >> shift) & 0xFU];
  }
  void character(std::uint32_t code, std::string_view raw) {
    constexpr std::string_view plain = "\"\\/\b\f\n\r\t";
    constexpr std::string_view letters = "\"\\/bfnrt";
    const std::size_t named = code < 0x80 ? plain.find(static_cast<char>(code)) : std::string_view::npos;
    const bool must = code < 0x20 || code == '"' || code == '\\';
    const int way = pick(0, 3);
    if (named != std::string_view::npos && way == 0) {
      out_ += '\\';
      out_ += letters[named];
    } else if (!must && way != 1) {
      out_ += raw;
    } else if (code < 0x10000) {
      unit(code);
    } else {
      unit(0xD800U + ((code - 0x10000U) >> 10U));
      unit(0xDC00U + ((code - 0x10000U) & 0x3FFU));
    }
  }
  void string(std::string_view text) {
    out_ += '"';
    while (!text.empty()) {
      const auto next = tenon::utf8::decode(text);
      character(next.code, text.substr(0, next.length));
      text.remove_prefix(next.length);
    }
    out_ += '"';
  }
  void write(const tenon::value& v) {
    using tenon::json::kind;
    switch (v.kind()) {
      case kind::null:
        out_ += "null";
        break;
      case kind::boolean:
        out_ += v.boolean() ? "true" : "false";
        break;
      case kind::number:
        out_ += v.literal();
        break;
      case kind::string:
        string(v.string());
        break;
      case kind::array:
        list(v, '[', ']');
        break;
      case kind::object:
        list(v, '{', '}');
        break;
    }
  }
  void list(const tenon::value& v, char begin, char end) {
    out_ += begin;
    for (std::size_t i = 0; i < v.size(); ++i) {
      if (i != 0) out_ += ',';
      blanks();
      if (v.is_object()) {
        string(v.members()[i].name);
        blanks();
        out_ += ':';
        blanks();
      }
      write(v.is_object() ? v.members()[i].value : v.items()[i]);
      blanks();
    }
    if (v.size() == 0) blanks();
    out_ += end;
  }

  std::string out_;
};

inline std::string any_mutation(std::string text) {
  for (int n = pick(1, 4); n > 0; --n) {
    const std::size_t at = pick<std::size_t>(0, text.size() + 1);
    const char byte = *rc::gen::oneOf(rc::gen::arbitrary<char>(),
                                      rc::gen::elementOf(std::string("\"\\{}[]:,0-.eEu\xED\xF0")));
    switch (pick(0, 4)) {
      case 0:
        text.insert(at, 1, byte);
        break;
      case 1:
        text = text.substr(0, at);
        break;
      case 2:
        if (at < text.size()) text.erase(at, 1);
        break;
      default:
        if (at < text.size()) text[at] = byte;
    }
  }
  return text;
}

/// Equal to the last detail but for where it came from: order, literals, repeated names.
inline bool same_text(const tenon::value& a, const tenon::value& b) {
  using tenon::json::kind;
  if (a.kind() != b.kind() || a.size() != b.size()) return false;
  switch (a.kind()) {
    case kind::null:
      return true;
    case kind::boolean:
      return a.boolean() == b.boolean();
    case kind::number:
      return a.literal() == b.literal();
    case kind::string:
      return a.string() == b.string();
    case kind::array:
      for (std::size_t i = 0; i < a.size(); ++i) {
        if (!same_text(a.items()[i], b.items()[i])) return false;
      }
      return true;
    case kind::object:
      for (std::size_t i = 0; i < a.size(); ++i) {
        if (a.members()[i].name != b.members()[i].name) return false;
        if (!same_text(a.members()[i].value, b.members()[i].value)) return false;
      }
      return true;
  }
  return false;
}

}  // namespace test

// How rapidcheck prints a counterexample; found by the type's namespace.
namespace tenon {
inline namespace v0 {
namespace json {

inline void showValue(const value& v, std::ostream& out) {
  out << write(v);
}

}  // namespace json
}  // namespace v0
}  // namespace tenon
