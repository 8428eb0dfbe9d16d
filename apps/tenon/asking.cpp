#include "asking.hpp"

#include "prompts.hpp"

#include <algorithm>

namespace tenon::cli {

namespace {

/// --attempts, --timeout, --max-tokens and the budget are hard: what a person typed is not stretched.
result<policy, fault> policy_from(const arguments& args, const settings& set, bool in_process) {
  policy p = set.what.policy.value_or(policies::standard(in_process));
  if (const auto name = args.text("--policy")) {
    auto named = set.what.find_policy(*name);
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
  if (const auto tokens = args.whole("--max-total-tokens")) p.max_tokens = tokens;
  if (const auto cost = args.text("--max-cost")) {
    const auto most = money_from(*cost);
    if (!most) return from_problem(most.error());
    p.max_cost = *most;
  }
  if (args.has("--stream")) {
    // Nothing that was shown is taken back. Nothing is shown of a call whose schema is refused as a
    // constraint, so that one may be made again with the schema in the prompt.
    p.max_attempts = args.has("--attempts") || args.has("--policy") ? 1 : 2;
    p.max_corrections = p.max_semantic_corrections = p.max_larger_caps = p.max_transport_retries = 0;
  }
  return p;
}

std::optional<output_mode> mode_from(std::string_view name) {
  return name == "json" ? output_mode::json_object : output_mode_from(name);
}

price_table prices_of(const configuration& how) {
  price_table prices;
  for (const auto& [name, set] : how.models)
    if (set.each) prices.set(name, *set.each);
  return prices;
}

/// Breaker and limits for the models that are asked.
std::shared_ptr<routes> routes_of(const configuration& how, const std::vector<std::string_view>& models) {
  auto all = std::make_shared<routes>(how.breaker);
  for (const auto name : models) {
    const auto* const set = how.find_model(name);
    if (set == nullptr || (!set->requests_per_minute && !set->tokens_per_minute)) continue;
    all->set(std::string(name), how.breaker,
             {.requests_per_minute = set->requests_per_minute.value_or(0),
              .tokens_per_minute = set->tokens_per_minute.value_or(0)});
  }
  return all;
}

}  // namespace

result<client_options, fault> client_options_from(const arguments& args, const settings& set,
                                                  const model& first) {
  auto chosen = policy_from(args, set, first.can().in_process);
  if (!chosen) return chosen.error();
  client_options how;
  how.policy = std::move(*chosen);
  how.mode = set.what.mode.value_or(output_mode::automatic);
  if (const auto mode = args.text("--mode")) how.mode = mode_from(*mode);
  how.reading = set.what.reading.value_or(reading_level::wrapper);
  if (const auto level = args.text("--reading"))
    how.reading = reading_level_from(*level).value_or(how.reading);
  how.prices = prices_of(set.what);
  return how;
}

result<asked_model, fault> asked_model_from(const arguments& args, const settings& set) {
  auto first = open_named(model_name(args, set), set.what);
  if (!first) return std::move(first.error());
  auto how = client_options_from(args, set, **first);
  if (!how) return std::move(how.error());
  std::vector<std::string_view> names{(*first)->name()};
  for (const auto& name : args.has("--fallback") ? args.all("--fallback") : set.what.fallbacks) {
    auto next = open_named(name, set.what);
    if (!next) return std::move(next.error());
    how->fallbacks.push_back(std::move(*next));
    names.push_back(how->fallbacks.back()->name());
  }
  how->routes = routes_of(set.what, names);
  return asked_model{std::move(*first), std::move(*how)};
}

std::vector<std::string> mode_names() {
  return {"auto", "native", "tool", "json", "prompt"};
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
