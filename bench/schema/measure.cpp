#include "measure.hpp"

#include <algorithm>
#include <ctime>
#include <stdexcept>

namespace bench {
namespace {

double thread_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

double nanoseconds_for(const contender& one, std::size_t documents, std::size_t times) {
  const double begin = thread_nanoseconds();
  for (std::size_t i = 0; i < times; ++i) {
    for (std::size_t d = 0; d < documents; ++d) {
      if (!one.run(d)) throw std::runtime_error(one.name + " does not accept document " + std::to_string(d));
    }
  }
  return (thread_nanoseconds() - begin) / static_cast<double>(times * documents);
}

double at(std::vector<double>& samples, double part) {
  const auto i = static_cast<std::size_t>(part * static_cast<double>(samples.size() - 1));
  std::ranges::nth_element(samples, samples.begin() + static_cast<std::ptrdiff_t>(i));
  return samples[i];
}

}  // namespace

std::vector<figure> measure(const std::vector<contender>& all, std::size_t documents, double milliseconds,
                            std::size_t rounds) {
  std::vector<std::size_t> times;
  for (const contender& one : all) {
    static_cast<void>(nanoseconds_for(one, documents, 1));  // warm-up
    const double once = nanoseconds_for(one, documents, 2) * static_cast<double>(documents);
    times.push_back(std::max<std::size_t>(1, static_cast<std::size_t>(milliseconds * 1e6 / once)));
  }
  std::vector<std::vector<double>> taken(all.size());
  std::vector<std::vector<double>> ratios(all.size());
  std::vector<std::vector<double>> to_second(all.size());
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      taken[i].push_back(nanoseconds_for(all[i], documents, times[i]));
      ratios[i].push_back(taken[i].back() / taken[0].back());
    }
    for (std::size_t i = 0; i < all.size(); ++i) to_second[i].push_back(taken[i].back() / taken[1].back());
  }
  std::vector<figure> figures;
  for (std::size_t i = 0; i < all.size(); ++i) {
    figures.push_back({at(taken[i], 0.5), at(ratios[i], 0.5), at(ratios[i], 0.1), at(ratios[i], 0.9),
                       at(to_second[i], 0.5)});
  }
  return figures;
}

double median_nanoseconds(const std::function<void()>& work, std::size_t rounds) {
  std::vector<double> samples;
  for (std::size_t i = 0; i < rounds; ++i) {
    const double begin = thread_nanoseconds();
    work();
    samples.push_back(thread_nanoseconds() - begin);
  }
  return at(samples, 0.5);
}

}  // namespace bench
