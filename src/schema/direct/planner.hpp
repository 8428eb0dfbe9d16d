// From a program, and from a described type where one is bound, to a plan.
//
// Places are made from a queue, never by recursion: a schema may be a long chain of references. A place is
// known by the nodes that apply to it and by the type that it fills, so a schema or a type that contains
// itself becomes a loop of instructions.
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
  planner(const program::data& from, plan& to) : d_(from), to_(to) {}

  /// `type` is null to validate only.
  void run(const descriptor* type);

 private:
  using node_list = std::vector<index>;

  /// A place: all these nodes apply there. `type` is what is filled, null: nothing. `tag` is a member that
  /// tells the record of a variant and belongs to no record. `distinct`: an item that its array has once.
  struct scope {
    node_list nodes;
    const descriptor* type = nullptr;
    std::string_view tag = {};
    bool distinct = false;
    friend auto operator<=>(const scope&, const scope&) = default;
  };

  const instruction* place(scope s);
  const instruction* place(node_list nodes) { return place(scope{std::move(nodes)}); }
  const instruction* add(const instruction& made) { return &to_.code.emplace_back(made); }
  instruction unbound(const scope& s);
  instruction slow(const scope& s);
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

  // direct/objects.cpp
  instruction array_of(const scope& s, const sense& what);
  array_part array_with(const array_rule* rule, const descriptor* element);
  bool has_distinct_literals(const array_rule& rule) const;
  instruction object_of(const scope& s, const sense& what);
  object_part object_with(const object_rule& rule, object_rest& rest);
  bool is_slow(const object_rule& rule) const;
  node_list nodes_of(const object_rule& rule, const name_entry& entry) const;
  bool refuses_name(const object_rule& rule, std::string_view name) const;
  void add_rare(const object_rule& rule, object_rest& to);
  instruction choice_of(const scope& s, const sense& what);
  choice_part choice_with(const union_rule& u, std::vector<branch>*& branches);
  index branch_of(const union_rule& u, std::string_view tag) const;
  bool is_never(index n) const { return (d_.nodes[n].flags & flags::never) != 0; }

  // direct/bind.cpp
  instruction bound(const scope& s);
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
  void hash(name_list& list);
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
};

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
