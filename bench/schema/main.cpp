// The schema engine beside its neighbours. Of one schema everything is a ratio to simdjson On-Demand into a
// record that is used again, which validates nothing, and to tenon in the same job; of a corpus, to tenon.
//
// usage: bench_schema [--peer NAME COMMAND | --ready-peer NAME COMMAND]... [--corpus] [ROUNDS]
//   --peer          a validator that answers the questions of peer.hpp
//   --ready-peer    one that cannot be timed on a text
//   --corpus        JSONSchemaBench on standard input, a schema a line
//   BENCHMARK_MIN_TIME in the environment: seconds a contender is measured (0.25), after as long a warm-up
// Without peers it compares tenon with the baseline alone, which is quick.
#include "contenders.hpp"
#include "tables.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

struct arguments {
  std::vector<bench::peer_program> peers;
  bool corpus = false;
  bench::effort how;
};

arguments read(std::span<char*> words) {
  arguments all;
  if (const char* seconds = std::getenv("BENCHMARK_MIN_TIME"))
    all.how.seconds = std::strtod(seconds, nullptr);
  // A round must be long enough for the clocks.
  if (all.how.seconds < 0.1) all.how.rounds = 3;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if ((word == "--peer" || word == "--ready-peer") && i + 2 < words.size()) {
      all.peers.push_back({words[i + 1], words[i + 2], word == "--peer"});
      i += 2;
    } else if (word == "--corpus") {
      all.corpus = true;
    } else {
      all.how.rounds = std::strtoull(words[i], nullptr, 10);
      if (all.how.rounds == 0) throw std::runtime_error("no number of rounds: " + std::string(word));
    }
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const arguments all = read({argv + 1, argv + argc});
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    std::printf("CPU time, median of %zu rounds in which all take turns. simdjson %s.\n", all.how.rounds,
                bench::simdjson_version().c_str());
    bench::incident_tables(all.peers, all.how);
    if (all.corpus) bench::corpus_table(std::cin, all.peers, all.how);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bench_schema: %s\n", e.what());
    return 1;
  }
  return 0;
}
