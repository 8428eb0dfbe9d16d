// A smaller tree that matches the same texts.
#include "patterns/simplify.hpp"

#include <algorithm>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

using what = pattern_term::what;

constexpr std::uint64_t unlimited = ~std::uint64_t{0};

std::uint64_t upper(const pattern_term& repeat) {
  return repeat.max == pattern_term::no_limit ? unlimited : repeat.max;
}

/// x{a,b}{c,d} is x{ac,bd} if the counts that it admits have no gaps. False if they have, or are too large.
bool join_repeats(const pattern_term& outer, pattern_term& inner) {
  const std::uint64_t a = inner.min;
  const std::uint64_t b = upper(inner);
  const std::uint64_t c = outer.min;
  const std::uint64_t d = upper(outer);
  // Between k and k + 1 rounds there is a gap unless (k + 1) a <= k b + 1; the first k decides.
  const bool gapless = c == d || b == unlimited ? c > 0 || a <= 1 : (c + 1) * a <= c * b + 1;
  if (!gapless) return false;
  const std::uint64_t max = d == 0 || b == 0 ? 0 : b == unlimited || d == unlimited ? unlimited : b * d;
  if (a * c >= pattern_term::no_limit || (max != unlimited && max >= pattern_term::no_limit)) return false;
  inner.min = static_cast<std::uint32_t>(a * c);
  inner.max = max == unlimited ? pattern_term::no_limit : static_cast<std::uint32_t>(max);
  return true;
}

pattern_term simplified_repeat(pattern_term t) {
  pattern_term& body = t.parts.front();
  if (body.kind == what::empty || t.max == 0) return {};
  if (t.min == 1 && t.max == 1) return pattern_term(std::move(body));
  if (body.kind == what::repeat && join_repeats(t, body)) return pattern_term(std::move(body));
  return t;
}

pattern_term simplified_sequence(pattern_term t) {
  std::vector<pattern_term> flat;
  for (pattern_term& part : t.parts) {
    if (part.kind == what::sequence) {
      std::move(part.parts.begin(), part.parts.end(), std::back_inserter(flat));
    } else if (part.kind != what::empty) {
      flat.push_back(std::move(part));
    }
  }
  if (flat.empty()) return {};
  if (flat.size() == 1) return pattern_term(std::move(flat.front()));
  t.parts = std::move(flat);
  return t;
}

/// a|[b-d] is [a-d].
pattern_term simplified_alternation(pattern_term t) {
  const bool sets = std::all_of(t.parts.begin(), t.parts.end(),
                                [](const pattern_term& part) { return part.kind == what::set; });
  if (!sets) return t;
  char_set all;
  for (const pattern_term& part : t.parts) all.insert(all.end(), part.set->begin(), part.set->end());
  normalize(all);
  pattern_term one;
  one.kind = what::set;
  one.set = std::make_shared<const char_set>(std::move(all));
  return one;
}

}  // namespace

pattern_term simplified(pattern_term t) {
  for (pattern_term& part : t.parts) part = simplified(std::move(part));
  switch (t.kind) {
    case what::group:
      return pattern_term(std::move(t.parts.front()));
    case what::repeat:
      return simplified_repeat(std::move(t));
    case what::sequence:
      return simplified_sequence(std::move(t));
    case what::alternation:
      return simplified_alternation(std::move(t));
    default:
      return t;
  }
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
