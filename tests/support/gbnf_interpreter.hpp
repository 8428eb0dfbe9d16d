// A small interpreter of GBNF for tests: does a grammar generate a text? It also holds a grammar to what
// llama.cpp demands of one: every rule defined, no left recursion, bounded repetition.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tenon/utf8.hpp>

namespace test {

class gbnf {
 public:
  explicit gbnf(std::string_view text) : text_(text) {
    skip(true);
    while (at_ < text_.size()) rule();
    check();
  }

  bool generates(std::string_view text) const {
    std::vector<std::uint32_t> codes;
    while (!text.empty()) {
      const tenon::utf8::decoded d = tenon::utf8::decode(text);
      codes.push_back(d.code);
      text.remove_prefix(d.length);
    }
    run r{codes, {}};
    return match(r, rules_.at("root"), 0).count(codes.size()) != 0;
  }

  std::size_t rule_count() const { return rules_.size(); }

 private:
  struct item;
  using node = std::shared_ptr<item>;
  struct item {
    enum class what { characters, reference, sequence, choice, repeat } kind = what::sequence;
    bool negated = false;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges;
    std::string name;
    std::vector<node> parts;
    std::size_t min = 0;
    std::size_t max = 0;
    std::size_t rules = 1;  // that llama.cpp writes for it
  };
  static constexpr std::size_t no_limit = static_cast<std::size_t>(-1);
  using positions = std::set<std::size_t>;
  struct run {
    const std::vector<std::uint32_t>& codes;
    std::map<std::pair<const item*, std::size_t>, positions> known;
  };

  // --- reading ---
  [[noreturn]] void bad(const std::string& why) const {
    throw std::runtime_error(why + " at " + std::string(text_.substr(at_, 40)));
  }
  void skip(bool lines) {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || (lines && text_[at_] == '\n')))
      ++at_;
  }
  static bool word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  std::string name() {
    const std::size_t start = at_;
    while (word(peek())) ++at_;
    if (start == at_) bad("no name");
    return std::string(text_.substr(start, at_ - start));
  }
  void rule() {
    const std::string id = name();
    skip(false);
    if (text_.substr(at_, 3) != "::=") bad("no ::=");
    at_ += 3;
    skip(false);
    if (rules_.count(id) != 0) bad("a rule twice: " + id);
    rules_[id] = choice(false);
    if (peek() != '\n') bad("no end of line");
    skip(true);
  }
  node choice(bool nested) {
    auto all = std::make_shared<item>();
    all->kind = item::what::choice;
    all->parts.push_back(sequence(nested));
    while (peek() == '|') {
      ++at_;
      skip(true);
      all->parts.push_back(sequence(nested));
    }
    return all;
  }
  node sequence(bool nested) {
    auto all = std::make_shared<item>();
    while (at_ < text_.size() && peek() != '|' && peek() != ')' && peek() != '\n') {
      node one = atom();
      skip(nested);
      all->parts.push_back(repeated(one, nested));
    }
    return all;
  }
  node atom() {
    if (peek() == '"') return literal();
    if (peek() == '[') return characters();
    if (peek() == '(') {
      ++at_;
      skip(true);
      const std::size_t before = written_;
      ++written_;
      node inner = choice(true);
      if (peek() != ')') bad("no )");
      ++at_;
      auto group = std::make_shared<item>(*inner);
      group->rules = written_ - before;
      return group;
    }
    auto one = std::make_shared<item>();
    one->kind = item::what::reference;
    one->name = name();
    return one;
  }
  node repeated(const node& one, bool nested) {
    std::size_t min = 0;
    std::size_t max = no_limit;
    if (peek() == '*') {
      ++at_;
    } else if (peek() == '+') {
      ++at_;
      min = 1;
    } else if (peek() == '?') {
      ++at_;
      max = 1;
    } else if (peek() == '{') {
      ++at_;
      min = max = number();
      if (peek() == ',') {
        ++at_;
        max = peek() == '}' ? no_limit : number();
      }
      if (peek() != '}') bad("no }");
      ++at_;
    } else {
      return one;
    }
    const std::size_t total = max != no_limit && max > 0 ? max : std::max<std::size_t>(min, 1);
    if (one->rules * total > 2000 || min > 2000) bad("more repetitions than llama.cpp takes");
    if (min > max) bad("bounds out of order");
    written_ += max == no_limit ? 1 : max - min;
    skip(nested);
    auto all = std::make_shared<item>();
    all->kind = item::what::repeat;
    all->min = min;
    all->max = max;
    all->parts.push_back(one);
    return all;
  }
  std::size_t number() {
    std::size_t n = 0;
    if (peek() < '0' || peek() > '9') bad("no number");
    for (; peek() >= '0' && peek() <= '9'; ++at_) n = n * 10 + static_cast<std::size_t>(peek() - '0');
    return n;
  }
  std::uint32_t character() {
    if (peek() != '\\') {
      const tenon::utf8::decoded d = tenon::utf8::decode(text_.substr(at_));
      at_ += d.length;
      return d.code;
    }
    ++at_;
    const char c = peek();
    ++at_;
    const std::size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (digits > 0) {
      const auto code =
          static_cast<std::uint32_t>(std::stoul(std::string(text_.substr(at_, digits)), nullptr, 16));
      at_ += digits;
      return code;
    }
    if (c == 'n') return '\n';
    if (c == 't') return '\t';
    if (c == 'r') return '\r';
    if (std::string_view("\\\"[]-").find(c) == std::string_view::npos) bad("an unknown escape");
    return static_cast<std::uint32_t>(c);
  }
  node literal() {
    ++at_;
    auto all = std::make_shared<item>();
    while (peek() != '"') {
      if (at_ >= text_.size() || peek() == '\n') bad("an open literal");
      auto one = std::make_shared<item>();
      one->kind = item::what::characters;
      const std::uint32_t c = character();
      one->ranges.emplace_back(c, c);
      all->parts.push_back(one);
    }
    ++at_;
    return all;
  }
  node characters() {
    ++at_;
    auto one = std::make_shared<item>();
    one->kind = item::what::characters;
    if (peek() == '^') {
      one->negated = true;
      ++at_;
    }
    while (peek() != ']') {
      const std::uint32_t low = character();
      std::uint32_t high = low;
      if (peek() == '-' && text_[at_ + 1] != ']') {
        ++at_;
        high = character();
      }
      one->ranges.emplace_back(low, high);
    }
    ++at_;
    return one;
  }

  // --- what llama.cpp refuses ---
  void check() {
    if (rules_.count("root") == 0) throw std::runtime_error("no root");
    for (const auto& [id, body] : rules_) defined(body);
    for (bool grown = true; grown;) {
      grown = false;
      for (const auto& [id, body] : rules_) {
        if (nullable_.count(id) == 0 && nullable(body)) grown = nullable_.insert(id).second;
      }
    }
    std::set<std::string> open;
    std::set<std::string> done;
    for (const auto& [id, body] : rules_) no_left_recursion(id, open, done);
  }
  void defined(const node& n) const {
    if (n->kind == item::what::reference && rules_.count(n->name) == 0)
      throw std::runtime_error("undefined " + n->name);
    for (const node& part : n->parts) defined(part);
  }
  bool nullable(const node& n) const {
    switch (n->kind) {
      case item::what::characters:
        return false;
      case item::what::reference:
        return nullable_.count(n->name) != 0;
      case item::what::repeat:
        return n->min == 0 || nullable(n->parts.front());
      case item::what::sequence:
        return std::all_of(n->parts.begin(), n->parts.end(), [&](const node& p) { return nullable(p); });
      case item::what::choice:
        return std::any_of(n->parts.begin(), n->parts.end(), [&](const node& p) { return nullable(p); });
    }
    return false;
  }
  void leftmost(const node& n, std::set<std::string>& to) const {
    switch (n->kind) {
      case item::what::characters:
        return;
      case item::what::reference:
        to.insert(n->name);
        return;
      case item::what::repeat:
        if (n->max > 1 && nullable(n->parts.front())) throw std::runtime_error("repeats what can be empty");
        leftmost(n->parts.front(), to);
        return;
      case item::what::choice:
        for (const node& part : n->parts) leftmost(part, to);
        return;
      case item::what::sequence:
        for (const node& part : n->parts) {
          leftmost(part, to);
          if (!nullable(part)) return;
        }
        return;
    }
  }
  void no_left_recursion(const std::string& id, std::set<std::string>& open,
                         std::set<std::string>& done) const {
    if (done.count(id) != 0) return;
    if (!open.insert(id).second) throw std::runtime_error("left recursion in " + id);
    std::set<std::string> first;
    leftmost(rules_.at(id), first);
    for (const std::string& other : first) no_left_recursion(other, open, done);
    open.erase(id);
    done.insert(id);
  }

  // --- matching: all positions at which a part may end ---
  positions match(run& r, const node& n, std::size_t at) const {
    const auto key = std::pair(n.get(), at);
    const auto known = r.known.find(key);
    if (known != r.known.end()) return known->second;
    positions found = match_new(r, n, at);
    r.known.emplace(key, found);
    return found;
  }
  positions match_new(run& r, const node& n, std::size_t at) const {
    switch (n->kind) {
      case item::what::characters: {
        if (at >= r.codes.size()) return {};
        const bool in = std::any_of(n->ranges.begin(), n->ranges.end(), [&](const auto& range) {
          return range.first <= r.codes[at] && r.codes[at] <= range.second;
        });
        return in != n->negated ? positions{at + 1} : positions{};
      }
      case item::what::reference:
        return match(r, rules_.at(n->name), at);
      case item::what::choice: {
        positions all;
        for (const node& part : n->parts) all.merge(match(r, part, at));
        return all;
      }
      case item::what::sequence: {
        positions here{at};
        for (const node& part : n->parts) here = step(r, part, here);
        return here;
      }
      case item::what::repeat: {
        positions all;
        positions here{at};
        for (std::size_t i = 0; i <= n->max && !here.empty(); ++i) {
          if (i >= n->min) all.insert(here.begin(), here.end());
          if (i < n->max) here = step(r, n->parts.front(), here);
        }
        return all;
      }
    }
    return {};
  }
  positions step(run& r, const node& part, const positions& from) const {
    positions next;
    for (const std::size_t p : from) next.merge(match(r, part, p));
    return next;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t written_ = 0;
  std::map<std::string, node> rules_;
  std::set<std::string> nullable_;
};

}  // namespace test
