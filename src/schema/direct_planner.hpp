// From a program, and from a described type where one is bound, to a plan.
//
// Places are made from a queue, never by recursion: a schema may be a long chain of references. A place is
// known by the nodes that apply to it and by the type that it fills, so a schema or a type that contains
// itself becomes a loop of instructions.
#pragma once

#include "direct_plan.hpp"
#include "direct_sense.hpp"

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
  static constexpr std::uint32_t refused = 0;  // the instruction that admits nothing

  /// A place: all these nodes apply there. `type` is what is filled, null: nothing. `tag` is a member that
  /// tells the record of a variant and belongs to no record.
  struct scope {
    node_list nodes;
    const descriptor* type = nullptr;
    std::string_view tag = {};
    friend auto operator<=>(const scope&, const scope&) = default;
  };

  std::uint32_t place(scope s);
  std::uint32_t place(node_list nodes) { return place(scope{std::move(nodes)}); }
  std::uint32_t add(const instruction& made);
  instruction unbound(const scope& s);
  instruction slow(const scope& s);
  instruction typed(const scope& s, const sense& what, json::kind kind);
  std::uint32_t add_demand(const leaf_demand& leaf);

  // direct_leaves.cpp
  instruction null_of(const sense& what) const;
  instruction boolean_of(const sense& what) const;
  instruction number_of(const sense& what);
  instruction string_of(const sense& what);
  instruction literal_of(const sense& what);
  void bound_integer(index first, integer_part& to) const;
  void bound_number(index first, number_part& to) const;
  const fixed_pattern* fixed_form(index pattern);

  // direct_objects.cpp
  instruction array_of(const scope& s, const sense& what);
  array_part array_with(const array_rule* rule, const descriptor* element);
  instruction object_of(const scope& s, const sense& what);
  object_part object_with(const object_rule& rule);
  bool is_slow(const object_rule& rule) const;
  node_list nodes_of(const object_rule& rule, const name_entry& entry) const;
  bool refuses_name(const object_rule& rule, std::string_view name) const;
  std::uint32_t rare_of(const object_rule& rule);
  instruction choice_of(const scope& s, const sense& what);
  choice_part choice_with(const union_rule& u);
  index branch_of(const union_rule& u, std::string_view tag) const;
  bool is_never(index n) const { return (d_.nodes[n].flags & flags::never) != 0; }

  // direct_bind.cpp
  instruction bound(const scope& s);
  instruction bound_number(const scope& s, const sense& what);
  instruction bound_names(const scope& s, const sense& what);
  instruction bound_optional(const scope& s);
  instruction bound_list(const scope& s, const sense& what);
  instruction bound_map(const scope& s, const sense& what);
  instruction bound_variant(const scope& s, const sense& what);
  instruction bound_record(const scope& s, const sense& what);

  // direct_names.cpp
  name_list add_members(const std::vector<std::string_view>& names);
  name_list add_literals(const std::vector<std::string_view>& names);
  void hash(name_list& list);

  struct task {
    std::uint32_t at;
    scope what;
  };

  const program::data& d_;
  plan& to_;
  std::map<scope, std::uint32_t> places_;
  std::vector<task> queue_;
  std::map<index, const fixed_pattern*> fixed_forms_;
};

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
