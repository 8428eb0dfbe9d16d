// Reads an incident report with the model in this process: triage FILE.
#include <fstream>
#include <iostream>
#include <sstream>

#include <tenon/tenon.hpp>

enum class Severity { SEV1, SEV2, SEV3, SEV4 };
struct Triage {
  std::string summary;
  Severity severity = Severity::SEV4;
  std::optional<std::string> service;
  std::vector<std::string> symptoms;
};

constexpr auto describe(tenon::type<Triage>) {  // optional; found beside the struct
  using namespace tenon;
  return record("First reading of an incident report",
                field<&Triage::service>("Affected service, null if the report does not say"),
                field<&Triage::symptoms>("What users saw", {.min_items = 1, .max_items = 8}));
}

int main(int argc, char** argv) {
  if (argc != 2) return std::cerr << "usage: triage FILE\n", 2;
  const std::ifstream file(argv[1]);
  std::ostringstream report;
  report << file.rdbuf();
  if (!file) return std::cerr << argv[1] << " cannot be read\n", 3;

  auto model = tenon::open_model("local");
  if (!model) return std::cerr << explain(model.error()) << '\n', 3;
  const tenon::client reader(*model);

  const auto triage = reader.ask<Triage>({.system = "You read incident reports. Unknown stays null.",
                                          .prompt = "Report:\n{report}",
                                          .args = {{"report", report.str()}}});  // literal: never re-expanded
  if (!triage) return std::cerr << triage.failure().explain() << '\n', 1;
  std::cout << tenon::json::write(tenon::to_value(*triage), tenon::json::style::pretty) << '\n';
  std::cerr << triage.attempts() << " attempts, " << triage.report().usage.tokens() << " tokens\n";
}
