#include "measure.hpp"

#include <algorithm>
#include <ctime>
#include <stdexcept>

namespace bench {
namespace {

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double seconds_for(const contender& one, std::string_view text, std::size_t chunk, std::size_t times) {
  const double begin = thread_seconds();
  for (std::size_t i = 0; i < times; ++i) {
    if (one.run(text, chunk) == 0) throw std::runtime_error(one.name + " does not read the document");
  }
  return thread_seconds() - begin;
}

}  // namespace

std::vector<double> measure(const std::vector<contender>& all, std::string_view text, std::size_t chunk) {
  constexpr double long_enough = 0.02;
  constexpr std::size_t rounds = 9;
  std::vector<std::size_t> times;
  for (const contender& one : all) {
    std::size_t n = 1;
    while (seconds_for(one, text, chunk, n) < long_enough) n *= 2;
    times.push_back(n);
  }
  std::vector<std::vector<double>> samples(all.size());
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      samples[i].push_back(seconds_for(all[i], text, chunk, times[i]) / static_cast<double>(times[i]));
    }
  }
  std::vector<double> medians;
  for (auto& of_one : samples) {
    std::ranges::nth_element(of_one, of_one.begin() + rounds / 2);
    medians.push_back(of_one[rounds / 2]);
  }
  return medians;
}

}  // namespace bench
