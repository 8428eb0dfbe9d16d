// cases [--verbose] FILE: runs bug-report cases through the library and prints a row for each class. Exit
// status 0 if none failed, 1 if one did, 3 if the file cannot be read.
#include "case.hpp"
#include "operations.hpp"

#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <string_view>

namespace {

using namespace cases;

constexpr std::pair<std::string_view, std::string_view> classes[] = {
    {"a", "malformed replies"}, {"b", "schemas, lowering"}, {"c", "correction loop"},
    {"d", "provider wire"},     {"e", "streamed partials"}, {"f", "constraints"},
};

struct tally {
  std::size_t cases = 0, passed = 0, failed = 0, wrong = 0, skipped = 0, judged = 0, left = 0;
  void add(const verdict& v) {
    ++cases;
    passed += v.passed();
    failed += v.failed();
    wrong += v.silently_wrong && v.skipped.empty();
    skipped += !v.skipped.empty();
    judged += v.judged.size();
    left += v.left.size();
  }
};

void print_row(std::string_view name, std::string_view what, const tally& t) {
  std::printf("%-3.*s %-18.*s %6zu %7zu %7zu %15zu %8zu %12zu %13zu\n", static_cast<int>(name.size()),
              name.data(), static_cast<int>(what.size()), what.data(), t.cases, t.passed, t.failed, t.wrong,
              t.skipped, t.judged, t.left);
}

void print_case(const test_case& c, const verdict& v) {
  const bool quiet = v.passed() && v.notes.empty() && v.left.empty();
  if (quiet || !v.skipped.empty()) return;
  std::printf("\n%s %s (%s): %s\n", c.id().c_str(), v.failed() ? "failed" : "passed", c.group().c_str(),
              c.text("symptom").c_str());
  for (const auto& line : v.objections) std::printf("    %s\n", line.c_str());
  for (const auto& line : v.notes) std::printf("    note: %s\n", line.c_str());
  for (const auto& line : v.left) std::printf("    for a reader: %s\n", line.c_str());
}

int run(const std::string& path, bool verbose) {
  const auto all = load(path);
  if (!all) {
    std::fprintf(stderr, "cases: %s\n", explain(all.error()).c_str());
    return 3;
  }
  std::map<std::string, tally, std::less<>> rows;
  std::map<std::string, std::size_t> missing;
  tally sum;
  for (const test_case& c : *all) {
    const verdict v = cases::run(c, library_partials);
    rows[c.group()].add(v);
    sum.add(v);
    if (!v.skipped.empty()) ++missing[v.skipped];
    if (verbose) print_case(c, v);
  }
  if (verbose) std::printf("\n");
  std::printf("%-22s %6s %7s %7s %15s %8s %12s %13s\n", "class", "cases", "passed", "failed",
              "silently wrong", "skipped", "must: judged", "for a reader");
  for (const auto& [name, what] : classes) print_row(name, what, rows[std::string(name)]);
  print_row("", "all", sum);
  for (const auto& [why, count] : missing) std::printf("skipped %zu: %s\n", count, why.c_str());
  std::printf("%zu passed, %zu failed, %zu skipped\n", sum.passed, sum.failed, sum.skipped);
  return sum.failed == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::string path;
    bool verbose = false;
    for (int i = 1; i < argc; ++i) {
      if (std::string_view(argv[i]) == "--verbose")
        verbose = true;
      else
        path = argv[i];
    }
    if (path.empty()) {
      std::fprintf(stderr, "usage: cases [--verbose] FILE\n");
      return 2;
    }
    return run(path, verbose);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "cases: %s\n", e.what());
    return 3;
  }
}
