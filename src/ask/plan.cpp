// The table of what is tried again. See plan.hpp for the one rule behind it.
#include <algorithm>
#include <limits>

#include <tenon/plan.hpp>

namespace tenon {
inline namespace v0 {
namespace asking {

namespace {

using move = decision::move;

/// One way of trying again: what it is called, how often it may be, how often it was.
struct remedy {
  move what = move::stop;
  attempt_cause cause = attempt_cause::first;
  unsigned allowed = 0;
  unsigned used = 0;
};

/// Would another model have answered? Only where the failure is about this one: rate limits of both kinds,
/// errors of the provider, the network (R3-06). A request that is wrong is wrong everywhere.
bool is_about_the_model(const fault& why) {
  const auto group = group_of(why.kind);
  return group == failure_group::timed_out || group == failure_group::unavailable ||
         why.kind == failure_kind::quota_exhausted;
}

/// The same request again, to the same model or to the next one.
remedy repeat(const policy& rules, const spent& so_far, const fault& why, const leeway& room) {
  const bool too_long = why.retry_after && *why.retry_after > rules.max_wait;
  const bool hopeless = why.should_retry == std::optional(false) || why.kind == failure_kind::circuit_open ||
                        why.kind == failure_kind::model_unavailable ||
                        why.kind == failure_kind::quota_exhausted;
  if (room.other_model && is_about_the_model(why) &&
      (hopeless || too_long || so_far.retries_here >= rules.retries_before_fallback)) {
    return {move::fall_back, attempt_cause::fallback, 1, 0};
  }
  if (hopeless) return {};
  return {move::retry, attempt_cause::transport_retry, rules.max_transport_retries, so_far.transport_retries};
}

remedy remedy_for(const policy& rules, const spent& so_far, const fault& why, const leeway& room) {
  const bool of_transport = why.stage == stage::transport && why.kind != failure_kind::cancelled;
  if (of_transport && why.should_retry == std::optional(true)) return repeat(rules, so_far, why, room);
  // A text that ends in the middle though the provider says that the model stopped by itself: a larger cap
  // would change nothing.
  const bool stopped_early = why.kind == failure_kind::truncated && why.stage == stage::read;
  switch (stopped_early ? failure_group::invalid_output : group_of(why.kind)) {
    case failure_group::timed_out:
    case failure_group::unavailable:
      return repeat(rules, so_far, why, room);
    case failure_group::truncated:
      return {move::larger_cap, attempt_cause::larger_cap, rules.max_larger_caps, so_far.larger_caps};
    case failure_group::invalid_output:
      if (!room.correctable) return {};
      if (why.stage == stage::check) {
        return {move::correct, attempt_cause::semantic_correction, rules.max_semantic_corrections,
                so_far.semantic_corrections};
      }
      return {move::correct, attempt_cause::correction, rules.max_corrections, so_far.corrections};
    case failure_group::rejected: {
      // The schema is refused as a constraint, before anything is generated: it can still be asked for.
      const bool constraint =
          why.kind == failure_kind::schema_rejected || why.kind == failure_kind::unsupported_schema;
      if (constraint && room.other_mode) return {move::other_mode, attempt_cause::other_mode, 1, 0};
      if (why.kind == failure_kind::quota_exhausted) return repeat(rules, so_far, why, room);
      break;
    }
    case failure_group::refused:
    case failure_group::cancelled:
      break;
  }
  return {};
}

/// Full jitter: uniform in [0, min(max_backoff, base_backoff * 2^retries)].
duration backoff(const policy& rules, unsigned retries, std::uint64_t chance) {
  auto ceiling = std::min(rules.base_backoff, rules.max_backoff);
  for (unsigned n = 0; n < retries && ceiling < rules.max_backoff; ++n) {
    ceiling = ceiling > rules.max_backoff / 2 ? rules.max_backoff : ceiling * 2;
  }
  constexpr auto full = static_cast<long double>(std::numeric_limits<std::uint64_t>::max());
  const auto part = static_cast<long double>(chance) / full;
  return duration(static_cast<duration::rep>(part * static_cast<long double>(ceiling.count())));
}

std::optional<std::uint32_t> larger(const policy& rules, const spent& so_far, const leeway& room) {
  if (!so_far.cap) return std::nullopt;
  const std::uint64_t wanted = std::uint64_t{*so_far.cap} * rules.larger_cap_factor;
  const std::uint64_t most = room.largest_cap.value_or(std::numeric_limits<std::uint32_t>::max());
  const auto next = static_cast<std::uint32_t>(std::min(wanted, most));
  if (next <= *so_far.cap) return std::nullopt;
  return next;
}

}  // namespace

decision plan(const policy& rules, const spent& so_far, const fault& why, const leeway& room,
              std::uint64_t chance) {
  const auto how = remedy_for(rules, so_far, why, room);
  if (how.what == move::stop) return {};

  decision next{.next = how.what, .cause = how.cause, .cap = so_far.cap};
  if (how.what == move::larger_cap) {
    next.cap = larger(rules, so_far, room);
    if (!next.cap) return {};
  }
  // A semantic rejection is final by default, so it is not a limit that ended such a call.
  const bool wanted = how.allowed > 0 || how.cause != attempt_cause::semantic_correction;
  if (so_far.attempts >= rules.max_attempts) return {.exhausted = wanted};
  if (how.used >= how.allowed) return {.exhausted = how.allowed > 0};

  if (how.what == move::retry) {
    if (why.retry_after && *why.retry_after > rules.max_wait) return {};
    next.wait = why.retry_after ? std::max(*why.retry_after, duration::zero())
                                : backoff(rules, so_far.transport_retries, chance);
  }
  // Compared by what is left, so that a huge wait cannot overflow a sum.
  if (rules.total_timeout && next.wait >= *rules.total_timeout - so_far.time) return {.exhausted = true};
  return next;
}

std::optional<duration> time_for_attempt(const policy& rules, duration spent_time) {
  if (!rules.total_timeout) return rules.attempt_timeout;
  const auto left = *rules.total_timeout - spent_time;
  return rules.attempt_timeout ? std::min(*rules.attempt_timeout, left) : left;
}

}  // namespace asking
}  // namespace v0
}  // namespace tenon
