// What a place of the schema says about values of one JSON type: all nodes that apply there, gathered
// through references and allOf, with what must be tried on the same value, or the answer that passes over a
// text cannot decide it.
//
// The whitelist of the direct driver is here: a step, a flag or a union that this file does not know is
// `slow`, never ignored.
#pragma once

#include "nodes/node.hpp"
#include "walk/leaves.hpp"

#include <cstdint>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

/// What can only be told by trying other nodes on the same value.
struct condition {
  enum class what : std::uint8_t {
    any,      // one of the nodes must fit
    one,      // exactly one
    negated,  // the node must not
    either,   // the first decides which of the other two must fit; none: nothing more is asked
  };
  what kind{};
  std::vector<index> nodes;
};

struct sense {
  enum class verdict : std::uint8_t { admitted, never, slow };
  verdict what = verdict::admitted;
  leaf_demand leaf;
  std::vector<const array_rule*> arrays;
  std::vector<const object_rule*> objects;
  std::vector<const union_rule*> choices;  // told apart by a tag
  std::vector<condition> conditions;       // these too must hold

  /// Is that all there is to say?
  bool plain() const noexcept { return what != verdict::slow && conditions.empty(); }
};

/// All nodes of the list apply, none: anything is admitted. `decided` are unions that are left out.
sense sense_of(const program::data& d, const std::vector<index>& nodes, json::kind kind,
               const std::vector<const union_rule*>& decided = {});

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
