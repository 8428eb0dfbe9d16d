// One call on the engine, from messages to answer. Runs on the worker's thread and reads no clock of its
// own: who calls says when it is too late.
#pragma once

#include "engine.hpp"

#include <cstdint>
#include <functional>
#include <string_view>

#include <tenon/local.hpp>

namespace tenon {
inline namespace v0 {
namespace local {

/// Why a call under way must end.
enum class interruption : std::uint8_t { none, cancelled, timed_out, closing, callback_threw };

struct surroundings {
  const clock& time;
  /// Cheap; asked between tokens and inside an evaluation.
  std::function<interruption()> interrupted;
  /// Called between two evaluations: the place for what must not wait for the whole call.
  std::function<void()> breathe;
  std::function<void(std::string_view text, std::uint64_t output_tokens)> delta;
  /// 64 random bits, for a temperature without a seed.
  std::function<std::uint64_t()> chance;
  bool stop_runaway = true;
};

/// Throws nothing but std::bad_alloc. Precondition: none of the functions in `around` is empty or throws.
model_answer generate(engine& on, const model_request& request, const surroundings& around);

}  // namespace local
}  // namespace v0
}  // namespace tenon
