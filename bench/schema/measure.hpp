// How the numbers are taken: CPU time; in each round every contender reads all documents in turn, and all
// take turns, so that a slow moment of the machine hits all alike; of the ratios of all rounds the median.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

struct contender {
  std::string job;  // contenders of the same job are compared with each other
  std::string name;
  bool ours = false;
  /// So many passes over all documents; nanoseconds a document. Throws std::runtime_error if one of them is
  /// not accepted.
  std::function<double(std::size_t passes)> time;
};

/// One that runs here. `run` is one run on the document of this number; false is a failure.
contender in_process(std::string_view job, std::string name, std::size_t documents,
                     std::function<bool(std::size_t document)> run);

struct effort {
  std::size_t rounds = 31;
  double seconds = 0.25;  // a contender, in all rounds together; the warm-up takes as long
};

class samples {
 public:
  samples(std::size_t contenders, std::size_t rounds);

  /// Empty, or why this one could not be measured to the end; then it has no figures.
  const std::string& failure(std::size_t one) const { return failures_[one]; }
  /// Nanoseconds a document, the median of all rounds.
  double nanoseconds(std::size_t one) const;
  /// What it takes of the time of another in the same round: the median, or what one in ten is below (0.1).
  double ratio(std::size_t one, std::size_t to, double part = 0.5) const;

  std::vector<std::vector<double>>& taken() { return taken_; }
  void fail(std::size_t one, std::string why) { failures_[one] = std::move(why); }

 private:
  std::vector<std::vector<double>> taken_;  // of each contender, in each round
  std::vector<std::string> failures_;
};

/// Throws std::runtime_error if one of ours fails.
samples measure(const std::vector<contender>& all, std::size_t documents, const effort& how);

/// Of the first that is ours and does the same, or all.size().
std::size_t our_rival(const std::vector<contender>& all, std::size_t one);

double median(std::vector<double> of);

/// CPU time of this thread.
double thread_nanoseconds();

}  // namespace bench
