// Objects.
//
// Members that the schema names become a record. What it says of members that it does not name is a map:
// additionalProperties where the dialect takes it, else a list of pairs. That any further member is admitted
// cannot be said where objects must be closed: the one thing that is lost there, and noted.
#include "lower/builder.hpp"
#include "lower/sentences.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

/// Does the schema say of each member that is written that it is evaluated, wherever else it is named?
bool builder::evaluates(index n, const std::vector<form_member>& members) const {
  const conjunction reached = gathered({{n}, {}, {}});
  return std::all_of(members.begin(), members.end(),
                     [&](const form_member& m) { return !member_nodes(reached, m.name).empty(); });
}

/// All that is said of a member of this name.
std::vector<index> builder::member_nodes(const conjunction& all, std::string_view name) const {
  std::vector<index> nodes;
  for (const index n : all.nodes) {
    if (d_.nodes[n].object == none) continue;
    const object_rule& rule = d_.object_rules[d_.nodes[n].object];
    index hint = 0;
    const index at = rule.names.find(name, hint);
    bool spoken = at != none && rule.names.entries()[at].child != none;
    if (spoken) nodes.push_back(rule.names.entries()[at].child);
    for (index k = 0; k < rule.pattern_count; ++k) {
      const pattern_property& p = d_.pattern_properties[rule.patterns + k];
      if (!d_.patterns[p.pattern].found_in(name)) continue;
      nodes.push_back(p.child);
      spoken = true;
    }
    if (!spoken && rule.additional != none) nodes.push_back(rule.additional);
  }
  return nodes;
}

/// A member that need not be there where all have to: null in its place means that it is absent.
void builder::make_nullable(form_member& m, form& to, index n) {
  if (accepts_null(m.what)) {
    m.gone = !admits_null(m.what);
    if (n == none || m.gone) return;
    to.notes.push_back({place_of(d_, n), "required",
                        "the member may be absent or null, and cannot be both here: null is kept as null"});
    return;
  }
  form f;
  f.kind = form::what::choice;
  f.description = std::exchange(m.what.description, {});
  f.title = std::exchange(m.what.title, {});
  f.prefix = {std::move(m.what), null_form()};
  f.nodes = forms_[f.prefix.front().form].nodes;
  m.what = keep(std::move(f));
  m.gone = true;
}

void builder::note_let_in(form& to, index n) const {
  to.notes.push_back({place_of(d_, n), "schema", "nothing fits this member, and it is not kept out"});
}

/// False if there can be no such object.
bool builder::add_member(form& to, std::string_view name, const conjunction& all, bool required, context c) {
  std::vector<index> nodes = member_nodes(all, name);
  const index first = nodes.empty() ? none : nodes.front();
  bool refused = false;
  for (const index n : all.nodes) {
    if (d_.nodes[n].object == none) continue;
    const index names = d_.object_rules[d_.nodes[n].object].property_names;
    refused = refused || (names != none && !d_.dynamic && !admits({names}, value(name)));
  }
  use what;
  if (!refused) what = use_of(std::move(nodes), c.below());
  if (error_) return false;
  if (refused || is_never(what)) {
    if (!required && !refused && !to_.closed && first != none) note_let_in(to, first);
    return !required;
  }
  form_member m{std::string(name), std::move(what), required, false, !required};
  if (!required && to_.all_required) make_nullable(m, to, first);
  m.required = required || to_.all_required;
  to.members.push_back(std::move(m));
  return true;
}

bool builder::add_members(form& to, const conjunction& all, context c) {
  std::vector<std::string_view> names;
  std::unordered_map<std::string_view, bool> required;
  for (const index n : all.nodes) {
    if (d_.nodes[n].object == none) continue;
    for (const name_entry& e : d_.object_rules[d_.nodes[n].object].names.entries()) {
      if (e.child == none && !e.required) continue;
      const auto [known, fresh] = required.emplace(e.name, false);
      if (fresh) names.push_back(e.name);
      known->second = known->second || e.required;
    }
  }
  for (const std::string_view name : names) {
    if (!add_member(to, name, all, required[name], c)) return false;
  }
  return true;
}

/// Members that only alternatives speak of which are not written.
void builder::add_open_members(form& to, const conjunction& all, context c) {
  std::vector<std::string_view> names;
  std::unordered_map<std::string_view, std::vector<use>> ways;
  std::unordered_map<std::string_view, index> spoken;
  std::unordered_set<std::string_view> there;
  for (const form_member& m : to.members) there.insert(m.name);
  const auto add = [&](const choice_point& open) {
    for (const std::vector<index>& branch : open.branches) {
      const conjunction inside = gathered({branch, {}, {}});
      for (const index n : inside.nodes) {
        if (d_.nodes[n].object == none) continue;
        for (const name_entry& e : d_.object_rules[d_.nodes[n].object].names.entries()) {
          if (e.child == none || there.find(e.name) != there.end()) continue;
          if (ways.find(e.name) == ways.end()) names.push_back(e.name);
          spoken.emplace(e.name, e.child);
          use one = use_of(std::vector<index>{e.child}, c.below());
          if (error_) return;
          auto& some = ways[e.name];
          const bool again =
              std::any_of(some.begin(), some.end(), [&](const use& u) { return u.form == one.form; });
          if (!again && !is_never(one)) some.push_back(std::move(one));
        }
      }
    }
  };
  for (const choice_point& open : all.left_open) add(open);
  for (const choice_point& open : all.choices) add(open);
  for (const std::string_view name : names) {
    std::vector<use>& some = ways[name];
    if (some.empty()) continue;
    use what = some.size() == 1 ? some.front() : keep(choice_of(some, {}));
    form_member m{std::string(name), std::move(what), false, false, true};
    if (to_.all_required) make_nullable(m, to, spoken[name]);
    m.required = to_.all_required;
    to.members.push_back(std::move(m));
    to.loosened = true;
  }
}

form builder::record(const place& at, const conjunction& all, context c) {
  form f;
  f.kind = form::what::record;
  f.nodes = at.nodes;
  others rest = others_of(at, all);
  if (!add_members(f, all, c)) {
    f.kind = form::what::never;
    return f;
  }
  add_open_members(f, all, c);
  steps_ += f.members.size();
  if (error_) return {};
  const bool alone = f.members.empty() && !rest.closed && to_.maps == maps::pairs;
  if (alone) return pairs(rest, all, c, true);
  f.closed = rest.closed;
  if (f.closed) std::erase_if(f.notes, [](const lowering_note& one) { return one.keyword == "schema"; });
  record_words(f, rest, all, c, false);
  add_others(f, rest, all, c);
  return f;
}

void builder::note_open_record(form& to, const conjunction& all, bool named) {
  for (const index n : all.nodes) {
    const node& one = d_.nodes[n];
    if (one.object == none) {
      if (!named && (one.types & types::object) != 0 && one.types != types::all)
        note(to, n, "additionalProperties", "members that the schema does not name cannot be said");
      continue;
    }
    const index additional = d_.object_rules[one.object].additional;
    if (additional != none && speaks(d_, additional)) continue;
    note(to, n, "additionalProperties", "members that the schema does not name cannot be said");
    if (d_.object_rules[one.object].pattern_count > 0)
      note(to, n, "patternProperties", "members that the schema does not name cannot be said");
  }
}

/// Rules on how many members there are, and on which come together.
void builder::record_words(form& to, const others& rest, const conjunction& all, context c, bool as_pairs) {
  std::uint64_t min = 0;
  std::uint64_t max = unbounded;
  for (const index n : all.nodes) {
    if (d_.nodes[n].object == none) continue;
    const object_rule& rule = d_.object_rules[d_.nodes[n].object];
    min = std::max(min, rule.min_properties);
    max = std::min(max, rule.max_properties);
  }
  const std::uint32_t least = as_pairs ? words::min_items : words::min_properties;
  const std::uint32_t most = as_pairs ? words::max_items : words::max_properties;
  const std::uint64_t floor = as_pairs ? to_.most_min_items : unbounded;
  if (min > 0 && has(least))
    to.words.emplace_back(as_pairs ? "minItems" : "minProperties", std::min(min, floor));
  if (max != unbounded && has(most)) to.words.emplace_back(as_pairs ? "maxItems" : "maxProperties", max);
  for (const index n : all.nodes) {
    if (d_.nodes[n].object == none) continue;
    const object_rule& rule = d_.object_rules[d_.nodes[n].object];
    if (rule.min_properties > 0 && (!has(least) || min > floor))
      leave_out(to, n, "minProperties", sentences::counted("minProperties", min));
    if (rule.max_properties != unbounded && !has(most))
      leave_out(to, n, "maxProperties", sentences::counted("maxProperties", max));
    for (index k = 0; k < rule.dependent_count; ++k) {
      const dependent& one = d_.dependents[rule.dependents + k];
      if (one.child != none) continue;
      const value* said = keyword_of(n, one.keyword);
      leave_out(to, n, one.keyword, said == nullptr ? std::string() : sentences::raw(one.keyword, *said));
    }
    if (rule.property_names == none || as_pairs || rest.closed) continue;
    const bool alone = has(words::property_names) && to.members.empty() && rest.open &&
                       rest.patterns.empty() && rest.names.size() == 1;
    if (alone)
      to.key = use_of(std::vector<index>{rule.property_names}, c.below());
    else if (to_.maps == maps::additional || !rest.open)
      leave_out(to, n, "propertyNames",
                sentences::raw("propertyNames", *d_.places[rule.property_names].schema));
    else
      note(to, n, "propertyNames", "members that the schema does not name cannot be said");
  }
}

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
