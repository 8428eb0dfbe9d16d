// tenon bowtie: the harness protocol of Bowtie, the comparison of JSON Schema validators, version 1.
//
// One JSON object a line on stdin, one answer a line on stdout, until "stop" or the end of the input. A
// case that cannot be run is answered with `errored`, and the session goes on: only a line that is no
// command ends it.
#include "command.hpp"
#include "files.hpp"
#include "session.hpp"

#include <array>
#include <utility>

#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/registry.hpp>
#include <tenon/writer.hpp>

namespace tenon::cli {

namespace {

using schema::draft;

constexpr std::array<std::pair<draft, std::string_view>, 5> dialects = {{
    {draft::d2020, "https://json-schema.org/draft/2020-12/schema"},
    {draft::d2019, "https://json-schema.org/draft/2019-09/schema"},
    {draft::d7, "http://json-schema.org/draft-07/schema#"},
    {draft::d6, "http://json-schema.org/draft-06/schema#"},
    {draft::d4, "http://json-schema.org/draft-04/schema#"},
}};

const option assert_flag{
    "--assert-format", takes::nothing, {}, "format is asserted, not an annotation", nullptr, {}};
const option options[] = {assert_flag};

const usage_example examples[] = {
    {"tenon bowtie < session.jsonl", "plays a session"},
};

value started() {
  value known = value::array();
  for (const auto& [d, uri] : dialects) known.items().push_back(value(uri));
  return value::object({{"version", value(1)},
                        {"implementation", value::object({{"name", value("tenon")},
                                                          {"language", value("c++")},
                                                          {"version", value(TENON_VERSION)},
                                                          {"dialects", std::move(known)},
                                                          {"homepage", value("urn:tenon:homepage")},
                                                          {"issues", value("urn:tenon:issues")},
                                                          {"source", value("urn:tenon:source")}})}});
}

class harness {
 public:
  explicit harness(bool assert_formats) { how_.assert_formats = assert_formats; }

  /// The answer to a command; nothing for "stop". Errors: not a command.
  result<std::optional<value>, fault> answer(std::string_view line);

 private:
  value choose_dialect(const value& command);
  value run_case(const value& command) const;

  schema::compile_options how_;
};

value harness::choose_dialect(const value& command) {
  const value* uri = command.find("dialect");
  for (const auto& [d, name] : dialects) {
    if (uri == nullptr || !uri->is_string() || uri->string() != name) continue;
    how_.default_draft = d;
    return value::object({{"ok", value(true)}});
  }
  return value::object({{"ok", value(false)}});
}

value errored(value seq, const problem& why) {
  return value::object({{"seq", std::move(seq)},
                        {"errored", value(true)},
                        {"context", value::object({{"message", value(explain(why))}})}});
}

problem malformed(std::string message) {
  problem p;
  p.kind = failure_kind::invalid_argument;
  p.code = "run";
  p.message = std::move(message);
  return p;
}

value harness::run_case(const value& command) const {
  const value* seq = command.find("seq");
  const value* one = command.find("case");
  const value* shape = one == nullptr ? nullptr : one->find("schema");
  const value* tests = one == nullptr ? nullptr : one->find("tests");
  const value number = seq == nullptr ? value() : *seq;
  if (shape == nullptr || tests == nullptr || !tests->is_array())
    return errored(number, malformed("run needs a case with a schema and tests"));

  schema::registry known;
  if (const value* documents = one->find("registry"); documents != nullptr && documents->is_object()) {
    for (const json::member& m : documents->members()) known.add(m.name, m.value);
  }
  schema::compile_options how = how_;
  how.documents = &known;
  const auto code = schema::program::compile(*shape, how);
  if (!code) return errored(number, code.error());
  value results = value::array();
  for (const value& test : tests->items()) {
    const value* instance = test.find("instance");
    if (instance == nullptr) return errored(number, malformed("a test needs an instance"));
    results.items().push_back(value::object({{"valid", value(code->accepts(*instance))}}));
  }
  return value::object({{"seq", number}, {"results", std::move(results)}});
}

result<std::optional<value>, fault> harness::answer(std::string_view line) {
  const auto command = json::read_unique(line);
  if (!command) return from_problem(command.error());
  const value* name = command->is_object() ? command->find("cmd") : nullptr;
  const std::string_view cmd = name != nullptr && name->is_string() ? name->string() : std::string_view();
  if (cmd == "start") {
    const value* version = command->find("version");
    if (version == nullptr || !version->is_number() || version->literal() != "1")
      return usage_fault("tenon bowtie speaks version 1 of the protocol");
    return std::optional<value>(started());
  }
  if (cmd == "dialect") return std::optional<value>(choose_dialect(*command));
  if (cmd == "run") return std::optional<value>(run_case(*command));
  if (cmd == "stop") return std::optional<value>();
  return usage_fault("no command of the protocol: " + excerpt(line, 80));
}

result<status, fault> run(const arguments& args, session& out) {
  harness h(args.has("--assert-format"));
  input_lines lines;
  for (;;) {
    auto line = lines.next(out);
    if (!line) return line.error();
    if (!*line) return status::done;
    if ((*line)->empty()) continue;
    auto said = h.answer(**line);
    if (!said) return said.error();
    if (!*said) return status::done;
    if (auto failed = out.put(json::write(**said) + "\n")) return *failed;
  }
}

}  // namespace

const command& bowtie_command() {
  static const command c{
      "bowtie",
      "speak the harness protocol of Bowtie, for comparing validators",
      "Reads commands of the Bowtie harness protocol, version 1, as JSON lines from standard input and "
      "answers "
      "on standard output: start, dialect, run, stop. Drafts 4, 6, 7, 2019-09 and 2020-12. Format is an "
      "annotation unless --assert-format is given.",
      options,
      std::nullopt,
      examples,
      {},
      run};
  return c;
}

}  // namespace tenon::cli
