// tenon repair: the value in a text that a model wrote, and an account of what it took to read it.
#include "asking.hpp"
#include "command.hpp"
#include "files.hpp"
#include "layout.hpp"
#include "session.hpp"
#include "shape.hpp"

#include <unistd.h>

#include <tenon/reader.hpp>
#include <tenon/reply.hpp>
#include <tenon/writer.hpp>

namespace tenon::cli {

namespace {

const option reading_option{"--reading",   takes::word,
                            "LEVEL",       "how much of a malformed text may be mended (default coerce)",
                            reading_names, {}};
const option complete_flag{
    "--complete", takes::nothing,
    {},           "complete a text that was cut off; all that is supplied for it is listed",
    nullptr,      {}};
const option ledger_option{"--ledger", takes::file, "FILE", "write the ledger there as JSON, not to stderr",
                           nullptr,    {}};
const option json_flag{"--json", takes::nothing, {}, "one JSON object on stderr instead of text", nullptr,
                       {}};
const option quiet_flag{"--quiet", takes::nothing, {}, "no word on stderr unless something is wrong", nullptr,
                        {}};
const option options[] = {schema_option,  type_option,   with_option,   draft_option, no_format_flag,
                          reading_option, complete_flag, ledger_option, json_flag,    quiet_flag};

const usage_example examples[] = {
    {"tenon repair reply.txt", "the value in a reply, and what was done to read it"},
    {"tenon repair --schema order.schema.json --reading syntax < reply.txt",
     "broken JSON is mended, values are taken as they are"},
    {"tenon repair --complete --ledger ledger.json reply.txt",
     "completes a reply that was cut off; the ledger lists what was supplied"},
};

value ledger_json(const std::vector<edit>& ledger, std::string_view text) {
  auto list = value::array();
  for (const auto& e : ledger) {
    const auto before =
        text.substr(static_cast<std::size_t>(e.begin), static_cast<std::size_t>(e.end - e.begin));
    list.push_back(value::object({{"kind", to_string(e.kind)},
                                  {"begin", e.begin},
                                  {"end", e.end},
                                  {"rule", e.rule},
                                  {"before", excerpt(before)},
                                  {"after", e.after},
                                  {"reason", e.reason}}));
  }
  return list;
}

/// "reply.txt:1:9: bytes 8-9: trailing_comma: A comma behind the last. `,`"
void show(const std::vector<edit>& ledger, const input& in, const session& out) {
  const auto width = line_width(STDERR_FILENO);
  for (const auto& e : ledger) {
    const auto at = json::locate(in.text, e.begin);
    const auto before = excerpt(std::string_view(in.text).substr(static_cast<std::size_t>(e.begin),
                                                                 static_cast<std::size_t>(e.end - e.begin)),
                                60);
    std::string line = in.name + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) +
                       ": bytes " + std::to_string(e.begin) + "-" + std::to_string(e.end) + ": " +
                       std::string(to_string(e.kind)) + ": " + std::string(e.rule) + ": ";
    std::string what(e.reason);
    if (!before.empty()) what += " `" + before + "`";
    if (!e.after.empty()) what += " as `" + excerpt(e.after, 60) + "`";
    out.say(one_line(line, what, {}, width));
  }
}

fault unreadable(problems errors, std::optional<value> partial, const input& in) {
  auto f = from_problem(errors.front());
  f.message = in.name + ": " + f.message;
  if (partial) f.message += "\nwhole by then: " + excerpt(json::write(*partial), 300);
  f.located = true;
  f.errors = std::move(errors);
  f.partial = std::move(partial);
  f.text = in.text;
  return f;
}

result<status, fault> put(const reply::read_value& got, const input& in, const arguments& args,
                          const session& out) {
  if (const auto path = args.text("--ledger")) {
    const auto listed = json::write(ledger_json(got.ledger, in.text), json::style::pretty) + "\n";
    if (auto failed = write_file(*path, listed)) return *failed;
  } else if (out.json()) {
    out.say(json::write(value::object({{"ledger", ledger_json(got.ledger, in.text)}})));
  } else if (!out.quiet()) {
    show(got.ledger, in, out);
  }
  if (auto failed = out.put(json::write(got.root) + "\n")) return *failed;
  return status::done;
}

result<status, fault> run(const arguments& args, session& out) {
  std::optional<shape> to;
  if (args.has("--schema") || args.has("--type")) {
    auto loaded = load_shape(args);
    if (!loaded) return loaded.error();
    to.emplace(std::move(*loaded));
  }
  auto in = read_input(args.operand(), out);
  if (!in) return in.error();
  reply::read_options how;
  how.level = reading_level_from(args.text("--reading").value_or("coerce")).value_or(reading_level::coerce);
  how.complete = args.has("--complete");
  if (to) how.shape = &to->code;
  auto got = reply::read(in->text, how);
  if (!got) return unreadable(std::move(got.error().errors), std::move(got.error().committed), *in);
  if (to && !to->code.accepts(got->root)) return unreadable(to->code.validate(got->root), {}, *in);
  return put(*got, *in, args, out);
}

}  // namespace

const command& repair_command() {
  static const command c{
      "repair",
      "read the value in a text that a model wrote",
      "Reads the one JSON value in a text: through fences, reasoning and prose, and through broken syntax "
      "where one reading is sensible. stdout carries the value, stderr what was done to get it, with the "
      "bytes it was done to. With a schema the value is moved towards it where nothing is lost, and "
      "validated. Two sensible readings are a failure that shows both.",
      options,
      operand{"INPUT", "a file, or - for standard input (the default)"},
      examples,
      {},
      run};
  return c;
}

}  // namespace tenon::cli
