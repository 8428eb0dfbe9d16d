// Which subschemas hold for one value together, and between which alternatives it has a choice.
//
// References and allOf are followed. anyOf, oneOf, if and dependentSchemas are choices: for each, one of its
// branches holds as well. A place remembers which choices have been made, and which are left open.
#pragma once

#include "nodes/node.hpp"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

/// Sorted, without repetition: two places are one if they are equal.
struct place {
  std::vector<index> nodes;
  std::vector<index> made;  // choices of which a branch is among the nodes
  std::vector<index> open;  // choices that are not made: any branch may hold, and none is enforced

  friend auto operator<=>(const place&, const place&) = default;
};

struct choice_point {
  index id = none;
  index node = none;  // where it stands
  std::string_view keyword;
  bool exclusive = false;
  bool conditional = false;  // if, dependentSchemas
  std::vector<std::vector<index>> branches = {};
};

struct conjunction {
  std::vector<index> nodes;           // in the order of the document, as far as it has one
  std::vector<choice_point> choices;  // to be made
  std::vector<choice_point> left_open;
  std::vector<const literal_set*> literals;
  std::uint8_t stated = types::all;  // what `type` says
  std::uint8_t types = types::all;   // what can pass
  bool never = false;
};

conjunction conjoin(const program::data& d, const place& at);

/// The same place in the one way in which places are compared: without nodes that say nothing.
place canonical(const program::data& d, const place& at, const conjunction& all);

/// Does the node say anything, itself or through references?
bool speaks(const program::data& d, index n);

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
