// tenon validate: does a JSON text fit a shape, and if not, where and why?
#include "command.hpp"
#include "files.hpp"
#include "shape.hpp"

#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace tenon::cli {

namespace {

const option json_flag{"--json", takes::nothing, {}, "one JSON object on stderr instead of text", nullptr,
                       {}};
const option quiet_flag{"--quiet", takes::nothing, {}, "no word on stderr unless something is wrong", nullptr,
                        {}};
const option options[] = {schema_option, type_option, json_flag, quiet_flag};

const usage_example examples[] = {
    {"tenon validate --schema incident.schema.json incident.json", "checks a file against a JSON Schema"},
    {"tenon validate --type IncidentExtraction < value.json",
     "checks a value against a type that tenon knows"},
    {"echo '{\"name\": 7}' | tenon validate --schema 'name, age int?'",
     "says what is wrong and where; status 1"},
};

/// "file:3:14: byte 57: /severity/level: enum: …"
std::string error_line(const problem& p, const input& in) {
  std::string line = in.name;
  if (p.offset) {
    const json::text_position at = json::locate(in.text, *p.offset);
    line += ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": byte " +
            std::to_string(*p.offset);
  }
  line += ": ";
  if (p.kind != failure_kind::not_json) line += (p.place.empty() ? "(root)" : p.place) + ": ";
  line += p.code + ": " + p.message;
  // The message is a whole sentence and often says these already.
  const auto add = [&](std::string_view word, const std::string& what) {
    if (!what.empty() && p.message.find(what) == std::string::npos)
      line += "; " + std::string(word) + " " + what;
  };
  add("expected", p.expected);
  add("found", p.found);
  add("nearest", p.nearest);
  return line;
}

fault invalid(problems errors, const input& in) {
  fault f;
  f.code = status::failed;
  f.kind = to_string(errors.front().kind);
  f.group = to_string(group_of(errors.front().kind));
  for (const problem& p : errors) f.message += (f.message.empty() ? "" : "\n") + error_line(p, in);
  f.located = true;
  f.errors = std::move(errors);
  f.text = in.text;
  return f;
}

result<status, fault> run(const arguments& args, session& out) {
  auto shape = load_shape(args);
  if (!shape) return shape.error();
  auto in = read_input(args.operand(), out);
  if (!in) return in.error();
  auto document = json::read(in->text);
  if (!document) return invalid({std::move(document.error())}, *in);
  problems errors = std::move(document->duplicates);
  for (problem& p : shape->code.validate(document->root)) errors.push_back(std::move(p));
  if (!errors.empty()) return invalid(std::move(errors), *in);
  if (out.json())
    out.say(json::write(value::object({{"valid", true}})));
  else if (!out.quiet())
    out.say(in->name + ": valid");
  return status::done;
}

}  // namespace

const command& validate_command() {
  static const command c{
      "validate",
      "check a JSON text against a shape",
      "Checks a JSON text against a JSON Schema or a type. Every violation is one line on stderr with its "
      "place: line and column, byte offset, JSON Pointer, keyword, what was expected and what was found. A "
      "name "
      "that is repeated in an object is a violation. stdout stays empty.",
      options,
      operand{"INPUT", "a file, or - for standard input (the default)"},
      examples,
      {},
      run};
  return c;
}

}  // namespace tenon::cli
