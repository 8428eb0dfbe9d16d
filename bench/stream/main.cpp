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
constexpr double dearest = 40;  // nanoseconds a delta, by the schema

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// A text fed in one way, in rounds that are long enough for the clock.
struct job {
  std::function<void()> run;
  double deltas = 0;
  std::size_t times = 1;
  std::vector<double> rounds = {};  // nanoseconds a delta

  double round() const {
    const double begin = thread_seconds();
    for (std::size_t i = 0; i < times; ++i) run();
    return thread_seconds() - begin;
  }
  void prepare() {
    while (round() < 0.02) times *= 2;
  }
  void measure() { rounds.push_back(1e9 * round() / static_cast<double>(times) / deltas); }
  double median() {
    const auto middle = rounds.begin() + static_cast<std::ptrdiff_t>(rounds.size() / 2);
    std::ranges::nth_element(rounds, middle);
    return *middle;
  }
};

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

constexpr std::array<std::size_t, 3> kilobytes{1, 64, 1024};
constexpr std::size_t rounds = 9;

struct row {
  const char* what;
  std::vector<job> jobs = {};  // by size
};

/// The slope of the logarithm of the time for a whole text over that of its size, by least squares in each
/// round; of the rounds, the median. A neighbour on the machine slows a whole round, not one size of it.
double slope(const row& r) {
  std::vector<double> all;
  for (std::size_t i = 0; i < rounds; ++i) {
    double sx = 0;
    double sy = 0;
    double sxx = 0;
    double sxy = 0;
    for (const job& one : r.jobs) {
      const double x = std::log(one.deltas);
      const double y = std::log(one.rounds[i] * one.deltas);
      sx += x;
      sy += y;
      sxx += x * x;
      sxy += x * y;
    }
    const auto n = static_cast<double>(r.jobs.size());
    all.push_back((n * sxy - sx * sy) / (n * sxx - sx * sx));
  }
  std::ranges::nth_element(all, all.begin() + rounds / 2);
  return all[rounds / 2];
}

void save(const char* folder, const std::string& text, std::size_t size) {
  if (folder == nullptr) return;
  std::ofstream(std::string(folder) + "/" + std::to_string(size) + ".json", std::ios::binary) << text;
}

/// All sizes in turn, round after round.
void measure(row& r) {
  for (job& one : r.jobs) one.prepare();
  for (std::size_t i = 0; i < rounds; ++i)
    for (job& one : r.jobs) one.measure();
}

/// True if the goal is met.
bool print(row& r) {
  const double s = slope(r);
  std::printf("%-38s", r.what);
  for (job& one : r.jobs) std::printf(" %8.1f", one.median());
  std::printf("  %.3f\n", s);
  return s <= steepest;
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
  std::array<std::string, kilobytes.size()> texts;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string& text = texts[i] = bench::extractions(kilobytes[i] * 1024);
    save(folder, text, kilobytes[i]);
    const double deltas = static_cast<double>(text.size()) / delta;
    rows[0].jobs.push_back({[&] { feed(judged, text); }, deltas});
    rows[1].jobs.push_back({[&] { feed(bare, text); }, deltas});
    rows[2].jobs.push_back({[&] { feed(any, text); }, deltas});
    rows[3].jobs.push_back({[&] { copy_each_time(bare, text); }, deltas});
  }
  std::printf("tenon::reply::stream, nanoseconds a delta of %zu bytes (CPU time, median of %zu rounds)\n",
              delta, rounds);
  std::printf("%-38s %8s %8s %8s  slope\n", "", "1 KB", "64 KB", "1 MB");
  bool met = true;
  for (row& r : rows) {
    measure(r);
    met = print(r) && met;
  }
  std::printf("goal: slope of log time over log size at most %.2f: %s\n", steepest, met ? "met" : "MISSED");
  const bool cheap = std::ranges::all_of(rows[1].jobs, [](job& j) { return j.median() <= dearest; });
  std::printf("goal: by the schema at most %.0f ns a delta at any size: %s\n", dearest,
              cheap ? "met" : "MISSED");
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
