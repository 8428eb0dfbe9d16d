// tenon models: the weights that tenon knows, where they are, and how to get them.
#include "command.hpp"
#include "progress.hpp"
#include "session.hpp"

#include <filesystem>

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

std::string padded(std::string_view text, std::size_t width) {
  std::string out(text);
  if (out.size() < width) out.append(width - out.size(), ' ');
  return out + "  ";
}

std::string as_table() {
  std::size_t widest = 0;
  for (const local::known_model& m : local::known_models()) widest = std::max(widest, m.name.size());
  std::string out;
  for (const local::known_model& m : local::known_models()) {
    out += (m.is_default ? "* " : "  ") + padded(m.name, widest) + padded(megabytes(m.bytes), 8) +
           padded(m.licence, 10) + (fetched(m) ? local::model_file(m).string() : "not fetched") + "\n";
    out += "    " + std::string(m.title) + "\n";
  }
  return out + "* the model that `--model local` means; TENON_MODEL=FILE takes its place\n";
}

result<status, fault> run_list(const arguments& args, session& out) {
  std::string text;
  if (args.has("--json")) {
    value all = value::array();
    for (const local::known_model& m : local::known_models()) all.push_back(as_json(m));
    text = json::write(all, json::style::pretty) + "\n";
  } else {
    text = as_table();
  }
  if (auto failed = out.put(text)) return *failed;
  return status::done;
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

#else

result<status, fault> run_list(const arguments&, session&) {
  return usage_fault("this build has no local models (it was configured with TENON_LOCAL=OFF)");
}
const auto run_fetch = run_list;

#endif

const option json_flag{"--json", takes::nothing, {}, "the list as JSON on stdout", nullptr, {}};
const option list_options[] = {json_flag};
const option fetch_options[] = {
    {"--json", takes::nothing, {}, "a failure as one JSON object on stderr", nullptr, {}},
    {"--quiet", takes::nothing, {}, "no progress", nullptr, {}},
};

const usage_example list_examples[] = {{"tenon models", "what there is, and what has been fetched"}};
const usage_example fetch_examples[] = {
    {"tenon models fetch", "fetches the default model"},
    {"tenon models fetch qwen2.5-coder-1.5b", "fetches another one by name"},
};

}  // namespace

const command& models_command() {
  static const command below[] = {
      {"list",
       "the models that tenon knows",
       "Lists the models that run in this process.",
       list_options,
       std::nullopt,
       list_examples,
       {},
       run_list},
      {"fetch",
       "fetch the weights of a model",
       "Fetches the weights of a model, checks their hash and prints the path of the file. Parts that have "
       "been "
       "fetched are kept, so that an interrupted fetch goes on where it stopped.",
       fetch_options,
       operand{"NAME", "a name from `tenon models`; the default model if none is given"},
       fetch_examples,
       {},
       run_fetch},
  };
  static const command c{"models",
                         "list and fetch the models that run in this process",
                         "Lists the models that run in this process, or fetches one.",
                         list_options,
                         std::nullopt,
                         list_examples,
                         below,
                         run_list};
  return c;
}

}  // namespace tenon::cli
