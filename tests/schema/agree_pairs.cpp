// Random schemas with instances, and what tenon says of them, for script/agree to ask another validator
// about.
//
//   agree_pairs SEED COUNT    so many verdicts, a line per schema:
//                             {"draft": 2020, "schema": …, "endless": false,
//                              "tests": [{"instance": …, "valid": true}, …]}
//   agree_pairs judge         reads such lines, with or without verdicts, and writes them with tenon's
//
// `endless`: a schema in it demands itself of the same instance. Formats are annotations here, as the drafts
// have it by default. What tenon refuses to compile or gives up on at a limit is left out; the last line of
// the first form says how often: {"refused": {"$ref": 12, …}}.
#include "nodes/node.hpp"
#include "random_instance.hpp"
#include "random_schema.hpp"

#include <array>
#include <charconv>
#include <cstdio>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace {

using tenon::value;
using tenon::schema::draft;
using tenon::schema::program;

constexpr std::size_t tests_each = 5;
constexpr std::array<int, 5> years = {4, 6, 7, 2019, 2020};

using tally = std::map<std::string, std::size_t>;

/// At a limit, whose name is in the message.
bool gave_up(const tenon::problems& errors) {
  return !errors.empty() && errors.back().message.find("(max_") != std::string::npos;
}

/// How many verdicts it wrote.
std::size_t write_verdicts(int year, const value& schema, const std::vector<value>& instances,
                           tally& refused) {
  const auto code = program::compile(schema, {.assert_formats = false});
  if (!code) {
    ++refused[code.error().code];
    return 0;
  }
  value tests = value::array();
  for (const value& instance : instances) {
    const tenon::problems errors = code->validate(instance);
    if (gave_up(errors)) {
      ++refused[errors.back().code];
      continue;
    }
    tests.push_back(value::object({{"instance", instance}, {"valid", value(errors.empty())}}));
  }
  const std::size_t written = tests.size();
  const bool endless = code->nodes().endless != tenon::schema::none;
  const value line = value::object(
      {{"draft", value(year)}, {"schema", schema}, {"endless", value(endless)}, {"tests", std::move(tests)}});
  std::puts(tenon::json::write(line).c_str());
  return written;
}

std::size_t write_schema(std::uint64_t seed, tally& refused) {
  test::choices from(seed);
  const std::size_t of = from.pick(years.size());
  const value schema = test::random_schema(from, static_cast<draft>(of)).root();
  test::random_instance maker(from, schema);
  std::vector<value> instances;
  for (std::size_t i = 0; i < tests_each; ++i) instances.push_back(maker.make());
  return write_verdicts(years[of], schema, instances, refused);
}

int judge() {
  tally refused;
  for (std::string line; std::getline(std::cin, line);) {
    const auto one = tenon::json::read_unique(line);
    if (!one) return 2;
    std::vector<value> instances;
    for (const value& test : one->find("tests")->items()) instances.push_back(*test.find("instance"));
    const auto year = static_cast<int>(*one->find("draft")->to_int64());
    if (write_verdicts(year, *one->find("schema"), instances, refused) == 0) std::puts("null");
    std::fflush(stdout);
  }
  return 0;
}

std::uint64_t number(std::string_view text) {
  std::uint64_t n = 0;
  std::from_chars(text.data(), text.data() + text.size(), n);
  return n;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "judge") return judge();
  if (argc != 3) {
    std::fputs("usage: agree_pairs SEED COUNT | judge\n", stderr);
    return 2;
  }
  const std::uint64_t count = number(argv[2]);
  tally refused;
  std::uint64_t written = 0;
  for (std::uint64_t seed = number(argv[1]) << 32U; written < count; ++seed)
    written += write_schema(seed, refused);
  value summary = value::object();
  for (const auto& [code, times] : refused) summary.set(code, times);
  std::puts(tenon::json::write(value::object({{"refused", std::move(summary)}})).c_str());
  return 0;
}
