// Runs a program and waits for it: no shell, nothing on our own terminal, its output kept for a message.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {
namespace local {

struct finished_process {
  /// Exit status; 128 + signal for one that was killed.
  int status = 0;
  /// The last max_output bytes of stdout and stderr together.
  std::string output;

  static constexpr std::size_t max_output = 16'384;
};

/// The first word is looked up on PATH. A stop request kills the program with everything it started.
/// Errors: model_unavailable with the code no_program (not on PATH) or file_error; cancelled.
result<finished_process> run_process(const std::vector<std::string>& words, std::stop_token stop = {});

}  // namespace local
}  // namespace v0
}  // namespace tenon
