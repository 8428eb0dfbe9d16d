#include "watch/plan.hpp"

#include "nodes/edges.hpp"
#include "watch/edges.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

void set_bit(std::vector<std::uint64_t>& bits, index at) {
  bits[at / 64] |= std::uint64_t{1} << (at % 64);
}

object_plan plan_of(const program::data& d, const object_rule& rule) {
  object_plan plan;
  std::vector<std::string_view> names;
  for (const name_entry& e : rule.names.entries()) names.push_back(e.name);
  plan.names = choice_list(std::move(names));
  plan.required.resize(plan.names.size() / 64 + 1, 0);
  plan.allowed.resize(plan.names.size() / 64 + 1, 0);
  plan.entry.resize(plan.names.size(), none);
  for (const name_entry& e : rule.names.entries()) {
    const index at = plan.names.find(e.name);
    plan.entry[at] = static_cast<index>(plan.place.size());
    plan.place.push_back(at);
    if (e.required) set_bit(plan.required, at);
    if (e.child != none && !is_empty(d, e.child)) set_bit(plan.allowed, at);
  }
  plan.closed = rule.additional != none && is_empty(d, rule.additional);
  for (index i = 0; i < rule.pattern_count; ++i) {
    plan.patterns = plan.patterns || !is_empty(d, d.pattern_properties[rule.patterns + i].child);
  }
  return plan;
}

array_plan plan_of(const program::data& d, const array_rule& rule) {
  array_plan plan{rule.max_items, false};
  std::uint64_t room = rule.items != none && is_empty(d, rule.items) ? rule.prefix_count : unbounded;
  for (index i = 0; i < rule.prefix_count && i < room; ++i) {
    if (is_empty(d, d.lists[rule.prefix + i])) room = i;
  }
  if (room < plan.max_items) plan = {room, true};
  return plan;
}

literal_plan plan_of(const literal_set& set) {
  literal_plan plan;
  plan.types = set.types();
  std::vector<std::string_view> strings;
  for (const value* v : set.values()) {
    if (v->is_string()) strings.push_back(v->string());
    if (v->is_boolean()) (v->boolean() ? plan.yes : plan.no) = true;
  }
  plan.strings = choice_list(std::move(strings));
  return plan;
}

}  // namespace

watch_slot::~watch_slot() {
  delete made_.load(std::memory_order_relaxed);
}

const watch_plan& watch_slot::get(const program::data& of) const {
  const watch_plan* known = made_.load(std::memory_order_acquire);
  if (known != nullptr) return *known;
  auto fresh = std::make_unique<const watch_plan>(of);
  if (made_.compare_exchange_strong(known, fresh.get(), std::memory_order_acq_rel)) return *fresh.release();
  return *known;
}

watch_plan::watch_plan(const program::data& d) {
  for (const object_rule& rule : d.object_rules) objects.push_back(plan_of(d, rule));
  for (const array_rule& rule : d.array_rules) arrays.push_back(plan_of(d, rule));
  for (const literal_set& set : d.literal_sets) literals.push_back(plan_of(set));
  for (const pattern& p : d.patterns) patterns.emplace_back(p);
  mark_opaque(d);
}

/// Backwards from the nodes that are not understood.
void watch_plan::mark_opaque(const program::data& d) {
  state_.assign(d.nodes.size(), 0);
  std::vector<index> todo;
  for (index n = 0; n < d.nodes.size(); ++n) {
    if (!understands_rules(d, n)) state_[n] = is_opaque | is_unreadable;
    if (!understands_steps(d, n)) state_[n] |= is_opaque;
    if (state_[n] != 0) todo.push_back(n);
  }
  if (todo.empty()) return;
  std::vector<std::vector<index>> parents(d.nodes.size());
  for (index n = 0; n < d.nodes.size(); ++n) {
    const auto note = [&](index target) { parents[target].push_back(n); };
    for_each_in_place(d, n, note);
    for_each_part(d, n, note);
  }
  while (!todo.empty()) {
    const index n = todo.back();
    todo.pop_back();
    for (const index parent : parents[n]) {
      if (opaque(parent)) continue;
      state_[parent] |= is_opaque;
      todo.push_back(parent);
    }
  }
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
