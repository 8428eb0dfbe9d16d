// Pattern text to tree. Recursive descent with a limit on nested groups.
#include "pattern.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

constexpr std::uint32_t last_code = 0x10ffff;
constexpr std::size_t max_group_depth = 200;

const char_set digits = {{'0', '9'}};
const char_set word = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
const char_set space = {{0x09, 0x0d},     {0x20, 0x20},     {0xa0, 0xa0},     {0x1680, 0x1680},
                        {0x2000, 0x200a}, {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f},
                        {0x3000, 0x3000}, {0xfeff, 0xfeff}};
const char_set line_ends = {{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}};

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

pattern_term set_term(char_set set) {
  pattern_term t;
  t.kind = pattern_term::what::set;
  t.set = std::move(set);
  return t;
}

pattern_term bare_term(pattern_term::what kind) {
  pattern_term t;
  t.kind = kind;
  return t;
}

class parser {
 public:
  explicit parser(std::string_view text) : text_(text) {}

  result<pattern_term> run() {
    pattern_term t = alternation(0);
    if (!error_ && at_ < text_.size()) fail("unmatched )");
    if (error_) return *std::move(error_);
    return t;
  }

 private:
  bool more() const { return !error_ && at_ < text_.size(); }
  char peek() const { return text_[at_]; }
  bool ahead(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  bool take(std::string_view what) {
    if (!ahead(what)) return false;
    at_ += what.size();
    return true;
  }

  void fail(std::string_view what, failure_kind kind = failure_kind::invalid_argument) {
    if (error_) return;
    problem p;
    p.kind = kind;
    p.code = "pattern";
    p.offset = at_;
    p.found = excerpt(text_);
    p.message = std::string(what) + " in the pattern " + excerpt(text_, 60);
    error_ = std::move(p);
  }
  void unsupported(std::string_view what) {
    fail(std::string(what) + " is not supported", failure_kind::unsupported_schema);
  }

  pattern_term alternation(std::size_t depth) {
    pattern_term first = sequence(depth);
    if (!more() || peek() != '|') return first;
    pattern_term all = bare_term(pattern_term::what::alternation);
    all.parts.push_back(std::move(first));
    while (more() && take("|")) all.parts.push_back(sequence(depth));
    return all;
  }

  pattern_term sequence(std::size_t depth) {
    pattern_term all = bare_term(pattern_term::what::sequence);
    while (more() && peek() != '|' && peek() != ')') {
      pattern_term one = atom(depth);
      if (error_) break;
      all.parts.push_back(quantified(std::move(one)));
    }
    if (all.parts.size() == 1) return std::move(all.parts.front());
    if (all.parts.empty()) all.kind = pattern_term::what::empty;
    return all;
  }

  pattern_term quantified(pattern_term one) {
    std::uint32_t min = 0;
    std::uint32_t max = pattern_term::no_limit;
    if (take("*")) {
    } else if (take("+")) {
      min = 1;
    } else if (take("?")) {
      max = 1;
    } else if (!braces(min, max)) {
      return one;
    }
    take("?");  // a lazy quantifier finds the same texts
    if (more() && (peek() == '*' || peek() == '+' || peek() == '?')) fail("nothing to repeat");
    if (one.kind == pattern_term::what::begin || one.kind == pattern_term::what::end)
      fail("a repeated anchor");
    if (min > max) fail("numbers out of order in {}");
    pattern_term all = bare_term(pattern_term::what::repeat);
    all.min = min;
    all.max = max;
    all.parts.push_back(std::move(one));
    return all;
  }

  /// {n} {n,} {n,m}; anything else is a literal brace.
  bool braces(std::uint32_t& min, std::uint32_t& max) {
    const std::size_t start = at_;
    if (!take("{")) return false;
    const std::optional<std::uint32_t> low = number();
    if (low) {
      min = max = *low;
      if (take(",")) max = number().value_or(pattern_term::no_limit);
      if (take("}")) return true;
    }
    at_ = start;
    return false;
  }

  std::optional<std::uint32_t> number() {
    if (at_ >= text_.size() || !is_digit(peek())) return std::nullopt;
    std::uint64_t n = 0;
    for (; at_ < text_.size() && is_digit(peek()); ++at_) {
      n = std::min<std::uint64_t>(n * 10 + static_cast<std::uint64_t>(peek() - '0'),
                                  pattern_term::no_limit - 1);
    }
    return static_cast<std::uint32_t>(n);
  }

  pattern_term atom(std::size_t depth) {
    switch (peek()) {
      case '^':
        ++at_;
        return bare_term(pattern_term::what::begin);
      case '$':
        ++at_;
        return bare_term(pattern_term::what::end);
      case '.':
        ++at_;
        return set_term(complement(line_ends));
      case '(':
        return group(depth);
      case '[':
        return set_term(char_class());
      case '\\':
        return set_term(escape(false));
      case '*':
      case '+':
      case '?':
        fail("nothing to repeat");
        return {};
      case '{': {
        std::uint32_t low = 0;
        std::uint32_t high = 0;
        if (braces(low, high)) fail("nothing to repeat");
        break;
      }
      default:
        break;
    }
    return set_term({one_code()});
  }

  code_range one_code() {
    const utf8::decoded d = utf8::decode(text_.substr(at_));
    at_ += d.length;
    return {d.code, d.code};
  }

  pattern_term group(std::size_t depth) {
    if (depth >= max_group_depth) {
      unsupported("more than 200 nested groups");
      return {};
    }
    ++at_;
    if (ahead("?=") || ahead("?!") || ahead("?<=") || ahead("?<!")) {
      unsupported("look-around");
      return {};
    }
    if (take("?<")) {
      const std::size_t end = text_.find('>', at_);
      if (end == std::string_view::npos || end == at_) fail("a group name without an end");
      at_ = end == std::string_view::npos ? text_.size() : end + 1;
    } else if (!take("?:") && ahead("?")) {
      unsupported("this kind of group");
      return {};
    }
    pattern_term inner = alternation(depth + 1);
    if (!error_ && !take(")")) fail("unmatched (");
    return inner;
  }

  char_set char_class() {
    ++at_;
    const bool negated = take("^");
    char_set all;
    while (more() && peek() != ']') class_member(all);
    if (!error_ && !take("]")) fail("unmatched [");
    normalize(all);
    return negated ? complement(all) : all;
  }

  void class_member(char_set& all) {
    const char_set low = class_atom();
    const bool range = at_ + 1 < text_.size() && peek() == '-' && text_[at_ + 1] != ']';
    if (error_ || !range) {
      all.insert(all.end(), low.begin(), low.end());
      return;
    }
    ++at_;
    const char_set high = class_atom();
    if (error_) return;
    if (!single(low) || !single(high)) {  // [\d-x]: by Annex B the - is itself
      all.insert(all.end(), low.begin(), low.end());
      all.insert(all.end(), high.begin(), high.end());
      all.push_back({'-', '-'});
    } else if (low.front().first > high.front().first) {
      fail("a range out of order");
    } else {
      all.push_back({low.front().first, high.front().first});
    }
  }

  static bool single(const char_set& set) { return set.size() == 1 && set.front().first == set.front().last; }

  char_set class_atom() {
    if (peek() == '\\') return escape(true);
    return {one_code()};
  }

  char_set escape(bool in_class) {
    ++at_;
    if (at_ >= text_.size()) {
      fail("\\ at the end");
      return {};
    }
    const char c = text_[at_];
    switch (c) {
      case 'd':
        ++at_;
        return digits;
      case 'D':
        ++at_;
        return complement(digits);
      case 'w':
        ++at_;
        return word;
      case 'W':
        ++at_;
        return complement(word);
      case 's':
        ++at_;
        return space;
      case 'S':
        ++at_;
        return complement(space);
      case 'p':
      case 'P':
        unsupported("\\p");
        return {};
      case 'B':
        unsupported("\\B");
        return {};
      case 'k':
        unsupported("a back-reference");
        return {};
      case 'b':
        if (!in_class) {
          unsupported("\\b");
          return {};
        }
        ++at_;
        return {{8, 8}};
      default:
        break;
    }
    const std::uint32_t code = escaped_code(c);
    return {{code, code}};
  }

  std::uint32_t escaped_code(char c) {
    switch (c) {
      case 't':
        ++at_;
        return '\t';
      case 'n':
        ++at_;
        return '\n';
      case 'v':
        ++at_;
        return '\v';
      case 'f':
        ++at_;
        return '\f';
      case 'r':
        ++at_;
        return '\r';
      case 'c':
        return control_code();
      case 'x':
        ++at_;
        return hex(2);
      case 'u':
        ++at_;
        return unicode();
      default:
        break;
    }
    if (c == '0' && (at_ + 1 >= text_.size() || !is_digit(text_[at_ + 1]))) {
      ++at_;
      return 0;
    }
    if (is_digit(c)) {
      unsupported("a back-reference");
      return 0;
    }
    if (is_letter(c)) {
      fail("an unknown escape");
      return 0;
    }
    return one_code().first;
  }

  std::uint32_t control_code() {
    if (at_ + 1 >= text_.size() || !is_letter(text_[at_ + 1])) {
      fail("an unknown escape");
      return 0;
    }
    at_ += 2;
    return static_cast<std::uint32_t>(text_[at_ - 1]) % 32;
  }

  std::uint32_t hex(std::size_t count) {
    std::uint32_t code = 0;
    for (std::size_t i = 0; i < count; ++i, ++at_) {
      const int digit = at_ < text_.size() ? hex_digit(peek()) : -1;
      if (digit < 0) {
        fail("too few hexadecimal digits");
        return 0;
      }
      code = code * 16 + static_cast<std::uint32_t>(digit);
    }
    return code;
  }

  std::uint32_t unicode() {
    if (take("{")) return unicode_in_braces();
    const std::uint32_t high = hex(4);
    if (high < 0xd800 || high > 0xdbff || !ahead("\\u")) return high;
    const std::size_t start = at_;
    at_ += 2;
    const std::uint32_t low = ahead("{") ? 0 : hex(4);
    if (low >= 0xdc00 && low <= 0xdfff) return 0x10000 + ((high - 0xd800) << 10U) + (low - 0xdc00);
    at_ = start;
    return high;
  }

  std::uint32_t unicode_in_braces() {
    std::uint32_t code = 0;
    const std::size_t start = at_;
    for (; at_ < text_.size() && hex_digit(peek()) >= 0; ++at_) {
      code = std::min(code * 16 + static_cast<std::uint32_t>(hex_digit(peek())), last_code + 1);
    }
    if (at_ == start || code > last_code || !take("}")) fail("no code point in \\u{}");
    return code;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<problem> error_;
};

}  // namespace

void normalize(char_set& set) {
  std::sort(set.begin(), set.end());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (kept > 0 && set[i].first <= set[kept - 1].last + 1) {
      set[kept - 1].last = std::max(set[kept - 1].last, set[i].last);
    } else {
      set[kept++] = set[i];
    }
  }
  set.resize(kept);
}

char_set complement(const char_set& set) {
  char_set rest;
  std::uint32_t next = 0;
  for (const code_range& r : set) {
    if (r.first > next) rest.push_back({next, r.first - 1});
    next = r.last + 1;
  }
  if (next <= last_code) rest.push_back({next, last_code});
  return rest;
}

result<pattern_term> parse_pattern(std::string_view text) {
  return parser(text).run();
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
