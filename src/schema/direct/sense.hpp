// What a place of the schema says about values of one JSON type: all nodes that apply there, gathered
// through references and allOf, or the answer that one pass over a text cannot decide it.
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

struct sense {
  enum class verdict : std::uint8_t { admitted, never, slow };
  verdict what = verdict::admitted;
  leaf_demand leaf;
  // At most one of each; two of them on the same value are slow.
  const array_rule* array = nullptr;
  const object_rule* object = nullptr;
  const union_rule* choice = nullptr;  // told apart by its tag
};

/// All nodes of the list apply, none: anything is admitted.
sense sense_of(const program::data& d, const std::vector<index>& nodes, json::kind kind);

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
