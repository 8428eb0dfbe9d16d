// What several families say in the same words.
#pragma once

#include "collector.hpp"
#include "errors.hpp"

#include <string>
#include <string_view>

#include <tenon/problem.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

/// The provider stopped in the middle and wants to be asked to go on, which our requests have no words for:
/// no reply, and no sense in sending the same again. `word` is its own for it, and the code of the failure.
inline said_error paused(std::string_view word) {
  return {.words = {std::string(word)},
          .message = "the provider paused the turn and waits to be asked to go on",
          .should_retry = false};
}

/// A request in which nobody says anything.
inline problem nothing_said() {
  return {.kind = failure_kind::invalid_argument,
          .code = "messages",
          .place = "messages",
          .expected = "a message of the user",
          .message = "the provider takes no request without a message"};
}

/// For the end of a stream: a mark of the OpenAI family before the reply had ended is none of ours.
inline void check_end(collector& into) {
  if (into.ended() && !into.finished()) {
    into.fail_protocol("end_mark", "the stream was declared done before the reply had ended");
  }
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
