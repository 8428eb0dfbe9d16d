// Which keywords of a schema watching cannot decide at the first byte that decides them.
#include "nodes/edges.hpp"
#include "walk/numbers.hpp"
#include "watch/edges.hpp"
#include "watch/plan.hpp"

#include <string>
#include <vector>

#include <tenon/watch.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

class deferred_lister {
 public:
  explicit deferred_lister(const program::data& d) : d_(d), plan_(d.watching.get(d)) {}

  std::vector<deferred_keyword> list() {
    std::vector<bool> reached(d_.nodes.size(), false);
    std::vector<index> todo{0};
    std::size_t dynamic = 0;
    reached[0] = true;
    while (!todo.empty()) {
      const index n = todo.back();
      todo.pop_back();
      const auto reach = [&](index target) {
        if (reached[target]) return;
        reached[target] = true;
        todo.push_back(target);
      };
      for_each_in_place(d_, n, reach);
      for_each_part(d_, n, reach);
      for_each_dynamic(d_, n, [&](const step& s) {
        reach(s.a);
        // All that any of them may mean, once: runs of targets are shared.
        for (; dynamic < d_.dynamic_targets.size(); ++dynamic) reach(d_.dynamic_targets[dynamic].node);
      });
    }
    for (index n = 0; n < d_.nodes.size(); ++n) {
      if (reached[n]) list_node(n);
    }
    return std::move(found_);
  }

 private:
  void add(index n, std::string_view keyword, bool whole = false) {
    found_.push_back({place_of(d_, n), keyword, whole});
  }

  void list_node(index n) {
    const node& s = d_.nodes[n];
    if (!plan_.readable(n)) return list_members(n);
    if (s.literals != none) list_literals(n, d_.literal_sets[s.literals]);
    if (s.number != none) list_numbers(n);
    if (s.string != none) list_text(n, d_.string_rules[s.string]);
    if (s.array != none && d_.array_rules[s.array].contains != none) add(n, "contains");
    if (s.object != none) list_object(n, d_.object_rules[s.object]);
    for (index i = 0; i < s.step_count; ++i) list_step(n, d_.steps[s.steps + i]);
    if (!understands_steps(d_, n)) list_members(n);
  }

  /// Something here is not understood.
  void list_members(index n) {
    const value& schema = *d_.places[n].schema;
    if (!schema.is_object()) return;
    for (const json::member& m : schema.members()) {
      if (is_late_by_name(m.name)) add(n, m.name, true);
    }
  }

  static bool is_late_by_name(std::string_view name) {
    return name == "unevaluatedItems" || name == "unevaluatedProperties" || name == "$dynamicRef" ||
           name == "$recursiveRef";
  }

  void list_literals(index n, const literal_set& set) {
    if ((set.types() & (types::array | types::object | types::number)) == 0) return;
    add(n, set.keyword(), (set.types() & (types::array | types::object)) != 0);
  }

  void list_numbers(index n) {
    for (index i = d_.nodes[n].number;; ++i) {
      add(n, keyword_of(d_.number_checks[i].kind));
      if (d_.number_checks[i].last) return;
    }
  }

  void list_text(index n, const string_rule& rule) {
    if (rule.pattern != none && !plan_.patterns[rule.pattern].possible()) add(n, "pattern");
    if (rule.format != format::loose) add(n, "format");
    if (rule.content == content::base64 || rule.content == content::base64_json) add(n, "contentEncoding");
    if (rule.content == content::json || rule.content == content::base64_json) add(n, "contentMediaType");
  }

  void list_object(index n, const object_rule& rule) {
    for (index i = 0; i < rule.dependent_count; ++i) {
      const dependent& dep = d_.dependents[rule.dependents + i];
      const bool listed =
          !found_.empty() && found_.back().keyword == dep.keyword && found_.back().place == place_of(d_, n);
      if (dep.child != none && !listed) add(n, dep.keyword);
    }
  }

  void list_step(index n, const step& s) {
    switch (s.kind) {
      case step::what::one_of:
        if (!d_.unions[s.a].tagged) add(n, "oneOf");
        return;
      case step::what::negation:
        return add(n, "not");
      case step::what::condition:
        if (s.b != none || s.c != none) add(n, "if");
        return;
      case step::what::constant:
        return list_literals(n, d_.literal_sets[s.a]);
      default:
        return;
    }
  }

  const program::data& d_;
  const watch_plan& plan_;
  std::vector<deferred_keyword> found_;
};

}  // namespace

std::vector<deferred_keyword> deferred(const program& code) {
  return deferred_lister(code.nodes()).list();
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
