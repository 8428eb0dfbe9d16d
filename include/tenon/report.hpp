// What it took: every attempt, every edit, every token, on success and on failure alike.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/edit.hpp>
#include <tenon/model.hpp>
#include <tenon/policy.hpp>
#include <tenon/problem.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {

/// Why an attempt was made.
enum class attempt_cause : std::uint8_t {
  first,
  correction,
  semantic_correction,
  larger_cap,
  transport_retry,
  other_mode,  // the schema was rejected as a constraint, so it stands in the prompt
  fallback,    // the model before did not answer, so another one is asked
};
std::string_view to_string(attempt_cause c) noexcept;

struct attempt {
  unsigned number = 1;  // from 1
  attempt_cause cause = attempt_cause::first;
  /// As it was asked for ("openai:gpt-…"), and as it names itself in its answer; the same where it does not.
  std::string asked = {};
  std::string model = {};
  output_mode mode = output_mode::prompt;
  std::optional<std::uint32_t> max_output_tokens = {};
  /// The reply as it came; empty if none came. `partial` if it was cut by a failure.
  std::string reply = {};
  std::string reasoning = {};
  std::optional<std::string> refusal = {};
  std::optional<finish_reason> finish = {};
  std::string finish_text = {};
  std::string reply_id = {};
  /// What reading did to the reply; empty for valid JSON.
  std::vector<edit> ledger = {};
  /// Of a reply that was cut off: the part of the value that was whole. No value to go on with.
  std::optional<value> partial = {};
  /// Empty: the attempt gave a value.
  std::optional<failure_kind> fault = {};
  problems errors = {};
  /// The error text that the next attempt was told; empty if there was none.
  std::string feedback = {};
  tenon::usage usage = {};
  /// Of the usage; where that was not reported, of what had been reserved. Empty: no price is known.
  std::optional<money> cost = {};
  std::optional<tenon::exchange> exchange = {};
  tenon::timings timings = {};
  /// Wait before this attempt.
  duration waited{0};
  std::vector<std::string> notes = {};
};

struct report {
  std::vector<attempt> attempts = {};
  usage_total usage = {};
  /// Over the attempts whose price is known.
  money cost = {};
  unsigned attempts_without_price = 0;
  std::string policy = {};
  reading_level reading = reading_level::clean;
  output_mode requested_mode = output_mode::automatic;
  /// Of the last attempt.
  output_mode mode = output_mode::prompt;
  /// The requested mode could not be had; `notes` says why.
  bool degraded = false;
  std::string prompt_name = {};
  std::string prompt_version = {};
  /// Wall time over all attempts and waits, queueing excluded.
  duration elapsed{0};
  duration queued{0};
  /// Switches without effect, degradations, lowering notes.
  std::vector<std::string> notes = {};

  unsigned corrections() const noexcept;
};

/// Durations as milliseconds, absent numbers as null; stable member names (docs/report.md).
value to_json(const report& r);

}  // namespace v0
}  // namespace tenon
