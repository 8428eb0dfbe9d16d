// Texts that are nearly right: each change is of a kind that a reader or a validator must notice, or must
// not mind.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace test {

class mutator {
 public:
  explicit mutator(std::uint64_t seed) : random_(seed) {}

  std::size_t pick(std::size_t below) { return below == 0 ? 0 : random_() % below; }

  std::string changed(std::string text) {
    for (std::size_t n = pick(4); n > 0; --n) change(text);
    return text;
  }

 private:
  void change(std::string& text) {
    switch (pick(9)) {
      case 0:
        return byte(text);
      case 1:
        return white_space(text);
      case 2:
        return escape(text);
      case 3:
        return number(text);
      case 4:
        return token(text);
      case 5:
        return repeat(text);
      case 6:
        return exchange(text);
      case 7:
        text.resize(pick(text.size() + 1));
        return;
      default:
        return insert(text);
    }
  }

  void byte(std::string& text) {
    using namespace std::string_view_literals;
    constexpr std::string_view bytes =
        "\x00\x01\x1f \"\\/,:{}[]0123456789-+.eEtfnu\x7f\x80\xbf\xc0\xc3\xe0\xed\xf0\xf4\xff"sv;
    const std::size_t at = pick(text.size() + 1);
    const char c = bytes[pick(bytes.size())];
    if (at == text.size()) return text.push_back(c);
    if (pick(3) == 0) return void(text.erase(at, 1));
    if (pick(2) == 0) return void(text.insert(at, 1, c));
    text[at] = c;
  }

  /// Between two tokens, or anywhere.
  void white_space(std::string& text) {
    const std::string_view spaces[] = {" ", "\n", "\t\r\n", "                                     ",
                                       "\n    "};
    const std::size_t at = pick(8) == 0 ? pick(text.size()) : place(text, ",:{}[]");
    text.insert(std::min(at + pick(2), text.size()), spaces[pick(5)]);
  }

  /// A character as \u or with a short escape, a wrong escape, half a pair.
  void escape(std::string& text) {
    if (text.empty()) return;
    const std::size_t at = pick(text.size());
    const auto c = static_cast<unsigned char>(text[at]);
    constexpr std::string_view hex = "0123456789abcdefABCDEF";
    const std::string_view others[] = {"\\n",     "\\\"", "\\ud83d", "\\udc00", "\\ud83d\\ude00",
                                       "\\u12g4", "\\x",  "\\/"};
    if (pick(3) == 0 || c >= 0x80) return void(text.insert(at, others[pick(8)]));
    text.replace(at, 1, std::string("\\u00") + hex[c / 16] + hex[c % 16]);
  }

  /// Another spelling, or another number.
  void number(std::string& text) {
    std::size_t begin = place(text, "0123456789");
    if (text.empty()) return;
    while (begin > 0 && is_number(text[begin - 1])) --begin;
    std::size_t end = begin;
    while (end < text.size() && is_number(text[end])) ++end;
    const std::string old = text.substr(begin, end - begin);
    const std::string_view others[] = {"0",
                                       "-0",
                                       "-0.0",
                                       "01",
                                       "1.",
                                       ".5",
                                       "1e",
                                       "123456789012345",
                                       "1234567890123456",
                                       "12345678",
                                       "123456789",
                                       "0.1",
                                       "0.123456789012345",
                                       "1e400",
                                       "-1e-400",
                                       "9223372036854775807",
                                       "9223372036854775808",
                                       "1.0000000000000000000001"};
    switch (pick(5)) {
      case 0:
        return void(text.replace(begin, end - begin, old + ".0"));
      case 1:
        return void(text.replace(begin, end - begin, old + "0e-1"));
      case 2:
        return void(text.replace(begin, end - begin, "-" + old));
      case 3:
        return void(text.replace(begin, end - begin, old + old));
      default:
        return void(text.replace(begin, end - begin, others[pick(18)]));
    }
  }

  /// A value in place of another.
  void token(std::string& text) {
    const auto parts = values(text);
    if (parts.empty()) return;
    const auto [begin, end] = parts[pick(parts.size())];
    if (begin > end) return;
    const std::string_view others[] = {"null", "true", "false", "0",       "\"\"", "\"a\"", "[]",
                                       "{}",   "[{}]", "nul",   "\"ü日\"", "-5",   "0.25"};
    text.replace(begin, end - begin, others[pick(13)]);
  }

  /// A member or an item twice.
  void repeat(std::string& text) {
    const auto parts = pieces(text);
    if (parts.empty()) return;
    const auto [begin, end] = parts[pick(parts.size())];
    const std::string copy = text.substr(begin, end - begin);
    text.insert(end, "," + copy);
  }

  /// Two members or items of one container change places, or one goes.
  void exchange(std::string& text) {
    const auto parts = pieces(text);
    if (parts.size() < 2) return;
    const auto [begin, end] = parts[pick(parts.size())];
    if (pick(3) == 0) {
      const std::size_t comma = end < text.size() && text[end] == ',' ? 1 : 0;
      return void(text.erase(begin, end - begin + comma));
    }
    if (end >= text.size() || text[end] != ',') return;
    for (const auto& [b, e] : parts) {
      if (b != end + 1) continue;
      const std::string both = text.substr(b, e - b) + "," + text.substr(begin, end - begin);
      return void(text.replace(begin, e - begin, both));
    }
  }

  void insert(std::string& text) {
    const std::string_view members[] = {"\"x-a\":1,", "\"k\":{},",     "1,", "\"a\",",
                                        "\"id\":1,",  "\"z\":[[[]]],", ",",  "\"kind\":\"code\","};
    text.insert(std::min(place(text, "{[,") + 1, text.size()), members[pick(8)]);
  }

  static bool is_number(char c) {
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
  }

  /// Where one of these bytes is; the end if none is.
  std::size_t place(const std::string& text, std::string_view any) {
    if (text.empty()) return 0;
    const std::size_t from = pick(text.size());
    const std::size_t at = text.find_first_of(any, from);
    return at == std::string::npos ? text.size() - 1 : at;
  }

  struct range {
    std::size_t begin;
    std::size_t end;
  };
  /// Members and items: what stands between commas and brackets of one container.
  static std::vector<range> pieces(const std::string& text) {
    std::vector<range> found;
    std::vector<std::size_t> open;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (quoted) {
        if (c == '\\') ++i;
        quoted = c != '"';
      } else if (c == '"') {
        quoted = true;
      } else if (c == '{' || c == '[') {
        open.push_back(i + 1);
      } else if ((c == '}' || c == ']' || c == ',') && !open.empty()) {
        if (open.back() < i) found.push_back({open.back(), i});
        open.back() = i + 1;
        if (c != ',') open.pop_back();
      }
    }
    return found;
  }
  /// Of each of them the value.
  static std::vector<range> values(const std::string& text) {
    std::vector<range> found = pieces(text);
    for (range& r : found) {
      if (text[r.begin] != '"') continue;
      std::size_t i = r.begin + 1;
      while (i < r.end && text[i] != '"') i += text[i] == '\\' ? 2 : 1;
      if (i + 1 < r.end && text[i + 1] == ':') r.begin = i + 2;
    }
    return found;
  }

  std::mt19937_64 random_;
};

}  // namespace test
