// Members that a schema declares in one place and forbids in another, and required names that look misspelt.
#include "lint/remarks.hpp"
#include "walk/report.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

namespace {

class member_rules {
 public:
  explicit member_rules(remarks& to) : to_(to), k_(to.k), told_(to.k.d.nodes.size(), false) {}

  void run(index n) {
    const std::vector<index> all = k_.together(n);
    for (const index one : all) {
      if (k_.d.nodes[one].object == none) continue;
      for (const index other : all) {
        if (other == one || k_.d.nodes[other].object == none) continue;
        const object_rule& rule = k_.d.object_rules[k_.d.nodes[other].object];
        if (rule.additional != none && k_.forbids(rule.additional)) compare(one, other);
      }
    }
    for (const index one : all) {
      for_each_union(k_.d, one, [&](const union_rule& u) {
        for (const index other : all) {
          if (k_.d.nodes[other].object != none) compare(other, u);
        }
      });
    }
    if (k_.d.nodes[n].object == none) return;
    const object_rule& own = k_.d.object_rules[k_.d.nodes[n].object];
    if (own.property_names != none) check_names(own);
    find_misspelt(n, own);
  }

 private:
  void compare(index one, index other) {
    const name_table& names = k_.d.object_rules[k_.d.nodes[one].object].names;
    if (!k_.pay(names.size())) return;
    for (const name_entry& e : names.entries()) {
      if (e.child == none || k_.forbids(e.child) || told_[e.child]) continue;
      if (!k_.shuts_out(k_.d.object_rules[k_.d.nodes[other].object], e.name)) continue;
      told_[e.child] = true;
      to_.on(e.child, remark_level::warning, "forbidden_member",
             "additionalProperties of " + place_text(k_.d, other) + " forbids this member");
    }
  }

  void compare(index one, const union_rule& u) {
    const name_table& names = k_.d.object_rules[k_.d.nodes[one].object].names;
    if (!k_.pay(names.size())) return;
    for (const name_entry& e : names.entries()) {
      if (e.child == none || k_.forbids(e.child) || told_[e.child] || !k_.all_shut_out(u, e.name)) continue;
      told_[e.child] = true;
      to_.on(e.child, remark_level::warning, "forbidden_member",
             "every alternative of " + std::string(u.exclusive ? "oneOf" : "anyOf") + " forbids this member");
    }
  }

  void check_names(const object_rule& rule) {
    for (const name_entry& e : rule.names.entries()) {
      if (e.child == none || k_.forbids(e.child) || told_[e.child]) continue;
      if (k_.fits_name(rule.property_names, e.name).value_or(true)) continue;
      told_[e.child] = true;
      to_.on(e.child, remark_level::warning, "forbidden_member", "propertyNames refuses this member's name");
    }
  }

  void find_misspelt(index n, const object_rule& rule) {
    bool declares = false;
    for (const name_entry& e : rule.names.entries()) declares = declares || e.child != none;
    if (!declares || rule.pattern_count > 0 || !to_.wanted(n)) return;
    for (const name_entry& e : rule.names.entries()) {
      if (!e.required || e.child != none) continue;
      if (!k_.pay(std::min<std::uint64_t>(rule.names.size(), 256) * 16)) return;  // each is compared
      const std::string near = nearest_name(rule.names, e.name);
      if (near.empty() || edit_distance(near, e.name) > (e.name.size() < 4 ? 1U : 2U)) continue;
      to_.at(n, "required", remark_level::warning, "misspelt_name",
             "\"" + excerpt(e.name, 60) + "\" is required and not declared; is \"" + excerpt(near, 60) +
                 "\" meant?");
    }
  }

  remarks& to_;
  knowledge& k_;
  std::vector<bool> told_;
};

}  // namespace

void remark_on_members(remarks& to) {
  member_rules rules(to);
  for (index n = 0; n < to.k.d.nodes.size(); ++n) {
    if ((to.k.d.nodes[n].types & types::object) != 0) rules.run(n);
  }
}

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
