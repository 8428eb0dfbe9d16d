// Members that the schema does not name.
#include "lower/builder.hpp"
#include "lower/sentences.hpp"

#include <algorithm>
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

/// Names are strings; whether none of them can be one.
bool builder::fits_no_name(const std::vector<index>& names) const {
  place at{names, {}, {}};
  std::sort(at.nodes.begin(), at.nodes.end());
  const conjunction said = gathered(at);
  return said.never || (said.types & types::string) == 0;
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

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
