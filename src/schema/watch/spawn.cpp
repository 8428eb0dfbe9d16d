// A value begins: which nodes follow it, and which of them its first byte rules out.
#include "watch/edges.hpp"
#include "watch/machine.hpp"

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

std::uint8_t types_of(char first) noexcept {
  switch (first) {
    case '"':
      return types::string;
    case 't':
    case 'f':
      return types::boolean;
    case 'n':
      return types::null;
    default:
      return types::number;
  }
}

}  // namespace

bool watch_machine::on_begin_scalar(char first, std::uint64_t at) {
  return begin_value(frame::what::scalar, types_of(first), first, at);
}
bool watch_machine::on_begin_array(std::uint64_t at) {
  return begin_value(frame::what::array, types::array, '[', at);
}
bool watch_machine::on_begin_object(std::uint64_t at) {
  return begin_value(frame::what::object, types::object, '{', at);
}

frame& watch_machine::open_frame(frame::what kind, std::uint8_t bits, char first) {
  const bool hashed =
      !frames_.empty() && kind != frame::what::name && (frames_.back().hashed || frames_.back().unique);
  frame& f = frames_.push();
  f.kind = kind;
  f.types = bits;
  f.first_byte = first;
  f.hashed = hashed;
  f.begin = tape_.size();
  f.cursors = f.hearing = cursors_.size();
  f.branches = branches_.size();
  f.junctions = junctions_.size();
  f.bits = bits_.size();
  f.places = places_.size();
  f.seen = seen_.size();
  f.letters = f.kept = static_cast<std::uint32_t>(letters_.size());
  points_ = 0;
  return f;
}

bool watch_machine::begin_value(frame::what kind, std::uint8_t bits, char first, std::uint64_t at) {
  now_ = at;
  ++values_;
  const bool is_root = frames_.empty();
  if (!is_root && frames_.back().kind == frame::what::array && !next_item(frames_.back())) return false;
  open_frame(kind, bits, first);
  if (is_root) {
    pending_.push({0, root_branch, {}});
    if (plan_.opaque(0)) {
      cursors_[add_cursor(0, root_branch, {})].looks = looks::document;
      frames_.back().valued = true;
    }
  }
  if (!spawn_pending()) return false;
  frame& f = frames_.back();
  if (kind == frame::what::scalar) return true;
  if (f.hashed) tape_.mark(first);
  if (f.unique) ++recording_;
  if (building_ > 0 || f.valued) {
    ++building_;
    static_cast<void>(kind == frame::what::array ? builder_.on_begin_array(at)
                                                 : builder_.on_begin_object(at));
  }
  return true;
}

/// What an item of this array must fit.
bool watch_machine::next_item(frame& f) {
  const std::uint64_t at = f.count++;
  for (index self = f.cursors; self < cursors_.size(); ++self) {
    const cursor& c = cursors_[self];
    if ((c.looks & looks::items) == 0 || !alive(c)) continue;
    const index array = d_.nodes[c.node].array;
    if (at >= plan_.arrays[array].max_items) {
      if (!kill(c.branch, {.kind = reason::what::max_items, .node = c.node, .from = c.from})) return false;
      continue;
    }
    const array_rule& rule = d_.array_rules[array];
    const auto number = static_cast<index>(at);
    if (at < rule.prefix_count) {
      pending_.push({d_.lists[rule.prefix + number], c.branch, {self, number, link::prefix_item}});
    } else if (rule.items != none) {
      pending_.push({rule.items, c.branch, {self, number, link::item}});
    }
    if (rule.contains != none) {
      pending_.push({rule.contains, c.branch, {self, number, link::contained}});
    }
  }
  return true;
}

bool watch_machine::spawn_pending() {
  // What is spawned may add to those that wait.
  std::size_t i = 0;
  while (i < pending_.size()) {
    const pending p = pending_[i++];
    if (!branches_[p.branch].alive) continue;
    if (!spawn(p.node, branch_for(p), p.from)) return false;
    if (too_many_) {
      if (!judge_as_whole(frames_.back())) return false;
      break;
    }
  }
  pending_.drop_to(0);
  return true;
}

/// An item need not fit contains, so it gets a branch of its own.
std::uint32_t watch_machine::branch_for(const pending& p) {
  if (p.from.via != link::contained) return p.branch;
  const std::uint32_t j = add_junction(junction::what::contains, p.from.parent, none, p.branch);
  const std::uint32_t b = add_branch(p.branch, j);
  junctions_[j].first = b;
  junctions_[j].exact = !plan_.opaque(p.node);
  return b;
}

/// Too many cursors: those of this value are given up, and what they followed is asked at its end.
bool watch_machine::judge_as_whole(frame& f) {
  too_many_ = false;
  if (!charge_loop(pending_.size())) return false;
  cursors_.drop_to(f.cursors);
  branches_.drop_to(f.branches);
  junctions_.drop_to(f.junctions);
  bits_.drop_to(f.bits);
  places_.drop_to(f.places);
  f.counting = f.unique = f.valued = false;
  f.listening = f.kind == frame::what::name && frames_[frames_.size() - 2].listening;
  f.primary = none;
  if (frames_.size() == 1 && plan_.opaque(0)) {
    cursors_[add_cursor(0, root_branch, {})].looks = looks::document;
    f.valued = true;
  }
  for (const pending& p : pending_) {
    if (!branches_[p.branch].alive) continue;
    const index self = add_cursor(p.node, branch_for(p), p.from);
    if (plan_.opaque(p.node)) continue;  // the whole instance will tell
    cursors_[self].looks = looks::whole;
    f.valued = true;
  }
  return true;
}

index watch_machine::add_cursor(index n, std::uint32_t b, const trace& from) {
  cursor& c = cursors_.push();  // in place: a copy would be the larger part of the work
  c.node = n;
  c.branch = b;
  c.from = from;
  return cursors_.size() - 1;
}

bool watch_machine::spawn(index n, std::uint32_t b, const trace& from) {
  const node& s = d_.nodes[n];
  if ((s.flags & flags::plain) != 0 || !plan_.readable(n) || too_many_ || !branches_[b].alive) return true;
  const frame& f = frames_.back();
  if ((s.types & f.types) == 0) return kill(b, {.kind = reason::what::type, .node = n, .from = from});
  const bool some_numbers = f.types == types::number && (s.types & types::number) != types::number;
  const bool has_rule = (f.types == types::string && s.string != none) ||
                        (f.types == types::number && (s.number != none || some_numbers)) ||
                        (f.types == types::array && s.array != none) ||
                        (f.types == types::object && s.object != none);
  if (!has_rule && s.literals == none && s.step_count == 0) return true;
  if (cursors_.size() - f.cursors >= options_.max_cursors ||
      branches_.size() - f.branches >= options_.max_cursors) {
    too_many_ = true;
    return true;
  }
  const index self = add_cursor(n, b, from);
  if (has_rule && !look_at_parts(self, s)) return false;
  if (too_many_) return true;
  if (s.literals != none && !look_at_literals(self, s.literals)) return false;
  if (f.types == types::object && s.object != none && !spawn_dependents(self, d_.object_rules[s.object])) {
    return false;
  }
  return spawn_steps(self);
}

/// Precondition: the node has a rule for this type.
bool watch_machine::look_at_parts(index self, const node& s) {
  cursor& c = cursors_[self];
  frame& f = frames_.back();
  if (f.types == types::string) {
    look_at_string(c, d_.string_rules[s.string]);
  } else if (f.types == types::number) {
    c.looks |= looks::number;
    if ((s.flags & flags::lexical) != 0 && (s.types & types::fraction) == 0) {
      c.looks |= looks::plain;
      f.listening = true;
    }
  } else if (f.types == types::array) {
    c.looks |= looks::items;
    f.unique = f.unique || d_.array_rules[s.array].unique;
  } else {
    return look_at_members(self, s);
  }
  return true;
}

bool watch_machine::look_at_members(index self, const node& s) {
  frame& f = frames_.back();
  const object_plan& plan = plan_.objects[s.object];
  const object_rule& rule = d_.object_rules[s.object];
  // At the begin of the object and at its end one look at each word of names.
  if (!charge_loop(plan.allowed.size())) return false;
  if (plan.closed && places_.size() - f.places + rule.pattern_count > options_.max_cursors) {
    too_many_ = true;  // a pattern is followed byte by byte too
    return true;
  }
  cursors_[self].looks |= looks::members;
  cursors_[self].bits = bits_.size();
  for (std::size_t i = plan.allowed.size(); i > 0; --i) bits_.push();
  if (f.primary == none) f.primary = self;
  if (!plan.closed) return true;
  // What reads the names, one after the other.
  const index reader = add_cursor(cursors_[self].node, cursors_[self].branch, {self, 0, link::same});
  cursors_[reader].looks = looks::name;
  cursors_[reader].places = places_.size();
  for (index i = 0; i < rule.pattern_count; ++i) places_.push();
  return true;
}

void watch_machine::look_at_string(cursor& c, const string_rule& rule) {
  frame& f = frames_.back();
  if (rule.min_length > 0 || rule.max_length != unbounded) {
    c.looks |= looks::length;
    f.counting = true;
  }
  if (rule.pattern != none) {
    const pattern_steps& steps = plan_.patterns[rule.pattern];
    c.looks |= steps.possible() ? looks::pattern : looks::whole_pattern;
    if (steps.possible()) c.pattern = steps.start();
  }
  if (rule.format != format::loose || rule.content != content::free) c.looks |= looks::format;
  f.listening = f.listening || (c.looks & looks::text) != 0;
}

bool watch_machine::look_at_literals(index self, index set) {
  cursor& c = cursors_[self];
  frame& f = frames_.back();
  const literal_plan& plan = plan_.literals[set];
  c.literals = set;
  const bool possible =
      f.types == types::boolean ? (f.first_byte == 't' ? plan.yes : plan.no) : (plan.types & f.types) != 0;
  if (!possible) {
    return kill(c.branch, {.kind = reason::what::literal, .node = c.node, .from = c.from, .detail = set});
  }
  if (f.types == types::string) {
    c.looks |= looks::choice;
    c.choice = {0, 0};
    f.listening = true;
  } else if (f.types == types::number) {
    c.looks |= looks::number;
  } else if ((f.types & (types::array | types::object)) != 0) {
    c.looks |= looks::literal;
    f.valued = true;
  }
  return true;
}

bool watch_machine::spawn_steps(index self) {
  const node& s = d_.nodes[cursors_[self].node];
  for (index i = 0; i < s.step_count && alive(cursors_[self]); ++i) {
    if (!spawn_step(self, s.steps + i, d_.steps[s.steps + i])) return false;
  }
  return true;
}

bool watch_machine::spawn_step(index self, index number, const step& s) {
  const std::uint32_t b = cursors_[self].branch;
  if (is_reference(s)) return spawn(s.a, b, {self, number, link::ref});
  switch (s.kind) {
    case step::what::all_of:
      if (!charge_loop(s.b)) return false;
      for (index k = 0; k < s.b && !too_many_; ++k) {
        if (!spawn(d_.lists[s.a + k], b, {self, k, link::all_of})) return false;
      }
      return true;
    case step::what::any_of:
      return spawn_union(self, s.a, link::any_of);
    case step::what::one_of:
      return spawn_union(self, s.a, link::one_of);
    case step::what::negation: {
      if (plan_.opaque(s.a)) return true;
      const std::uint32_t j = add_junction(junction::what::negation, self, number, b);
      const std::uint32_t inner = add_branch(b, j);
      junctions_[j].first = inner;
      return spawn(s.a, inner, {self, 0, link::negation});
    }
    case step::what::condition:
      return plan_.opaque(s.a) || (s.b == none && s.c == none) || spawn_condition(self, number, s);
    case step::what::constant: {
      const index again = add_cursor(cursors_[self].node, b, {self, 0, link::same});
      return look_at_literals(again, s.a);
    }
    default:
      return true;  // opaque
  }
}

bool watch_machine::spawn_condition(index self, index number, const step& s) {
  const std::uint32_t b = cursors_[self].branch;
  const std::uint32_t j = add_junction(junction::what::condition, self, number, b);
  const auto spawn_part = [&](index n, std::uint32_t junction::* part, link via) {
    if (n == none || !alive(cursors_[self])) return true;
    const std::uint32_t inner = add_branch(b, j);
    junctions_[j].*part = inner;
    return spawn(n, inner, {self, 0, via});
  };
  return spawn_part(s.a, &junction::first, link::condition) && spawn_part(s.b, &junction::then, link::then) &&
         spawn_part(s.c, &junction::otherwise, link::otherwise);
}

bool watch_machine::spawn_union(index self, index rule, link via) {
  const union_rule& u = d_.unions[rule];
  const std::uint8_t bits = frames_.back().types;
  const std::uint32_t b = cursors_[self].branch;
  const auto candidate = [&](index k) { return d_.lists[u.branches + k]; };
  const union_rule::choice choice = bits == types::number ? u.choice_for_number() : u.choice_for(bits);
  if (choice.count == 0) {
    const cursor& c = cursors_[self];
    return kill(b, {.kind = reason::what::no_branch, .node = c.node, .from = c.from, .detail = rule});
  }
  if (choice.count == 1) return spawn(candidate(choice.first), b, {self, choice.first, via});
  if (choice.count > options_.max_cursors) too_many_ = true;
  if (too_many_) return true;
  if (!charge_loop(u.count)) return false;
  std::uint32_t count = 0;
  bool exact = true;
  for (index k = 0; k < u.count; ++k) {
    const node& s = d_.nodes[candidate(k)];
    exact = exact && !plan_.opaque(candidate(k));
    if ((s.reach & bits) == 0) continue;
    if (!u.exclusive && (s.flags & flags::plain) != 0) return true;
    ++count;
  }
  // Where a branch may look valid and not be, only that none is valid can be told.
  const bool exclusive = u.exclusive && exact;
  const std::uint32_t j =
      add_junction(exclusive ? junction::what::one_of : junction::what::any_of, self, rule, b);
  junctions_[j].live = count;
  for (index k = 0; k < u.count && branches_[b].alive && !too_many_; ++k) {
    if ((d_.nodes[candidate(k)].reach & bits) == 0) continue;
    const std::uint32_t inner = add_branch(b, j);
    if (!spawn(candidate(k), inner, {self, k, via})) return false;
  }
  return true;
}

bool watch_machine::spawn_dependents(index self, const object_rule& rule) {
  const std::uint32_t b = cursors_[self].branch;
  if (rule.dependent_schemas > options_.max_cursors) too_many_ = true;
  if (rule.dependent_schemas == 0) return true;
  for (index i = rule.dependents; i < rule.dependents + rule.dependent_count && !too_many_; ++i) {
    const dependent& dep = d_.dependents[i];
    if (dep.child == none || !branches_[b].alive) continue;
    const std::uint32_t j = add_junction(junction::what::dependent, self, i, b);
    const std::uint32_t inner = add_branch(b, j);
    junctions_[j].first = inner;
    if (!spawn(dep.child, inner, {self, i, link::dependent})) return false;
  }
  return true;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
