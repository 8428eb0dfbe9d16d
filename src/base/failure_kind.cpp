// One table decides name and group of every kind; its order is that of the enumeration, which the
// compiler checks below.
#include <algorithm>
#include <array>

#include <tenon/failure_kind.hpp>

namespace tenon {
inline namespace v0 {
namespace {

struct row {
  failure_kind kind;
  failure_group group;
  std::string_view name;
};

using enum failure_group;

constexpr std::array rows{
    row{failure_kind::timed_out, timed_out, "timed_out"},
    row{failure_kind::network_error, unavailable, "network_error"},
    row{failure_kind::rate_limited, unavailable, "rate_limited"},
    row{failure_kind::overloaded, unavailable, "overloaded"},
    row{failure_kind::provider_error, unavailable, "provider_error"},
    row{failure_kind::protocol_error, unavailable, "protocol_error"},
    row{failure_kind::incomplete_stream, unavailable, "incomplete_stream"},
    row{failure_kind::model_unavailable, unavailable, "model_unavailable"},
    row{failure_kind::circuit_open, unavailable, "circuit_open"},
    row{failure_kind::quota_exhausted, rejected, "quota_exhausted"},
    row{failure_kind::unauthorized, rejected, "unauthorized"},
    row{failure_kind::bad_request, rejected, "bad_request"},
    row{failure_kind::context_too_long, rejected, "context_too_long"},
    row{failure_kind::schema_rejected, rejected, "schema_rejected"},
    row{failure_kind::unsupported_schema, rejected, "unsupported_schema"},
    row{failure_kind::invalid_argument, rejected, "invalid_argument"},
    row{failure_kind::budget_exhausted, rejected, "budget_exhausted"},
    row{failure_kind::refused, refused, "refused"},
    row{failure_kind::content_filtered, refused, "content_filtered"},
    row{failure_kind::truncated, truncated, "truncated"},
    row{failure_kind::empty_reply, invalid_output, "empty_reply"},
    row{failure_kind::not_json, invalid_output, "not_json"},
    row{failure_kind::ambiguous, invalid_output, "ambiguous"},
    row{failure_kind::duplicate_key, invalid_output, "duplicate_key"},
    row{failure_kind::schema_invalid, invalid_output, "schema_invalid"},
    row{failure_kind::bind_failed, invalid_output, "bind_failed"},
    row{failure_kind::semantic_invalid, invalid_output, "semantic_invalid"},
    row{failure_kind::malformed_tool_call, invalid_output, "malformed_tool_call"},
    row{failure_kind::cancelled, cancelled, "cancelled"},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (static_cast<std::size_t>(rows[i].kind) != i) return false;
  }
  return rows.size() == static_cast<std::size_t>(failure_kind::cancelled) + 1;
}
static_assert(in_order(), "the table must have one row per failure_kind, in its order");

constexpr std::array<std::string_view, 7> group_names{"timed_out", "unavailable",    "rejected", "refused",
                                                      "truncated", "invalid_output", "cancelled"};
static_assert(group_names.size() == static_cast<std::size_t>(cancelled) + 1);

}  // namespace

std::string_view to_string(failure_kind kind) noexcept {
  return rows[static_cast<std::size_t>(kind)].name;
}

std::string_view to_string(failure_group group) noexcept {
  return group_names[static_cast<std::size_t>(group)];
}

failure_group group_of(failure_kind kind) noexcept {
  return rows[static_cast<std::size_t>(kind)].group;
}

std::optional<failure_kind> failure_kind_from(std::string_view name) noexcept {
  const auto* found = std::ranges::find(rows, name, &row::name);
  if (found == rows.end()) return std::nullopt;
  return found->kind;
}

}  // namespace v0
}  // namespace tenon
