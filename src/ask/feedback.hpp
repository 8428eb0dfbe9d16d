// What the model is told about its last reply: enough to mend it, and nothing that could lead it astray.
//
// The reply is untrusted, and so may be the document behind it. Whatever is quoted from either is
// short, on one line, fenced by backticks, and has its control characters escaped and its own
// backticks replaced, so that it cannot end its fence and speak for us.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <tenon/problem.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace asking {

struct feedback_input {
  const problems& errors;
  /// What was read, for the type and an excerpt of what stood at each place; null if nothing was.
  const value* root = nullptr;
  /// The reply as it came, for an excerpt around a syntax error.
  std::string_view reply = {};
  /// JSON was asked for (else a format of the converter's own).
  bool json = true;
};

/// English; at most `limit` bytes; begins "Output JSON validation failed because of:" (S2-47).
/// Errors of the same rule and wording are folded into one line. Precondition: limit >= 256.
std::string feedback(const feedback_input& about, std::size_t limit);

}  // namespace asking
}  // namespace v0
}  // namespace tenon
