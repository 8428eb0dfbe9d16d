// The facts of every node, how they contradict each other, and which nodes nothing can satisfy.
//
// Facts are gathered from the inside out along the edges that stay on one instance, which have no cycle.
// Then "something fits" spreads from the nodes that need nothing else (lint/alive.cpp), so that a schema
// whose every value must hold another of its kind is found to admit nothing. Whatever could take more than
// linear time is paid from lint_options::max_evaluations and left undone once that is spent.
#pragma once

#include "lint/facts.hpp"
#include "lint/index.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <tenon/lint.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

/// Of these types nothing fits, and why.
struct conflict {
  std::uint8_t types = 0;
  std::string_view keyword;  // in the node; may be empty
  std::string message;
};

/// An object or array that fits `parent` has a part that fits `child`.
struct need {
  index parent = none;
  index child = none;
  std::uint8_t type = 0;
  std::string_view name;  // of the member; empty: an item
};

class knowledge {
 public:
  knowledge(const program::data& program_data, const lint_options& options);

  const program::data& d;
  const document_index documents;

  const facts& of(index n) const { return facts_[n]; }
  /// Types of which something fits, as far as is known.
  std::uint8_t alive(index n) const { return alive_[n]; }
  /// Admits nothing, and is written so that it does: `false`, {"not": {}}, or a reference to such a one.
  bool forbids(index n) const { return forbids_[n]; }
  std::span<const conflict> conflicts(index n) const;
  /// Numbers of the values of the node's own enum that the rest of the node refuses, if it admits others.
  std::span<const std::size_t> refused(index n) const;
  std::span<const need> needs(index n) const;

  /// Takes from the budget; false if there is not enough left.
  bool pay(std::uint64_t cost);
  /// Does the value fit? Empty: it would take too long to find out, or depends on the dynamic scope.
  std::optional<bool> fits(index n, const value& v);
  /// The same of a member's name.
  std::optional<bool> fits_name(index n, std::string_view name);
  /// Is the name neither declared in the rule, nor matched, and is what is left forbidden? False too if the
  /// budget is spent.
  bool shuts_out(const object_rule& rule, std::string_view name);
  /// Does every alternative that admits objects forbid this member in so many words?
  bool all_shut_out(const union_rule& u, std::string_view name);
  /// The nodes that hold whenever `n` does, itself first, as far as they can be listed.
  /// Not `paid` where it is done for a limited number of nodes.
  std::vector<index> together(index n, bool paid = true);

 private:
  std::optional<bool> judge(index n, const value& v, std::uint64_t cost);
  void gather_all();
  void gather(index n);
  void gather_groups(index n, facts& f);
  void gather_choice(index n, const union_rule& u, facts& f);
  void check_ranges(index n, facts& f);
  void check_numbers(index n, facts& f);
  void exclude(index n, facts& f, std::uint8_t types, std::string_view keyword, std::string message);
  void narrow(index n, facts& f, std::uint8_t allowed, std::string_view keyword, std::string_view message);
  std::uint8_t certain_types(index n) const;
  std::uint8_t certain_of_step(const step& s) const;
  std::uint8_t certain_of_choice(const union_rule& u) const;

  // lint/values.cpp
  void check_literals(index n, facts& f);
  bool narrows(index n) const;
  bool filter(index n, const finite_set& from, std::vector<const value*>& kept,
              std::vector<std::size_t>& refused);
  const finite_set* join_finite(const union_rule& u);
  const finite_set* set_of(std::vector<const value*> values);

  // lint/objects.cpp
  void check_parts(index n, facts& f);
  void check_objects(index n, facts& f, std::span<const index> all);
  bool check_required(index n, facts& f, const object_rule& rule, std::string_view name);
  void check_choices(index n, facts& f, std::span<const index> all);
  void check_arrays(index n, facts& f, std::span<const index> all);
  void check_counts(index n);
  void limit_rules();

  const lint_options& options_;
  std::uint64_t budget_;
  std::vector<index> order_;  // what a node's instance is judged by comes first
  std::vector<facts> facts_;
  std::vector<std::uint8_t> alive_;
  std::vector<bool> forbids_;
  std::vector<std::uint64_t> weights_;  // nodes that judge the same instance
  std::uint64_t heaviest_ = 1;
  std::deque<finite_set> sets_;
  std::vector<const finite_set*> own_sets_;  // beside literal_sets
  std::unordered_map<index, std::vector<conflict>> conflicts_;
  std::unordered_map<index, std::vector<std::size_t>> refused_;
  std::vector<need> needs_;  // by parent, in the order of gathering
  std::unordered_map<index, std::pair<std::size_t, std::size_t>> needs_of_;  // begin and end
  std::vector<std::uint64_t> most_members_;  // beside object_rules: how many names can be had
  std::vector<std::uint64_t> most_items_;    // beside array_rules
};

/// Calls `visit(target, keyword, number)` for every node that must hold wherever `n` does.
template <class Visit>
void for_each_conjunct(const program::data& d, index n, Visit visit) {
  const node& one = d.nodes[n];
  for (index i = 0; i < one.step_count; ++i) {
    const step& s = d.steps[one.steps + i];
    if (s.kind == step::what::ref) visit(s.a, std::string_view("$ref"), none);
    if (s.kind == step::what::dynamic_ref && s.c == 0)
      visit(s.a, std::string_view(s.recursive ? "$recursiveRef" : "$dynamicRef"), none);
    if (s.kind != step::what::all_of) continue;
    for (index k = 0; k < s.b; ++k) visit(d.lists[s.a + k], std::string_view("allOf"), k);
  }
}

/// Calls `visit(union)` for each anyOf and oneOf of the node.
template <class Visit>
void for_each_union(const program::data& d, index n, Visit visit) {
  const node& one = d.nodes[n];
  for (index i = 0; i < one.step_count; ++i) {
    const step& s = d.steps[one.steps + i];
    if (s.kind == step::what::any_of || s.kind == step::what::one_of) visit(d.unions[s.a]);
  }
}

/// Which branches demand the same as another one.
std::vector<bool> twins(const knowledge& k, const union_rule& u);

/// The step of this kind, or null.
const step* find_step(const program::data& d, index n, step::what kind);
/// The only thing that the node says is "see there": where? `none` if it says more.
index only_reference(const program::data& d, index n);

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
