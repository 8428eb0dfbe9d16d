#include "patterns/references.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

using what = pattern_term::what;

/// Can it match the empty text? True where that is not certain.
bool may_be_empty(const pattern_term& t) {
  switch (t.kind) {
    case what::set:
      return false;
    case what::sequence:
      return std::all_of(t.parts.begin(), t.parts.end(), may_be_empty);
    case what::alternation:
      return std::any_of(t.parts.begin(), t.parts.end(), may_be_empty);
    case what::repeat:
      return t.min == 0 || may_be_empty(t.parts.front());
    case what::group:
      return may_be_empty(t.parts.front());
    default:
      return true;
  }
}

bool is_loop(const pattern_term& t) {
  return t.kind == what::repeat && t.max > 1;
}

class resolver {
 public:
  reference_verdict run(pattern_term& tree) {
    count(tree);
    if (captured_at_.size() > max_pattern_references) {
      verdict_.unsupported = "back-references to more than 100 groups";
      verdict_.code = "max_pattern_references";
      return verdict_;
    }
    walk(tree);
    strip(tree);
    return verdict_;
  }

 private:
  /// The way from the root to a term: each ancestor, and which of its parts comes next.
  using path = std::vector<std::pair<const pattern_term*, std::size_t>>;
  enum class meaning : std::uint8_t { empty, plain, unsupported };

  void count(const pattern_term& t) {
    if (t.kind == what::reference) captured_at_[t.number];
    for (const pattern_term& part : t.parts) count(part);
  }

  void walk(pattern_term& t) {
    if (t.kind == what::reference) reference(t);
    for (std::size_t i = 0; i < t.parts.size(); ++i) {
      here_.emplace_back(&t, i);
      walk(t.parts[i]);
      here_.pop_back();
    }
    if (t.kind != what::group) return;
    // Its end: before that, no reference to it can be anything but empty.
    const auto at = captured_at_.find(t.number);
    if (at == captured_at_.end()) return;
    at->second = here_;
    closed_.push_back(t.number);
  }

  void reference(pattern_term& t) {
    const bool closed = std::find(closed_.begin(), closed_.end(), t.number) != closed_.end();
    const meaning m = closed ? meaning_of(captured_at_[t.number]) : meaning::empty;
    const bool backwards = std::any_of(here_.begin(), here_.end(), [](const auto& step) {
      return step.first->kind == what::look && step.first->behind;
    });
    if (backwards) {
      verdict_.unsupported = "a back-reference inside of a look-behind";
    } else if (m == meaning::empty) {
      t.kind = what::empty;
      return;
    } else if (m == meaning::unsupported) {
      verdict_.unsupported = "a back-reference to a group that a repetition or a look-behind may leave unset";
    }
    verdict_.remain = true;
    used_.insert(t.number);
  }

  meaning meaning_of(const path& group) const {
    // Where the ways to the group and to here part.
    std::size_t fork = 0;
    while (group[fork] == here_[fork]) ++fork;
    if (group[fork].first->kind == what::alternation) return meaning::empty;
    for (std::size_t i = fork + 1; i < group.size(); ++i) {
      const pattern_term& t = *group[i].first;
      if ((t.kind == what::look && t.negative) || (t.kind == what::repeat && t.max == 0))
        return meaning::empty;
    }
    // Once a loop goes round, each of its rounds must capture, or PCRE2 would still know an earlier round.
    bool looping = std::any_of(group.begin(), group.begin() + static_cast<std::ptrdiff_t>(fork),
                               [](const auto& step) { return is_loop(*step.first); });
    for (std::size_t i = fork + 1; i < group.size(); ++i) {
      const pattern_term& t = *group[i].first;
      const bool optional = t.kind == what::alternation || (t.kind == what::repeat && t.min == 0);
      if (looping && optional) return meaning::unsupported;
      if (t.kind == what::look && t.behind) return meaning::unsupported;
      // An empty round is no round in ECMA-262, but captures in PCRE2.
      if (is_loop(t) && may_be_empty(t.parts.front())) return meaning::unsupported;
      looping = looping || is_loop(t);
    }
    return meaning::plain;
  }

  void strip(pattern_term& t) {
    for (pattern_term& part : t.parts) strip(part);
    if (t.kind == what::group && !used_.contains(t.number)) t = pattern_term(std::move(t.parts.front()));
  }

  reference_verdict verdict_;
  std::map<std::uint32_t, path> captured_at_;  // of every group that is referred to
  std::vector<std::uint32_t> closed_;
  std::set<std::uint32_t> used_;
  path here_;
};

}  // namespace

reference_verdict resolve_references(pattern_term& tree) {
  return resolver().run(tree);
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
