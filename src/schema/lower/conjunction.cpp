#include "lower/conjunction.hpp"

#include <algorithm>
#include <unordered_set>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

namespace {

bool among(const std::vector<index>& sorted, index one) {
  return std::binary_search(sorted.begin(), sorted.end(), one);
}

class gatherer {
 public:
  gatherer(const program::data& d, const place& at, conjunction& to) : d_(d), at_(at), to_(to) {}

  /// What is reachable from here, in the order in which it is written. Chains of references can be long, so
  /// nothing here is recursive.
  void add(index first) {
    std::vector<index> waiting{first};
    while (!waiting.empty()) {
      const index n = waiting.back();
      waiting.pop_back();
      if (!seen_.insert(n).second) continue;
      next_.clear();
      take(n);
      waiting.insert(waiting.end(), next_.rbegin(), next_.rend());
    }
  }

 private:
  void take(index n) {
    const node& one = d_.nodes[n];
    to_.nodes.push_back(n);
    to_.stated &= one.types;
    to_.types &= one.types & one.reach;
    to_.never = to_.never || (one.flags & flags::never) != 0;
    if (one.literals != none) to_.literals.push_back(&d_.literal_sets[one.literals]);
    for (index i = 0; i < one.step_count; ++i) step_of(n, one.steps + i);
    if (one.object != none) dependents_of(n, d_.object_rules[one.object]);
  }

  void step_of(index n, index id) {
    const step& s = d_.steps[id];
    switch (s.kind) {
      case step::what::ref:
        next_.push_back(s.a);
        break;
      case step::what::dynamic_ref:
        if (s.c == 0) next_.push_back(s.a);
        break;
      case step::what::all_of:
        for (index k = 0; k < s.b; ++k) next_.push_back(d_.lists[s.a + k]);
        break;
      case step::what::constant:
        to_.literals.push_back(&d_.literal_sets[s.a]);
        break;
      case step::what::any_of:
      case step::what::one_of:
        union_of(n, id, d_.unions[s.a]);
        break;
      case step::what::condition:
        condition_of(n, id, s);
        break;
      case step::what::negation:
        to_.never = to_.never || (d_.nodes[s.a].flags & flags::plain) != 0;
        break;
      case step::what::unevaluated_items:
      case step::what::unevaluated_properties:
        break;
    }
  }

  void union_of(index n, index id, const union_rule& u) {
    choice_point point{
        .id = id, .node = n, .keyword = u.exclusive ? "oneOf" : "anyOf", .exclusive = u.exclusive};
    for (index k = 0; k < u.count; ++k) point.branches.push_back({d_.lists[u.branches + k]});
    meet(std::move(point));
  }

  void condition_of(index n, index id, const step& s) {
    if (s.b == none && s.c == none) return;
    choice_point point{.id = id, .node = n, .keyword = "if", .conditional = true};
    std::vector<index> fitting{s.a};
    if (s.b != none) fitting.push_back(s.b);
    point.branches.push_back(std::move(fitting));
    point.branches.emplace_back();
    if (s.c != none) point.branches.back().push_back(s.c);
    meet(std::move(point));
  }

  void dependents_of(index n, const object_rule& rule) {
    for (index k = 0; k < rule.dependent_count; ++k) {
      const dependent& one = d_.dependents[rule.dependents + k];
      if (one.child == none) continue;
      choice_point point{.id = static_cast<index>(d_.steps.size()) + rule.dependents + k,
                         .node = n,
                         .keyword = one.keyword,
                         .conditional = true};
      point.branches = {{one.child}, {}};
      meet(std::move(point));
    }
  }

  void meet(choice_point point) {
    if (among(at_.made, point.id)) return;
    auto& to = among(at_.open, point.id) ? to_.left_open : to_.choices;
    to.push_back(std::move(point));
  }

  const program::data& d_;
  const place& at_;
  conjunction& to_;
  std::unordered_set<index> seen_;
  std::vector<index> next_;
};

constexpr std::uint8_t telling = flags::never | flags::verbatim | flags::verbatim_when | flags::asks;

/// Beside its type, references, allOf and choices that have been made.
bool says_more(const program::data& d, index n, const place& at) {
  const node& one = d.nodes[n];
  if (one.number != none || one.string != none || one.array != none || one.object != none) return true;
  if (one.literals != none || (one.flags & telling) != 0) return true;
  for (index i = 0; i < one.step_count; ++i) {
    const step& s = d.steps[one.steps + i];
    const bool followed = s.kind == step::what::ref || s.kind == step::what::all_of ||
                          (s.kind == step::what::dynamic_ref && s.c == 0) || among(at.made, one.steps + i);
    if (!followed) return true;
  }
  return false;
}

/// Of the choices that were made or left open, those that would be met again.
void remember(const program::data& d, const place& from, place& to) {
  if (from.made.empty() && from.open.empty()) return;
  const conjunction all = conjoin(d, {to.nodes, {}, {}});
  for (const choice_point& c : all.choices) {
    if (among(from.made, c.id)) to.made.push_back(c.id);
    if (among(from.open, c.id)) to.open.push_back(c.id);
  }
  std::sort(to.made.begin(), to.made.end());
  std::sort(to.open.begin(), to.open.end());
}

}  // namespace

conjunction conjoin(const program::data& d, const place& at) {
  conjunction all;
  gatherer g(d, at, all);
  for (const index n : at.nodes) g.add(n);
  if (all.types == 0) all.never = true;
  return all;
}

bool speaks(const program::data& d, index n) {
  const conjunction all = conjoin(d, {{n}, {}, {}});
  return std::any_of(all.nodes.begin(), all.nodes.end(),
                     [&](index one) { return d.nodes[one].types != types::all || says_more(d, one, {}); });
}

place canonical(const program::data& d, const place& at, const conjunction& all) {
  place out;
  std::vector<index> typed;
  std::uint8_t admitted = types::all;
  for (const index n : all.nodes) {
    if (says_more(d, n, at)) {
      out.nodes.push_back(n);
      admitted &= d.nodes[n].types;
    } else if (d.nodes[n].types != types::all) {
      typed.push_back(n);
    }
  }
  // Who says no more than a type is left out where another says as much of it.
  for (const index n : typed) {
    if ((admitted & ~d.nodes[n].types) == 0) continue;
    out.nodes.push_back(n);
    admitted &= d.nodes[n].types;
  }
  std::sort(out.nodes.begin(), out.nodes.end());
  remember(d, at, out);
  return out;
}

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
