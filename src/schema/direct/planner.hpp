// From a program, and from a described type where one is bound, to a plan.
//
// Places are made from a queue, never by recursion: a schema may be a long chain of references. A place is
// known by the nodes that apply to it and by the type that it fills, so a schema or a type that contains
// itself becomes a loop of instructions. Where several object or array schemas apply to one value they become
// one instruction, and so do those of its parts: that could be any set of nodes, so it has a limit.
#pragma once

#include "direct/plan.hpp"
#include "direct/sense.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <tenon/descriptor.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

class planner {
 public:
  planner(const program::data& from, plan& to);

  /// `type` is null to validate only.
  void run(const descriptor* type);

 private:
  using node_list = std::vector<index>;

  /// A place: all these nodes apply there. `type` is what is filled, null: nothing. `tag` is a member that
  /// tells the record of a variant and belongs to no record. `distinct`: an item that its array has once.
  /// `known`: another instruction has read the value, so that it is JSON and its names differ.
  /// `decided`: unions whose tags have been looked at.
  struct scope {
    node_list nodes;
    const descriptor* type = nullptr;
    std::string_view tag = {};
    bool distinct = false;
    bool known = false;
    std::vector<const union_rule*> decided = {};
    friend auto operator<=>(const scope&, const scope&) = default;
  };

  /// Known if the place is that is being made.
  const instruction* place(scope s);
  const instruction* place(node_list nodes) { return place(scope{std::move(nodes)}); }
  const instruction* add(const instruction& made) { return &to_.code.emplace_back(made); }
  instruction unbound(const scope& s);
  instruction slow(const scope& s);
  sense sense_at(const scope& s, json::kind kind) const { return sense_of(d_, s.nodes, kind, s.decided); }
  bool may_multiply(std::size_t cost);
  instruction typed(const scope& s, const sense& what, json::kind kind);
  std::uint32_t add_demand(const leaf_demand& leaf);

  // direct/leaves.cpp
  instruction null_of(const sense& what) const;
  instruction boolean_of(const sense& what) const;
  instruction number_of(const sense& what);
  instruction string_of(const sense& what);
  instruction literal_of(const sense& what);
  /// Those strings of the first list that fit everything; too many to be hashed if one more than that.
  std::vector<std::string_view> literals_of(const sense& what) const;
  const pattern_shape* shape_of(index pattern);

  using array_rules = std::vector<const array_rule*>;
  using object_rules = std::vector<const object_rule*>;

  // direct/arrays.cpp
  instruction array_of(const scope& s, const sense& what);
  bool is_slow(const array_rules& rules);
  array_part array_with(const array_rules& rules, const descriptor* element);
  bool has_distinct_literals(const array_rules& rules) const;

  // direct/objects.cpp
  instruction object_of(const scope& s, const sense& what);
  bool is_slow(const object_rules& rules);
  /// All declared names and those that are required or have dependents.
  const name_table& names_of(const object_rules& rules);
  object_part object_with(const object_rules& rules, const name_table& names, object_rest& rest);
  node_list nodes_of(const object_rules& rules, std::string_view name) const;
  node_list name_nodes(const object_rules& rules) const;
  bool refuses_name(const object_rules& rules, std::string_view name) const;
  void add_counts(const object_rules& rules, object_rest& to);
  void add_patterns(const object_rules& rules, object_rest& to);
  void add_dependents(const object_rules& rules, const name_table& names, object_rest& to);
  static bool is_rare(const object_rules& rules);

  // direct/trials.cpp
  instruction with_trials(const scope& s, const sense& what, const instruction& base);
  static bool demands_nothing(const sense& what);
  trial trial_of(const condition& one, bool known);

  // direct/choice.cpp
  instruction choice_of(const scope& s, const union_rule& u);
  static std::vector<const union_rule*> decided_with(const scope& s, const union_rule& u);
  choice_part choice_with(const union_rule& u, std::vector<branch>*& branches);
  index branch_of(const union_rule& u, std::string_view tag) const;
  bool is_never(index n) const { return (d_.nodes[n].flags & flags::never) != 0; }

  // direct/bind.cpp
  instruction bound(const scope& s);
  instruction bound(const scope& s, const sense& what);
  instruction bound_number(const scope& s, const sense& what);
  instruction bound_names(const scope& s, const sense& what);
  instruction bound_optional(const scope& s);
  instruction bound_list(const scope& s, const sense& what);
  instruction bound_map(const scope& s, const sense& what);
  instruction bound_variant(const scope& s, const sense& what);
  instruction bound_record(const scope& s, const sense& what);

  // direct/names.cpp
  std::vector<name>& add_members(const std::vector<std::string_view>& names, name_list& to);
  literal_part add_literals(const std::vector<std::string_view>& names);
  std::vector<name>& add_names(const std::vector<std::string_view>& names, std::string_view before,
                               std::string_view after, name_list& to);
  bool hash(name_list& list);
  void hash_prefix(literal_part& list, std::size_t count);

  struct task {
    instruction* at;
    scope what;
  };

  const program::data& d_;
  plan& to_;
  const instruction* refused_ = nullptr;  // the instruction that admits nothing
  std::map<scope, const instruction*> places_;
  std::vector<task> queue_;
  std::map<index, const pattern_shape*> shapes_;
  std::size_t products_left_;
  bool known_ = false;  // as in the scope that is being made
};

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
