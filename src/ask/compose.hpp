// From a request to what is sent: messages in order, the mode that can be had, where the format
// instructions and the feedback stand.
//
// Order of the messages: system, examples, earlier turns, the prompt. What is constant comes first and
// what changes from attempt to attempt last, so that a provider's cache or a kept prefix serves every
// attempt but the tail.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/machine.hpp>

namespace tenon {
inline namespace v0 {
namespace asking {

struct composed {
  /// Without cap and timeout, which belong to an attempt.
  model_request base = {};
  /// The message that format and feedback are appended to.
  std::size_t tail = 0;
  bool degraded = false;
  std::vector<std::string> notes = {};
};

/// `wanted` is the mode asked for. Errors: invalid_argument (nothing is asked; a mode that strict_native
/// forbids to leave).
result<composed> compose(const request& what, const target& to, const setup& how, const hop& by,
                         output_mode wanted);

/// The base, told what was wrong with the last reply. Empty feedback: the base itself.
model_request with_feedback(const composed& what, feedback_place where, std::string_view feedback,
                            std::string_view last_reply);

/// How much of a bad reply is sent back as an assistant turn, in bytes.
inline constexpr std::size_t max_echo = 16'384;

}  // namespace asking
}  // namespace v0
}  // namespace tenon
