// One line on the terminal that says what is going on, redrawn in place and erased at the end.
//
// Draws nothing unless a person sees stderr. A thread of its own keeps the seconds running, because a
// model is silent while it reads the prompt. Nobody else may write to stderr while one lives.
#pragma once

#include "session.hpp"

#include <cstdint>
#include <memory>
#include <string>

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

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace tenon::cli
