// One line on the terminal that says what is going on, with lines above it that show what has come so far;
// redrawn in place and erased at the end.
//
// Draws nothing unless a person sees stderr. A thread of its own keeps the seconds running, because a
// model is silent while it reads the prompt. Nobody else may write to stderr while one lives.
#pragma once

#include "session.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tenon::cli {

class progress {
 public:
  explicit progress(const session& where);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  /// What is being done; the seconds start anew.
  void stage(std::string what);
  /// What has been achieved in this stage ("57 tokens"); keeps the seconds.
  void detail(std::string what);
  /// What stands above the line, asked for whenever it is drawn, on a thread of its own: at most so many
  /// lines, each of at most so many columns, without what would move the cursor. It must outlive this.
  void above(std::function<std::vector<std::string>(std::size_t columns, std::size_t lines)> what);
  /// Erases all, for good.
  void end();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace tenon::cli
