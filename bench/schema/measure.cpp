#include "measure.hpp"

#include <algorithm>
#include <ctime>
#include <stdexcept>

namespace bench {
namespace {

double at(std::vector<double> of, double part) {
  if (of.empty()) return 0;
  const auto i = static_cast<std::size_t>(part * static_cast<double>(of.size() - 1));
  std::ranges::nth_element(of, of.begin() + static_cast<std::ptrdiff_t>(i));
  return of[i];
}

/// Runs it until it has taken that long, and returns the passes that fill one round.
std::size_t warm_up(const contender& one, std::size_t documents, const effort& how) {
  const double enough = how.seconds * 1e9;
  const double round = enough / static_cast<double>(how.rounds);
  double spent = 0;
  for (std::size_t passes = 1;;) {
    const double pass = one.time(passes) * static_cast<double>(documents);
    spent += pass * static_cast<double>(passes);
    const auto fill = std::max<std::size_t>(1, static_cast<std::size_t>(round / std::max(pass, 1.0)));
    if (spent >= enough) return fill;
    passes = std::min(passes * 2, fill);
  }
}

}  // namespace

double thread_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

contender in_process(std::string_view job, std::string name, std::size_t documents,
                     std::function<bool(std::size_t)> run) {
  contender made{std::string(job), std::move(name), false, {}};
  made.time = [documents, run = std::move(run), who = made.name](std::size_t passes) {
    const double begin = thread_nanoseconds();
    for (std::size_t i = 0; i < passes; ++i) {
      for (std::size_t d = 0; d < documents; ++d) {
        if (!run(d)) throw std::runtime_error(who + " does not accept document " + std::to_string(d));
      }
    }
    return (thread_nanoseconds() - begin) / static_cast<double>(passes * documents);
  };
  return made;
}

samples::samples(std::size_t contenders, std::size_t rounds)
    : taken_(contenders, std::vector<double>(rounds, 0)), failures_(contenders) {}

double samples::nanoseconds(std::size_t one) const {
  return at(taken_[one], 0.5);
}

double samples::ratio(std::size_t one, std::size_t to, double part) const {
  std::vector<double> ratios;
  for (std::size_t round = 0; round < taken_[one].size(); ++round) {
    ratios.push_back(taken_[one][round] / taken_[to][round]);
  }
  return at(std::move(ratios), part);
}

samples measure(const std::vector<contender>& all, std::size_t documents, const effort& how) {
  samples all_taken(all.size(), how.rounds);
  std::vector<std::size_t> passes(all.size(), 0);
  const auto attempt = [&](std::size_t i, const auto& work) {
    try {
      if (all_taken.failure(i).empty()) work();
    } catch (const std::runtime_error& e) {
      if (all[i].ours) throw;
      all_taken.fail(i, e.what());
    }
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    attempt(i, [&] { passes[i] = warm_up(all[i], documents, how); });
  }
  for (std::size_t round = 0; round < how.rounds; ++round) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      attempt(i, [&] { all_taken.taken()[i][round] = all[i].time(passes[i]); });
    }
  }
  return all_taken;
}

std::size_t our_rival(const std::vector<contender>& all, std::size_t one) {
  const auto found = std::ranges::find_if(
      all, [&](const contender& other) { return other.ours && other.job == all[one].job; });
  return static_cast<std::size_t>(found - all.begin());
}

double median(std::vector<double> of) {
  return at(std::move(of), 0.5);
}

}  // namespace bench
