#include "asking.hpp"

#include "prompts.hpp"

#include <algorithm>

namespace tenon::cli {

namespace {

/// --attempts, --timeout and --max-tokens are hard: what a person typed is not stretched.
result<policy, fault> policy_from(const arguments& args, bool in_process) {
  policy p = policies::standard(in_process);
  if (const auto name = args.text("--policy")) {
    auto named = policies::by_name(*name);
    if (!named) return from_problem(std::move(named.error()));
    p = std::move(*named);
  }
  if (const auto attempts = args.whole("--attempts")) {
    p.max_attempts = static_cast<unsigned>(*attempts);
    p.max_corrections = std::max(p.max_corrections, p.max_attempts - 1);
  }
  if (const auto seconds = args.real("--timeout"))
    p.attempt_timeout = p.total_timeout =
        std::chrono::duration_cast<duration>(std::chrono::duration<double>(*seconds));
  if (args.has("--max-tokens")) p.max_larger_caps = 0;
  if (args.has("--stream")) {
    // Nothing that was shown is taken back. Nothing is shown of a call whose schema is refused as a
    // constraint, so that one may be made again with the schema in the prompt.
    p.max_attempts = args.has("--attempts") || args.has("--policy") ? 1 : 2;
    p.max_corrections = p.max_semantic_corrections = p.max_larger_caps = p.max_transport_retries = 0;
  }
  return p;
}

}  // namespace

std::vector<std::string> mode_names() {
  return {"auto", "native", "tool", "prompt"};
}

std::vector<std::string> reading_names() {
  std::vector<std::string> names;
  for (const reading_level level : {reading_level::strict, reading_level::clean, reading_level::wrapper,
                                    reading_level::syntax, reading_level::coerce})
    names.emplace_back(to_string(level));
  return names;
}

std::vector<std::string> policy_names() {
  return {"incidentops", "local", "once", "opsagent", "spring"};
}

result<request, fault> request_from(const arguments& args, const shape& what, const input& text) {
  auto told = prompt_for(what);
  if (!told) return told.error();
  request r;
  const auto system = args.text("--system");
  r.system = system.value_or(std::move(told->system));
  // The examples of a prompt speak for its own words; they go when these are replaced.
  if (!system)
    for (auto& [question, answer] : told->examples)
      r.examples.push_back({std::move(question), std::move(answer)});
  if (const auto path = args.text("--instructions")) {
    auto more = read_file(*path);
    if (!more) return more.error();
    if (auto bad = check_text(*more)) return *bad;
    r.system += (r.system.empty() ? "" : "\n\n") + more->text;
  }
  r.prompt = std::move(told->user);
  r.args.emplace("text", text.text);
  r.source = text.text;
  r.prompt_name = std::move(told->name);
  r.prompt_version = std::move(told->version);
  r.temperature = args.real("--temperature");
  r.seed = args.whole("--seed");
  if (const auto cap = args.whole("--max-tokens")) r.max_output_tokens = static_cast<std::uint32_t>(*cap);
  return r;
}

result<client_options, fault> client_options_from(const arguments& args, bool in_process) {
  auto chosen = policy_from(args, in_process);
  if (!chosen) return chosen.error();
  client_options how;
  how.policy = std::move(*chosen);
  how.mode = output_mode_from(args.text("--mode").value_or("auto"));
  how.reading =
      reading_level_from(args.text("--reading").value_or("wrapper")).value_or(reading_level::wrapper);
  return how;
}

std::string model_name(const arguments& args) {
  return args.text("--model").value_or("local");
}

value to_json(const model_request& r) {
  value messages = value::array();
  for (const message& m : r.messages)
    messages.push_back(value::object({{"role", to_string(m.who)}, {"text", m.text}}));
  value out = value::object({{"mode", to_string(r.mode)}, {"messages", std::move(messages)}});
  out.set("schema", r.shape ? r.shape->document() : value());
  out.set("temperature", r.temperature ? value(*r.temperature) : value());
  out.set("seed", r.seed ? value(*r.seed) : value());
  out.set("max_output_tokens", r.max_output_tokens ? value(*r.max_output_tokens) : value());
  out.set("timeout_ms", r.timeout
                            ? value(std::chrono::duration_cast<std::chrono::milliseconds>(*r.timeout).count())
                            : value());
  return out;
}

}  // namespace tenon::cli
