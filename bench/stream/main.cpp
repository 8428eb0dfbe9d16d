// Showing a reply while it arrives, in deltas of four bytes: what one delta costs at 1 KB, 64 KB and 1 MB,
// and whether that grows. With the full schema of an incident extraction, without one, and with a copy of the
// value brought up to date at every delta. With a folder as argument the documents are written there, for
// others to read the same (peers.mjs).
#include "reports.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tenon/contracts.hpp>
#include <tenon/stream.hpp>
#include <tenon/writer.hpp>

namespace {

using tenon::reply::stream;
using tenon::reply::stream_options;
using tenon::reply::stream_state;
using tenon::schema::program;

constexpr std::size_t delta = 4;
constexpr double steepest = 1.03;

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Seconds for one run: the median of seven rounds, each long enough for the clock.
double measure(const std::function<void()>& run) {
  std::size_t times = 1;
  const auto round = [&] {
    const double begin = thread_seconds();
    for (std::size_t i = 0; i < times; ++i) run();
    return thread_seconds() - begin;
  };
  while (round() < 0.02) times *= 2;
  std::array<double, 7> all{};
  for (double& one : all) one = round() / static_cast<double>(times);
  std::ranges::nth_element(all, all.begin() + 3);
  return all[3];
}

void feed(stream& s, std::string_view text) {
  s.reset();
  for (std::size_t at = 0; at < text.size(); at += delta) s.feed(text.substr(at, delta));
  if (s.state() != stream_state::complete) throw std::runtime_error(tenon::explain(s.why()));
}

void copy_each_time(stream& s, std::string_view text) {
  s.reset();
  tenon::value copy;
  for (std::size_t at = 0; at < text.size(); at += delta) {
    s.feed(text.substr(at, delta));
    s.update(copy);
  }
}

struct row {
  const char* what;
  std::vector<std::pair<double, double>> points = {};  // bytes, nanoseconds a delta
};

/// Least squares over the logarithms of size and of time for all of it.
double slope(const row& r) {
  double sx = 0;
  double sy = 0;
  double sxx = 0;
  double sxy = 0;
  for (const auto& [bytes, nanoseconds] : r.points) {
    const double x = std::log(bytes);
    const double y = std::log(nanoseconds * bytes);
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  const auto n = static_cast<double>(r.points.size());
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

void save(const char* folder, const std::string& text, std::size_t kilobytes) {
  if (folder == nullptr) return;
  std::ofstream(std::string(folder) + "/" + std::to_string(kilobytes) + ".json", std::ios::binary) << text;
}

void run(const char* folder) {
  const auto& one = tenon::program_of<tenon::contracts::IncidentExtraction>();
  tenon::value list = tenon::value::object({{"type", "array"}, {"items", one->document()}});
  const auto many = program::compile(std::move(list));
  if (!many) throw std::runtime_error(tenon::explain(many.error()));
  stream_options unlooked;
  unlooked.runaway = std::nullopt;
  stream judged(*many);
  stream bare(*many, unlooked);
  stream any(unlooked);

  std::array<row, 4> rows{row{"by the schema, run-away looked for"}, row{"by the schema"}, row{"any JSON"},
                          row{"by the schema, a copy at every delta"}};
  for (const std::size_t kilobytes : {1U, 64U, 1024U}) {
    const std::string text = bench::extractions(kilobytes * 1024);
    save(folder, text, kilobytes);
    const auto size = static_cast<double>(text.size());
    const auto cost = [&](const std::function<void()>& what) { return 1e9 * measure(what) / (size / delta); };
    rows[0].points.emplace_back(size, cost([&] { feed(judged, text); }));
    rows[1].points.emplace_back(size, cost([&] { feed(bare, text); }));
    rows[2].points.emplace_back(size, cost([&] { feed(any, text); }));
    rows[3].points.emplace_back(size, cost([&] { copy_each_time(bare, text); }));
  }
  std::printf("tenon::reply::stream, nanoseconds a delta of %zu bytes (CPU time, median of 7 rounds)\n",
              delta);
  std::printf("%-38s %8s %8s %8s  slope\n", "", "1 KB", "64 KB", "1 MB");
  bool met = true;
  for (const row& r : rows) {
    std::printf("%-38s", r.what);
    for (const auto& [bytes, nanoseconds] : r.points) std::printf(" %8.1f", nanoseconds);
    std::printf("  %.3f\n", slope(r));
    met = met && slope(r) <= steepest;
  }
  std::printf("goal: slope of log time over log size at most %.2f: %s\n", steepest, met ? "met" : "MISSED");
}

}  // namespace

int main(int count, char** arguments) {
  try {
    run(count > 1 ? arguments[1] : nullptr);  // a goal that is missed is said, and is no failure
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bench_stream: %s\n", e.what());
    return 1;
  }
}
