// bench_corpus NAME < lines: a split of a corpus of labelled schemas, one JSON object a line with "id",
// "schema" and "tests": [{"valid", "data"}].
//
// Prints one line: schemas compiled, refused by their metaschema, failed all the same; verdicts that agree
// with the labels and that do not; compile time. What failed or disagrees is named on stderr. Exit status 1
// if a schema fails that its metaschema admits, or a verdict disagrees.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

#include <tenon/program.hpp>
#include <tenon/reader.hpp>

namespace {

using tenon::value;
using tenon::schema::program;

double cpu_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

struct tally {
  std::size_t compiled = 0;
  std::size_t no_schema = 0;  // the metaschema refuses it
  std::size_t failed = 0;
  std::size_t agreed = 0;
  std::size_t disagreed = 0;
  std::vector<double> ms;
};

void judge(const program& code, const std::string& id, const value& tests, tally& t) {
  std::size_t number = 0;
  for (const value& test : tests.items()) {
    const bool valid = code.accepts(*test.find("data"));
    if (valid == test.find("valid")->boolean()) {
      ++t.agreed;
    } else {
      ++t.disagreed;
      std::fprintf(stderr, "%s: test %zu is %s here\n", id.c_str(), number, valid ? "valid" : "invalid");
    }
    ++number;
  }
}

void take(const std::string& line, tally& t) {
  auto read = tenon::json::read(line);
  if (!read) {
    ++t.failed;
    std::fprintf(stderr, "a line is no JSON: %s\n", read.error().message.c_str());
    return;
  }
  const value& one = read->root;
  const std::string id(one.find("id")->string());
  value shape = *one.find("schema");
  const double start = cpu_ms();
  const auto code = program::compile(std::move(shape));
  const double took = cpu_ms() - start;
  if (code) {
    ++t.compiled;
    t.ms.push_back(took);
    judge(*code, id, *one.find("tests"), t);
  } else if (!tenon::schema::check_schema(*one.find("schema")).empty()) {
    ++t.no_schema;
  } else {
    ++t.failed;
    std::fprintf(stderr, "%s: %s\n", id.c_str(), explain(code.error()).c_str());
  }
}

double at(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

}  // namespace

int main(int argc, char** argv) {
  tally t;
  for (std::string line; std::getline(std::cin, line);) {
    if (!line.empty()) take(line, t);
  }
  std::sort(t.ms.begin(), t.ms.end());
  std::printf("%-18s %6zu compiled %4zu no schema %4zu failed  %6zu agree %5zu not  %7.3f %7.2f %8.1f ms\n",
              argc > 1 ? argv[1] : "-", t.compiled, t.no_schema, t.failed, t.agreed, t.disagreed,
              at(t.ms, 0.5), at(t.ms, 0.99), at(t.ms, 1));
  return t.failed == 0 && t.disagreed == 0 ? 0 : 1;
}
