// What a call cost. A number that the provider did not report is empty, never 0; in sums it counts
// as 0 and the attempts that lacked it are counted.
#pragma once

#include <cstdint>
#include <optional>

namespace tenon {
inline namespace v0 {

struct usage {
  /// Tokens of the prompt as the model counts them, reused ones included.
  std::optional<std::uint64_t> input_tokens = {};
  /// Tokens generated, reasoning included.
  std::optional<std::uint64_t> output_tokens = {};
  /// Part of input_tokens that was not evaluated again (provider cache, kept prefix).
  std::optional<std::uint64_t> cached_input_tokens = {};
  /// Part of output_tokens spent on reasoning.
  std::optional<std::uint64_t> reasoning_tokens = {};
  /// Part of input_tokens that the provider wrote into its cache, where that costs more.
  std::optional<std::uint64_t> cache_write_tokens = {};

  bool known() const noexcept { return input_tokens || output_tokens; }
  friend bool operator==(const usage&, const usage&) = default;
};

/// Sum over attempts.
struct usage_total {
  std::uint64_t input_tokens = 0;
  std::uint64_t output_tokens = 0;
  std::uint64_t cached_input_tokens = 0;
  std::uint64_t reasoning_tokens = 0;
  std::uint64_t cache_write_tokens = 0;
  /// Attempts whose reply carried no usage at all.
  unsigned attempts_without_usage = 0;

  std::uint64_t tokens() const noexcept { return input_tokens + output_tokens; }
  /// Adds one attempt.
  usage_total& operator+=(const usage& one) noexcept;
  friend bool operator==(const usage_total&, const usage_total&) = default;
};

}  // namespace v0
}  // namespace tenon
