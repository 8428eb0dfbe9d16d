// tenon extract: a text goes in, a value that fits the shape comes out, or the reason why not.
//
// The order is that of cost: everything that can be wrong with the command line and the files is found
// before the weights are loaded, and the report is written before the value is printed.
#include "batch.hpp"
#include "one_call.hpp"
#include "streaming.hpp"

#include <tenon/writer.hpp>

namespace tenon::cli {

namespace {

const option options[] = {
    schema_option,
    type_option,
    {"--model",
     takes::text,
     "MODEL",
     "who answers: local (the default), local:NAME, local:FILE, or PROVIDER:MODEL, where PROVIDER is a "
     "section "
     "of the configuration or one of these:",
     model_words,
     {}},
    config_option,
    {"--base-url", takes::text, "URL", "address of the provider of --model, over all others", nullptr, {}},
    {"--fallback",
     takes::text,
     "MODEL",
     "asked where the model before could not be reached; may be repeated; in place of the configuration's",
     model_words,
     {},
     true},
    {"--mode", takes::word, "MODE", "how the shape is asked for", mode_names, {}},
    {"--reading",
     takes::word,
     "LEVEL",
     "how much of a malformed reply may be mended (wrapper is the default)",
     reading_names,
     {}},
    {"--policy",
     takes::text,
     "POLICY",
     "attempts, times and budget: a policy of the configuration, or a preset:",
     policy_names,
     {}},
    {"--attempts",
     takes::whole,
     "N",
     "model calls in all, each after the first a correction",
     nullptr,
     {1, 100}},
    {"--timeout", takes::real, "SECONDS", "for all attempts together", nullptr, {0.001, 86400}},
    {"--max-tokens",
     takes::whole,
     "N",
     "output tokens of one attempt; more is `truncated`",
     nullptr,
     {1, 1'000'000}},
    {"--max-total-tokens",
     takes::whole,
     "N",
     "tokens of all attempts together, in and out; no call is made that could pass it",
     nullptr,
     {1, 1'000'000'000}},
    {"--max-cost",
     takes::amount,
     "AMOUNT",
     "the same in money, such as 0.05, in the currency of the prices in the configuration",
     nullptr,
     {}},
    {"--temperature", takes::real, "X", "0 (the default) takes the likeliest token always", nullptr, {0, 2}},
    {"--seed", takes::whole, "N", "of the sampler", nullptr, {0, 4294967295}},
    {"--system",
     takes::text,
     "TEXT",
     "system message in place of the one that goes with the shape",
     nullptr,
     {}},
    {"--instructions", takes::file, "FILE", "a text to add to the system message", nullptr, {}},
    {"--report",
     takes::file,
     "FILE",
     "write the whole account of the attempts as JSON, on failure too; with several inputs a line for each "
     "is added",
     nullptr,
     {}},
    {"--jobs", takes::whole, "N", "inputs that are read at a time (default 1)", nullptr, {1, 256}},
    {"--output",
     takes::file,
     "FILE",
     "add a JSON line for each input to FILE; what stands there as a value is not asked for again",
     nullptr,
     {}},
    {"--stream",
     takes::nothing,
     {},
     "show the value while it arrives: on a terminal as it grows, else a JSON line for each part that is "
     "done",
     nullptr,
     {}},
    {"--show-request",
     takes::nothing,
     {},
     "print what would be sent, for a provider also the HTTP request without its secrets, and call nothing; "
     "needs neither weights nor a key",
     nullptr,
     {}},
    {"--compact", takes::nothing, {}, "print the value on one line", nullptr, {}},
    {"--json",
     takes::nothing,
     {},
     "stderr carries one JSON object: the account, or the failure",
     nullptr,
     {}},
    {"--quiet", takes::nothing, {}, "no progress and no account on stderr", nullptr, {}},
};

const usage_example examples[] = {
    {"tenon extract --type IncidentExtraction report.txt",
     "reads an incident report with the default local model"},
    {"tenon extract --schema 'name, age int, tags [str]' < note.txt", "a shape of your own, in one line"},
    {"tenon extract --schema my.schema.json --report run.json note.txt",
     "also keeps the account of every attempt"},
    {"tenon extract --model openai:gpt-5 --max-cost 0.05 --type IncidentExtraction report.txt",
     "asks a provider, and spends no more than that; its price is in the configuration"},
    {"tenon extract --type IncidentExtraction --stream report.txt", "shows the value while it arrives"},
    {"tenon extract --type IncidentExtraction --output values.jsonl reports/*.txt",
     "many texts, a JSON line each; called again, it goes on where it stopped"},
    {"tenon extract --type IncidentExtraction --show-request report.txt",
     "shows the messages without sending them"},
};

result<status, fault> show_request(const arguments& args, const settings& set, const shape& what,
                                   const request& asked, session& out) {
  auto who = unasked_model_from(args, set);
  if (!who) return who.error();
  const std::string name(who->model->name());
  auto sent = client(who->model, std::move(who->how)).preview(what.code, asked);
  if (!sent) return from_problem(std::move(sent.error()));
  const auto shown = shown_request(*sent, name, set, args.has("--stream") || out.interactive());
  if (!shown) return shown.error();
  if (auto failed = out.put(json::write(*shown, json::style::pretty) + "\n")) return *failed;
  return status::done;
}

result<status, fault> run_all(const arguments& args, const settings& set, const shape& what, session& out) {
  for (const std::string_view name : {"--show-request", "--compact"})
    if (args.has(name)) return usage_fault(std::string(name) + " is for one input");
  const auto& inputs = args.operands();
  if (inputs.empty()) return usage_fault("--output and --jobs need the names of the inputs");
  if (const auto path = args.text("--output"))
    if (auto bad = check_writable(*path)) {
      bad->message.insert(0, "--output ");
      return *bad;
    }
  return extract_all(args, set, what, inputs, out);
}

result<status, fault> run(const arguments& args, session& out) {
  const auto set = settings_from(args);
  if (!set) return set.error();
  if (args.has("--stream"))
    if (auto bad = check_stream(args, *set)) return *bad;
  auto what = load_shape(args);
  if (!what) return what.error();
  if (const auto path = args.text("--report"))
    if (auto bad = check_writable(*path)) {
      bad->message.insert(0, "--report ");
      return *bad;
    }
  const auto& inputs = args.operands();
  if (inputs.size() > 1 || args.has("--output") || args.has("--jobs")) return run_all(args, *set, *what, out);
  auto text = read_input(args.operand(), out);
  if (!text) return text.error();
  if (auto bad = check_text(*text)) return *bad;
  auto asked = request_from(args, *what, *text);
  if (!asked) return asked.error();
  asked->stop = out.stop();
  if (args.has("--show-request")) return show_request(args, *set, *what, *asked, out);
  if (args.has("--stream")) return extract_streamed(args, *set, *what, std::move(*asked), out);
  auto got = ask(args, *set, *what, std::move(*asked), out);
  if (!got) return got.error();
  return finish(*got, args, out, print_value(args, out));
}

}  // namespace

const command& extract_command() {
  static const command c{
      "extract",
      "read a text into a value that fits a shape",
      "Asks a model for a value that fits a JSON Schema or a type, validates what it writes, tells it once "
      "what was "
      "wrong, and prints the value, or the reason why there is none. One line on stderr says what it took.",
      options,
      operand{"INPUT",
              "the text: a file, or - for standard input (the default); several give a JSON line each", false,
              true},
      examples,
      {},
      run};
  return c;
}

}  // namespace tenon::cli
