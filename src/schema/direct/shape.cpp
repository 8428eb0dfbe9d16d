#include "direct/shape.hpp"

#include <algorithm>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

namespace {

/// A set of ASCII characters, so many times.
struct piece {
  const char_set* set;
  std::uint32_t least;
  std::uint32_t most;
  bool fixed() const { return least == most; }
};
using pieces = std::vector<piece>;

constexpr std::size_t longest = position_ranges::longest;

bool is_ascii(const char_set& set) {
  return !set.empty() && set.back().last < 0x80;
}

bool add_set(const char_set& set, std::uint32_t least, std::uint32_t most, pieces& to) {
  to.push_back({&set, least, most});
  return is_ascii(set) && to.size() <= 2 * longest;
}

/// False: no sequence of such pieces, or a long one.
bool flatten(const pattern_term& term, pieces& to) {
  using what = pattern_term::what;
  switch (term.kind) {
    case what::set:
      return add_set(*term.set, 1, 1, to);
    case what::group:
      return flatten(term.parts.front(), to);
    case what::sequence:
      return std::ranges::all_of(term.parts, [&](const pattern_term& part) { return flatten(part, to); });
    case what::repeat: {
      const pattern_term& body = term.parts.front();
      if (term.min != term.max) return body.kind == what::set && add_set(*body.set, term.min, term.max, to);
      for (std::uint32_t i = 0; i < term.min; ++i) {
        const std::size_t before = to.size();
        if (!flatten(body, to)) return false;
        if (to.size() == before) break;  // nothing, however often
      }
      return true;
    }
    default:
      return false;
  }
}

/// Each of the pieces one position with one range.
bool add_positions(pieces::const_iterator from, pieces::const_iterator to, position_ranges& ranges) {
  ranges.high.fill(0xff);
  for (; from != to; ++from) {
    const bool once = from->least == 1 && from->most == 1;
    if (!once || ranges.length == longest || from->set->size() != 1) return false;
    ranges.low[ranges.length] = static_cast<std::uint8_t>(from->set->front().first);
    ranges.high[ranges.length] = static_cast<std::uint8_t>(from->set->front().last);
    ++ranges.length;
  }
  return true;
}

void add_middle(const piece& one, pattern_shape& to) {
  for (const code_range& r : *one.set) {
    for (std::uint32_t c = r.first; c <= r.last; ++c) {
      to.middle[c % 16] = static_cast<std::uint8_t>(to.middle[c % 16] | (1U << (c / 16)));
    }
  }
  to.least = one.least;
  to.most = one.most == pattern_term::no_limit ? unbounded / 2 : one.most;  // never above a wrapped length
}

}  // namespace

std::optional<pattern_shape> shape_of(const pattern_term& tree) {
  using what = pattern_term::what;
  if (tree.kind != what::sequence || tree.parts.size() < 2) return std::nullopt;
  if (tree.parts.front().kind != what::begin || tree.parts.back().kind != what::end) return std::nullopt;
  pieces all;
  const bool simple = std::all_of(tree.parts.begin() + 1, tree.parts.end() - 1,
                                  [&](const pattern_term& part) { return flatten(part, all); });
  if (!simple) return std::nullopt;
  // The same set again and again is one piece: [0-9a-f]{40}.
  if (all.size() > 1 &&
      std::ranges::all_of(all, [&](const piece& p) { return p.fixed() && *p.set == *all[0].set; })) {
    const auto count = static_cast<std::uint32_t>(all.size());
    all = {{all[0].set, count, count}};
  }
  const auto open = std::ranges::find_if(all, [](const piece& p) { return !p.fixed() || p.least > 1; });
  pattern_shape shape;
  if (!add_positions(all.cbegin(), open, shape.prefix)) return std::nullopt;
  if (open == all.end()) return shape;
  add_middle(*open, shape);
  return add_positions(open + 1, all.cend(), shape.suffix) ? std::optional(shape) : std::nullopt;
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
