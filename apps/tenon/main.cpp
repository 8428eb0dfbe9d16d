// tenon: typed, trusted values out of language models, from the command line.
#include "command.hpp"
#include "session.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <unistd.h>

#include <tenon/writer.hpp>

namespace tenon::cli {

namespace {

void report_fault(const fault& f, const session& to) {
  if (f.message.empty()) return;
  if (to.json())
    to.say(json::write(to_json(f)));
  else
    to.complain(to_text(f));
}

int run(const std::vector<std::string>& words) {
  const signals listening;
  const auto given = [&](std::string_view flag) {
    return std::find(words.begin(), words.end(), flag) != words.end();
  };
  // Known before the words are understood, so that a refusal of the words is said the right way.
  session world(listening.token(), given("--json"), given("--quiet"));
  auto call = parse(program_table(), words);
  result<status, fault> end = status::done;
  if (!call) {
    end = call.error();
  } else if (call->what == invocation::wish::version) {
    if (auto failed = world.put("tenon " TENON_VERSION "\n")) end = *failed;
  } else if (call->what == invocation::wish::help) {
    if (auto failed = world.put(help_page(call->path, terminal_width(STDOUT_FILENO)))) end = *failed;
  } else {
    end = call->path.back()->run(call->args, world);
  }
  if (end) return static_cast<int>(*end);
  report_fault(end.error(), world);
  return static_cast<int>(end.error().code);
}

}  // namespace

}  // namespace tenon::cli

int main(int argc, char** argv) {
  try {
    return tenon::cli::run({argv + std::min(argc, 1), argv + argc});
  } catch (const std::exception& e) {  // std::bad_alloc, in practice
    std::fprintf(stderr, "tenon: %s\n", e.what());
    return static_cast<int>(tenon::cli::status::environment);
  }
}
