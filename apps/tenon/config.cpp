// tenon config check: what is set and where from, or all that is wrong with it. Asks nobody.
#include "providers.hpp"
#include "session.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <tenon/service.hpp>
#include <tenon/wire.hpp>
#include <tenon/writer.hpp>

namespace tenon::cli {

namespace {

struct setting {
  std::string name;
  std::string text;
  std::string from;
};

class settings_list {
 public:
  explicit settings_list(const settings& set) : set_(set) {}

  std::vector<setting> all() {
    defaults();
    for (const auto& [name, provider] : set_.what.providers) add_provider(name, provider);
    for (const auto& [name, model] : set_.what.models) add_model("models.\"" + name + "\"", model);
    for (const auto& [name, p] : set_.what.policies) add_policy("policies." + name, p);
    if (set_.what.breaker.failures > 0) {
      add("breaker.failures", std::to_string(set_.what.breaker.failures));
      add("breaker.open_for", seconds(set_.what.breaker.open_for));
    }
    return std::move(all_);
  }

 private:
  static std::string seconds(duration d) {
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(d).count();
    return milliseconds % 1000 == 0 ? std::to_string(milliseconds / 1000) + "s"
                                    : std::to_string(milliseconds) + "ms";
  }
  static std::string yes_or_no(bool b) { return b ? "true" : "false"; }

  void add(std::string name, std::string text) { add(std::move(name), std::move(text), set_.file); }
  void add(std::string name, std::string text, std::string from) {
    all_.push_back({std::move(name), std::move(text), std::move(from)});
  }
  void add_time(const std::string& name, const std::optional<duration>& time) {
    if (time) add(name, seconds(*time));
  }
  void add_text(const std::string& name, const std::string& text) {
    if (!text.empty()) add(name, excerpt(text));
  }
  template <class T>
  void add_number(const std::string& name, const std::optional<T>& number) {
    if (number) add(name, std::to_string(*number));
  }
  void add_flag(const std::string& name, const std::optional<bool>& flag) {
    if (flag) add(name, yes_or_no(*flag));
  }

  /// What the file says, or what holds without it.
  void add_or(const std::string& name, const std::string& text, const std::string& standard) {
    if (text.empty())
      add(name, standard, "default");
    else
      add(name, excerpt(text));
  }

  void defaults() {
    const auto& what = set_.what;
    add_or("model", what.model, "local");
    for (const auto& name : what.fallbacks) add("fallbacks", excerpt(name));
    add_or("mode", what.mode ? std::string(to_string(*what.mode)) : std::string(), "auto");
    add_or("reading", what.reading ? std::string(to_string(*what.reading)) : std::string(), "wrapper");
    add_or("policy", what.policy ? what.policy->name : std::string(),
           "incidentops; local for a model in this process");
  }

  void add_provider(const std::string& name, const provider_settings& p) {
    const std::string at = "providers." + name + ".";
    const auto variable = std::find_if(set_.from_environment.begin(), set_.from_environment.end(),
                                       [&](const environment_setting& e) { return e.provider == name; });
    add_text(at + "profile", p.profile);
    if (variable == set_.from_environment.end())
      add_text(at + "base_url", p.base_url);
    else
      add(at + "base_url", excerpt(p.base_url), variable->variable);
    if (const auto key = look_up_key(name, set_.what))
      add(at + "key", key_text(*key), key->file.empty() ? "environment" : "file");
    add_text(at + "api_version", p.api_version);
    add_text(at + "organization", p.organization);
    add_text(at + "project", p.project);
    add_text(at + "schema_field", p.schema_field);
    const std::string of_headers = at + "headers.";
    for (const auto& [header, unused] : p.headers) add(of_headers + header, "(not shown)");
    add_text(at + "proxy", p.proxy);
    add_text(at + "ca_file", p.ca_file);
    if (p.http2) add(at + "http2", "true");
    if (p.always_stream) add(at + "always_stream", "true");
    add_time(at + "connect_timeout", p.connect_timeout);
    add_time(at + "first_byte_timeout", p.first_byte_timeout);
    add_time(at + "idle_timeout", p.idle_timeout);
  }

  void add_model(const std::string& at, const model_settings& m) {
    add_flag(at + ".native_schema", m.native_schema);
    add_flag(at + ".schema_invisible", m.schema_invisible);
    add_flag(at + ".json_object", m.json_object);
    add_flag(at + ".tools", m.tools);
    add_flag(at + ".temperature", m.temperature);
    add_number(at + ".context_tokens", m.context_tokens);
    add_number(at + ".max_output_tokens", m.max_output_tokens);
    add_number(at + ".requests_per_minute", m.requests_per_minute);
    add_number(at + ".tokens_per_minute", m.tokens_per_minute);
    if (m.each) {
      add(at + ".price.input", per_million(m.each->input));
      add(at + ".price.output", per_million(m.each->output));
      if (m.each->cached_input) add(at + ".price.cached_input", per_million(*m.each->cached_input));
      if (m.each->cache_write) add(at + ".price.cache_write", per_million(*m.each->cache_write));
    }
  }

  static std::string per_million(money one_token) {
    // A pico for one token is a millionth for a million of them.
    return to_string(money{one_token.pico * 1'000'000}) + " for a million tokens";
  }

  /// All of it, since what the file leaves out comes from the preset.
  void add_policy(const std::string& at, const policy& p) {
    add(at + ".max_attempts", std::to_string(p.max_attempts));
    add(at + ".max_corrections", std::to_string(p.max_corrections));
    add(at + ".max_semantic_corrections", std::to_string(p.max_semantic_corrections));
    add(at + ".max_larger_caps", std::to_string(p.max_larger_caps));
    add(at + ".max_transport_retries", std::to_string(p.max_transport_retries));
    add(at + ".retries_before_fallback", std::to_string(p.retries_before_fallback));
    add(at + ".max_tokens", p.max_tokens ? std::to_string(*p.max_tokens) : "none");
    add(at + ".max_cost", p.max_cost ? to_string(*p.max_cost) : "none");
    add(at + ".without_price", p.without_price == without_price::refuse  ? "refuse"
                               : p.without_price == without_price::allow ? "allow"
                                                                         : "assume");
    if (p.without_price == without_price::assume) {
      add(at + ".assumed_price.input", per_million(p.assumed_price.input));
      add(at + ".assumed_price.output", per_million(p.assumed_price.output));
    }
    add(at + ".attempt_timeout", p.attempt_timeout ? seconds(*p.attempt_timeout) : "none");
    add(at + ".total_timeout", p.total_timeout ? seconds(*p.total_timeout) : "none");
    add(at + ".max_wait", seconds(p.max_wait));
    add(at + ".base_backoff", seconds(p.base_backoff));
    add(at + ".max_backoff", seconds(p.max_backoff));
    add(at + ".max_output_tokens", std::to_string(p.max_output_tokens));
    add(at + ".larger_cap_factor", std::to_string(p.larger_cap_factor));
    add(at + ".feedback", p.feedback == feedback_place::user_message ? "user_message" : "assistant_turn");
    add(at + ".max_feedback", std::to_string(p.max_feedback));
    add(at + ".typed_streams", yes_or_no(p.typed_streams));
  }

  const settings& set_;
  std::vector<setting> all_;
};

/// What only shows when a request is made: an address that is none, a header that cannot be sent.
problems check_providers(const settings& set) {
  problems wrong;
  for (const auto& [name, unused] : set.what.providers) {
    auto to = look_up_service(name, "model", set.what);
    auto why = [&]() -> std::optional<problem> {
      if (!to) return to.error();
      const auto sent = wire::encode(*to, {.messages = {{role::user, "check"}}}, false);
      return sent ? std::nullopt : std::optional(sent.error());
    }();
    if (!why) continue;
    const auto variable = std::find_if(set.from_environment.begin(), set.from_environment.end(),
                                       [&](const environment_setting& e) { return e.provider == name; });
    why->place = variable != set.from_environment.end() ? variable->variable : set.file;
    why->message = "providers." + name + ": " + why->message;
    wrong.push_back(std::move(*why));
  }
  return wrong;
}

std::string origin_of(const settings& set) {
  if (set.file.empty()) {
    const auto usual = usual_file();
    return usual.empty() ? "no file" : "no file (" + usual + " is not there)";
  }
  return set.file + (set.named_by.empty() ? " (the user's own)" : " (named by " + set.named_by + ")");
}

std::string as_text(const settings& set, const std::vector<setting>& all) {
  std::string out = "configuration: " + origin_of(set) + "\n";
  std::size_t name = 0;
  std::size_t text = 0;
  for (const setting& s : all) {
    name = std::max(name, std::min<std::size_t>(s.name.size(), 40));
    text = std::max(text, std::min<std::size_t>(s.text.size(), 40));
  }
  for (const setting& s : all) {
    std::string line = s.name;
    line.resize(std::max(name, line.size()), ' ');
    line += "  " + s.text;
    line.resize(std::max(name + 2 + text, line.size()), ' ');
    out += line + "  " + s.from + "\n";
  }
  return out;
}

value as_json(const settings& set, const std::vector<setting>& all) {
  value list = value::array();
  for (const setting& s : all)
    list.push_back(value::object({{"name", s.name}, {"value", s.text}, {"from", s.from}}));
  return value::object(
      {{"file", set.file.empty() ? value() : value(set.file)}, {"settings", std::move(list)}});
}

result<status, fault> run(const arguments& args, session& out) {
  const auto set = read_settings(args.operand());
  if (!set) return set.error();
  if (auto wrong = check_providers(*set); !wrong.empty()) return settings_fault(std::move(wrong));
  const auto all = settings_list(*set).all();
  const auto text =
      args.has("--json") ? json::write(as_json(*set, all), json::style::pretty) + "\n" : as_text(*set, all);
  if (auto failed = out.put(text)) return *failed;
  std::error_code error;
  if (set->file.empty() && !out.quiet() && !out.json() && std::filesystem::exists("tenon.toml", error))
    out.say(
        "tenon: there is a tenon.toml in this folder; it is read only where --config or TENON_CONFIG names "
        "it");
  return status::done;
}

const option options[] = {{"--json",
                           takes::nothing,
                           {},
                           "the settings as JSON on stdout; mistakes as one JSON object on stderr",
                           nullptr,
                           {}},
                          {"--quiet", takes::nothing, {}, "no hints on stderr", nullptr, {}}};

const usage_example examples[] = {
    {"tenon config check", "the file that a call would read, and what the environment adds"},
    {"tenon config check tenon.toml", "another file"},
    {"tenon --check-config tenon.toml", "the same, in short"},
};

}  // namespace

const command& config_command() {
  static const command below[] = {
      {"check",
       "print what is set and where from, or all mistakes",
       "Reads the configuration as a call would and prints every setting with where it comes from: the file, "
       "a "
       "variable of the environment, or the default. Mistakes are listed all at once, with their lines; the "
       "status is then 2. Keys are never shown, and nobody is asked: `tenon models --probe` does that.",
       options,
       operand{"FILE", "in place of TENON_CONFIG and of ~/.config/tenon/tenon.toml"},
       examples,
       {},
       run}};
  static const command c{"config",
                         "look at the configuration",
                         "Looks at the configuration that calls are made with.",
                         {},
                         std::nullopt,
                         examples,
                         below,
                         nullptr};
  return c;
}

}  // namespace tenon::cli
