// Reading replies: what a valid one costs above strict reading, and how fast a broken one is read, from 1 KB
// to 1 MB. `--write FOLDER` writes the broken replies there for the neighbours (see `run`), and nothing else;
// `--broken` leaves the valid ones out.
#include "replies.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/reader.hpp>
#include <tenon/reply.hpp>

namespace {

constexpr double most_above_strict = 1.05;
constexpr double least_speed = 100;  // MB/s
constexpr double steepest = 1.05;
constexpr std::size_t sizes[] = {1'000, 10'000, 100'000, 1'000'000};

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Seconds for one run: the median of nine rounds, each long enough for the clock.
double measure(const std::function<void()>& run) {
  std::size_t times = 1;
  const auto round = [&] {
    const double begin = thread_seconds();
    for (std::size_t i = 0; i < times; ++i) run();
    return thread_seconds() - begin;
  };
  while (round() < 0.02) times *= 2;
  std::vector<double> all;
  for (int i = 0; i < 9; ++i) all.push_back(round() / static_cast<double>(times));
  std::ranges::nth_element(all, all.begin() + 4);
  return all[4];
}

tenon::value read(std::string_view text, tenon::reading_level level) {
  tenon::reply::read_options how;
  how.level = level;
  auto got = tenon::reply::read(text, how);
  if (!got) throw std::runtime_error(tenon::explain(got.error().errors.front()));
  return std::move(got->root);
}

double speed(std::size_t bytes, double seconds) {
  return static_cast<double>(bytes) / seconds / 1e6;
}

/// The broken reply says what the valid one says, but for the line ends in every second text.
void check(std::size_t bytes) {
  const auto broken = read(bench::broken_reply(bytes), tenon::reading_level::syntax);
  if (broken.size() < 3 ||
      *broken.items()[1].find("service") !=
          *read(bench::valid_reply(bytes), tenon::reading_level::strict).items()[1].find("service"))
    throw std::runtime_error("the broken reply does not say what the valid one says");
}

bool valid_replies() {
  double worst = 0;
  std::printf("valid replies            strict   at level coerce   ratio (goal %.2f)\n", most_above_strict);
  for (const auto bytes : sizes) {
    const auto text = bench::valid_reply(bytes);
    const double strict = measure([&] {
      if (!tenon::json::read(text)) throw std::runtime_error("not valid");
    });
    const double lenient = measure([&] { read(text, tenon::reading_level::coerce); });
    worst = std::max(worst, lenient / strict);
    std::printf("  %7zu bytes      %6.0f MB/s      %6.0f MB/s   %.3f\n", text.size(),
                speed(text.size(), strict), speed(text.size(), lenient), lenient / strict);
  }
  return worst <= most_above_strict;
}

bool broken_replies() {
  double slowest = 1e9;
  std::vector<std::pair<double, double>> points;
  std::printf("broken replies, level syntax (goal %.0f MB/s)\n", least_speed);
  for (const auto bytes : sizes) {
    const auto text = bench::broken_reply(bytes);
    const double seconds = measure([&] { read(text, tenon::reading_level::syntax); });
    slowest = std::min(slowest, speed(text.size(), seconds));
    points.emplace_back(std::log(static_cast<double>(text.size())), std::log(seconds));
    std::printf("  %7zu bytes      %6.1f MB/s\n", text.size(), speed(text.size(), seconds));
  }
  const auto& [x0, y0] = points.front();
  const auto& [x1, y1] = points.back();
  const double slope = (y1 - y0) / (x1 - x0);
  std::printf("  slope of log time over log size: %.3f (goal %.2f)\n", slope, steepest);
  return slowest >= least_speed && slope <= steepest;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  if (words.size() == 2 && words[0] == "--write") {
    for (const auto bytes : sizes) {
      std::ofstream file(std::string(words[1]) + "/" + std::to_string(bytes) + ".txt");
      file << bench::broken_reply(bytes);
    }
    return 0;
  }
  for (const auto bytes : sizes) check(bytes);
  const bool alone = words.size() == 1 && words[0] == "--broken";
  const bool valid = alone || valid_replies();
  const bool broken = broken_replies();
  if (!valid || !broken) std::printf("a goal was missed\n");
  return 0;
} catch (const std::exception& e) {
  std::fprintf(stderr, "bench_reading: %s\n", e.what());
  return 1;
}
