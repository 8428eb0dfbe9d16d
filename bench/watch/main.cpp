// Watching a reply by the full schema of an incident extraction, in deltas of four bytes: what one delta
// costs, at 1 KB and at 1 MB, and whether that grows. Beside it the reader alone, which is the floor, and
// the same document in one chunk. Run it without arguments; the exit status is 1 if a goal is missed.
#include "reports.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/contracts.hpp>
#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/watch.hpp>
#include <tenon/writer.hpp>

namespace {

using tenon::json::source_span;
using tenon::schema::program;
using tenon::schema::watch_state;
using tenon::schema::watcher;

constexpr std::size_t delta = 4;
constexpr double most_nanoseconds = 40;
constexpr double steepest = 1.03;

class silent final : public tenon::json::handler {
 public:
  bool on_null(source_span) override { return true; }
  bool on_boolean(bool, source_span) override { return true; }
  bool on_number(std::string_view, source_span) override { return true; }
  bool on_string(std::string_view, source_span) override { return true; }
  bool on_name(std::string_view, source_span) override { return true; }
  bool on_begin_array(std::uint64_t) override { return true; }
  bool on_end_array(source_span) override { return true; }
  bool on_begin_object(std::uint64_t) override { return true; }
  bool on_end_object(source_span) override { return true; }
};

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

void watch(watcher& w, std::string_view text, std::size_t step) {
  w.reset();
  for (std::size_t at = 0; at < text.size(); at += step) w.feed(text.substr(at, step));
  if (w.finish() != watch_state::complete) throw std::runtime_error(tenon::explain(w.why()));
}

void read(tenon::json::reader& r, std::string_view text) {
  r.reset();
  for (std::size_t at = 0; at < text.size(); at += delta) r.feed(text.substr(at, delta));
  if (!r.finish()) throw std::runtime_error("the document is no JSON");
}

struct row {
  std::size_t bytes;
  double nanoseconds;  // a delta, watched
};

row line(watcher& w, const std::string& text) {
  silent nobody;
  tenon::json::reader reader(nobody);
  const double deltas = static_cast<double>(text.size()) / delta;
  const double reading = 1e9 * measure([&] { read(reader, text); }) / deltas;
  const double watching = 1e9 * measure([&] { watch(w, text, delta); }) / deltas;
  const double whole = measure([&] { watch(w, text, text.size()); });
  std::printf("%9zu bytes: %5.1f ns a delta (reader alone %4.1f), in one chunk %4.0f MB/s\n", text.size(),
              watching, reading, static_cast<double>(text.size()) / whole / 1e6);
  return {text.size(), watching};
}

/// Least squares over the logarithms of size and of time for all of it.
double slope(const std::vector<row>& rows) {
  double sx = 0;
  double sy = 0;
  double sxx = 0;
  double sxy = 0;
  const auto n = static_cast<double>(rows.size());
  for (const row& r : rows) {
    const double x = std::log(static_cast<double>(r.bytes));
    const double y = std::log(r.nanoseconds * static_cast<double>(r.bytes));
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

void run() {
  const auto& one = tenon::program_of<tenon::contracts::IncidentExtraction>();
  tenon::value list = tenon::value::object({{"type", "array"}, {"items", one->document()}});
  list.find("items")->set("$schema", "https://json-schema.org/draft/2020-12/schema");
  const auto many = program::compile(std::move(list));
  if (!many) throw std::runtime_error(tenon::explain(many.error()));

  std::printf("IncidentExtraction, deltas of %zu bytes; CPU time of one thread, median of 9 rounds.\n",
              delta);
  watcher single(*one);
  const row kilobyte = line(single, bench::extraction(1024));
  std::printf("Arrays of them:\n");
  watcher several(*many);
  std::vector<row> rows;
  for (std::size_t kilobytes = 1; kilobytes <= 1024; kilobytes *= 4) {
    rows.push_back(line(several, bench::extractions(kilobytes * 1024)));
  }
  const double grows = slope(rows);
  const double worst = std::max(kilobyte.nanoseconds, rows.back().nanoseconds);
  const bool met = worst <= most_nanoseconds && grows <= steepest;
  std::printf(
      "slope of log time over log size %.3f (goal: at most %.2f); goal: at most %.0f ns a delta: %s\n", grows,
      steepest, most_nanoseconds, met ? "met" : "MISSED");
}

}  // namespace

int main() {
  try {
    run();  // a goal that is missed is said, and is no failure
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bench_watch: %s\n", e.what());
    return 1;
  }
}
