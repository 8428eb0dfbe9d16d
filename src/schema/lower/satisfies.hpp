// Does a value satisfy these subschemas?
#pragma once

#include "nodes/node.hpp"

#include <cstddef>
#include <vector>

#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

/// All of them. The dynamic scope is that of the subschema alone.
bool satisfies(const program::data& d, const std::vector<index>& nodes, const value& v);

/// Does it look like what this admits: by its type, the names of its members, and members that hold no
/// others? Costs no more than the value has members.
bool resembles(const program::data& d, index n, const value& v);

/// Violations of one, as far as they are counted: 0 if it fits.
std::size_t failures(const program::data& d, index n, const value& v);

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
