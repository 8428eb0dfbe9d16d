// Plays one typed request for each line of standard input and answers with a line.
//
//   {"id": …, "base_url": …, "schema": {…} or "converter": "list" or "map", "stream": bool, "timeout_ms": n}
//   → {"id": …, "value": …} or {"id": …, "failure": kind, "exhausted": bool, "said": …}, and "report": {…}
//
// Everything between the request and the server is what a user has: client, plan, adapter, HTTP. The waits
// before a retry are short, so that a hundred scripts take seconds; their count is that of the policy.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

#include <tenon/client.hpp>
#include <tenon/connect.hpp>
#include <tenon/converter.hpp>
#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace {

using namespace tenon;
using namespace std::chrono_literals;

policy rules_of(const value& job) {
  policy p;
  p.name = "scenarios";
  p.max_attempts = 4;
  p.max_corrections = 3;
  p.max_transport_retries = 2;
  p.max_larger_caps = 1;
  p.max_output_tokens = 4096;
  p.base_backoff = 5ms;
  p.max_backoff = 20ms;
  p.attempt_timeout = 20s;
  if (const value* limit = job.find("timeout_ms"))
    p.attempt_timeout = std::chrono::milliseconds(*limit->to_int64());
  if (const value* stream = job.find("stream"); stream != nullptr && stream->boolean()) {
    p.max_corrections = 0;
  }
  return p;
}

template <class T>
value told(const outcome<T>& got, value made) {
  value line = value::object({});
  if (got) {
    line.set("value", std::move(made));
  } else {
    line.set("failure", value(to_string(got.failure().kind)));
    line.set("exhausted", value(got.failure().attempts_exhausted));
    line.set("said", value(got.explain()));
  }
  line.set("report", to_json(got.report()));
  return line;
}

value play(const value& job) {
  configuration how;
  how.providers["stub"] = {.profile = "openai-compatible",
                           .base_url = std::string(job.find("base_url")->string())};
  auto model = open_model("stub:stub-model", how);
  if (!model)
    return value::object(
        {{"failure", value(to_string(model.error().kind))}, {"said", value(explain(model.error()))}});
  const client asker(*model, {.policy = rules_of(job), .reading = reading_level::wrapper});
  const request asked{.prompt = "Say what the report says."};
  if (const value* name = job.find("converter")) {
    if (*name == value("list")) {
      const auto got = asker.ask(converters::list(), asked);
      value made = value::array();
      if (got) {
        for (const std::string& one : *got) made.push_back(value(one));
      }
      return told(got, std::move(made));
    }
    const auto got = asker.ask(converters::map(), asked);
    value made = value::object({});
    if (got) {
      for (const auto& [key, one] : *got) made.set(key, one);
    }
    return told(got, std::move(made));
  }
  const auto shape = schema::program::compile(*job.find("schema"));
  if (!shape)
    return value::object(
        {{"failure", value(to_string(shape.error().kind))}, {"said", value(explain(shape.error()))}});
  const value* stream = job.find("stream");
  if (stream != nullptr && stream->boolean()) {
    const auto got = asker.stream(*shape, asked, [](const reply::stream&) {});
    return told(got, got ? *got : value());
  }
  const auto got = asker.ask(*shape, asked);
  return told(got, got ? *got : value());
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const auto job = json::read(line);
    if (!job) return 2;
    value said = play(job->root);
    said.set("id", *job->root.find("id"));
    std::cout << json::write(said) << '\n' << std::flush;
  }
  return 0;
}
