// Schemas that others wrote, so that it is not one lucky schema: 20 of JSONSchemaBench, by a rule. Chosen is
// what has a union (`anyOf` or `oneOf`) and a reference (`$ref`), and no object that is closed by `false` in
// `additionalProperties` or `unevaluatedProperties`; of these the 20 whose valid instances have the most
// bytes. The instances are written without white space. All are judged, and only the valid ones are measured:
// what is wrong early on is decided early.
#include "tables.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace bench {
namespace {

using tenon::value;
using tenon::schema::program;

constexpr std::size_t wanted = 20;

struct candidate {
  std::string id;
  std::string schema;
  std::vector<std::string> valid;
  std::vector<std::string> invalid;
  std::size_t bytes = 0;  // of the valid ones
};

/// By the names of members, wherever they stand; a stack of our own, since a schema may be deep.
bool is_wanted(const value& schema) {
  bool unites = false;
  bool refers = false;
  std::vector<const value*> left = {&schema};
  while (!left.empty()) {
    const value& one = *left.back();
    left.pop_back();
    if (one.is_array()) {
      for (const value& item : one.items()) left.push_back(&item);
    }
    if (!one.is_object()) continue;
    for (const tenon::json::member& m : one.members()) {
      const bool closes = m.name == "additionalProperties" || m.name == "unevaluatedProperties";
      if (closes && m.value.is_boolean() && !m.value.boolean()) return false;
      unites = unites || m.name == "anyOf" || m.name == "oneOf";
      refers = refers || m.name == "$ref";
      left.push_back(&m.value);
    }
  }
  return unites && refers;
}

candidate read(const std::string& line) {
  const auto parsed = tenon::json::read(line);
  if (!parsed) throw std::runtime_error("a line of the corpus is no JSON: " + parsed.error().message);
  candidate one;
  const value* schema = parsed->root.find("schema");
  if (!is_wanted(*schema)) return one;
  one.id = parsed->root.find("id")->string();
  one.schema = tenon::json::write(*schema);
  for (const value& test : parsed->root.find("tests")->items()) {
    const bool valid = test.find("valid")->boolean();
    (valid ? one.valid : one.invalid).push_back(tenon::json::write(*test.find("data")));
    if (valid) one.bytes += one.valid.back().size();
  }
  return one;
}

std::vector<candidate> choose(std::istream& schemas, std::size_t& of) {
  std::vector<candidate> all;
  for (std::string line; std::getline(schemas, line);) {
    candidate one = line.empty() ? candidate{} : read(line);
    if (one.bytes > 0) all.push_back(std::move(one));
  }
  of = all.size();
  std::ranges::sort(all, [](const candidate& a, const candidate& b) {
    return a.bytes != b.bytes ? a.bytes > b.bytes : a.id < b.id;
  });
  all.resize(std::min(all.size(), wanted));
  return all;
}

/// Ours, on all documents of the candidate: the valid ones, then the others. It must say what the labels say.
std::string judge(const program& code, const candidate& one) {
  std::string verdicts;
  for (const bool valid : {true, false}) {
    for (const std::string& text : valid ? one.valid : one.invalid) {
      verdicts += code.accepts_text(text) ? '1' : '0';
      if ((verdicts.back() == '1') != valid) throw std::runtime_error("tenon is wrong about " + one.id);
    }
  }
  return verdicts;
}

struct tally {
  std::map<std::string, std::vector<double>> ratios;  // of each peer, in the schemas that it was measured on
  std::vector<std::string> remarks;
};

/// Those that say what we say.
std::vector<contender> agreeing(const candidate& one, const std::string& verdicts, const scratch& files,
                                const std::vector<peer_program>& programs,
                                std::vector<std::string>& remarks) {
  std::vector<std::string> all = one.valid;
  all.insert(all.end(), one.invalid.begin(), one.invalid.end());
  const auto judged = files.write("judged.jsonl", all);
  const auto valid = files.write("valid.jsonl", one.valid);
  std::vector<contender> agreed;
  for (const auto& other : start_with_schema(programs, files.write("schema.json", one.schema), remarks)) {
    const std::string what = disagreement(*other, judged, verdicts, valid);
    if (what.empty()) agreed.push_back(asked(other, "text", other->name(), "text"));
    if (!what.empty()) remarks.push_back(what);
  }
  return agreed;
}

/// A column for each peer, whether it has a figure or not.
void print_ratios(const std::vector<contender>& all, const samples& taken,
                  const std::vector<peer_program>& programs, tally& t) {
  for (const peer_program& program : programs) {
    const auto found = std::ranges::find_if(all, [&](const contender& c) { return c.name == program.name; });
    const auto i = static_cast<std::size_t>(found - all.begin());
    if (i < all.size() && taken.failure(i).empty()) {
      t.ratios[program.name].push_back(taken.ratio(i, 0));
      std::printf(" %18.2f", t.ratios[program.name].back());
    } else {
      std::printf(" %18s", "-");
    }
  }
  std::printf("\n");
}

void measure_one(const candidate& one, const std::vector<peer_program>& programs, const effort& how,
                 tally& t) {
  const auto code = program::compile_text(one.schema);
  if (!code) throw std::runtime_error(one.id + ": " + tenon::explain(code.error()));
  const scratch files;
  std::vector<std::string> remarks;
  std::vector<contender> all = agreeing(one, judge(*code, one), files, programs, remarks);
  all.insert(all.begin(), in_process("text", "tenon", one.valid.size(),
                                     [&](std::size_t d) { return code->accepts_text(one.valid[d]); }));
  all[0].ours = true;
  const samples taken = measure(all, one.valid.size(), how);
  const double bytes = static_cast<double>(one.bytes) / static_cast<double>(one.valid.size());
  std::printf("  %-52s %6.0f %8.0f %6.0f", one.id.substr(0, 52).c_str(), bytes, taken.nanoseconds(0),
              bytes / taken.nanoseconds(0) * 1e3);
  print_ratios(all, taken, programs, t);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!taken.failure(i).empty()) remarks.push_back(all[i].name + ": " + taken.failure(i));
  }
  for (const std::string& remark : remarks) t.remarks.push_back(one.id + ": " + remark);
}

}  // namespace

void corpus_table(std::istream& schemas, std::vector<peer_program> programs, const effort& how) {
  std::erase_if(programs, [](const peer_program& one) { return !one.reads; });
  std::size_t of = 0;
  const std::vector<candidate> chosen = choose(schemas, of);
  std::printf(
      "\nJSONSchemaBench, text to verdict: %zu of the %zu schemas with a union, a reference and only open "
      "objects,\nthose with the most bytes of valid instances. Peers: x tenon.\n",
      chosen.size(), of);
  std::printf("  %-52s %6s %8s %6s", "", "bytes", "ns", "MB/s");
  for (const peer_program& program : programs) {
    std::printf(" %18s", program.name.substr(0, program.name.find(',')).c_str());
  }
  std::printf("\n");
  tally t;
  for (const candidate& one : chosen) measure_one(one, programs, how, t);
  std::printf("  %-74s", "median");
  for (const peer_program& program : programs) {
    const std::vector<double>& ratios = t.ratios[program.name];
    if (ratios.empty()) {
      std::printf(" %18s", "-");
    } else {
      std::printf(" %12.2f of %2zu", median(ratios), ratios.size());
    }
  }
  std::printf("\n");
  for (const std::string& remark : t.remarks) std::printf("  ! %s\n", remark.c_str());
}

}  // namespace bench
