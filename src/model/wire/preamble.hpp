// The words that stand in for a JSON mode where a provider has none (S3-15).
//
// They cost input tokens at every call, so their size is a fact that docs/providers.md states and a test
// holds (S3-16).
#pragma once

#include <string_view>

namespace tenon {
inline namespace v0 {
namespace wire {

/// Stands at the end of the system message of Anthropic in the modes prompt and json_object, if a shape is
/// asked for.
inline constexpr std::string_view json_preamble =
    "Reply with one JSON value and nothing else. The reply begins with the first character of that value and "
    "ends with its last: no introduction, no explanation, no Markdown code fence. Names and strings stand in "
    "double quotes, as in RFC 8259.";

}  // namespace wire
}  // namespace v0
}  // namespace tenon
