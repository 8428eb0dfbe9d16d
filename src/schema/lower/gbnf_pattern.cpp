// Patterns. A pattern that is anchored at its begin can be said; one that may begin anywhere cannot be
// said without a grammar that is ambiguous at every character.
#include "lower/gbnf.hpp"
#include "patterns/pattern.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace gbnf {

namespace {

using what = pattern_term::what;

/// What a grammar has no word for: conditions on what stands around, and what was captured.
bool is_condition(const pattern_term& t) {
  switch (t.kind) {
    case what::begin:
    case what::end:
    case what::word_boundary:
    case what::no_word_boundary:
    case what::look:
    case what::reference:
      return true;
    default:
      return std::any_of(t.parts.begin(), t.parts.end(), is_condition);
  }
}

// A class of more ranges is not written out: \p{L} has 600.
constexpr std::size_t max_class_ranges = 200;

struct lengths {
  std::uint64_t min = 0;
  std::uint64_t max = 0;  // unbounded: none
};

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  if (a == 0 || b == 0) return 0;
  return a == unbounded || b == unbounded || a > unbounded / b ? unbounded : a * b;
}
std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
  return a > unbounded - b ? unbounded : a + b;
}

lengths lengths_of(const pattern_term& t) {
  switch (t.kind) {
    case what::empty:
    case what::begin:
    case what::end:
    case what::word_boundary:
    case what::no_word_boundary:
    case what::look:
    case what::reference:
      return {};
    case what::set:
      return {1, 1};
    case what::group:
      return lengths_of(t.parts.front());
    case what::sequence: {
      lengths all;
      for (const pattern_term& part : t.parts) {
        const lengths one = lengths_of(part);
        all = {plus(all.min, one.min), plus(all.max, one.max)};
      }
      return all;
    }
    case what::alternation: {
      lengths all{unbounded, 0};
      for (const pattern_term& part : t.parts) {
        const lengths one = lengths_of(part);
        all = {std::min(all.min, one.min), std::max(all.max, one.max)};
      }
      return all;
    }
    case what::repeat: {
      const lengths one = lengths_of(t.parts.front());
      return {times(one.min, t.min), times(one.max, t.max == pattern_term::no_limit ? unbounded : t.max)};
    }
  }
  return {};
}

}  // namespace

std::string writer::of_pattern(index n, index pattern_number) {
  const pattern_term& tree = d_.patterns[pattern_number].tree();
  std::vector<pattern_term> parts =
      tree.kind == what::sequence ? tree.parts : std::vector<pattern_term>{tree};
  if (parts.front().kind != what::begin) return "";
  parts.erase(parts.begin());
  const bool ends = !parts.empty() && parts.back().kind == what::end;
  if (ends) parts.pop_back();
  pattern_term core;
  core.kind = what::sequence;
  core.parts = std::move(parts);
  if (is_condition(core)) return "";
  std::string text = core.parts.empty() ? "\"\"" : of_term(n, core);
  if (text.empty()) return "";
  lengths length = lengths_of(core);
  if (!ends) {
    text += " " + fixed("char") + "*";
    length.max = unbounded;
  }
  const string_rule& rule = d_.string_rules[d_.nodes[n].string];
  if (length.min < rule.min_length) note(n, "minLength", "beside a pattern it is checked afterwards only");
  if (length.max > rule.max_length) note(n, "maxLength", "beside a pattern it is checked afterwards only");
  return text;
}

std::string writer::of_term(index n, const pattern_term& t) {
  switch (t.kind) {
    case what::begin:
    case what::end:
    case what::word_boundary:
    case what::no_word_boundary:
    case what::look:
    case what::reference:
      return "";
    case what::empty:
      return "\"\"";
    case what::set:
      return t.set->size() > max_class_ranges ? "" : json_character(*t.set);
    case what::group:
      return of_term(n, t.parts.front());
    case what::repeat:
      return of_repeat(n, t);
    case what::sequence: {
      std::string out;
      for (const pattern_term& part : t.parts) {
        std::string one = of_term(n, part);
        if (one.empty()) return "";
        out += (out.empty() ? "" : " ") + one;
      }
      return out;
    }
    case what::alternation: {
      std::string out;
      bool nothing = false;
      for (const pattern_term& part : t.parts) {
        if (part.kind == what::empty) {
          nothing = true;
          continue;
        }
        std::string one = of_term(n, part);
        if (one.empty()) return "";
        out += (out.empty() ? "" : " | ") + one;
      }
      if (out.empty()) return "\"\"";
      return "(" + out + ")" + (nothing ? "?" : "");
    }
  }
  return "";
}

std::string writer::of_repeat(index n, const pattern_term& t) {
  const pattern_term& part = t.parts.front();
  if (t.max == 0) return "\"\"";
  // Repeating what can be empty is left recursion.
  if (lengths_of(part).min == 0 && t.max > 1) return "";
  std::string one = of_term(n, part);
  if (one.empty()) return "";
  const std::uint64_t low = repetition_floor(n, "pattern", t.min);
  const std::optional<std::uint64_t> high =
      t.max == pattern_term::no_limit ? std::nullopt : repetition_limit(n, "pattern", t.max);
  const bool single = part.kind == what::set && one.front() == '[';
  if (!single) one = shared("part", std::move(one));
  return one + repetition(low, high);
}

}  // namespace gbnf
}  // namespace schema
}  // namespace v0
}  // namespace tenon
