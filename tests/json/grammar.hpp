// RFC 8259 and RFC 3629 once more, as a plain recursive-descent recogniser: slow, whole texts only, written
// from the grammar alone. It tells whether a text is JSON and if not, which byte is the first that cannot
// be. The reader is held to it.
#pragma once

#include <cstdint>
#include <string_view>

namespace test {

class grammar {
 public:
  static constexpr std::size_t fine = static_cast<std::size_t>(-1);

  /// `fine`, the offset of the first byte that cannot be, or the size if the text only ends too early.
  static std::size_t first_wrong(std::string_view text) {
    grammar g(text);
    g.blanks();
    if (!g.value()) return g.at_;
    g.blanks();
    return g.at_ == text.size() ? fine : g.at_;
  }

 private:
  explicit grammar(std::string_view text) : text_(text) {}

  // Each of these stops at the first byte that cannot be, and then returns false.

  int peek() const { return at_ < text_.size() ? static_cast<unsigned char>(text_[at_]) : -1; }
  bool in(int first, int last) const { return peek() >= first && peek() <= last; }
  bool is(char c) const { return peek() == static_cast<unsigned char>(c); }
  bool take(bool fits) {
    if (fits) ++at_;
    return fits;
  }
  bool word(std::string_view letters) {
    for (const char c : letters) {
      if (!take(is(c))) return false;
    }
    return true;
  }
  void blanks() {
    while (is(' ') || is('\t') || is('\n') || is('\r')) ++at_;
  }

  bool value() {
    if (is('{')) return object();
    if (is('[')) return array();
    if (is('"')) return string();
    if (is('t')) return word("true");
    if (is('f')) return word("false");
    if (is('n')) return word("null");
    return number();
  }
  bool object() {
    ++at_;
    blanks();
    if (take(is('}'))) return true;
    while (true) {
      if (!is('"') || !string()) return false;
      blanks();
      if (!take(is(':'))) return false;
      blanks();
      if (!value()) return false;
      blanks();
      if (take(is('}'))) return true;
      if (!take(is(','))) return false;
      blanks();
    }
  }
  bool array() {
    ++at_;
    blanks();
    if (take(is(']'))) return true;
    while (true) {
      if (!value()) return false;
      blanks();
      if (take(is(']'))) return true;
      if (!take(is(','))) return false;
      blanks();
    }
  }

  bool digits() {
    if (!take(in('0', '9'))) return false;
    while (take(in('0', '9'))) continue;
    return true;
  }
  bool number() {
    take(is('-'));
    if (!take(is('0')) && !digits()) return false;
    if (take(is('.')) && !digits()) return false;
    if (take(is('e') || is('E'))) {
      take(is('+') || is('-'));
      if (!digits()) return false;
    }
    return true;
  }

  bool hex(std::string_view allowed = "0123456789abcdefABCDEF") {
    return take(peek() >= 0 && allowed.find(static_cast<char>(peek())) != std::string_view::npos);
  }
  bool escape() {
    ++at_;
    if (!take(is('u'))) {
      return take(peek() >= 0 &&
                  std::string_view("\"\\/bfnrt").find(static_cast<char>(peek())) != std::string_view::npos);
    }
    if (!is('d') && !is('D')) return hex() && hex() && hex() && hex();
    ++at_;
    if (in('0', '7')) return hex() && hex() && hex();
    return hex("89abAB") && hex() && hex() && word("\\u") && hex("dD") && hex("cdefCDEF") && hex() && hex();
  }
  bool tail() { return take(in(0x80, 0xBF)); }
  bool character() {
    if (in(0x20, 0x7F)) return take(true);
    if (in(0xC2, 0xDF)) return take(true) && tail();
    if (is('\xE0')) return take(true) && take(in(0xA0, 0xBF)) && tail();
    if (is('\xED')) return take(true) && take(in(0x80, 0x9F)) && tail();
    if (in(0xE1, 0xEF)) return take(true) && tail() && tail();
    if (is('\xF0')) return take(true) && take(in(0x90, 0xBF)) && tail() && tail();
    if (in(0xF1, 0xF3)) return take(true) && tail() && tail() && tail();
    if (is('\xF4')) return take(true) && take(in(0x80, 0x8F)) && tail() && tail();
    return false;
  }
  bool string() {
    ++at_;
    while (!take(is('"'))) {
      if (is('\\') ? !escape() : !character()) return false;
    }
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace test
