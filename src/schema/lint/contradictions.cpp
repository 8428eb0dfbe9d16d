// Places that nothing can satisfy.
//
// A node that nothing fits has a cause of its own, or it depends on another such node, or on itself. Only
// causes are remarked on, and the root, since then the whole schema is of no use.
#include "lint/remarks.hpp"
#include "nodes/edges.hpp"
#include "walk/report.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

namespace {

/// What a schema is asked for; the weightiest of all ways that lead to it counts.
enum class standing : std::uint8_t {
  unknown,
  test,    // not, if: that nothing fits it may be of no consequence
  branch,  // one way among others
  place,   // a part of the instance is there to fit it
};

class standings {
 public:
  explicit standings(const program::data& d) : d_(d), of_(d.nodes.size(), standing::unknown) {
    raise(0, standing::place);
    spread();
    // Definitions that nothing refers to.
    for (index n = 0; n < d.nodes.size(); ++n) {
      if (of_[n] != standing::unknown) continue;
      raise(n, standing::place);
      spread();
    }
  }
  standing of(index n) const { return of_[n]; }

 private:
  void raise(index n, standing to) {
    if (of_[n] >= to) return;
    of_[n] = to;
    todo_.push_back(n);
  }

  /// Many steps share a run of targets, so each run is gone through once for each standing.
  void raise_targets(const step& s, standing to) {
    raise(s.a, to);
    standing& before = runs_[s.b];
    if (before >= to) return;
    before = to;
    for (index k = 0; k < s.c; ++k) raise(d_.dynamic_targets[s.b + k].node, to);
  }

  void spread() {
    while (!todo_.empty()) {
      const index n = todo_.back();
      todo_.pop_back();
      const standing here = of_[n];
      const standing way = std::min(here, standing::branch);
      const standing part = here == standing::test ? standing::test : standing::place;
      for_each_conjunct(d_, n, [&](index target, std::string_view, index) { raise(target, here); });
      for_each_dynamic(d_, n, [&](const step& s) { raise_targets(s, here); });
      for_each_part(d_, n, [&](index target) { raise(target, part); });
      const step* negation = find_step(d_, n, step::what::negation);
      const step* condition = find_step(d_, n, step::what::condition);
      if (negation != nullptr) raise(negation->a, standing::test);
      if (condition != nullptr) raise(condition->a, standing::test);
      for_each_in_place(d_, n, [&](index target) {
        const bool test = (negation != nullptr && target == negation->a) ||
                          (condition != nullptr && target == condition->a);
        if (!test) raise(target, way);
      });
    }
  }

  const program::data& d_;
  std::vector<standing> of_;
  std::unordered_map<index, standing> runs_;  // by the first target
  std::vector<index> todo_;
};

/// The nodes that nothing fits, and what each owes that to.
class dead_nodes {
 public:
  explicit dead_nodes(const knowledge& k) : k_(k), d_(k.d), causes_(d_.nodes.size()) {
    for (index n = 0; n < d_.nodes.size(); ++n) {
      if (dead(n)) find_cause(n);
    }
    ground();
  }

  bool dead(index n) const { return k_.alive(n) == 0; }
  /// Empty: it is another's fault.
  const std::string& own(index n) const { return causes_[n].own; }
  /// Somewhere behind it there is a cause; else it depends on itself.
  bool grounded(index n) const { return causes_[n].grounded; }
  const std::vector<index>& blockers(index n) const { return causes_[n].blockers; }

 private:
  struct cause {
    std::string own;
    bool grounded = false;
    std::vector<index> blockers;
  };

  void find_cause(index n) {
    cause& c = causes_[n];
    if (k_.forbids(n)) {
      c.grounded = true;
      return;
    }
    for_each_conjunct(d_, n, [&](index target, std::string_view keyword, index) {
      if (!dead(target)) return;
      if (target == d_.endless)
        c.own = std::string(keyword) + " leads back to a schema that is not done yet, and so never ends";
      else if (k_.forbids(target))
        c.own = std::string(keyword) + " admits nothing";
      else
        c.blockers.push_back(target);
    });
    if (!c.blockers.empty() || !c.own.empty()) return;
    for (const conflict& one : k_.conflicts(n)) c.own += (c.own.empty() ? "" : "; ") + one.message;
    if (!c.own.empty() && k_.of(n).possible == 0) return;
    c.own.clear();
    for (const need& part : k_.needs(n)) {
      if (dead(part.child)) c.blockers.push_back(part.child);
    }
    for_each_union(d_, n, [&](const union_rule& u) { find_branches(c, u); });
    if (c.blockers.empty()) c.own = "what holds here together excludes every value";
  }

  void find_branches(cause& c, const union_rule& u) {
    for (std::uint32_t b = 0; b < u.count; ++b) {
      if (!dead(d_.lists[u.branches + b])) return;
    }
    for (std::uint32_t b = 0; b < u.count; ++b) c.blockers.push_back(d_.lists[u.branches + b]);
  }

  /// From the causes to what depends on them.
  void ground() {
    std::vector<std::vector<index>> dependents(d_.nodes.size());
    std::vector<index> todo;
    for (index n = 0; n < d_.nodes.size(); ++n) {
      for (const index blocker : causes_[n].blockers) dependents[blocker].push_back(n);
      if (dead(n) && (!causes_[n].own.empty() || causes_[n].grounded)) todo.push_back(n);
    }
    for (const index n : todo) causes_[n].grounded = true;
    while (!todo.empty()) {
      const index n = todo.back();
      todo.pop_back();
      for (const index dependent : dependents[n]) {
        if (std::exchange(causes_[dependent].grounded, true)) continue;
        todo.push_back(dependent);
      }
    }
  }

  const knowledge& k_;
  const program::data& d_;
  std::vector<cause> causes_;
};

/// All that is reached from `n` by dead nodes, which have no cause but each other.
void cover(const dead_nodes& dead, index n, std::vector<bool>& covered) {
  std::vector<index> todo{n};
  while (!todo.empty()) {
    const index at = todo.back();
    todo.pop_back();
    if (covered[at]) continue;
    covered[at] = true;
    for (const index blocker : dead.blockers(at)) todo.push_back(blocker);
  }
}

/// Is it a branch of a union, or then or else? Those have remarks of their own.
std::vector<bool> direct_branches(const program::data& d) {
  std::vector<bool> direct(d.nodes.size(), false);
  for (const union_rule& u : d.unions) {
    for (std::uint32_t b = 0; b < u.count; ++b) direct[d.lists[u.branches + b]] = true;
  }
  for (const step& s : d.steps) {
    if (s.kind != step::what::condition) continue;
    if (s.b != none) direct[s.b] = true;
    if (s.c != none) direct[s.c] = true;
  }
  return direct;
}

/// The sentence on a dead node, if there is one to say.
std::optional<std::string> verdict(const knowledge& k, const dead_nodes& dead, index n) {
  if (!dead.own(n).empty()) return "nothing fits here: " + dead.own(n);
  std::string_view choice;
  for_each_union(k.d, n, [&](const union_rule& u) { choice = u.exclusive ? "oneOf" : "anyOf"; });
  const bool by_choice = !choice.empty() && !dead.blockers(n).empty() &&
                         std::none_of(k.needs(n).begin(), k.needs(n).end(),
                                      [&](const need& part) { return dead.dead(part.child); });
  bool by_conjunct = false;
  for_each_conjunct(
      k.d, n, [&](index target, std::string_view, index) { by_conjunct = by_conjunct || dead.dead(target); });
  if (by_choice && !by_conjunct)
    return "nothing fits here: no alternative of " + std::string(choice) + " admits anything";
  if (n != 0) return std::nullopt;
  return "nothing fits the schema as a whole, because of " + place_text(k.d, dead.blockers(n).front());
}

}  // namespace

void remark_on_contradictions(remarks& to) {
  const knowledge& k = to.k;
  const standings stands(k.d);
  const dead_nodes dead(k);
  const std::vector<bool> direct = direct_branches(k.d);
  std::vector<bool> covered(k.d.nodes.size(), false);
  const auto level = [&](index n) {
    return stands.of(n) == standing::place ? remark_level::error : remark_level::warning;
  };
  for (index n = 0; n < k.d.nodes.size(); ++n) {
    if (!dead.dead(n)) {
      for (const conflict& c : k.conflicts(n))
        to.at(n, c.keyword, remark_level::warning, "type_never_fits",
              "no " + types_words(c.types) + " fits: " + c.message);
      continue;
    }
    if (k.forbids(0) && n == 0) to.on(n, remark_level::error, "nothing_fits", "the schema admits nothing");
    if (k.forbids(n) || direct[n] || !to.wanted(n)) continue;
    if (dead.grounded(n)) {
      if (const auto sentence = verdict(k, dead, n)) to.on(n, level(n), "nothing_fits", *sentence);
    } else if (!covered[n]) {
      cover(dead, n, covered);
      to.on(n, level(n), "nothing_fits",
            "nothing fits here: a value would need another of its kind inside, without end");
    }
  }
}

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
