#include "lint/outline.hpp"

#include "lint/remarks.hpp"
#include "load/keyword.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

namespace {

constexpr std::size_t deepest = 50;
constexpr std::size_t longest_description = 120;

std::string described(const program::data& d, index n) {
  const value& schema = *d.places[n].schema;
  for (const std::string_view name : {"description", "title"}) {
    const value* const text = schema.find(name);
    if (text == nullptr || !text->is_string()) continue;
    const std::string_view all = text->string();
    return excerpt(all.substr(0, all.find('\n')), longest_description);
  }
  return {};
}

/// Recursive on the depth of the outline alone, which has a limit.
class outliner {
 public:
  outliner(knowledge& k, const lint_options& options)
      : k_(k), d_(k.d), options_(options), shown_(d_.nodes.size(), false) {}

  void place(index n, std::size_t depth, std::string name, bool required) {
    if (depth > std::min(options_.outline_depth, deepest)) return;
    if (lines.size() >= options_.max_outline_lines) {
      cut = true;
      return;
    }
    index body = n;
    std::string description = described(d_, n);
    for (index seen = only_reference(d_, n); seen != none; seen = only_reference(d_, seen)) {
      body = seen;
      if (description.empty()) description = described(d_, body);
    }
    outline_line line;
    line.depth = depth;
    line.place = place_of(d_, n);
    line.name = std::move(name);
    line.required = required;
    line.text = summary(k_, body);
    line.description = std::move(description);
    const bool parts = has_parts(body);
    if (parts && shown_[body])
      line.text += ", as " + place_text(d_, body);
    else if (parts && body != n)
      line.text += " (" + place_text(d_, body) + ")";
    lines.push_back(std::move(line));
    if (shown_[body] || !parts) return;
    shown_[body] = true;
    children(body, depth + 1);
  }

  std::vector<outline_line> lines;
  bool cut = false;

 private:
  /// The schemas that hold together here, with the one branch of each union that is more than null.
  std::vector<index> bodies(index n) {
    std::vector<index> all = k_.together(n, false);
    for (std::size_t i = 0; i < all.size() && all.size() < most_bodies; ++i) {
      for_each_union(d_, all[i], [&](const union_rule& u) {
        const std::vector<index> ways = alternatives(u);
        if (ways.size() != 1) return;
        for (const index one : k_.together(ways.front(), false)) {
          if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
        }
      });
    }
    return all;
  }

  std::vector<index> alternatives(const union_rule& u) const {
    std::vector<index> all;
    for (std::uint32_t b = 0; b < u.count; ++b) {
      const index branch = d_.lists[u.branches + b];
      if ((k_.alive(branch) & ~types::null) != 0) all.push_back(branch);
    }
    return all;
  }

  bool has_parts(index n) {
    if (k_.of(n).finite != nullptr || k_.forbids(n)) return false;
    for (const index one : bodies(n)) {
      if (d_.nodes[one].array != none || d_.nodes[one].object != none) return true;
      bool several = false;
      for_each_union(d_, one, [&](const union_rule& u) { several = several || alternatives(u).size() > 1; });
      if (several || find_step(d_, one, step::what::condition) != nullptr) return true;
    }
    return false;
  }

  void children(index n, std::size_t depth) {
    const std::vector<index> all = bodies(n);
    members(all, depth);
    for (const index one : all) {
      items(one, depth);
      others(one, depth);
    }
    for (const index one : all) {
      for_each_union(d_, one, [&](const union_rule& u) { choice(u, depth); });
      const step* const s = find_step(d_, one, step::what::condition);
      if (s == nullptr || (s->b == none && s->c == none)) continue;
      place(s->a, depth, "if", true);
      if (s->b != none) place(s->b, depth, "then", true);
      if (s->c != none) place(s->c, depth, "else", true);
    }
  }

  /// A member that several schemas speak of stands where the first does.
  void members(const std::vector<index>& all, std::size_t depth) {
    std::unordered_set<std::string_view> required;
    std::unordered_set<std::string_view> named;
    for (const index one : all) {
      if (d_.nodes[one].object == none || lines.size() >= options_.max_outline_lines) continue;
      for (const name_entry& e : d_.object_rules[d_.nodes[one].object].names.entries()) {
        if (e.required) required.insert(e.name);
      }
    }
    for (const index one : all) {
      if (d_.nodes[one].object == none) continue;
      for (const name_entry& e : d_.object_rules[d_.nodes[one].object].names.entries()) {
        if (cut) return;
        if (e.child == none || !named.insert(e.name).second) continue;
        place(e.child, depth, excerpt(e.name, longest_name), required.find(e.name) != required.end());
      }
    }
  }

  void others(index one, std::size_t depth) {
    if (d_.nodes[one].object == none) return;
    const object_rule& rule = d_.object_rules[d_.nodes[one].object];
    for (index i = 0; i < rule.pattern_count && !cut; ++i) {
      const pattern_property& p = d_.pattern_properties[rule.patterns + i];
      place(p.child, depth, "/" + excerpt(d_.pattern_texts[p.pattern], longest_name) + "/", false);
    }
    const bool said = rule.additional != none && !k_.forbids(rule.additional) &&
                      (d_.nodes[rule.additional].flags & flags::plain) == 0;
    if (said) place(rule.additional, depth, "others", false);
    for (index i = 0; i < rule.dependent_count && !cut; ++i) {
      const dependent& dep = d_.dependents[rule.dependents + i];
      if (dep.child == none) continue;
      place(dep.child, depth, "with " + excerpt(rule.names.entries()[dep.trigger].name, longest_name), true);
    }
  }

  void items(index one, std::size_t depth) {
    if (d_.nodes[one].array == none) return;
    const array_rule& rule = d_.array_rules[d_.nodes[one].array];
    for (index i = 0; i < rule.prefix_count && !cut; ++i)
      place(d_.lists[rule.prefix + i], depth, "item " + std::to_string(i), true);
    if (rule.items != none && !k_.forbids(rule.items))
      place(rule.items, depth, rule.prefix_count > 0 ? "each other" : "each", true);
    if (rule.contains != none) place(rule.contains, depth, "contains", true);
  }

  void choice(const union_rule& u, std::size_t depth) {
    if (alternatives(u).size() < 2) return;
    for (std::uint32_t b = 0; b < u.count && !cut; ++b)
      place(d_.lists[u.branches + b], depth, (u.exclusive ? "oneOf " : "anyOf ") + std::to_string(b), true);
  }

  static constexpr std::size_t most_bodies = 64;
  static constexpr std::size_t longest_name = 60;

  knowledge& k_;
  const program::data& d_;
  const lint_options& options_;
  std::vector<bool> shown_;
};

}  // namespace

std::vector<outline_line> outline(knowledge& k, const lint_options& options, bool& cut) {
  outliner o(k, options);
  o.place(0, 0, "", true);
  cut = o.cut;
  return std::move(o.lines);
}

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
