// What happens after a failed attempt. One pure function owns every repetition that tenon makes.
//
// (policy, what was spent, what went wrong, what the model leaves room for, a random number) → stop,
// correct, larger cap, retry after a wait, or another mode. It reads no clock and keeps no state, so the
// whole behaviour is a table (tests/ask/plan_test.cpp). docs/design/plan.md tells the story.
//
// The one rule that is not a number: once a reply has been read, the same request is never sent
// again. A correction differs by its feedback, a larger cap by its cap; only a call that brought
// nothing to read is repeated as it was.
#pragma once

#include <cstdint>
#include <optional>

#include <tenon/clock.hpp>
#include <tenon/failure_kind.hpp>
#include <tenon/policy.hpp>
#include <tenon/report.hpp>

namespace tenon {
inline namespace v0 {
namespace asking {

/// Where in the pipeline an attempt ended.
enum class stage : std::uint8_t { transport, inspect, read, validate, bind, verbatim, check };

/// Why an attempt gave no value.
struct fault {
  failure_kind kind = failure_kind::invalid_argument;
  asking::stage stage = stage::transport;
  /// A wait the provider asked for; below zero (a date in the past) means now.
  std::optional<duration> retry_after = {};
  /// The provider's own word on whether the same request will do if it is sent again; before all else.
  std::optional<bool> should_retry = {};
  /// The provider held nothing of the constraint. A correction then leaves the mode.
  bool mode_ignored = false;
};

/// What the call has used up, the attempt that just failed included.
struct spent {
  unsigned attempts = 0;
  unsigned corrections = 0;
  unsigned semantic_corrections = 0;
  unsigned larger_caps = 0;
  unsigned transport_retries = 0;
  /// Of these, on the model that was asked last.
  unsigned retries_here = 0;
  /// Since the start, queueing excluded.
  duration time{0};
  /// Output cap of the attempt that just failed; empty: the provider's own.
  std::optional<std::uint32_t> cap = {};
};

/// What the model and the request leave room for.
struct leeway {
  /// False where there is no schema to correct towards (S2-22).
  bool correctable = true;
  /// The schema can be asked for in the prompt instead of as a constraint.
  bool other_mode = false;
  /// There is a model to fall back to.
  bool other_model = false;
  /// Largest output cap that the model takes; empty: unknown.
  std::optional<std::uint32_t> largest_cap = {};
};

struct decision {
  enum class move : std::uint8_t { stop, correct, larger_cap, retry, other_mode, fall_back };
  move next = move::stop;
  /// Why the next attempt is made; meaningless for stop.
  attempt_cause cause = attempt_cause::first;
  /// Before the next attempt.
  duration wait{0};
  /// Output cap of the next attempt.
  std::optional<std::uint32_t> cap = {};
  /// For stop: it is a limit that ended the call, and the failure is of a kind that is tried again.
  bool exhausted = false;

  friend bool operator==(const decision&, const decision&) = default;
};

/// `chance` is 64 uniform bits; only a retry without a requested wait uses them.
decision plan(const policy& rules, const spent& so_far, const fault& why, const leeway& room,
              std::uint64_t chance);

/// Time for an attempt that starts now: the smaller of the policy's time per attempt and what is left
/// of the total. Empty: no limit. Zero or less: it must not start.
std::optional<duration> time_for_attempt(const policy& rules, duration spent_time);

}  // namespace asking
}  // namespace v0
}  // namespace tenon
