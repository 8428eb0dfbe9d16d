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

namespace {

/// But for the empty name, and such as have line breaks.
bool matches_nearly_all(std::string_view pattern) {
  for (const std::string_view one :
       {"", ".", "^", ".*", ".+", "^.", "^.*", "^.+", "^.*$", "^.+$", ".*$", ".+$"}) {
    if (pattern == one) return true;
  }
  return false;
}

/// Does it lead somewhere that a place does not say, so that more members may be evaluated there?
bool leads_away(const program::data& d, index n) {
  const node& one = d.nodes[n];
  for (index i = 0; i < one.step_count; ++i) {
    const step& s = d.steps[one.steps + i];
    if (s.kind == step::what::condition || (s.kind == step::what::dynamic_ref && s.c != 0)) return true;
  }
  return false;
}

bool closes_unevaluated(const program::data& d, index n) {
  const node& one = d.nodes[n];
  for (index i = 0; i < one.step_count; ++i) {
    const step& s = d.steps[one.steps + i];
    if (s.kind == step::what::unevaluated_properties && (d.nodes[s.a].flags & flags::never) != 0) return true;
  }
  return false;
}

}  // namespace

/// What holds for members that are not named.
struct builder::others {
  bool open = true;                           // anything goes
  bool closed = false;                        // there are none
  bool asked = false;                         // they are admitted in so many words
  std::vector<std::vector<index>> ways = {};  // else each fits one of these
  std::vector<index> names = {};              // propertyNames
  std::vector<index> patterns = {};           // of names; each belongs to the way at its position
  bool only_patterns = false;                 // no name that matches none of them
};

/// Names are strings; whether none of them can be one.
bool builder::fits_no_name(const std::vector<index>& names) const {
  place at{names, {}, {}};
  std::sort(at.nodes.begin(), at.nodes.end());
  const conjunction said = gathered(at);
  return said.never || (said.types & types::string) == 0;
}

/// Does the schema say of each member that is written that it is evaluated, wherever else it is named?
bool builder::evaluates(index n, const std::vector<form_member>& members) const {
  const conjunction reached = gathered({{n}, {}, {}});
  return std::all_of(members.begin(), members.end(),
                     [&](const form_member& m) { return !member_nodes(reached, m.name).empty(); });
}

builder::others builder::others_of(const place& at, const conjunction& all) const {
  others out;
  std::vector<index> additional;
  std::vector<index> always;  // what additionalProperties says where no pattern can stand against it
  std::vector<index> children;
  const object_rule* closing = nullptr;  // admits what its patterns admit, and nothing else
  bool shut = false;
  bool unevaluated = false;
  const bool chooses =
      !all.choices.empty() || !all.left_open.empty() || !at.made.empty() ||
      std::any_of(all.nodes.begin(), all.nodes.end(), [&](index n) { return leads_away(d_, n); });
  const auto add_patterns = [&](const object_rule& rule) {
    for (index k = 0; k < rule.pattern_count; ++k) {
      out.patterns.push_back(d_.pattern_properties[rule.patterns + k].pattern);
      children.push_back(d_.pattern_properties[rule.patterns + k].child);
    }
  };
  for (const index n : all.nodes) {
    unevaluated = unevaluated || (!chooses && closes_unevaluated(d_, n));
    if (d_.nodes[n].object == none) continue;
    const object_rule& rule = d_.object_rules[d_.nodes[n].object];
    if (rule.property_names != none) out.names.push_back(rule.property_names);
    add_patterns(rule);
    if (rule.additional == none) continue;
    if (gathered({{rule.additional}, {}, {}}).never) {
      shut = shut || rule.pattern_count == 0;
      if (closing == nullptr) closing = &rule;
    } else if (speaks(d_, rule.additional)) {
      additional.push_back(rule.additional);
      if (rule.pattern_count == 0) always.push_back(rule.additional);
    } else {
      out.asked = true;
    }
  }
  // Written as a pattern that any name matches, it is a map all the same.
  const bool total = out.patterns.size() == 1 && matches_nearly_all(d_.pattern_texts[out.patterns.front()]);
  if (closing == nullptr && !shut && additional.empty() && total) additional = children;
  unevaluated = unevaluated && additional.empty() && !out.asked;
  shut = shut || fits_no_name(out.names);
  out.open = !shut && closing == nullptr && !unevaluated && additional.empty();
  if (out.open) return out;  // patterns narrow what some of the others may be, not all
  if (closing != nullptr) {
    out.patterns.clear();
    children.clear();
    add_patterns(*closing);
  }
  out.only_patterns = closing != nullptr || unevaluated;
  if (!out.only_patterns) out.ways.push_back(std::move(additional));
  for (const index child : children) {
    out.ways.push_back(always);
    out.ways.back().push_back(child);
  }
  out.closed = shut || out.ways.empty();
  return out;
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

/// The member for those without a name of their own.
void builder::name_rest(form& to) {
  to.rest = "additional_members";
  while (std::any_of(to.members.begin(), to.members.end(),
                     [&](const form_member& m) { return m.name == to.rest; }))
    to.rest += "_";
}

void builder::add_others(form& to, const others& rest, const conjunction& all, context c) {
  if (rest.closed) return;
  if (to_.maps == maps::pairs) {
    if (rest.open) return note_open_record(to, all, true);
    name_rest(to);
    to.closed = true;
    to.item = keep(pairs(rest, all, c, false));
    to.item.description = "Further members, as a list of pairs.";
    return;
  }
  // llama.cpp closes an object that names members, unless it is told not to.
  if (rest.open && to_.exact_prefix && !to.members.empty()) {
    if (!rest.asked) return note_open_record(to, all, true);
    to.item = keep(whatever());
  }
  if (rest.open) {
    for (const index n : all.nodes) {
      if (d_.nodes[n].object != none && d_.object_rules[d_.nodes[n].object].pattern_count > 0)
        leave_out(to, n, "patternProperties", {});
    }
    return;
  }
  to.item = others_use(rest, c);
  const auto rules_with_patterns = std::count_if(all.nodes.begin(), all.nodes.end(), [&](index n) {
    return d_.nodes[n].object != none && d_.object_rules[d_.nodes[n].object].pattern_count > 0;
  });
  for (const index n : all.nodes) {
    if (d_.nodes[n].object == none) continue;
    const object_rule& rule = d_.object_rules[d_.nodes[n].object];
    if (rule.pattern_count == 0) continue;
    const bool said = to_.to == dialect::vllm && to.members.empty() && rest.only_patterns &&
                      rest.patterns.size() == 1 && rest.names.empty() && rules_with_patterns == 1;
    if (said) {
      to.key_pattern = d_.pattern_texts[rest.patterns.front()];
    } else {
      leave_out(to, n, "patternProperties",
                sentences::raw("patternProperties", *keyword_of(n, "patternProperties")));
      note(to, n, "additionalProperties", "which names there may be is checked afterwards");
    }
  }
}

use builder::others_use(const others& rest, context c) {
  if (rest.ways.empty()) return keep(whatever());
  std::vector<use> ways;
  for (const std::vector<index>& way : rest.ways) {
    use one = use_of(way, c.below());
    if (error_) return {};
    const bool again =
        std::any_of(ways.begin(), ways.end(), [&](const use& u) { return u.form == one.form; });
    if (!again && !is_never(one)) ways.push_back(std::move(one));
  }
  if (ways.size() == 1) return ways.front();
  return keep(choice_of(std::move(ways), {}));
}

/// `alone`: all members of the object are among them.
form builder::pairs(const others& rest, const conjunction& all, context c, bool alone) {
  form f;
  f.kind = form::what::pairs;
  f.item = others_use(rest, c);
  if (error_) return {};
  if (is_never(f.item)) f.item = keep(whatever());
  f.key = keep(key_form(rest, all));
  const bool by_pattern = rest.only_patterns && rest.patterns.size() == 1 && rest.names.empty();
  for (const index n : all.nodes) {
    if (d_.nodes[n].object == none || d_.object_rules[d_.nodes[n].object].pattern_count == 0) continue;
    leave_out(f, n, "patternProperties",
              by_pattern ? "Keys match " + std::string(d_.pattern_texts[rest.patterns.front()]) + " ."
                         : sentences::raw("patternProperties", *keyword_of(n, "patternProperties")));
    if (rest.only_patterns || d_.object_rules[d_.nodes[n].object].additional != none)
      note(f, n, "additionalProperties", "which names there may be is checked afterwards");
  }
  if (alone) record_words(f, rest, all, c, true);
  return f;
}

/// Names are strings, so what propertyNames says of other types says nothing.
form builder::key_form(const others& rest, const conjunction& all) {
  form key;
  key.kind = form::what::scalar;
  key.types = types::string;
  if (rest.names.empty()) return key;
  place at{rest.names, {}, {}};
  std::sort(at.nodes.begin(), at.nodes.end());
  const conjunction said = gathered(at);
  key = scalar(said, types::string, at);
  note_rest(key, said);
  if (said.literals.empty() && said.choices.empty()) return key;
  for (const index n : all.nodes) {
    if (d_.nodes[n].object != none && d_.object_rules[d_.nodes[n].object].property_names != none)
      leave_out(key, n, "propertyNames",
                sentences::raw("propertyNames",
                               *d_.places[d_.object_rules[d_.nodes[n].object].property_names].schema));
  }
  if (said.literals.empty()) return key;
  form listed = literals(at, said);
  if (listed.kind != form::what::scalar || listed.types != types::string) return key;
  return listed;
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
