// bench_local [MODEL [ROUNDS [THREADS]]]: what the constraint costs, and what the kept prefix saves.
//
// Constrained and free runs alternate in one process, so that a busy or throttled machine slows both. The
// rate counts from the first token on. Processor time stands beside wall time: where they differ by more
// than the threads explain, the machine was busy and the wall time says little. On a busy machine one
// thread gives steadier numbers: llama.cpp's threads wait for each other by spinning.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <sys/resource.h>
#include <vector>

#include <tenon/contracts.hpp>
#include <tenon/local.hpp>

namespace {

using tenon::message;
using tenon::model;
using tenon::model_answer;
using tenon::model_reply;
using tenon::model_request;
using tenon::output_mode;
using tenon::role;

constexpr const char* first_report =
    "Report: Since 09:12 the checkout page answers with HTTP 502 for about a third of all customers in "
    "production. "
    "The pods of payments-api restart every few minutes; the log says OutOfMemoryError. Version 2.4.1 went "
    "out at "
    "08:55. Support counts forty tickets so far. Nobody has rolled back yet. Ada from the platform team is "
    "on it.";
constexpr const char* second_report =
    "Report: In staging the nightly import of orders has not finished since Tuesday. The job orders-import "
    "stops "
    "with error code ORA-01555 after six hours. Disk db-3 is at 91 percent. No customer is affected. It is "
    "not known "
    "whether the last change of the retention settings has to do with it.";

struct run {
  model_reply reply;
  double wall = 0;
  double processor = 0;
  double writing() const {
    const auto seconds = [](auto d) { return std::chrono::duration<double>(d).count(); };
    return seconds(*reply.timings.total) - seconds(*reply.timings.first_token);
  }
  /// Output tokens a second, after the first.
  double rate() const { return static_cast<double>(*reply.usage.output_tokens - 1) / writing(); }
};

double processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

std::string system_text(const tenon::schema::program& shape) {
  return "You read incident reports. Answer with one JSON value of this schema and nothing else:\n" +
         shape.compact();
}

model_request request(const tenon::schema::program& shape, std::vector<message> messages, output_mode mode,
                      std::uint32_t cap) {
  model_request r;
  r.messages = std::move(messages);
  r.mode = mode;
  r.shape = shape;
  r.max_output_tokens = cap;
  return r;
}

run timed(model& on, const model_request& r) {
  const double processor = processor_seconds();
  const auto start = std::chrono::steady_clock::now();
  model_answer answer = tenon::call(on, r);
  if (!answer) {
    std::cerr << "bench_local: " << explain(answer.error().why) << "\n";
    std::exit(1);
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  return {*std::move(answer), wall.count(), processor_seconds() - processor};
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void compare_rates(model& on, const tenon::schema::program& shape, int rounds) {
  std::printf("constrained against free output, alternating, %d rounds, cap 120 tokens\n", rounds);
  std::printf("  %-12s %8s %12s %14s %18s\n", "", "tokens", "tokens/s", "wall ms/token",
              "processor ms/token");
  std::vector<double> rates[2];
  std::vector<double> processor[2];
  std::uint64_t tokens[2] = {0, 0};
  for (int i = 0; i < 2 * rounds + 2; ++i) {
    const bool constrained = i % 2 == 1;
    const run r = timed(on, request(shape, {{role::system, system_text(shape)}, {role::user, first_report}},
                                    constrained ? output_mode::native : output_mode::prompt, 120));
    if (i < 2) continue;  // the first round evaluates the prompt
    rates[constrained].push_back(r.rate());
    // The kept prefix leaves one token of the prompt, so all of a run is output.
    processor[constrained].push_back(1000 * r.processor / static_cast<double>(*r.reply.usage.output_tokens));
    tokens[constrained] += *r.reply.usage.output_tokens;
  }
  for (const int constrained : {0, 1}) {
    const double rate = median(rates[constrained]);
    std::printf("  %-12s %8llu %12.2f %14.2f %18.2f\n", constrained != 0 ? "constrained" : "free",
                static_cast<unsigned long long>(tokens[constrained]), rate, 1000 / rate,
                median(processor[constrained]));
  }
  std::printf("  constrained / free: rate %.3f, processor time a token %.3f (goal: rate >= 0.95)\n\n",
              median(rates[1]) / median(rates[0]), median(processor[1]) / median(processor[0]));
}

void print_prefix(const char* what, const char* kept, const run& r) {
  const auto& u = r.reply.usage;
  std::printf("  %-16s %-8s %10llu %10llu %14.2f %10.2f %12.2f\n", what, kept,
              static_cast<unsigned long long>(*u.input_tokens - *u.cached_input_tokens),
              static_cast<unsigned long long>(*u.cached_input_tokens),
              std::chrono::duration<double>(*r.reply.timings.first_token).count(), r.wall, r.processor);
}

void compare_prefix(model& on, const tenon::schema::program& shape) {
  std::printf("the kept prefix, cap 60 tokens\n");
  std::printf("  %-16s %-8s %10s %10s %14s %10s %12s\n", "", "prefix", "evaluated", "reused", "first token s",
              "wall s", "processor s");
  const message system{role::system, system_text(shape)};
  const auto first = request(shape, {system, {role::user, first_report}}, output_mode::native, 60);
  const auto second = request(shape, {system, {role::user, second_report}}, output_mode::native, 60);
  // Shares nothing but the template's first tokens.
  const auto other =
      request(shape, {{role::system, "Say hello."}, {role::user, "Hello."}}, output_mode::prompt, 1);
  const auto correction = [&](const run& r) {
    return request(
        shape,
        {system,
         {role::user, first_report},
         {role::assistant, r.reply.text},
         {role::user, "The answer is not valid: it ends too early. Answer again, with the whole value."}},
        output_mode::native, 60);
  };
  timed(on, other);
  const run base = timed(on, first);
  print_prefix("first document", "none", base);
  print_prefix("correction", "kept", timed(on, correction(base)));
  print_prefix("second document", "kept", timed(on, second));
  timed(on, other);
  print_prefix("correction", "none", timed(on, correction(base)));
  timed(on, other);
  print_prefix("second document", "none", timed(on, second));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "qwen2.5-coder-0.5b";
  const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;
  tenon::local::options how;
  how.threads = argc > 3 ? static_cast<unsigned>(std::max(0, std::atoi(argv[3]))) : 0;
  auto opened = tenon::local::open(name, how);
  if (!opened) {
    std::cerr << "bench_local: " << explain(opened.error()) << "\n";
    return 3;
  }
  const auto* contract = tenon::contracts::find("IncidentExtraction");
  std::printf("%s\n", std::string((*opened)->name()).c_str());
  compare_rates(**opened, contract->program, rounds);
  compare_prefix(**opened, contract->program);
  return 0;
}
