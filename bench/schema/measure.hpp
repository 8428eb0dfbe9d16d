// How the numbers are taken: CPU time of this thread; in each round every contender reads all documents in
// turn, so that a slow moment of the machine hits all alike; of the ratios of all rounds the median.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace bench {

struct contender {
  std::string name;
  /// One run on the document of this number; false is a failure.
  std::function<bool(std::size_t document)> run;
};

struct figure {
  double nanoseconds = 0;  // a run
  double ratio = 0;        // to the first contender
  double low = 0;          // of the ratios, one in ten is below …
  double high = 0;         // … and one in ten above
  double second = 0;       // ratio to the second contender
};

/// Throws std::runtime_error if a contender fails.
std::vector<figure> measure(const std::vector<contender>& all, std::size_t documents, double milliseconds,
                            std::size_t rounds);

/// Of one thing, again and again.
double median_nanoseconds(const std::function<void()>& work, std::size_t rounds);

/// Everything that reads these documents.
std::vector<contender> tenon_contenders(const std::vector<std::string>& documents);
/// The first two are the baselines.
std::vector<contender> simdjson_contenders(const std::vector<std::string>& documents);
std::vector<contender> valijson_contenders(const std::vector<std::string>& documents,
                                           const std::string& schema);
std::string simdjson_version();

}  // namespace bench
