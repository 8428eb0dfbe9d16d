#include "kinds.hpp"

#include <algorithm>
#include <array>

namespace cases {

namespace {

using tenon::failure_kind;

struct row {
  std::string_view theirs;
  failure_kind ours;
  std::string_view code = {};  // only with this code; empty: with any
};

constexpr std::array table = {
    // A text around a document and a document that is broken are one kind here, told apart by the problem's
    // code (trailing_bytes, unexpected_byte, …).
    row{"not_json", failure_kind::not_json},
    row{"syntax", failure_kind::not_json},
    // Reasoning or a fence with nothing behind it. The cases' kind is the one for "no JSON"; ours says
    // that nothing was left to read.
    row{"not_json", failure_kind::empty_reply},
    row{"empty_response", failure_kind::empty_reply},
    // By the finish reason; and a document that ends in its middle although the model ended its turn.
    row{"truncated", failure_kind::truncated},
    row{"truncated", failure_kind::not_json, "unexpected_end"},
    row{"schema_violation", failure_kind::schema_invalid},
    row{"schema_violation", failure_kind::bind_failed},
    row{"ambiguous", failure_kind::ambiguous},
    row{"duplicate_key", failure_kind::duplicate_key},
    row{"refusal", failure_kind::refused},
    row{"content_filter", failure_kind::content_filtered},
    row{"provider_error", failure_kind::provider_error},
    row{"quota_exhausted", failure_kind::quota_exhausted},
    row{"rate_limited", failure_kind::rate_limited},
    row{"overloaded", failure_kind::overloaded},
    row{"protocol", failure_kind::protocol_error},
    row{"incomplete_stream", failure_kind::incomplete_stream},
    row{"malformed_tool_call", failure_kind::malformed_tool_call},
    row{"unsupported_schema", failure_kind::unsupported_schema},
    // A pattern or a reference that means nothing is, for us, no schema at all; for the cases it is one that
    // is not supported. Both are said before a request, with place and keyword.
    row{"unsupported_schema", failure_kind::invalid_argument},
    row{"invalid_argument", failure_kind::invalid_argument},
};

/// No kind of ours but a flag on the kind of the last attempt.
constexpr std::string_view exhausted = "retries_exhausted";

}  // namespace

bool is_kind(const ending& ours, std::string_view theirs) noexcept {
  if (theirs == exhausted) return ours.attempts_exhausted;
  return std::any_of(table.begin(), table.end(), [&](const row& r) {
    return r.theirs == theirs && r.ours == ours.kind && (r.code.empty() || r.code == ours.code);
  });
}

bool knows_kind(std::string_view theirs) noexcept {
  return theirs == exhausted ||
         std::any_of(table.begin(), table.end(), [&](const row& r) { return r.theirs == theirs; });
}

}  // namespace cases
