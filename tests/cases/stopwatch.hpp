// Processor time, so that a busy neighbour does not make a case fail.
#pragma once

#include <ctime>

namespace cases {

class stopwatch {
 public:
  stopwatch() : start_(now()) {}
  double ms() const { return now() - start_; }

 private:
  static double now() {
    timespec at{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return static_cast<double>(at.tv_sec) * 1e3 + static_cast<double>(at.tv_nsec) / 1e6;
  }

  double start_;
};

}  // namespace cases
