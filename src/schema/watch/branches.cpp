// How branches are made, die and are judged. Each kind of junction is decided here and nowhere else.
#include "watch/machine.hpp"

#include <string>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {

std::uint32_t watch_machine::add_branch(std::uint32_t parent, std::uint32_t junction_number) {
  if (parent != none) branches_[parent].divided = true;
  branches_.push({parent, junction_number});
  return branches_.size() - 1;
}

std::uint32_t watch_machine::add_junction(junction::what kind, index owner, index rule,
                                          std::uint32_t parent) {
  junction j;
  j.kind = kind;
  j.owner = owner;
  j.rule = rule;
  j.parent = parent;
  junctions_.push(j);
  return junctions_.size() - 1;
}

/// With all branches within it, which stand behind it.
void watch_machine::bury(std::uint32_t b) {
  branches_[b].alive = false;
  if (!branches_[b].divided) return;
  for (std::size_t i = b + 1; i < branches_.size(); ++i) {
    if (!branches_[branches_[i].parent].alive) branches_[i].alive = false;
  }
}

bool watch_machine::kill(std::uint32_t b, const reason& why) {
  reason told = why;
  while (branches_[b].alive) {
    bury(b);
    if (b == root_branch) return doom(told);
    junction& j = junctions_[branches_[b].of];
    if (!fails_with(j, b, told)) return true;
    b = j.parent;
  }
  return true;
}

/// Is this branch one that the value must fit, unless another is alive?
bool watch_machine::must_fit(std::uint32_t b) const noexcept {
  for (; b != root_branch; b = branches_[b].parent) {
    const junction& j = junctions_[branches_[b].of];
    if (j.kind == junction::what::negation || j.kind == junction::what::contains) return false;
    if (j.kind == junction::what::condition && j.first == b) return false;
  }
  return true;
}

bool watch_machine::listed() const noexcept {
  if (frames_.empty()) return false;
  for (index self = frames_.back().cursors; self < cursors_.size(); ++self) {
    const cursor& c = cursors_[self];
    // What is judged as a whole may hold a list: it is not known here.
    if ((c.looks & (looks::choice | looks::whole)) == 0) continue;
    if (alive(c) && must_fit(c.branch)) return true;
  }
  return false;
}

bool watch_machine::has_trigger(const junction& j) const {
  const cursor& owner = cursors_[j.owner];
  const object_plan& plan = plan_.objects[d_.nodes[owner.node].object];
  return has(owner, plan.place[d_.dependents[j.rule].trigger]);
}

/// Does the death of this branch decide the junction against the instance? `told` becomes a reason that
/// speaks of the junction where the branch alone does not explain it.
bool watch_machine::fails_with(junction& j, std::uint32_t dead, reason& told) {
  const auto because = [&](reason::what kind) {
    const cursor& owner = cursors_[j.owner];
    told = {.kind = kind, .node = owner.node, .from = owner.from, .detail = j.rule, .text = told.text};
  };
  switch (j.kind) {
    case junction::what::any_of:
    case junction::what::one_of:
      if (j.died_at != now_) j.died = 0;
      j.died_at = now_;
      ++j.died;
      if (--j.live > 0) return false;
      if (j.died > 1) because(reason::what::no_branch);
      return true;
    case junction::what::condition:
      if (j.otherwise == none) return false;
      if (dead == j.otherwise) return !branches_[j.first].alive;
      if (dead != j.first || branches_[j.otherwise].alive) return false;
      because(reason::what::otherwise);
      return true;
    case junction::what::dependent:
      return has_trigger(j);
    case junction::what::negation:
    case junction::what::contains:
      return false;
  }
  return false;
}

/// At the end of the value. Those within come first.
bool watch_machine::judge_junctions(const frame& f) {
  const std::size_t first = f.junctions;
  for (std::size_t i = junctions_.size(); i-- > first;) {
    const junction j = junctions_[i];
    if (branches_[j.parent].alive && !judge(j)) return false;
  }
  return true;
}

bool watch_machine::judge(const junction& j) {
  cursor& owner = cursors_[j.owner];
  const auto fail = [&](reason::what kind) {
    return kill(j.parent, {.kind = kind, .node = owner.node, .from = owner.from, .detail = j.rule});
  };
  const auto lives = [&](std::uint32_t b) { return b == none || branches_[b].alive; };
  switch (j.kind) {
    case junction::what::one_of:
      return j.live == 1 || fail(reason::what::many_branches);
    case junction::what::negation:
      return !lives(j.first) || fail(reason::what::negation);
    case junction::what::condition:
      return !lives(j.first) || lives(j.then) || fail(reason::what::then);
    case junction::what::contains: {
      const array_rule& rule = d_.array_rules[d_.nodes[owner.node].array];
      if (!lives(j.first)) return true;
      ++owner.fitting;
      return !j.exact || owner.fitting <= rule.max_contains || fail(reason::what::many_contained);
    }
    case junction::what::any_of:
    case junction::what::dependent:
      return true;  // decided where a branch died
  }
  return true;
}

/// As much as the walker may do for the values so far.
bool watch_machine::charge(std::uint64_t work) {
  static constexpr std::uint64_t most_for_a_value = validate_options{}.max_cursors;
  work_ += work;
  if (work_ <= granted_evaluations + most_for_a_value * values_) return true;
  problem p;
  p.kind = failure_kind::schema_invalid;
  p.code = "max_cursors";
  p.place = place();
  p.expected = "at most " + std::to_string(most_for_a_value) + " evaluations for each value";
  p.message = "schema and text multiply beyond the limit on work (max_cursors)";
  p.offset = now_;
  why_ = std::move(p);
  doomed_ = true;
  return false;
}

bool watch_machine::doom(const reason& why) {
  why_ = describe(why);
  doomed_ = true;
  return false;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
