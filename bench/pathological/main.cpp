// Schemas and instances made to be expensive (tests/support/pathological.hpp), at doubling sizes: what each
// way of judging costs at the largest, and the slope of the logarithm of its time over that of the bytes.
// 1 is linear, 2 quadratic. Where a limit refuses, its name stands behind.
//
//   bench_pathological [SIZE] [PART OF A NAME]    up to SIZE parts, 10000 by default, about a megabyte
//
// Processor time, so a busy machine does not matter much; one run each, so a slope near 1 is 0.8 to 1.2. What
// multiplies a part of the schema with a part of the instance, up to a limit, is steep without being wrong:
// that work is bounded is decided by counts, in tests/schema/pathological_test.cpp. The exit status is 1 only
// if something took longer than any input of this size may.
#include "pathological.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/lint.hpp>
#include <tenon/lower.hpp>
#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/watch.hpp>

namespace {

using tenon::schema::program;
using test::pathological::kind;
using test::pathological::task;

constexpr double steepest = 1.3;
constexpr double slow = 0.05;     // seconds: less is not worth a word
constexpr double too_slow = 5.0;  // and more than this is a failure
constexpr double endless = 20.0;  // no larger size is tried

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct point {
  double bytes;
  double seconds;
};

/// One way of judging, at every size.
struct row {
  std::string_view name;
  std::vector<point> points;
  std::string said;  // at the largest size

  /// Between the two largest sizes that took long enough to be told from nothing.
  double slope() const {
    const auto n = points.size();
    if (n < 2 || points[n - 2].seconds < 1e-4) return 0;
    return std::log(points[n - 1].seconds / points[n - 2].seconds) /
           std::log(points[n - 1].bytes / points[n - 2].bytes);
  }
  bool steep() const { return points.back().seconds > slow && slope() > steepest; }
};

template <class Run>
void measure(row& r, std::size_t bytes, Run run) {
  if (!r.points.empty() && r.points.back().seconds > endless) return;
  const double begin = thread_seconds();
  r.said = run();
  r.points.push_back({static_cast<double>(bytes), thread_seconds() - begin});
}

std::string outcome(const tenon::problems& errors) {
  if (errors.empty()) return "valid";
  return errors.back().code + (errors.size() > 1 ? ", " + std::to_string(errors.size()) + " errors" : "");
}

std::string watched(const program& code, std::string_view text) {
  tenon::schema::watcher w(code);
  constexpr std::size_t piece = 4096;
  for (std::size_t at = 0; at < text.size(); at += piece) w.feed(text.substr(at, piece));
  return w.finish() == tenon::schema::watch_state::complete ? "complete" : w.why().code;
}

struct rows {
  row compile{"compile", {}, {}};
  row value{"accepts", {}, {}};
  row errors{"validate", {}, {}};
  row text{"accepts_text", {}, {}};
  row watch{"watch", {}, {}};
  row lint{"lint", {}, {}};
  row lower{"lower", {}, {}};
};

void measure(rows& to, const task& one) {
  std::optional<program> code;
  measure(to.compile, one.schema.size(), [&] {
    auto made = program::compile_text(one.schema);
    if (!made) return made.error().code;
    code = *std::move(made);
    return std::string("well");
  });
  if (!code) return;
  const std::size_t bytes = one.schema.size() + one.instance.size();
  if (const auto instance = tenon::json::read_unique(one.instance)) {
    measure(to.value, bytes, [&] { return std::string(code->accepts(*instance) ? "valid" : "not valid"); });
    measure(to.errors, bytes, [&] { return outcome(code->validate(*instance)); });
  }
  measure(to.text, bytes,
          [&] { return std::string(code->accepts_text(one.instance) ? "valid" : "not valid"); });
  measure(to.watch, bytes, [&] { return watched(*code, one.instance); });
  measure(to.lint, one.schema.size(),
          [&] { return std::to_string(tenon::schema::lint(*code).remarks.size()) + " remarks"; });
  measure(to.lower, one.schema.size(), [&] {
    const auto made = tenon::schema::lower(*code, tenon::schema::dialect::gbnf);
    return made ? std::string("well") : made.error().code;
  });
}

struct verdict {
  int steep = 0;
  int too_slow = 0;
};

/// Counts what is to be said of the rows of a kind into `to`.
void show(verdict& to, const kind& k, std::size_t largest) {
  rows all;
  std::size_t bytes = 0;
  for (std::size_t size = std::max<std::size_t>(largest / 8, 10); size <= largest; size *= 2) {
    const task one = k.make(size);
    bytes = one.schema.size() + one.instance.size();
    measure(all, one);
  }
  std::printf("%s (%.1f MB)\n", std::string(k.name).c_str(), static_cast<double>(bytes) / 1e6);
  for (const row* r : {&all.compile, &all.value, &all.errors, &all.text, &all.watch, &all.lint, &all.lower}) {
    if (r->points.empty()) continue;
    std::printf("  %-13s %9.2f ms  slope %4.1f  %s%s\n", std::string(r->name).c_str(),
                1e3 * r->points.back().seconds, r->slope(), r->said.c_str(), r->steep() ? "  <-- steep" : "");
    to.steep += r->steep() ? 1 : 0;
    to.too_slow += r->points.back().seconds > too_slow ? 1 : 0;
  }
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t largest = 10'000;
  std::string_view wanted;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (std::from_chars(word.data(), word.data() + word.size(), largest).ec != std::errc()) wanted = word;
  }
  verdict all;
  for (const kind& k : test::pathological::kinds) {
    if (k.name.find(wanted) != std::string_view::npos) show(all, k, largest);
  }
  std::printf("%d steep, %d took more than %.0f s\n", all.steep, all.too_slow, too_slow);
  return all.too_slow == 0 ? 0 : 1;
}
