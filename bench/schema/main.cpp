// The schema engine beside its neighbours, on 48 different incident reports of each size: from a text to a
// validated record, to a verdict, and from a ready value to a verdict; and how long a schema takes to
// compile. Everything is a ratio to simdjson On-Demand into a record that is used again, which validates
// nothing.
//
// usage: bench_schema [rounds [quick]]   quick: only ours and the baseline
#include "documents.hpp"
#include "incident.hpp"
#include "measure.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/bind.hpp>
#include <tenon/writer.hpp>

namespace {

using bench::contender;

void append(std::vector<contender>& all, std::vector<contender> more) {
  for (contender& one : more) all.push_back(std::move(one));
}

void table(std::size_t bytes, std::size_t rounds, bool quick) {
  constexpr std::size_t count = 48;
  const std::vector<std::string> documents = bench::incidents(bytes, count);
  std::size_t total = 0;
  for (const std::string& one : documents) total += one.size();
  const double size = static_cast<double>(total) / count;
  std::vector<contender> fast = bench::simdjson_contenders(documents);
  append(fast, bench::tenon_contenders(documents));
  if (!quick)
    append(fast,
           bench::valijson_contenders(documents, tenon::json::write(tenon::schema_of<bench::Incident>())));
  const std::vector<bench::figure> figures = bench::measure(fast, count, 8, rounds);
  std::printf("\n%.0f bytes, %zu different documents in turn\n", size, count);
  std::printf("  %-40s %9s %6s  %-30s  %s\n", "", "ns", "MB/s", "x the first (1 in 10 <, >)", "x the second");
  for (std::size_t i = 0; i < fast.size(); ++i) {
    const bench::figure& f = figures[i];
    std::printf("  %-40s %9.0f %6.0f  %.2f (%.2f, %.2f) %15s %.2f\n", fast[i].name.c_str(), f.nanoseconds,
                size / f.nanoseconds * 1e3, f.ratio, f.low, f.high, "", f.second);
  }
}

void compile() {
  const std::string text = tenon::json::write(tenon::schema_of<bench::Incident>());
  const double nanoseconds = bench::median_nanoseconds(
      [&] {
        if (!tenon::schema::program::compile_text(text)) std::abort();
      },
      201);
  std::printf("\nschema of %zu bytes, text to program: %.0f us (goal: 250)\n", text.size(),
              nanoseconds / 1e3);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::size_t rounds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 31;
    const bool quick = argc > 2 && std::string_view(argv[2]) == "quick";
    std::printf("CPU time of one thread, median of %zu rounds in which all take turns. simdjson %s.\n",
                rounds, bench::simdjson_version().c_str());
    std::printf(
        "Goal: text to record, reused: <= 0.70 at 1 KB, <= 0.80 at 10 and 100 KB; to a new one <= 1.3.\n");
    for (const std::size_t bytes : {1'024, 10'240, 102'400}) table(bytes, rounds, quick);
    compile();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bench_schema: %s\n", e.what());
    return 1;
  }
  return 0;
}
