// Reading JSON beside its neighbours: events without a value, building a value, whole and in chunks of
// four bytes; and whether time grows in proportion to size. Run it without arguments.
#include "documents.hpp"
#include "measure.hpp"

#include <cmath>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

namespace {

using bench::contender;

constexpr std::size_t whole = static_cast<std::size_t>(-1) / 2;
constexpr std::size_t few = 4;

void append(std::vector<contender>& all, std::vector<contender> more) {
  for (contender& one : more) all.push_back(std::move(one));
}

std::vector<contender> chunked_only(const std::vector<contender>& all) {
  std::vector<contender> some;
  for (const contender& one : all) {
    if (one.chunked) some.push_back(one);
  }
  return some;
}

void table(const char* title, const std::vector<contender>& all, const std::vector<std::string>& documents,
           std::size_t chunk) {
  std::printf("\n%s\n  %-26s", title, "MB/s (x ours)");
  for (const std::string& text : documents) std::printf("  %8zu B    ", text.size());
  std::printf("\n");
  std::vector<std::vector<double>> seconds;
  for (const std::string& text : documents) seconds.push_back(bench::measure(all, text, chunk));
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::printf("  %-26s", all[i].name.c_str());
    for (std::size_t d = 0; d < documents.size(); ++d) {
      const double rate = static_cast<double>(documents[d].size()) / seconds[d][i] / 1e6;
      std::printf("  %6.0f (%5.2f)", rate, seconds[d][0] / seconds[d][i]);
    }
    std::printf("\n");
  }
}

/// Least squares over the logarithms.
double slope(const std::vector<double>& x, const std::vector<double>& y) {
  double sx = 0;
  double sy = 0;
  double sxx = 0;
  double sxy = 0;
  const auto n = static_cast<double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double lx = std::log(x[i]);
    const double ly = std::log(y[i]);
    sx += lx;
    sy += ly;
    sxx += lx * lx;
    sxy += lx * ly;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

void growth(const std::vector<contender>& all) {
  std::printf("\nGrowth, chunks of %zu bytes: slope of log time over log size, 1 KB to 1 MB\n", few);
  std::vector<double> sizes;
  std::vector<std::vector<double>> seconds(all.size());
  for (std::size_t kilobytes = 1; kilobytes <= 1024; kilobytes *= 4) {
    const std::string text = bench::incidents(kilobytes * 1024);
    sizes.push_back(static_cast<double>(text.size()));
    const auto of_each = bench::measure(all, text, few);
    for (std::size_t i = 0; i < all.size(); ++i) seconds[i].push_back(of_each[i]);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::printf("  %-26s  %.3f\n", all[i].name.c_str(), slope(sizes, seconds[i]));
  }
}

void run() {
  const std::vector<std::string> documents{bench::incidents(1'000), bench::incidents(10'000),
                                           bench::incidents(100'000), bench::incidents(1'000'000)};
  auto events = bench::tenon_events();
  append(events, bench::boost_events());
  append(events, bench::rapidjson_events());
  append(events, bench::nlohmann_events());
  append(events, bench::simdjson_events());
  auto values = bench::tenon_values();
  append(values, bench::boost_values());
  append(values, bench::rapidjson_values());
  append(values, bench::nlohmann_values());

  std::printf(
      "CPU time of one thread, median of 9 rounds. Goal: events at 4 bytes >= 350 MB/s, slope <= 1.03.\n");
  table("Events, chunks of 4 bytes", chunked_only(events), documents, few);
  table("Events, whole text", events, documents, whole);
  table("Value, chunks of 4 bytes", chunked_only(values), documents, few);
  table("Value, whole text", values, documents, whole);
  growth(bench::tenon_events());
}

}  // namespace

int main() {
  try {
    run();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bench_json: %s\n", e.what());
    return 1;
  }
  return 0;
}
