// One schema, in depth: 48 different reports of each size, from a text to a validated record, to a verdict,
// and from a ready value to a verdict; then how long the schema takes to compile.
#include "contenders.hpp"
#include "documents.hpp"
#include "incident.hpp"
#include "tables.hpp"

#include <array>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include <tenon/bind_text.hpp>
#include <tenon/writer.hpp>

namespace bench {
namespace {

constexpr std::size_t count = 48;

using peers = std::vector<std::shared_ptr<peer>>;

void tell(const std::vector<std::string>& remarks) {
  for (const std::string& one : remarks) std::printf("  ! %s\n", one.c_str());
}

/// Leaves those that agree with us on all of them, valid and broken; they have the valid ones from then on.
void agree(peers& all, const std::vector<std::string>& documents, const scratch& files,
           std::vector<std::string>& remarks) {
  std::vector<std::string> judged = documents;
  for (std::string& one : broken(documents)) judged.push_back(std::move(one));
  const tenon::schema::program& code = *tenon::program_of<Incident>();
  std::string ours;
  for (std::size_t i = 0; i < judged.size(); ++i) {
    ours += code.accepts_text(judged[i]) ? '1' : '0';
    if ((ours.back() == '1') != (i < documents.size())) {
      throw std::runtime_error("tenon is wrong about document " + std::to_string(i) + ": " + judged[i]);
    }
  }
  const auto judged_file = files.write("judged.jsonl", judged);
  const auto valid_file = files.write("documents.jsonl", documents);
  std::erase_if(all, [&](const std::shared_ptr<peer>& one) {
    const std::string what = disagreement(*one, judged_file, ours, valid_file);
    if (!what.empty()) remarks.push_back(what);
    return !what.empty();
  });
}

/// The rows by job: a table reads better so, and who takes turns with whom is the same.
std::vector<contender> contenders(const std::vector<std::string>& documents, const peers& others) {
  std::vector<contender> all = simdjson_contenders(documents);
  const std::vector<contender> ours = tenon_contenders(documents);
  for (const std::string_view job : {jobs::record, jobs::verdict, jobs::ready}) {
    for (const contender& one : ours) {
      if (one.job == job) all.push_back(one);
    }
    if (job == jobs::record) continue;
    const bool text = job == jobs::verdict;
    for (const auto& one : others) {
      if (one->reads() || !text) all.push_back(asked(one, job, one->name(), text ? "text" : "ready"));
    }
  }
  return all;
}

void print(const std::vector<contender>& all, const samples& taken, double bytes) {
  std::printf("  %-42s %9s %6s  %24s %10s %8s\n", "", "ns", "MB/s", "x loop (1 in 10 <, >)", "x by name",
              "x tenon");
  std::vector<std::string> remarks;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == 0 || all[i].job != all[i - 1].job) std::printf("  %s\n", all[i].job.c_str());
    if (!taken.failure(i).empty()) {
      remarks.push_back(all[i].name + ", " + all[i].job + ": " + taken.failure(i));
      continue;
    }
    const double took = taken.nanoseconds(i);
    std::array<char, 64> spread{};
    std::snprintf(spread.data(), spread.size(), "%.2f (%.2f, %.2f)", taken.ratio(i, 0),
                  taken.ratio(i, 0, 0.1), taken.ratio(i, 0, 0.9));
    std::printf("    %-40s %9.0f %6.0f  %24s %10.2f", all[i].name.c_str(), took, bytes / took * 1e3,
                spread.data(), taken.ratio(i, 1));
    const std::size_t rival = our_rival(all, i);
    if (rival < all.size()) std::printf(" %8.2f", taken.ratio(i, rival));
    std::printf("\n");
  }
  tell(remarks);
}

void table(std::size_t bytes, const std::filesystem::path& schema, const std::vector<peer_program>& programs,
           const scratch& files, const effort& how) {
  const std::vector<std::string> documents = incidents(bytes, count);
  std::vector<std::string> remarks;
  peers others = start_with_schema(programs, schema, remarks);
  agree(others, documents, files, remarks);
  std::size_t total = 0;
  for (const std::string& one : documents) total += one.size();
  const double size = static_cast<double>(total) / count;
  std::printf("\n%.0f bytes, %zu different documents in turn\n", size, count);
  tell(remarks);
  const std::vector<contender> all = contenders(documents, others);
  print(all, measure(all, count, how), size);
}

contender compiles(const std::string& text, bool checked) {
  tenon::schema::compile_options options;
  options.check_metaschema = checked;
  contender one = in_process(checked ? "checked" : "unchecked", "tenon", 1, [text, options](std::size_t) {
    return tenon::schema::program::compile_text(text, options).has_value();
  });
  one.ours = true;
  return one;
}

const char* title_of(const std::string& job) {
  return job == "checked" ? "checked by its metaschema" : "unchecked (goal: 250 us)";
}

void print_compiling(const std::vector<contender>& all, const samples& taken) {
  std::printf("  %-38s %9s %8s\n", "", "us", "x tenon");
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == 0 || all[i].job != all[i - 1].job) std::printf("  %s\n", title_of(all[i].job));
    if (taken.failure(i).empty()) {
      std::printf("    %-36s %9.0f %8.2f\n", all[i].name.c_str(), taken.nanoseconds(i) / 1e3,
                  taken.ratio(i, our_rival(all, i)));
    } else {
      std::printf("    %-36s %9s %8s   %s\n", all[i].name.c_str(), "-", "-", taken.failure(i).c_str());
    }
  }
}

/// What a program waits for that has just started: nothing is warm, and each does what it does unasked.
void print_first(double ours, const std::filesystem::path& schema,
                 const std::vector<peer_program>& programs) {
  std::printf("  the first in a process, as each does it unasked\n    %-36s %9.0f %8.2f\n", "tenon",
              ours / 1e3, 1.0);
  for (const peer_program& program : programs) {
    try {
      std::vector<double> firsts;
      for (int i = 0; i < 5; ++i) firsts.push_back(peer(program).ask_number("schema " + schema.string()));
      const double theirs = median(std::move(firsts));
      std::printf("    %-36s %9.0f %8.2f\n", program.name.c_str(), theirs / 1e3, theirs / ours);
    } catch (const std::runtime_error& e) {
      std::printf("    %-36s %9s %8s   %s\n", program.name.c_str(), "-", "-", e.what());
    }
  }
}

/// From the text of the schema.
void compile_table(const std::string& text, double first, const std::filesystem::path& schema,
                   const std::vector<peer_program>& programs, const effort& how) {
  std::vector<std::string> remarks;
  const peers others = start_with_schema(programs, schema, remarks);
  std::vector<contender> all;
  for (const bool checked : {false, true}) {
    all.push_back(compiles(text, checked));
    const std::string job = all.back().job;
    for (const auto& one : others) all.push_back(asked(one, job, one->name(), "compile", job));
  }
  std::printf("\nschema of %zu bytes, compiled from its text\n", text.size());
  print_compiling(all, measure(all, 1, how));
  print_first(first, schema, programs);
  tell(remarks);
}

}  // namespace

void incident_tables(const std::vector<peer_program>& programs, const effort& how) {
  const std::string text = tenon::json::write(tenon::schema_of<Incident>());
  const double begin = thread_nanoseconds();
  if (!tenon::schema::program::compile_text(text))
    throw std::runtime_error("tenon does not compile the schema");
  const double first = thread_nanoseconds() - begin;
  const scratch files;
  const std::filesystem::path schema = files.write("schema.json", text);
  std::printf(
      "Goal: text to record, reused: <= 0.70 at 1 KB, <= 0.80 at 10 and 100 KB; to a new one <= 1.3.\n");
  for (const std::size_t bytes : {1'024, 10'240, 102'400}) table(bytes, schema, programs, files, how);
  compile_table(text, first, schema, programs, how);
}

}  // namespace bench
