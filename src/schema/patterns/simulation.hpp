// The states of an automaton followed through a text, without a table: for patterns with look-arounds or
// counters, and where a table would grow with the text. A text takes time in proportion to its length times
// the states that are live at once; memory that grows with the text is kept by the thread, up to a limit.
#pragma once

#include "patterns/automaton.hpp"

#include <cstdint>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {

/// Does it match anywhere in the text? `steps`, if given, is raised by the work that was done.
bool simulate(const automaton& of, std::string_view text, std::uint64_t* steps);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
