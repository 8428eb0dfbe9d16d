// What can be known only once every node is there: cycles without progress, which types can pass, which
// unions a member decides, and where verbatim strings are.
#include "load/compiler.hpp"
#include "nodes/edges.hpp"

#include <algorithm>
#include <unordered_set>

#include <tenon/pointer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

/// From a node to another on the same instance. `demanded` is where the target stands if it must fit
/// whatever the instance, null for alternatives and the like.
struct in_place_edge {
  index target;
  index* demanded;
};

std::vector<in_place_edge> edges_of(program::data& d, index n) {
  std::vector<in_place_edge> all;
  for_each_in_place(d, n, [&](index target) { all.push_back({target, nullptr}); });
  std::size_t at = 0;
  // References and allOf come first, in this order.
  const node& one = d.nodes[n];
  for (index i = 0; i < one.step_count; ++i) {
    step& s = d.steps[one.steps + i];
    if (s.kind == step::what::ref) {
      all[at++].demanded = &s.a;
    } else if (s.kind == step::what::dynamic_ref) {
      at += s.c == 0 ? 1U : 0U;
    } else if (s.kind == step::what::all_of) {
      for (index k = 0; k < s.b; ++k) all[at++].demanded = &d.lists[s.a + k];
      break;
    } else if (s.kind != step::what::constant) {
      break;
    }
  }
  return all;
}

}  // namespace

/// The node that stands for a schema which demands itself of the same instance: it is never done, so nothing
/// fits it. Messages speak of the place that it is made for.
index compiler::endless_at(index place) {
  if (to_.endless == none) {
    const cold where = to_.places[place];
    to_.nodes.emplace_back().types = 0;
    to_.nodes.back().flags = flags::never;
    to_.places.push_back(where);
    to_.endless = static_cast<index>(to_.nodes.size() - 1);
  }
  return to_.endless;
}

/// Depth first over in-place edges; also the limit on how long such a chain may be. Where a schema demands
/// itself ($ref, allOf), the edge that closes the circle leads to a node that says so. A circle through
/// alternatives or a negation has no such reading.
bool compiler::find_cycles() {
  struct frame {
    index at;
    std::vector<in_place_edge> edges;
    std::size_t next;
    std::size_t height;
    std::size_t free;  // edges from the root up to here that demand nothing
  };
  constexpr auto fresh = static_cast<std::size_t>(-1);
  constexpr std::size_t done = fresh - 1;
  const std::size_t count = to_.nodes.size();
  std::vector<std::size_t> marks(count, fresh);  // else where in `open` it is
  std::vector<std::size_t> heights(count, 0);
  std::vector<frame> open;
  const auto enter = [&](index n, std::size_t free) {
    marks[n] = open.size();
    open.push_back({n, edges_of(to_, n), 0, 0, free});
  };
  for (index root = 0; root < count; ++root) {
    if (marks[root] == fresh) enter(root, 0);
    while (!open.empty()) {
      frame& top = open.back();
      if (top.next == top.edges.size()) {
        marks[top.at] = done;
        heights[top.at] = top.height;
        const std::size_t height = top.height;
        open.pop_back();
        if (!open.empty()) open.back().height = std::max(open.back().height, height + 1);
        continue;
      }
      const in_place_edge edge = top.edges[top.next++];
      if (marks[edge.target] == fresh) {
        enter(edge.target, top.free + (edge.demanded == nullptr ? 1U : 0U));
      } else if (marks[edge.target] == done) {
        top.height = std::max(top.height, heights[edge.target] + 1);
      } else if (edge.demanded == nullptr || top.free != open[marks[edge.target]].free) {
        return fail(failure_kind::invalid_argument, place_of(to_, edge.target), "$ref",
                    "this schema refers to itself without looking at a part of the instance first");
      } else {
        *edge.demanded = endless_at(top.at);
        continue;
      }
      if (open.size() > options_.limits.max_schema_depth ||
          open.back().height > options_.limits.max_schema_depth) {
        return exceeded(place_of(to_, edge.target), "max_schema_depth",
                        "a chain of references and alternatives is longer than " +
                            std::to_string(options_.limits.max_schema_depth));
      }
    }
  }
  return true;
}

std::uint8_t compiler::reach_of(index n) const {
  const node& one = to_.nodes[n];
  std::uint8_t reach = one.types;
  if (one.literals != none) reach &= to_.literal_sets[one.literals].types();
  for (index i = 0; i < one.step_count; ++i) {
    const step& s = to_.steps[one.steps + i];
    const bool certain = s.kind == step::what::ref || (s.kind == step::what::dynamic_ref && s.c == 0);
    if (certain) reach &= to_.nodes[s.a].reach;
    if (s.kind == step::what::constant) reach &= to_.literal_sets[s.a].types();
    if (s.kind == step::what::all_of) {
      for (index k = 0; k < s.b; ++k) reach &= to_.nodes[to_.lists[s.a + k]].reach;
    }
    if (s.kind == step::what::any_of || s.kind == step::what::one_of) {
      const union_rule& u = to_.unions[s.a];
      std::uint8_t any = 0;
      for (index k = 0; k < u.count; ++k) any |= to_.nodes[to_.lists[u.branches + k]].reach;
      reach &= any;
    }
  }
  return reach;
}

/// In-place edges have no cycle, so one pass in the order "targets first" is enough.
void compiler::narrow_reach() {
  std::vector<bool> done(to_.nodes.size(), false);
  std::vector<std::pair<index, bool>> todo;
  for (index root = 0; root < to_.nodes.size(); ++root) {
    todo.emplace_back(root, false);
    while (!todo.empty()) {
      const auto [n, ready] = todo.back();
      todo.pop_back();
      if (done[n]) continue;
      if (ready) {
        to_.nodes[n].reach = reach_of(n);
        done[n] = true;
        continue;
      }
      todo.emplace_back(n, true);
      for_each_in_place(to_, n, [&](index target) {
        if (!done[target]) todo.emplace_back(target, false);
      });
    }
  }
  for (node& n : to_.nodes) {
    const bool bare = n.types == types::all && n.number == none && n.string == none && n.array == none &&
                      n.object == none && n.literals == none && n.step_count == 0;
    if (bare) n.flags |= flags::plain;
  }
}

/// A tag decides a union if every branch that admits objects requires it and lists strings for it, and no
/// string is listed twice.
bool compiler::collect_tags(union_rule& u, std::string_view tag) const {
  std::vector<tagged_branch> tags;
  std::unordered_set<index> lists;
  for (std::uint32_t b = 0; b < u.count; ++b) {
    const index branch = to_.lists[u.branches + b];
    if ((to_.nodes[branch].reach & types::object) == 0) continue;
    const node& body = to_.nodes[behind_references(to_, branch)];
    if (body.object == none) return false;
    index hint = 0;
    const name_table& names = to_.object_rules[body.object].names;
    const index at = names.find(tag, hint);
    if (at == none || !names.entries()[at].required || names.entries()[at].child == none) return false;
    const node& member = to_.nodes[behind_references(to_, names.entries()[at].child)];
    if (member.literals == none || !to_.literal_sets[member.literals].only_strings()) return false;
    if (!lists.insert(member.literals).second) return false;  // all of its strings would be listed twice
    for (const value* v : to_.literal_sets[member.literals].values()) tags.push_back({v->string(), b});
  }
  std::sort(tags.begin(), tags.end(),
            [](const tagged_branch& a, const tagged_branch& b) { return a.tag < b.tag; });
  const auto same = [](const tagged_branch& a, const tagged_branch& b) {
    return a.tag == b.tag && a.branch != b.branch;
  };
  if (std::adjacent_find(tags.begin(), tags.end(), same) != tags.end()) return false;
  u.tags = std::move(tags);
  u.tag = tag;
  u.tagged = true;
  return true;
}

void compiler::tag_unions() {
  for (union_rule& u : to_.unions) {
    std::uint32_t objects = 0;
    index first = none;
    for (std::uint32_t b = 0; b < u.count; ++b) {
      const index branch = to_.lists[u.branches + b];
      if ((to_.nodes[branch].reach & types::object) == 0) continue;
      if (objects++ == 0) first = branch;
    }
    if (objects < 2) continue;
    const node& body = to_.nodes[behind_references(to_, first)];
    if (body.object == none) continue;
    std::size_t tried = 0;
    for (const name_entry& e : to_.object_rules[body.object].names.entries()) {
      if (e.required && e.child != none && collect_tags(u, e.name)) break;
      if (++tried == 32) break;  // a tag further down would be a strange one
    }
  }
}

/// By the types that they admit.
void compiler::sort_branches() {
  for (union_rule& u : to_.unions) {
    for (std::uint32_t b = 0; b < u.count; ++b) {
      const std::uint8_t reach = to_.nodes[to_.lists[u.branches + b]].reach;
      for (std::size_t t = 0; t < u.by_type.size(); ++t) {
        if (((reach >> t) & 1U) != 0 && u.by_type[t].count++ == 0) u.by_type[t].first = b;
      }
    }
  }
}

/// Backwards reachability by repeated sweeps would be quadratic; instead edges are turned round once.
void compiler::mark_verbatim() {
  std::vector<index> todo;
  for (index n = 0; n < to_.nodes.size(); ++n) {
    if ((to_.nodes[n].flags & (flags::verbatim | flags::verbatim_when)) != 0) todo.push_back(n);
  }
  if (todo.empty()) return;
  // A run of dynamic targets is a parent of each of them, and a child of whatever refers by it.
  const std::size_t nodes = to_.nodes.size();
  std::vector<std::vector<index>> parents(nodes + to_.dynamic_targets.size());
  std::vector<bool> seen(parents.size(), false);
  for (index n = 0; n < nodes; ++n) {
    const auto note = [&](index target) { parents[target].push_back(n); };
    for_each_in_place(to_, n, note);
    for_each_part(to_, n, note);
    for_each_dynamic(to_, n, [&](const step& s) {
      note(s.a);
      std::vector<index>& run = parents[nodes + s.b];
      for (index k = 0; run.empty() && k < s.c; ++k) {
        parents[to_.dynamic_targets[s.b + k].node].push_back(static_cast<index>(nodes + s.b));
      }
      run.push_back(n);
    });
  }
  while (!todo.empty()) {
    const index n = todo.back();
    todo.pop_back();
    if (seen[n]) continue;
    seen[n] = true;
    if (n < nodes) to_.nodes[n].flags |= flags::leads_to_verbatim;
    todo.insert(todo.end(), parents[n].begin(), parents[n].end());
  }
}

/// Draft 4 has integers of its own.
void compiler::mark_dialects() {
  std::size_t lexical = 0;
  for (index n = 0; n < to_.nodes.size(); ++n) {
    if (to_.resources[to_.places[n].resource].rules.draft != draft::d4) continue;
    to_.nodes[n].flags |= flags::lexical;
    ++lexical;
  }
  to_.lexical_integers = lexical == to_.nodes.size();
  to_.mixed_integers = lexical > 0 && !to_.lexical_integers;
}

/// Where evaluation may come into a resource. Nobody has to know if no dynamic reference asks.
void compiler::mark_entrances() {
  if (!to_.dynamic) return;
  for (index n = 0; n < to_.nodes.size(); ++n) {
    const index here = to_.places[n].resource;
    if (to_.resources[here].root == to_.places[n].schema) to_.nodes[n].flags |= flags::enters;
    const auto note = [&](index target) {
      if (to_.places[target].resource != here) to_.nodes[target].flags |= flags::enters;
    };
    for_each_in_place(to_, n, note);
    for_each_part(to_, n, note);
    for_each_dynamic(to_, n, [&](const step& s) { note(s.a); });
  }
  for (const dynamic_target& t : to_.dynamic_targets) to_.nodes[t.node].flags |= flags::enters;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
