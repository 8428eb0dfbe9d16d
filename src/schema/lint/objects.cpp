// Parts that an object or array must have, held against everything that has a say on them.
//
// A member that one schema requires may be forbidden by another that holds at the same time: the classic is
// additionalProperties: false on both sides of an allOf.
#include "lint/knowledge.hpp"
#include "walk/report.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

namespace {

std::string quoted(std::string_view name) {
  return "\"" + excerpt(name, 60) + "\"";
}

}  // namespace

/// How many names or items a rule can have at most, because the rest is forbidden in so many words.
void knowledge::limit_rules() {
  for (const object_rule& rule : d.object_rules) {
    const bool closed = rule.additional != none && forbids_[rule.additional] && rule.pattern_count == 0;
    const auto admitted =
        std::count_if(rule.names.entries().begin(), rule.names.entries().end(),
                      [&](const name_entry& e) { return e.child != none && !forbids_[e.child]; });
    most_members_.push_back(closed ? static_cast<std::uint64_t>(admitted) : unbounded);
  }
  for (const array_rule& rule : d.array_rules) {
    std::uint64_t most = rule.items != none && forbids_[rule.items] ? rule.prefix_count : unbounded;
    for (std::uint32_t i = rule.prefix_count; i-- > 0;) {
      if (forbids_[d.lists[rule.prefix + i]]) most = i;
    }
    most_items_.push_back(most);
  }
}

void knowledge::check_parts(index n, facts& f) {
  const std::size_t begin = needs_.size();
  const std::vector<index> all = together(n);
  std::vector<index> objects;
  std::vector<index> arrays;
  for (const index one : all) {
    if (d.nodes[one].object != none) objects.push_back(one);
    if (d.nodes[one].array != none) arrays.push_back(one);
  }
  // What a single other schema demands has been checked there.
  const auto worth = [&](const std::vector<index>& rules) {
    return rules.size() > 1 || (rules.size() == 1 && rules.front() == n);
  };
  if (worth(objects) && (f.possible & types::object) != 0) check_objects(n, f, objects);
  if (worth(arrays) && (f.possible & types::array) != 0) check_arrays(n, f, arrays);
  if ((f.possible & types::object) != 0) check_choices(n, f, all);
  if (needs_.size() > begin) needs_of_[n] = {begin, needs_.size()};
}

void knowledge::check_objects(index n, facts& f, std::span<const index> all) {
  std::vector<std::string_view> required;
  std::unordered_set<std::string_view> seen;
  for (const index one : all) {
    const index at = d.nodes[one].object;
    f.members.at_most(most_members_[at], "additionalProperties");
    const name_table& names = d.object_rules[at].names;
    if (all.size() > 1 && !pay(names.size() * all.size())) continue;
    for (const name_entry& e : names.entries()) {
      if (e.required && seen.insert(e.name).second) required.push_back(e.name);
    }
  }
  f.members.at_least(required.size(), "required");
  for (const index one : all) {
    for (const std::string_view name : required) {
      if (!check_required(n, f, d.object_rules[d.nodes[one].object], name)) return;
    }
  }
  if (f.members.empty()) exclude(n, f, types::object, f.members.least_by, conflict_text(f.members, "member"));
}

/// Does the rule let a member of this name be? False once it is clear that no object fits.
bool knowledge::check_required(index n, facts& f, const object_rule& rule, std::string_view name) {
  const auto forbidden = [&](index child, const std::string& by) {
    if (!forbids_[child]) {
      needs_.push_back({n, child, types::object, name});
      return true;
    }
    exclude(n, f, types::object, "required", "member " + quoted(name) + " is required, and " + by);
    return false;
  };
  index hint = 0;
  const index entry = rule.names.find(name, hint);
  bool known = entry != none && rule.names.entries()[entry].child != none;
  if (known && !forbidden(rule.names.entries()[entry].child, "properties forbids it")) return false;
  for (index i = 0; i < rule.pattern_count; ++i) {
    const pattern_property& p = d.pattern_properties[rule.patterns + i];
    if (!pay(1 + name.size() / 16)) return true;
    const search_outcome found = d.patterns[p.pattern].search(name);
    if (found == search_outcome::undecided) return true;
    if (found == search_outcome::absent) continue;
    known = true;
    if (!forbidden(p.child, "patternProperties forbids it")) return false;
  }
  if (!known && rule.additional != none &&
      !forbidden(rule.additional, "additionalProperties, which does not see it declared, forbids it"))
    return false;
  if (rule.property_names == none || fits_name(rule.property_names, name).value_or(true)) return true;
  exclude(n, f, types::object, "required",
          "member " + quoted(name) + " is required, and propertyNames refuses it");
  return false;
}

bool knowledge::shuts_out(const object_rule& rule, std::string_view name) {
  if (rule.additional == none || !forbids_[rule.additional]) return false;
  index hint = 0;
  const index entry = rule.names.find(name, hint);
  if (entry != none && rule.names.entries()[entry].child != none) return false;
  for (index i = 0; i < rule.pattern_count; ++i) {
    if (!pay(1 + name.size() / 16)) return false;
    const search_outcome found = d.patterns[d.pattern_properties[rule.patterns + i].pattern].search(name);
    if (found != search_outcome::absent) return false;
  }
  return true;
}

bool knowledge::all_shut_out(const union_rule& u, std::string_view name) {
  const auto forbids = [&](index one) {
    if (d.nodes[one].object == none) return false;
    const object_rule& rule = d.object_rules[d.nodes[one].object];
    index hint = 0;
    const index entry = rule.names.find(name, hint);
    const index child = entry == none ? none : rule.names.entries()[entry].child;
    return child == none ? shuts_out(rule, name) : static_cast<bool>(forbids_[child]);
  };
  bool some = false;
  for (std::uint32_t b = 0; b < u.count; ++b) {
    const index branch = d.lists[u.branches + b];
    if ((facts_[branch].possible & types::object) == 0) continue;
    if (!pay(1)) return false;
    some = true;
    const std::vector<index> all = together(branch);
    if (std::none_of(all.begin(), all.end(), forbids)) return false;
  }
  return some;
}

/// A member that is required beside a union of which every alternative forbids it.
void knowledge::check_choices(index n, facts& f, std::span<const index> all) {
  std::vector<const union_rule*> unions;
  for (const index one : all) for_each_union(d, one, [&](const union_rule& u) { unions.push_back(&u); });
  for (const index one : all) {
    if (unions.empty() || d.nodes[one].object == none) continue;
    const object_rule& rule = d.object_rules[d.nodes[one].object];
    if (!pay(std::uint64_t{rule.required_count} * unions.size())) return;
    for (index k = 0; k < rule.required_count; ++k) {
      const std::string_view name = rule.names.entries()[d.lists[rule.required + k]].name;
      for (const union_rule* u : unions) {
        if (!all_shut_out(*u, name)) continue;
        return exclude(n, f, types::object, "required",
                       "member " + quoted(name) + " is required, and every alternative of " +
                           (u->exclusive ? "oneOf" : "anyOf") + " forbids it");
      }
    }
  }
}

void knowledge::check_arrays(index n, facts& f, std::span<const index> all) {
  for (const index one : all) {
    const array_rule& rule = d.array_rules[d.nodes[one].array];
    f.items.at_most(most_items_[d.nodes[one].array], rule.legacy ? "additionalItems" : "items");
    if (rule.contains != none && rule.min_contains > rule.max_contains)
      exclude(n, f, types::array, "minContains", "minContains is above maxContains");
  }
  if (f.items.empty()) exclude(n, f, types::array, f.items.least_by, conflict_text(f.items, "item"));
  for (const index one : all) {
    const array_rule& rule = d.array_rules[d.nodes[one].array];
    const std::uint64_t needed = std::min<std::uint64_t>(rule.prefix_count, f.items.least);
    if (one != n && !pay(needed)) continue;
    for (std::uint64_t i = 0; i < needed; ++i)
      needs_.push_back({n, d.lists[rule.prefix + i], types::array, {}});
    if (rule.items != none && f.items.least > rule.prefix_count)
      needs_.push_back({n, rule.items, types::array, {}});
    if (rule.contains == none || rule.min_contains == 0) continue;
    if (forbids_[rule.contains])
      exclude(n, f, types::array, "contains", "contains asks for an item that nothing can be");
    else
      needs_.push_back({n, rule.contains, types::array, {}});
  }
}

/// How many different names or items there can be at all: known once every node has been gathered.
void knowledge::check_counts(index n) {
  facts& f = facts_[n];
  const index object = d.nodes[n].object;
  if (object != none && d.object_rules[object].property_names != none) {
    const finite_set* names = facts_[d.object_rules[object].property_names].finite;
    if (names != nullptr) f.members.at_most(names->values.size(), "propertyNames");
    if (f.members.empty())
      exclude(n, f, types::object, f.members.least_by, conflict_text(f.members, "member"));
  }
  if (d.nodes[n].array == none) return;
  const array_rule& rule = d.array_rules[d.nodes[n].array];
  if (!rule.unique || rule.items == none || rule.prefix_count > 0) return;
  const facts& item = facts_[rule.items];
  std::uint64_t different = unbounded;
  if (item.finite != nullptr) {
    different = item.finite->values.size();
  } else if ((item.possible & ~(types::null | types::boolean)) == 0) {
    different = (item.possible & types::null) != 0 ? 1 : 0;
    if ((item.possible & types::boolean) != 0) different += 2;
  }
  f.items.at_most(different, "uniqueItems");
  if (f.items.empty()) exclude(n, f, types::array, f.items.least_by, conflict_text(f.items, "item"));
}

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
