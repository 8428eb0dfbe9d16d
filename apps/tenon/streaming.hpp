// tenon extract --stream: one call, shown while its reply arrives.
//
// Where a person looks at both streams the value grows on the terminal and is erased when it ends, so that
// only the final value stands there. Anyone else gets JSON lines on stdout: one for each member or element
// that is done, and last the outcome. What came before the last line is void until that says `value`.
#pragma once

#include "settings.hpp"
#include "shape.hpp"

#include <tenon/request.hpp>

namespace tenon::cli {

/// Why --stream does not go with the rest of the command line. Faults: usage.
std::optional<fault> check_stream(const arguments& args, const settings& set);

result<status, fault> extract_streamed(const arguments& args, const settings& set, const shape& what,
                                       request asked, session& out);

}  // namespace tenon::cli
