// From a program, and from a described type where one is bound, to a plan.
//
// Places are made from a queue, never by recursion: a schema may be a long chain of references. A place is
// known by the nodes that apply to it and by the type that it fills, so a schema or a type that contains
// itself becomes a loop of instructions.
#pragma once

#include "direct_plan.hpp"
#include "direct_sense.hpp"

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

  /// A place being filled.
  struct scope {
    const node_list& nodes;
    const descriptor* type;
  };

  std::uint32_t place(node_list nodes, const descriptor* type);
  std::uint32_t add(const instruction& made);
  instruction made_of(const scope& s);
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
  instruction object_of(const scope& s, const sense& what);
  bool is_slow(const object_rule& rule) const;
  node_list nodes_of(const object_rule& rule, const name_entry& entry) const;
  bool refuses_name(const object_rule& rule, std::string_view name) const;
  std::uint32_t rare_of(const object_rule& rule);
  instruction choice_of(const scope& s, const sense& what);
  bool is_never(index n) const { return (d_.nodes[n].flags & flags::never) != 0; }

  // direct_names.cpp
  name_list add_members(const std::vector<std::string_view>& names);
  name_list add_literals(const std::vector<std::string_view>& names);
  void hash(name_list& list);

  struct task {
    std::uint32_t at;
    node_list nodes;
    const descriptor* type;
  };

  const program::data& d_;
  plan& to_;
  std::map<std::pair<node_list, const descriptor*>, std::uint32_t> places_;
  std::vector<task> queue_;
  std::map<index, const fixed_pattern*> fixed_forms_;
};

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
