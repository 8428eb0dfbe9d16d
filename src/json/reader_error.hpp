// What to say about the byte that cannot be: from the state of the machine to a problem. Cold code, kept
// away from the loop that reads.
#pragma once

#include "reader_table.hpp"

#include <cstdint>
#include <string>
#include <string_view>

#include <tenon/problem.hpp>

namespace tenon {
inline namespace v0 {
namespace json {

/// `where` is the state before the byte; at_top says that no container is open.
problem bad_byte(table::state where, bool at_top, std::uint8_t byte, std::uint64_t offset);

/// The text ended in this state; code "empty" if it held nothing, else "unexpected_end".
problem bad_end(table::state where, bool at_top, std::uint64_t offset);

/// A limit by its name, or another reason that lies not in the text.
problem stop(failure_kind kind, std::string_view code, std::string_view message, std::string expected,
             std::uint64_t offset);

}  // namespace json
}  // namespace v0
}  // namespace tenon
