// What applies to the same instance again.
#include "load/compiler.hpp"

#include <utility>

#include <tenon/pointer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

bool compiler::add_group(const scope& s, word w, std::vector<step>& to) {
  const value* list = s.words[w];
  if (list == nullptr) return true;
  if (!list->is_array() || list->size() == 0) return wrong(s, w, "an array of at least one schema");
  std::vector<index> children;
  std::size_t i = 0;
  for (const value& one : list->items()) {
    const index c = child(s, w, std::to_string(i++), one);
    if (c == none) return false;
    children.push_back(c);
  }
  const auto first = static_cast<index>(to_.lists.size());
  to_.lists.insert(to_.lists.end(), children.begin(), children.end());
  const auto count = static_cast<std::uint32_t>(children.size());
  if (w == word::all_of) {
    to.push_back({.kind = step::what::all_of, .a = first, .b = count});
    return true;
  }
  union_rule u;
  u.branches = first;
  u.count = count;
  u.exclusive = w == word::one_of;
  to_.unions.push_back(std::move(u));
  to.push_back({.kind = w == word::one_of ? step::what::one_of : step::what::any_of,
                .a = static_cast<index>(to_.unions.size() - 1)});
  return true;
}

bool compiler::compile_steps(const scope& s) {
  std::vector<step> all;
  if (!compile_references(s, all)) return false;
  if (s.words.has(word::constant) && s.words.has(word::enumeration)) {
    to_.literal_sets.emplace_back(std::vector<const value*>{s.words[word::constant]},
                                  to_string(word::constant));
    all.push_back({.kind = step::what::constant, .a = static_cast<index>(to_.literal_sets.size() - 1)});
  }
  if (!add_group(s, word::all_of, all) || !add_group(s, word::any_of, all) ||
      !add_group(s, word::one_of, all)) {
    return false;
  }
  if (const value* negation = s.words[word::negation]) {
    const index c = child(s, word::negation, *negation);
    if (c == none) return false;
    all.push_back({.kind = step::what::negation, .a = c});
  }
  if (!compile_condition(s, all) || !compile_unevaluated(s, all)) return false;
  node& self = to_.nodes[s.self];
  self.steps = static_cast<index>(to_.steps.size());
  self.step_count = static_cast<std::uint8_t>(all.size());  // at most one per keyword
  to_.steps.insert(to_.steps.end(), all.begin(), all.end());
  return true;
}

bool compiler::compile_condition(const scope& s, std::vector<step>& to) {
  const value* condition = s.words[word::condition];
  if (condition == nullptr) return true;
  step one{.kind = step::what::condition, .a = child(s, word::condition, *condition)};
  if (one.a == none) return false;
  if (const value* then = s.words[word::then]) one.b = child(s, word::then, *then);
  if (const value* otherwise = s.words[word::otherwise]) one.c = child(s, word::otherwise, *otherwise);
  if (error) return false;
  to.push_back(one);
  return true;
}

/// The last steps: they ask what all others have evaluated.
bool compiler::compile_unevaluated(const scope& s, std::vector<step>& to) {
  for (const auto& [w, kind] :
       {std::pair(word::unevaluated_items, step::what::unevaluated_items),
        std::pair(word::unevaluated_properties, step::what::unevaluated_properties)}) {
    const value* rest = s.words[w];
    if (rest == nullptr) continue;
    const index c = child(s, w, *rest);
    if (c == none) return false;
    to.push_back({.kind = kind, .a = c});
    to_.nodes[s.self].flags |= flags::asks;
  }
  return true;
}

/// Definitions are compiled even if nothing refers to them, so that a mistake in one is found.
bool compiler::compile_definitions(const scope& s) {
  for (const word w : {word::defs, word::definitions}) {
    const value* all = s.words[w];
    if (all == nullptr) continue;
    if (!all->is_object()) return wrong(s, w, "an object of schemas");
    for (const json::member& m : all->members()) {
      if (child(s, w, m.name, m.value) == none) return false;
    }
  }
  return true;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
