// tenon validate: does a JSON text fit a shape, and if not, where and why?
#include "command.hpp"
#include "files.hpp"
#include "layout.hpp"
#include "session.hpp"
#include "shape.hpp"

#include <unistd.h>

#include <tenon/output.hpp>
#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace tenon::cli {

namespace {

const option json_flag{"--json", takes::nothing, {}, "one JSON object on stderr instead of text", nullptr,
                       {}};
const option quiet_flag{"--quiet", takes::nothing, {}, "no word on stderr unless something is wrong", nullptr,
                        {}};
std::vector<std::string> output_names() {
  return {"flag", "basic"};
}
const option output_option{"--output", takes::word, "FORMAT",
                           "print the verdict on standard output, in a format of JSON Schema 2020-12",
                           output_names};
const option options[] = {schema_option,  type_option,   with_option, draft_option,
                          no_format_flag, output_option, json_flag,   quiet_flag};

const usage_example examples[] = {
    {"tenon validate --schema incident.schema.json incident.json", "checks a file against a JSON Schema"},
    {"tenon validate --type IncidentExtraction < value.json",
     "checks a value against a type that tenon knows"},
    {"tenon validate --schema order.schema.json --with schemas/ order.json",
     "finds the schemas that order.schema.json refers to in a folder"},
    {"echo '{\"name\": 7}' | tenon validate --schema 'name, age int?'",
     "says what is wrong and where; status 1"},
};

/// "file:3:14: byte 57: /severity/level: enum: …", on a terminal cut to its width.
std::string error_line(const problem& p, const input& in, std::size_t width) {
  std::string line = in.name;
  if (p.offset) {
    const json::text_position at = json::locate(in.text, *p.offset);
    line += ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": byte " +
            std::to_string(*p.offset);
  }
  line += ": ";
  if (p.kind != failure_kind::not_json)
    line += (p.place.empty() ? "(root)" : excerpt(p.place, std::string::npos)) + ": ";
  line += p.code + ": ";
  std::string message = p.message;
  // The message is a whole sentence and often says these already.
  const auto add = [&](std::string_view word, const std::string& what) {
    if (!what.empty() && p.message.find(what) == std::string::npos)
      message += "; " + std::string(word) + " " + what;
  };
  add("expected", p.expected);
  add("found", p.found);
  add("nearest", p.nearest);
  return one_line(line, message, p.found, width);
}

fault invalid(problems errors, const input& in) {
  fault f;
  f.code = status::failed;
  f.kind = to_string(errors.front().kind);
  f.group = to_string(group_of(errors.front().kind));
  const std::size_t width = line_width(STDERR_FILENO);
  for (const problem& p : errors) f.message += (f.message.empty() ? "" : "\n") + error_line(p, in, width);
  f.located = true;
  f.errors = std::move(errors);
  f.text = in.text;
  return f;
}

/// The standard's own words; stderr stays empty.
result<status, fault> print_output(const schema::program& code, const value& instance,
                                   std::string_view format, const session& out) {
  const value verdict =
      format == "flag" ? schema::flag_output(code, instance) : schema::basic_output(code, instance);
  if (auto failed = out.put(json::write(verdict, json::style::pretty) + "\n")) return *failed;
  return verdict.find("valid")->boolean() ? status::done : status::failed;
}

result<status, fault> run(const arguments& args, session& out) {
  auto shape = load_shape(args);
  if (!shape) return shape.error();
  auto in = read_input(args.operand(), out);
  if (!in) return in.error();
  auto document = json::read(in->text);
  if (!document) return invalid({std::move(document.error())}, *in);
  problems errors = std::move(document->duplicates);
  const auto format = args.text("--output");
  if (format && errors.empty()) return print_output(shape->code, document->root, *format, out);
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
      "name that is repeated in an object is a violation. stdout stays empty, unless --output asks for the "
      "verdict there.",
      options,
      operand{"INPUT", "a file, or - for standard input (the default)"},
      examples,
      {},
      run};
  return c;
}

}  // namespace tenon::cli
