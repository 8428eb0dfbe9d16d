// The closed list of ways in which asking can fail.
//
// Closed per major version: a switch over it needs no default. Each kind belongs to exactly one
// group; a service decides what to do by the group, a person by the kind.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tenon {
inline namespace v0 {

enum class failure_kind : std::uint8_t {
  // timed_out
  timed_out,
  // unavailable
  network_error,
  rate_limited,
  overloaded,
  provider_error,
  protocol_error,
  incomplete_stream,
  model_unavailable,
  circuit_open,
  // rejected
  quota_exhausted,
  unauthorized,
  bad_request,
  context_too_long,
  schema_rejected,
  unsupported_schema,
  invalid_argument,
  budget_exhausted,
  // refused
  refused,
  content_filtered,
  // truncated
  truncated,
  // invalid_output
  empty_reply,
  not_json,
  ambiguous,
  duplicate_key,
  schema_invalid,
  bind_failed,
  semantic_invalid,
  malformed_tool_call,
  // a group of its own
  cancelled,
};

enum class failure_group : std::uint8_t {
  timed_out,
  unavailable,
  rejected,
  refused,
  truncated,
  invalid_output,
  cancelled,
};

/// The wire name of a kind: the enumerator, letter by letter.
std::string_view to_string(failure_kind kind) noexcept;
std::string_view to_string(failure_group group) noexcept;

/// The group that a kind belongs to.
failure_group group_of(failure_kind kind) noexcept;

/// The kind with this wire name; empty if there is none.
std::optional<failure_kind> failure_kind_from(std::string_view name) noexcept;

}  // namespace v0
}  // namespace tenon
