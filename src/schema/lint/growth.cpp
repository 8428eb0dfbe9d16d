// Where a value may go on without end. A small model does: it repeats itself in a string, a list or a map
// until the cap on its tokens cuts it off. A bound in the schema is a bound on that.
#include "lint/remarks.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

namespace {

/// Follows the schemas that a value is written by, from the root on: what only tests (not, if, contains,
/// propertyNames) writes nothing.
class growth {
 public:
  explicit growth(remarks& to)
      : to_(to),
        k_(to.k),
        d_(to.k.d),
        judged_(d_.nodes.size(), false),
        told_(d_.nodes.size(), false),
        opened_(d_.nodes.size(), mark::fresh) {}

  void run() {
    judge(0);
    enter(0);
    while (!way_.empty()) {
      frame& top = way_.back();
      if (top.at < top.next.size()) {
        go(top.node, top.next[top.at++]);
        continue;
      }
      opened_[top.node] = mark::done;
      way_.pop_back();
    }
  }

 private:
  enum class mark : std::uint8_t { fresh, open, done };

  struct target {
    index node = none;
    bool part = false;  // of the instance; else one more demand on it, or one way to fill it
  };
  struct frame {
    index node = none;
    std::vector<target> next;
    std::size_t at = 0;
  };

  void enter(index n) {
    opened_[n] = mark::open;
    way_.push_back({n, targets(n), 0});
  }

  void go(index from, target t) {
    if (opened_[t.node] == mark::open && !told_[t.node]) {
      told_[t.node] = true;
      to_.on(
          from, remark_level::note, "unbounded_recursion",
          "a value can hold another of its kind without end: this leads back to " + place_text(d_, t.node));
    }
    if (t.part) judge(t.node);
    if (opened_[t.node] == mark::fresh) enter(t.node);
  }

  std::vector<target> targets(index n) {
    std::vector<target> all;
    const auto add = [&](index child, bool part) {
      if (child != none && k_.alive(child) != 0) all.push_back({child, part});
    };
    for_each_conjunct(d_, n, [&](index t, std::string_view, index) { add(t, false); });
    for_each_union(d_, n, [&](const union_rule& u) {
      for (std::uint32_t b = 0; b < u.count; ++b) add(d_.lists[u.branches + b], false);
    });
    if (const step* s = find_step(d_, n, step::what::condition)) {
      add(s->b, false);
      add(s->c, false);
    }
    add_parts(n, add);
    return all;
  }

  template <class Add>
  void add_parts(index n, Add add) {
    const node& one = d_.nodes[n];
    if (one.array != none) {
      const array_rule& rule = d_.array_rules[one.array];
      for (index i = 0; i < rule.prefix_count; ++i) add(d_.lists[rule.prefix + i], true);
      add(rule.items, true);
    }
    if (one.object != none) {
      const object_rule& rule = d_.object_rules[one.object];
      for (const name_entry& e : rule.names.entries()) add(e.child, true);
      for (index i = 0; i < rule.pattern_count; ++i)
        add(d_.pattern_properties[rule.patterns + i].child, true);
      // That anything can be there is said of the object.
      const bool plain = rule.additional != none && (d_.nodes[rule.additional].flags & flags::plain) != 0;
      add(rule.additional, !plain);
      for (index i = 0; i < rule.dependent_count; ++i) add(d_.dependents[rule.dependents + i].child, false);
    }
    for (const auto kind : {step::what::unevaluated_items, step::what::unevaluated_properties}) {
      if (const step* s = find_step(d_, n, kind)) add(s->a, true);
    }
  }

  static bool wild_string(const facts& f) {
    return (f.possible & types::string) != 0 && f.length.most == unbounded && !f.tame;
  }
  static bool wild_array(const facts& f) {
    return (f.possible & types::array) != 0 && f.items.most == unbounded;
  }
  static bool may_grow(const facts& f) {
    return f.finite == nullptr && (wild_string(f) || wild_array(f) || (f.possible & types::object) != 0);
  }

  /// A place; where it is one of several alternatives, each of these, unless it is bounded from outside.
  void judge(index place) {
    std::vector<std::pair<index, facts>> todo{{place, facts()}};
    while (!todo.empty()) {
      auto [n, f] = todo.back();
      todo.pop_back();
      meet(f, k_.of(n));
      if (k_.alive(n) == 0 || !may_grow(f) || judged_[n]) continue;
      judged_[n] = true;
      bool elsewhere = false;
      if (const index seen = only_reference(d_, n); seen != none) {
        todo.emplace_back(seen, f);
        elsewhere = true;
      }
      for_each_union(d_, n, [&](const union_rule& u) {
        for (std::uint32_t b = 0; b < u.count; ++b) todo.emplace_back(d_.lists[u.branches + b], f);
        elsewhere = true;
      });
      if (!elsewhere) judge_one(n, f);
    }
  }

  void judge_one(index n, const facts& f) {
    if (f.possible == types::all) {
      to_.on(n, remark_level::note, "unbounded_value", "anything can be here: no type is named");
      return;
    }
    if (wild_string(f))
      to_.on(n, remark_level::note, "unbounded_string",
             "a string can go on without end: there is no maxLength, nor an enum or pattern that ends it");
    if (wild_array(f))
      to_.on(n, remark_level::note, "unbounded_array",
             "an array can go on without end: there is no maxItems");
    if ((f.possible & types::object) != 0) judge_object(n, f);
  }

  void judge_object(index n, const facts& f) {
    if (f.members.most != unbounded) return;
    bool declares = false;
    for (const index one : k_.together(n)) {
      const step* rest = find_step(d_, one, step::what::unevaluated_properties);
      if (rest != nullptr && k_.forbids(rest->a)) return;
      if (d_.nodes[one].object == none) continue;
      const object_rule& rule = d_.object_rules[d_.nodes[one].object];
      if (rule.additional != none && k_.forbids(rule.additional) && rule.pattern_count == 0) return;
      const bool map = rule.additional != none || rule.pattern_count > 0;
      for (const name_entry& e : rule.names.entries()) declares = declares || (!map && e.child != none);
    }
    if (declares)
      to_.on(
          n, remark_level::note, "open_object",
          "members that are not declared are admitted without end: there is no additionalProperties: false");
    else
      to_.on(n, remark_level::note, "unbounded_object",
             "an object can have members without end: there is no maxProperties");
  }

  remarks& to_;
  knowledge& k_;
  const program::data& d_;
  std::vector<bool> judged_;
  std::vector<bool> told_;  // that it leads back here
  std::vector<mark> opened_;
  std::vector<frame> way_;
};

}  // namespace

void remark_on_growth(remarks& to) {
  growth(to).run();
}

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
