// How much may be spent on one value. One policy owns every retry.
//
// A policy is data: `plan` (plan.hpp) is the only code that reads it, and no model, adapter or HTTP
// client repeats anything by itself. An allowance of 0 switches that kind of repetition off.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tenon/clock.hpp>
#include <tenon/price.hpp>
#include <tenon/reply.hpp>
#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {

/// Where the error text of a correction stands.
enum class feedback_place : std::uint8_t {
  user_message,    // appended to the user message; the bad reply is not sent back
  assistant_turn,  // the bad reply as an assistant turn, then a user turn with the errors
};

/// Where the format instructions stand.
enum class format_place : std::uint8_t { automatic, user_message, system_message };

/// What becomes of a call with a limit on its cost where the price of the model is not known.
enum class without_price : std::uint8_t {
  refuse,  // it is not made: budget_exhausted
  allow,   // it is made, counts as nothing, and the report says so
  assume,  // policy::assumed_price
};

struct policy {
  std::string name = {};
  /// Model calls in all, of any cause. At least 1.
  unsigned max_attempts = 3;
  /// Calls after a reply that could not be read, was invalid, did not bind or broke a verbatim rule.
  unsigned max_corrections = 1;
  /// Calls after a failed check of meaning, counted apart from the corrections above: default
  /// none, a rejection is then final.
  unsigned max_semantic_corrections = 0;
  /// Calls with a larger output cap after a truncated reply.
  unsigned max_larger_caps = 1;
  /// Calls repeated after a failure of group timed_out or unavailable.
  unsigned max_transport_retries = 2;
  /// Calls repeated on the same model, where another one could be asked, before that one is (S5-77).
  unsigned retries_before_fallback = 0;
  /// Input and output tokens of all attempts together, reserved before each is made; empty: no limit.
  std::optional<std::uint64_t> max_tokens = {};
  /// The same in money.
  std::optional<money> max_cost = {};
  tenon::without_price without_price = tenon::without_price::refuse;
  price assumed_price = {};
  /// Per attempt, queueing excluded; empty: none.
  std::optional<duration> attempt_timeout = {};
  /// Over attempts and waits together, queueing excluded; empty: none. No attempt starts past it.
  std::optional<duration> total_timeout = {};
  /// A longer wait, if the provider asks for one, ends the call.
  duration max_wait = std::chrono::seconds(30);
  /// Full jitter: a wait is uniform in [0, min(max_backoff, base_backoff * 2^n)].
  duration base_backoff = std::chrono::milliseconds(500);
  duration max_backoff = std::chrono::seconds(8);
  /// First output cap; a larger cap multiplies it. 0: the provider's own, which cannot be enlarged.
  std::uint32_t max_output_tokens = 1024;
  std::uint32_t larger_cap_factor = 4;
  feedback_place feedback = feedback_place::user_message;
  /// Bytes of feedback to the model.
  std::size_t max_feedback = 2048;
  /// client::stream may be called. It is refused all the same where corrections are allowed.
  bool typed_streams = true;

  friend bool operator==(const policy&, const policy&) = default;
};

namespace policies {
/// The first call and `repeats` corrections, nothing else, no deadline (S2-42, S2-43), no typed streams
/// (S2-52). 0 is the call without the switch "validate": one call, its reply judged all the same.
policy spring(unsigned repeats = 3);
policy opsagent();     // 3 calls, 2 corrections
policy incidentops();  // 3 calls: 1 correction, 1 larger cap, 2 transport retries; 30 s / 60 s
policy local();        // 3 calls: 1 correction, 1 larger cap; 180 s / 400 s
policy once();         // one call
/// By name ("spring", "opsagent", "incidentops", "local", "once"); the error lists the names.
result<policy> by_name(std::string_view name);
/// incidentops; local for a model that runs in this process.
policy standard(bool in_process);
}  // namespace policies

/// invalid_argument with the member in `place` if the policy contradicts itself (no attempts, waits
/// below zero …); empty if it is sound.
std::optional<problem> check(const policy& p);

}  // namespace v0
}  // namespace tenon
