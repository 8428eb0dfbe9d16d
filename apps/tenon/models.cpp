// tenon models: the weights that run in this process, where they are and how to get them; and the providers,
// where their keys are expected and whether they answer.
#include "progress.hpp"
#include "providers.hpp"

#include <filesystem>

#include <tenon/wire.hpp>
#include <tenon/writer.hpp>

#if TENON_LOCAL
#include <tenon/local.hpp>
#endif

namespace tenon::cli {

namespace {

#if TENON_LOCAL

std::string megabytes(std::uint64_t bytes) {
  return std::to_string((bytes + 500'000) / 1'000'000) + " MB";
}

bool fetched(const local::known_model& m) {
  std::error_code error;
  return std::filesystem::file_size(local::model_file(m), error) == m.bytes && !error;
}

value as_json(const local::known_model& m) {
  return value::object({{"name", m.name},
                        {"title", m.title},
                        {"licence", m.licence},
                        {"bytes", m.bytes},
                        {"sha256", m.sha256},
                        {"default", m.is_default},
                        {"fetched", fetched(m)},
                        {"file", local::model_file(m).string()}});
}

value local_json() {
  value all = value::array();
  for (const local::known_model& m : local::known_models()) all.push_back(as_json(m));
  return all;
}

std::string padded(std::string_view text, std::size_t width) {
  std::string out(text);
  if (out.size() < width) out.append(width - out.size(), ' ');
  return out + "  ";
}

std::string local_text() {
  std::size_t widest = 0;
  for (const local::known_model& m : local::known_models()) widest = std::max(widest, m.name.size());
  std::string out = "Models that run in this process:\n";
  for (const local::known_model& m : local::known_models()) {
    out += (m.is_default ? "* " : "  ") + padded(m.name, widest) + padded(megabytes(m.bytes), 8) +
           padded(m.licence, 10) + (fetched(m) ? local::model_file(m).string() : "not fetched") + "\n";
    out += "    " + std::string(m.title) + "\n";
  }
  return out + "* the model that `--model local` means; TENON_MODEL=FILE takes its place\n";
}

std::string default_name() {
  for (const local::known_model& m : local::known_models())
    if (m.is_default) return std::string(m.name);
  return {};
}

result<status, fault> run_fetch(const arguments& args, session& out) {
  const std::string name = args.operand().value_or(default_name());
  auto file = [&] {
    progress line(out);
    line.stage("fetching " + name);
    return local::fetch(
        name,
        [&](const local::fetch_progress& at) {
          std::string what(at.stage);
          if (at.parts > 0) what += " " + std::to_string(at.part) + " of " + std::to_string(at.parts);
          if (at.total_bytes > 0) what += ", " + megabytes(at.bytes) + " of " + megabytes(at.total_bytes);
          line.detail(what);
        },
        out.stop());
  }();
  if (!file) return from_problem(std::move(file.error()));
  if (auto failed = out.put(file->string() + "\n")) return *failed;
  return status::done;
}

std::vector<std::string> local_words() {
  std::vector<std::string> names;
  for (const local::known_model& m : local::known_models()) names.emplace_back(m.name);
  return names;
}

#else

value local_json() {
  return value::array();
}

std::string local_text() {
  return {};
}

std::vector<std::string> local_words() {
  return {};
}

result<status, fault> run_fetch(const arguments&, session&) {
  return usage_fault("this build has no local models (it was configured with TENON_LOCAL=OFF)");
}

#endif

std::vector<std::string> provider_words() {
  std::vector<std::string> names;
  for (const auto& p : wire::profiles()) names.emplace_back(p.name);
  return names;
}

/// Of the rows the ones to ask: those that were named, else the configured ones.
std::optional<fault> probe_some(std::vector<provider_row>& rows, bool named, const settings& set,
                                session& out) {
  if (!named) std::erase_if(rows, [](const provider_row& row) { return !row.configured; });
  if (rows.empty())
    return usage_fault("there is nothing to probe: no provider is configured, and none was named");
  progress line(out);
  line.stage("asking " + std::to_string(rows.size()) + (rows.size() == 1 ? " provider" : " providers"));
  probe(rows, set, out.stop());
  if (!out.stop().stop_requested()) return std::nullopt;
  return from_problem({.kind = failure_kind::cancelled, .code = "cancelled", .message = "cancelled"});
}

result<status, fault> run_list(const arguments& args, session& out) {
  const auto set = read_settings(args.text("--config"));
  if (!set) return set.error();
  auto rows = provider_rows(*set, args.operands());
  if (!rows) return rows.error();
  const bool named = !args.operands().empty();
  const bool probing = args.has("--probe");
  if (probing)
    if (auto failed = probe_some(*rows, named, *set, out)) return *failed;
  std::string text;
  if (args.has("--json")) {
    value providers = value::array();
    for (const provider_row& row : *rows) providers.push_back(to_json(row));
    text = json::write(value::object({{"local", named || probing ? value::array() : local_json()},
                                      {"providers", std::move(providers)}}),
                       json::style::pretty) +
           "\n";
  } else {
    if (!named && !probing) text = local_text();
    text += provider_text(*rows);
  }
  if (auto failed = out.put(text)) return *failed;
  return status_of(*rows);
}

const option json_flag{"--json", takes::nothing, {}, "the list as JSON on stdout", nullptr, {}};
const option probe_flag{
    "--probe",
    takes::nothing,
    {},
    "ask each configured provider, or those named, whether it answers and takes the key; it costs nothing",
    nullptr,
    {}};
const option list_options[] = {config_option, probe_flag, json_flag};
const operand provider_operand{"PROVIDER", "only this one; a section of the configuration or a profile",
                               false, true, provider_words};
const option fetch_options[] = {
    {"--json", takes::nothing, {}, "a failure as one JSON object on stderr", nullptr, {}},
    {"--quiet", takes::nothing, {}, "no progress", nullptr, {}},
};

const usage_example list_examples[] = {
    {"tenon models", "what there is, what has been fetched, and where keys are expected"},
    {"tenon models --probe", "whether the configured providers answer"},
    {"tenon models --probe openai ollama", "whether these two do"},
};
const usage_example fetch_examples[] = {
    {"tenon models fetch", "fetches the default model"},
    {"tenon models fetch qwen2.5-coder-1.5b", "fetches another one by name"},
};

constexpr std::string_view list_text =
    "Lists the models that run in this process, then the providers: the address of each, where its key is "
    "expected and whether it is there. The key itself is never shown. With --probe the status is 3 if one "
    "cannot "
    "be reached, 2 if one refuses the key or has none.";

}  // namespace

const command& models_command() {
  static const command below[] = {
      {"list",
       "the models and providers that tenon knows",
       list_text,
       list_options,
       provider_operand,
       list_examples,
       {},
       run_list},
      {"fetch",
       "fetch the weights of a model",
       "Fetches the weights of a model, checks their hash and prints the path of the file. Parts that have "
       "been "
       "fetched are kept, so that an interrupted fetch goes on where it stopped.",
       fetch_options,
       operand{"NAME", "a name from `tenon models`; the default model if none is given", false, false,
               local_words},
       fetch_examples,
       {},
       run_fetch},
  };
  static const command c{"models",
                         "list models and providers, probe and fetch them",
                         list_text,
                         list_options,
                         provider_operand,
                         list_examples,
                         below,
                         run_list};
  return c;
}

}  // namespace tenon::cli
