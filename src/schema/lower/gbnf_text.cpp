#include "lower/gbnf_text.hpp"

#include <algorithm>
#include <array>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace gbnf {

namespace {

constexpr std::string_view hex_digits = "0123456789ABCDEF";

void append_hex(std::string& out, std::uint32_t code, int digits) {
  for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) out += hex_digits[(code >> shift) & 15U];
}

/// A character of a class; letters and digits as they are, the rest by number.
void append_class_character(std::string& out, std::uint32_t code) {
  const bool plain =
      (code >= '0' && code <= '9') || (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z');
  if (plain) {
    out += static_cast<char>(code);
  } else if (code < 0x100) {
    out += "\\x";
    append_hex(out, code, 2);
  } else if (code < 0x10000) {
    out += "\\u";
    append_hex(out, code, 4);
  } else {
    out += "\\U";
    append_hex(out, code, 8);
  }
}

std::string character_class(const char_set& set) {
  std::string out = "[";
  for (const code_range& r : set) {
    append_class_character(out, r.first);
    if (r.last == r.first) continue;
    if (r.last > r.first + 1) out += '-';
    append_class_character(out, r.last);
  }
  return out + "]";
}

constexpr std::size_t deepest_choice = 100;

/// texts[from, to) are sorted, differ, and agree in their first `depth` bytes.
class choice_writer {
 public:
  explicit choice_writer(const std::vector<std::string>& texts) : texts_(texts) {}

  std::string write(std::size_t from, std::size_t to, std::size_t depth, std::size_t level) const {
    if (to - from == 1) return literal(rest(from, depth));
    const std::size_t common = common_prefix(from, to, depth);
    std::string out;
    if (common > depth) out = literal(rest(from, depth).substr(0, common - depth)) + " ";
    const bool may_end = texts_[from].size() == common;
    if (may_end) ++from;
    out += "(" + (level >= deepest_choice ? flat(from, to, common) : branches(from, to, common, level)) + ")";
    if (may_end) out += "?";
    return out;
  }

 private:
  std::string_view rest(std::size_t i, std::size_t depth) const {
    return std::string_view(texts_[i]).substr(depth);
  }

  /// Sorted: what the first and the last share, all share. Never cuts a code point.
  std::size_t common_prefix(std::size_t from, std::size_t to, std::size_t depth) const {
    const std::string& a = texts_[from];
    const std::string& b = texts_[to - 1];
    std::size_t n = depth;
    while (n < a.size() && n < b.size() && a[n] == b[n]) ++n;
    return utf8::floor_boundary(a, n);
  }

  std::string branches(std::size_t from, std::size_t to, std::size_t depth, std::size_t level) const {
    std::string out;
    while (from < to) {
      const std::size_t first_length = utf8::decode(rest(from, depth)).length;
      const std::string_view first = rest(from, depth).substr(0, first_length);
      std::size_t end = from + 1;
      while (end < to && rest(end, depth).starts_with(first)) ++end;
      if (!out.empty()) out += " | ";
      out += write(from, end, depth, level + 1);
      from = end;
    }
    return out;
  }

  std::string flat(std::size_t from, std::size_t to, std::size_t depth) const {
    std::string out;
    for (std::size_t i = from; i < to; ++i) {
      if (i > from) out += " | ";
      out += literal(rest(i, depth));
    }
    return out;
  }

  const std::vector<std::string>& texts_;
};

std::string digit_class(char low, char high) {
  if (low == high) return "\"" + std::string(1, low) + "\"";
  return std::string("[") + low + "-" + high + "]";
}

std::string any_digits(std::size_t count) {
  if (count == 0) return "";
  return count == 1 ? " [0-9]" : " [0-9]{" + std::to_string(count) + "}";
}

void add(std::vector<std::string>& ways, std::string way) {
  ways.push_back(std::move(way));
}

/// low and high have the same number of digits, low <= high: the numbers between them.
void same_length(std::vector<std::string>& ways, const std::string& prefix, std::string_view low,
                 std::string_view high) {
  if (low.empty()) {
    add(ways, prefix);
    return;
  }
  const std::string gap = prefix.empty() ? "" : prefix + " ";
  if (low.front() == high.front()) {
    same_length(ways, gap + digit_class(low.front(), low.front()), low.substr(1), high.substr(1));
    return;
  }
  const bool full_low = low.find_first_not_of('0', 1) == std::string_view::npos;
  const bool full_high = high.find_first_not_of('9', 1) == std::string_view::npos;
  const char first = full_low ? low.front() : static_cast<char>(low.front() + 1);
  const char last = full_high ? high.front() : static_cast<char>(high.front() - 1);
  if (!full_low) {
    same_length(ways, gap + digit_class(low.front(), low.front()), low.substr(1),
                std::string(low.size() - 1, '9'));
  }
  if (first <= last) add(ways, gap + digit_class(first, last) + any_digits(low.size() - 1));
  if (!full_high) {
    same_length(ways, gap + digit_class(high.front(), high.front()), std::string(high.size() - 1, '0'),
                high.substr(1));
  }
}

/// 0 <= low <= high.
void magnitudes(std::vector<std::string>& ways, const std::string& prefix, std::uint64_t low,
                std::uint64_t high) {
  const std::string top = std::to_string(high);
  for (std::string bottom = std::to_string(low); bottom.size() <= top.size();
       bottom = "1" + std::string(bottom.size(), '0')) {
    same_length(ways, prefix, bottom, bottom.size() == top.size() ? top : std::string(bottom.size(), '9'));
  }
}

std::uint64_t magnitude(std::int64_t n) {
  return n < 0 ? ~static_cast<std::uint64_t>(n) + 1 : static_cast<std::uint64_t>(n);
}

}  // namespace

std::string literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      append_class_character(out, byte);
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string choice(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  return choice_writer(texts).write(0, texts.size(), 0, 0);
}

std::string json_character(const char_set& set) {
  // What JSON never has unescaped inside a string.
  char_set kept = complement({{0, 0x1f}, {'"', '"'}, {'\\', '\\'}});
  char_set both = complement(set);
  const char_set reserved = complement(kept);
  both.insert(both.end(), reserved.begin(), reserved.end());
  normalize(both);
  const char_set raw = complement(both);
  std::vector<std::string> ways;
  if (!raw.empty()) ways.push_back(character_class(raw));
  constexpr std::array<std::pair<std::uint32_t, std::string_view>, 7> escapes = {{{'"', "\\\""},
                                                                                  {'\\', "\\\\"},
                                                                                  {'\n', "\\n"},
                                                                                  {'\t', "\\t"},
                                                                                  {'\r', "\\r"},
                                                                                  {'\b', "\\b"},
                                                                                  {'\f', "\\f"}}};
  for (const auto& [code, text] : escapes) {
    if (contains(set, code)) ways.push_back(literal(text));
  }
  std::string out;
  for (const std::string& way : ways) out += (out.empty() ? "" : " | ") + way;
  return ways.size() > 1 ? "(" + out + ")" : out;
}

std::string integer(std::optional<std::int64_t> low, std::optional<std::int64_t> high) {
  constexpr std::int64_t most = 999'999'999'999'999'999;  // max_integer_digits
  const std::int64_t bottom = low.value_or(std::min(-most, high.value_or(0)));
  const std::int64_t top = high.value_or(std::max(most, low.value_or(0)));
  if (bottom > top) return "";
  if (bottom == -most && top == most) return R"g("-"? ("0" | [1-9] [0-9]{0,17}))g";
  if (bottom == 0 && top == most) return R"g(("0" | [1-9] [0-9]{0,17}))g";
  std::vector<std::string> ways;
  if (bottom < 0) {
    magnitudes(ways, "\"-\"", top < 0 ? magnitude(top) : 1, magnitude(bottom));
  }
  if (top >= 0) magnitudes(ways, "", bottom < 0 ? 0 : magnitude(bottom), magnitude(top));
  std::string out;
  for (const std::string& way : ways) out += (out.empty() ? "" : " | ") + way;
  return ways.size() > 1 ? "(" + out + ")" : out;
}

std::string repetition(std::uint64_t min, std::optional<std::uint64_t> max) {
  if (!max && min == 0) return "*";
  if (!max && min == 1) return "+";
  if (max && min == 0 && *max == 1) return "?";
  if (max && min == *max) return min == 1 ? "" : "{" + std::to_string(min) + "}";
  return "{" + std::to_string(min) + "," + (max ? std::to_string(*max) : "") + "}";
}

std::string rule_name(std::string_view text) {
  std::string name;
  for (const char c : text.substr(0, 40)) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (plain) {
      name += c;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  while (!name.empty() && name.back() == '-') name.pop_back();
  return name.empty() ? "rule" : name;
}

}  // namespace gbnf
}  // namespace schema
}  // namespace v0
}  // namespace tenon
