#include "lint/pattern.hpp"

#include "nodes/node.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

namespace {

using what = pattern_term::what;

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  if (a == 0 || b == 0) return 0;
  return a == unbounded || b == unbounded || a > unbounded / b ? unbounded : a * b;
}
std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
  return a > unbounded - b ? unbounded : a + b;
}

/// Of what the term itself matches.
pattern_length match_of(const pattern_term& t) {
  switch (t.kind) {
    case what::empty:
    case what::begin:
    case what::end:
    case what::word_boundary:
    case what::no_word_boundary:
    case what::look:
      return {0, 0};
    case what::set:
      return {1, 1};
    case what::group:
      return match_of(t.parts.front());
    case what::reference:
      return {0, unbounded};
    case what::sequence: {
      pattern_length all{0, 0};
      for (const pattern_term& part : t.parts) {
        const pattern_length one = match_of(part);
        all = {plus(all.least, one.least), plus(all.most, one.most)};
      }
      return all;
    }
    case what::alternation: {
      pattern_length all{unbounded, 0};
      for (const pattern_term& part : t.parts) {
        const pattern_length one = match_of(part);
        all = {std::min(all.least, one.least), std::max(all.most, one.most)};
      }
      return all;
    }
    case what::repeat: {
      const pattern_length one = match_of(t.parts.front());
      return {times(one.least, t.min), times(one.most, t.max == pattern_term::no_limit ? unbounded : t.max)};
    }
  }
  return {0, unbounded};
}

}  // namespace

anchoring anchors_of(const pattern_term& t) {
  switch (t.kind) {
    case what::begin:
      return {true, false};
    case what::end:
      return {false, true};
    case what::group:
      return anchors_of(t.parts.front());
    case what::sequence: {
      if (t.parts.empty()) return {false, false};
      return {anchors_of(t.parts.front()).begin, anchors_of(t.parts.back()).end};
    }
    case what::alternation: {
      anchoring all{true, true};
      for (const pattern_term& part : t.parts) {
        const anchoring one = anchors_of(part);
        all = {all.begin && one.begin, all.end && one.end};
      }
      return all;
    }
    default:
      return {false, false};
  }
}

pattern_length length_of(const pattern_term& tree) {
  const pattern_length match = match_of(tree);
  const anchoring held = anchors_of(tree);
  return {match.least, held.begin && held.end ? match.most : unbounded};
}

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
