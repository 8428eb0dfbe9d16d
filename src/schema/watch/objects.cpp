// Members: which names can come, what their values must fit, what an object lacks when it ends.
#include "nodes/seen.hpp"
#include "watch/machine.hpp"

#include <algorithm>
#include <bit>

namespace tenon {
inline namespace v0 {
namespace schema {

/// Is this name declared, has something that fits it, and has not been there?
bool watch_machine::may_come(const cursor& owner, const object_plan& plan, index place) const noexcept {
  return ((plan.allowed[place / 64] >> (place % 64)) & 1U) != 0 && !has(owner, place);
}

/// The first name in this range that may come, or `none`.
index watch_machine::first_allowed(const cursor& owner, choice_list::range within) const noexcept {
  const object_plan& plan = plan_.objects[d_.nodes[owner.node].object];
  for (index at = within.first; at < within.last; at = (at / 64 + 1) * 64) {
    const std::uint64_t open = (plan.allowed[at / 64] & ~bits_[owner.bits + at / 64]) >> (at % 64);
    if (open == 0) continue;
    const index found = at + static_cast<index>(std::countr_zero(open));
    return found < within.last ? found : none;
  }
  return none;
}

/// Another member is to come.
bool watch_machine::room_for_member(const frame& f) {
  for (index self = f.cursors; self < cursors_.size(); ++self) {
    const cursor& c = cursors_[self];
    if ((c.looks & looks::members) == 0 || !alive(c)) continue;
    const index number = d_.nodes[c.node].object;
    const object_plan& plan = plan_.objects[number];
    if (plan.closed && !charge_loop(plan.allowed.size())) return false;  // a look for one that may still come
    if (f.count >= d_.object_rules[number].max_properties) {
      if (!kill(c.branch, because(reason::what::max_properties, c))) return false;
    } else if (plan.closed && !plan.patterns && first_allowed(c, {0, plan.names.size()}) == none) {
      if (!kill(c.branch, because(reason::what::other_name, c))) return false;
    }
  }
  return true;
}

bool watch_machine::on_comma(std::uint64_t at) {
  now_ = at;
  const frame& f = frames_.back();
  if (f.kind == frame::what::object) return room_for_member(f);
  for (index self = f.cursors; self < cursors_.size(); ++self) {
    const cursor& c = cursors_[self];
    if ((c.looks & looks::items) == 0 || !alive(c)) continue;
    if (f.count < plan_.arrays[d_.nodes[c.node].array].max_items) continue;
    if (!kill(c.branch, because(reason::what::max_items, c))) return false;
  }
  return true;
}

bool watch_machine::on_name(std::string_view text, json::source_span where) {
  now_ = where.end - 1;
  if (building_ > 0) static_cast<void>(builder_.on_name(text, where));
  const frame& f = frames_.back();
  if (f.kind == frame::what::name) {  // schemas of names were asked
    if (!end_text(text)) return false;
    if (f.valued && !judge_wholes(f, value(text))) return false;
    if (!judge_junctions(f)) return false;
    drop_frame();
  }
  return end_name(text);
}

bool watch_machine::end_name(std::string_view text) {
  frame& f = frames_.back();
  f.name_size = static_cast<std::uint32_t>(text.size());
  f.named = true;
  ++f.count;
  if (f.hashed) {
    f.name_hash = hash_text(text);
    tape_.mark(':', text);
  }
  const index known = find_in_primary(f, text);
  for (index self = f.cursors; self < cursors_.size(); ++self) {
    cursor& c = cursors_[self];
    const bool primary = self == f.primary;
    if ((c.looks & looks::members) == 0 || (!primary && !alive(c))) continue;
    const index number = d_.nodes[c.node].object;
    const index entry = primary ? known : d_.object_rules[number].names.find(text, c.hint);
    if (entry != none) {
      const index place = plan_.objects[number].place[entry];
      if (primary && has(c, place)) return doom_repeated(text);
      bits_[c.bits + place / 64] |= std::uint64_t{1} << (place % 64);
      if (d_.object_rules[number].dependent_count > 0 && !trigger(self, f, entry)) return false;
    }
    if (alive(c) && !queue_member(self, text, entry)) return false;
  }
  return known != none || note_name(f, f.hashed ? f.name_hash : hash_text(text));
}

/// The number of the name in the rule of the primary cursor. One that is not there is kept as text.
index watch_machine::find_in_primary(frame& f, std::string_view text) {
  if (f.primary != none) {
    cursor& c = cursors_[f.primary];
    const name_table& names = d_.object_rules[d_.nodes[c.node].object].names;
    const index known = names.find(text, c.hint);
    if (known != none) {
      f.declared = &names.entries()[known].name;
      return known;
    }
  }
  f.declared = nullptr;
  f.name_begin = f.kept;
  letters_.resize(f.kept);
  letters_.append(text);
  return none;
}

/// Dependent schemas that wait for this name must hold from here on.
bool watch_machine::trigger(index self, const frame& f, index entry) {
  for (std::size_t i = f.junctions; i < junctions_.size(); ++i) {
    const junction j = junctions_[i];
    if (j.kind != junction::what::dependent || j.owner != self) continue;
    if (d_.dependents[j.rule].trigger != entry || branches_[j.first].alive) continue;
    reason why = because(reason::what::dependent_schema, cursors_[self]);
    why.detail = j.rule;
    if (!kill(j.parent, why)) return false;
  }
  return true;
}

/// What the value of this member must fit.
bool watch_machine::queue_member(index self, std::string_view text, index entry) {
  const cursor c = cursors_[self];
  const index number = d_.nodes[c.node].object;
  const object_rule& rule = d_.object_rules[number];
  bool known = false;
  const auto queue = [&](index child, index at, link via) {
    known = true;
    if (!is_empty(d_, child)) {
      pending_.push({child, c.branch, {self, at, via}});
      return true;
    }
    return kill(c.branch, {.kind = reason::what::empty_schema, .node = child, .from = {self, at, via}});
  };
  if (entry != none) {
    const index child = rule.names.entries()[entry].child;
    if (child != none && !queue(child, entry, link::property)) return false;
  }
  if (rule.pattern_count > 0 && !charge(rule.pattern_count * (2 + text.size() / 64))) return false;
  for (index i = rule.patterns; i < rule.patterns + rule.pattern_count; ++i) {
    const pattern_property& p = d_.pattern_properties[i];
    if (!d_.patterns[p.pattern].found_in(text)) continue;
    if (!queue(p.child, i, link::pattern_property)) return false;
  }
  if (known || rule.additional == none) return true;
  if (plan_.objects[number].closed) return kill(c.branch, because(reason::what::other_name, c, text));
  return queue(rule.additional, 0, link::additional);
}

/// The object has ended.
bool watch_machine::end_members(index self, const frame& f) {
  const cursor& c = cursors_[self];
  const index number = d_.nodes[c.node].object;
  const object_rule& rule = d_.object_rules[number];
  if (f.count < rule.min_properties) return kill(c.branch, because(reason::what::min_properties, c));
  const std::vector<std::uint64_t>& required = plan_.objects[number].required;
  for (std::size_t i = 0; i < required.size(); ++i) {
    if ((required[i] & ~bits_[c.bits + i]) != 0) return kill(c.branch, because(reason::what::required, c));
  }
  return end_dependents(self, rule);
}

bool watch_machine::end_dependents(index self, const object_rule& rule) {
  const cursor& c = cursors_[self];
  const object_plan& plan = plan_.objects[d_.nodes[c.node].object];
  if (rule.dependent_count == 0) return true;
  index broken = none;
  index missing = none;
  const auto holds = [&](index place) {
    for (index i = rule.names.entries()[plan.entry[place]].dependent; i != none; i = d_.dependents[i].next) {
      for (index k = 0; k < d_.dependents[i].name_count; ++k) {
        const index wanted = d_.lists[d_.dependents[i].names + k];
        if (has(c, plan.place[wanted])) continue;
        if (broken == none || i < broken) {
          broken = i;
          missing = wanted;
        }
        break;
      }
    }
    return true;
  };
  for (std::size_t w = 0; w < plan.allowed.size(); ++w) {
    each_bit(bits_[c.bits + w], static_cast<index>(w * 64), holds);
  }
  if (broken == none) return true;
  reason why = because(reason::what::dependent_required, c);
  why.detail = broken;
  why.number = missing;
  return kill(c.branch, why);
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
