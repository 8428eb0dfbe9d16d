// ask_reports MODEL BASE_URL FILE...: reads each report as `tenon extract --type IncidentExtraction` does, in
// native mode, one attempt at temperature 0, with the messages that a model in this process gets whatever
// model is asked. BASE_URL "-" is none. A JSON line for each file on stdout: value or failure, and the
// account.
//
// So that script/score-reports --same compares two engines and nothing else.
#include <fstream>
#include <iostream>
#include <sstream>

#include <tenon/contracts.hpp>
#include <tenon/prompt.hpp>
#include <tenon/tenon.hpp>

namespace {

using tenon::contracts::IncidentExtraction;

constexpr std::uint64_t seed = 1;
constexpr std::uint32_t most_tokens = 1024;

tenon::result<std::string> text_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream all;
  all << in.rdbuf();
  if (!in)
    return tenon::problem{
        .kind = tenon::failure_kind::invalid_argument, .place = file, .message = "the file cannot be read"};
  return all.str();
}

tenon::request request_for(const tenon::prompt::prompt_file& told, std::string text) {
  tenon::request r;
  r.system = told.system;
  for (const auto& one : told.examples) r.examples.push_back({one.input, one.output});
  r.prompt = told.user;
  r.source = text;
  r.args.emplace("text", std::move(text));
  r.temperature = 0;
  r.seed = seed;
  return r;
}

tenon::client_options options() {
  tenon::client_options how;
  how.policy = tenon::policies::once();
  how.policy->max_output_tokens = most_tokens;
  how.policy->attempt_timeout = how.policy->total_timeout = {};
  how.mode = tenon::output_mode::native;
  how.strict_native = true;
  how.format = tenon::format_place::system_message;
  how.reading = tenon::reading_level::wrapper;
  return how;
}

tenon::value line_for(const std::string& file, const tenon::outcome<IncidentExtraction>& got) {
  auto line = tenon::value::object({{"file", file}});
  line.set("value", got ? tenon::to_value(*got) : tenon::value());
  line.set("failure", got ? tenon::value() : tenon::value(got.failure().summary()));
  line.set("report", tenon::to_json(got.report()));
  return line;
}

int complain(const tenon::problem& why) {
  std::cerr << "ask_reports: " << explain(why) << '\n';
  return 2;
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string> args(words + 1, words + count);
  if (args.size() < 3) {
    std::cerr << "usage: ask_reports MODEL BASE_URL FILE...\n";
    return 2;
  }
  tenon::configuration how;
  if (args[1] != "-")
    how.providers[args[0].substr(0, args[0].find(':'))] = {.base_url = args[1], .proxy = "none"};
  const auto model = tenon::open_model(args[0], how);
  if (!model) return complain(model.error());
  const auto* const told = tenon::prompt::find_prompt("extract");
  const tenon::client reader(*model, options());
  for (std::size_t i = 2; i < args.size(); ++i) {
    auto text = text_of(args[i]);
    if (!text) return complain(text.error());
    const auto got = reader.ask<IncidentExtraction>(request_for(*told, *std::move(text)));
    std::cout << tenon::json::write(line_for(args[i], got)) << std::endl;
  }
}
