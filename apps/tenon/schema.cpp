// tenon schema: the JSON Schema of a type or of a one-line form, and what a provider is given of it.
#include "command.hpp"
#include "dialects.hpp"
#include "session.hpp"
#include "shape.hpp"

#include <tenon/lower.hpp>
#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace tenon::cli {

namespace {

std::string all_dialects() {
  std::string names;
  for (const std::string& name : dialect_names()) names += (names.empty() ? "" : ", ") + name;
  return names;
}

const option compact_flag{"--compact", takes::nothing, {}, "one line, no white space", nullptr, {}};
const option list_flag{"--list", takes::nothing, {}, "the names of the types that tenon knows", nullptr, {}};
const option dialect_option{"--dialect", takes::word, "DIALECT", "whose form", dialect_names, {}};
const option quiet_flag{"--quiet", takes::nothing, {}, "no notes on stderr", nullptr, {}};

const option schema_options[] = {type_option, list_flag, compact_flag};
const option lower_options[] = {dialect_option, type_option,  with_option, draft_option,
                                no_format_flag, compact_flag, quiet_flag};

const usage_example schema_examples[] = {
    {"tenon schema --type IncidentExtraction", "prints the schema of a type"},
    {"tenon schema 'name, age int, tags [str], address {street, zip}'",
     "turns the one-line form into a JSON Schema"},
    {"tenon schema my.schema.json", "checks that a schema can be used, and prints it"},
};
const usage_example lower_examples[] = {
    {"tenon schema lower --dialect gbnf 'severity (low|high), why'",
     "prints the grammar that a local model is held to"},
    {"tenon schema lower --dialect openai my.schema.json",
     "prints the schema that a provider is sent, and notes what it will not hold"},
};

result<status, fault> finish(const session& out, std::string text) {
  if (text.empty() || text.back() != '\n') text += '\n';
  if (auto failed = out.put(text)) return *failed;
  return status::done;
}

result<status, fault> run_schema(const arguments& args, session& out) {
  if (args.has("--list")) {
    std::string names;
    for (const std::string& name : type_names()) names += name + "\n";
    return finish(out, std::move(names));
  }
  auto shape = load_operand(args, "tenon schema");
  if (!shape) return shape.error();
  return finish(out, json::write(shape->code.document(),
                                 args.has("--compact") ? json::style::compact : json::style::pretty));
}

result<status, fault> run_lower(const arguments& args, session& out) {
  if (!args.has("--dialect")) return usage_fault("--dialect is missing; it takes one of: " + all_dialects());
  auto shape = load_operand(args, "tenon schema lower");
  if (!shape) return shape.error();
  const schema::dialect to = schema::dialect_from(*args.text("--dialect")).value_or(schema::dialect::gbnf);
  auto lowered = schema::lower(shape->code, to);
  if (!lowered) return from_problem(std::move(lowered.error()));
  if (!out.quiet())
    for (const schema::lowering_note& note : lowered->notes) out.say("note: " + note_text(note));
  if (to == schema::dialect::gbnf || args.has("--compact")) return finish(out, std::move(lowered->text));
  auto read = json::read_unique(lowered->text);
  return finish(out, read ? json::write(*read, json::style::pretty) : std::move(lowered->text));
}

}  // namespace

const command& schema_command() {
  static const command below[] = {
      {"lower",
       "print what a provider is given of a schema",
       "Prints a schema in the form that a provider accepts. What the provider will not enforce is noted on "
       "stderr; validation of the reply enforces it all the same.",
       lower_options,
       operand{"SCHEMA", "a JSON Schema file, JSON Schema text, or the one-line form"},
       lower_examples,
       {},
       run_lower},
      lint_command()};
  static const command c{"schema",
                         "print the JSON Schema of a type or of a one-line form",
                         "Prints the JSON Schema of a type, or of the one-line form: names separated by "
                         "commas, each with a type "
                         "(str, int, num, bool, date, [type], {members}, (a|b)), a ? where null is admitted, "
                         "and a description after "
                         "a colon. A name without a type is a string.",
                         schema_options,
                         operand{"SCHEMA", "a JSON Schema file, JSON Schema text, or the one-line form"},
                         schema_examples,
                         below,
                         run_schema};
  return c;
}

}  // namespace tenon::cli
