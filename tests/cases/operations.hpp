// The operations of the cases. Each takes a case through the public door that a user would take, in one mode,
// and says in the verdict what was wrong. What the product lacks is `skipped`, with the part that is missing.
#pragma once

#include "case.hpp"
#include "partials.hpp"
#include "verdict.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cases {

/// A reply text, plain or generated: read, validated, judged.
void run_text(const test_case& c, mode m, verdict& v);
/// Instances against a schema.
void run_validate(const test_case& c, verdict& v);
/// The whole loop, with a scripted model.
void run_loop(const test_case& c, mode m, verdict& v);
/// The same once for each retry limit or reply.
void run_loop_each(const test_case& c, mode m, verdict& v);
/// A schema lowered to a grammar, and texts that it must generate or refuse.
void run_constraint(const test_case& c, verdict& v);
/// A schema lowered for a provider; `round_trip` also reads what comes back.
void run_lower(const test_case& c, verdict& v);
/// A reply that arrives in pieces.
void run_stream(const test_case& c, mode m, const open_partial& open, verdict& v);
/// A reply as the bytes of a service; `retry_delay`: the wait that headers ask for.
void run_wire(const test_case& c, mode m, verdict& v);

/// Everything of one case: both modes where they may differ.
verdict run(const test_case& c, const open_partial& open);

}  // namespace cases
