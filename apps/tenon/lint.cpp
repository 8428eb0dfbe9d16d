// tenon schema lint: what a schema says, and what in it looks like a mistake.
#include "command.hpp"
#include "dialects.hpp"
#include "layout.hpp"
#include "session.hpp"
#include "shape.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unistd.h>

#include <tenon/lint.hpp>
#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace tenon::cli {

namespace {

using schema::remark_level;

constexpr std::array<remark_level, 3> levels = {remark_level::error, remark_level::warning,
                                                remark_level::note};

std::vector<std::string> level_names() {
  std::vector<std::string> names;
  names.reserve(levels.size());
  for (const remark_level l : levels) names.emplace_back(to_string(l));
  return names;
}

const option level_option{"--level", takes::word, "LEVEL", "the least that is remarked on (default note)",
                          level_names};
const option depth_option{"--depth", takes::whole, "N", "levels of the outline, 0 for none (default 8)",
                          nullptr,   {0, 50}};
const option json_flag{"--json", takes::nothing, {}, "one JSON object on stdout instead of text"};
const option dialect_option{
    "--dialect",   takes::word,
    "DIALECT",     "what this provider will not hold, whole; may be repeated (default: all, in short)",
    dialect_names, {},
    true};
const option options[] = {type_option,  with_option,  draft_option,   no_format_flag,
                          depth_option, level_option, dialect_option, json_flag};

constexpr std::size_t rules_in_short = 12;

const usage_example examples[] = {
    {"tenon schema lint my.schema.json", "says what the schema means, and what is doubtful in it"},
    {"tenon schema lint --depth 0 --level warning my.schema.json", "only what is probably a mistake"},
    {"tenon schema lint --dialect openai my.schema.json", "also what OpenAI will not hold of it"},
};

std::string counted(std::size_t n, std::string_view noun) {
  return std::to_string(n) + " " + std::string(noun) + (n == 1 ? "" : "s");
}

/// Names in a schema can be anything; a terminal must not take them for commands.
std::string printable(std::string_view text) {
  return excerpt(text, std::string::npos);
}

std::string outline_text(const schema::lint_report& report, std::size_t width) {
  std::string text;
  for (const schema::outline_line& l : report.outline) {
    std::string line(2 * l.depth, ' ');
    line += l.name;
    if (!l.required) line += " (optional)";
    line += (l.name.empty() ? "" : ": ") + l.text;
    if (!l.description.empty()) line += " — " + l.description;
    text += fitted(printable(line), width) + "\n";
  }
  if (report.outline_cut) text += "…\n";
  return text;
}

/// Line and column of offsets that come in order, in time linear in the text.
class positions {
 public:
  explicit positions(const input& source) : text_(source.text) {}

  std::optional<json::text_position> of(const std::optional<std::uint64_t>& offset) {
    if (!offset || *offset > text_.size()) return std::nullopt;
    if (*offset < seen_) *this = positions(text_);
    const json::text_position more = json::locate(text_.substr(seen_), *offset - seen_);
    at_.column = more.line == 1 ? at_.column + more.column - 1 : more.column;
    at_.line += more.line - 1;
    seen_ = *offset;
    return at_;
  }

 private:
  explicit positions(std::string_view text) : text_(text) {}

  std::string_view text_;
  std::size_t seen_ = 0;
  json::text_position at_;
};

/// "my.schema.json:12:5: warning: /properties/age: wrong_type", and below it the sentence.
std::string remark_text(const schema::remark& r, std::string head,
                        const std::optional<json::text_position>& at, std::size_t width, bool colour) {
  constexpr std::size_t indent = 4;
  constexpr std::array<std::string_view, 3> paint = {"\033[1m", "\033[1;33m", "\033[1;31m"};
  if (!head.empty()) head += ":";
  if (at) head += std::to_string(at->line) + ":" + std::to_string(at->column) + ":";
  if (!head.empty()) head += " ";
  const std::string level = std::string(to_string(r.level)) + ":";
  std::string text;
  wrap(text, head + level + " " + (r.place.empty() ? "(root)" : printable(r.place)) + ": " + r.code, indent,
       0, width);
  if (colour) {
    const std::size_t begin = text.find(level, head.empty() ? 0 : head.size() - 1);
    text.insert(begin + level.size(), "\033[0m");
    text.insert(begin, paint[static_cast<std::size_t>(r.level)]);
  }
  text.append(indent, ' ');
  wrap(text, printable(r.message), indent, indent, width);
  return text;
}

std::string sum_text(const schema::lint_report& report, remark_level least) {
  std::string text;
  for (const remark_level l : levels) {
    if (l < least) continue;
    const auto n = std::count_if(report.remarks.begin(), report.remarks.end(),
                                 [&](const schema::remark& r) { return r.level == l; });
    text += (text.empty() ? "" : ", ") + counted(static_cast<std::size_t>(n), to_string(l));
  }
  if (report.left_out > 0) text += "; " + std::to_string(report.left_out) + " more were left out";
  return text + "\n";
}

std::string report_text(const schema::lint_report& report, const input& source, remark_level least,
                        bool outline, const std::string& held) {
  const std::size_t width = line_width(STDOUT_FILENO);
  const bool colour = takes_colour(STDOUT_FILENO);
  std::string text;
  if (outline) text += outline_text(report, width) + "\n";
  positions where(source);
  for (const schema::remark& r : report.remarks)
    text += remark_text(r, source.name, where.of(r.offset), width, colour);
  if (!held.empty()) text += (text.empty() || text.ends_with("\n\n") ? "" : "\n") + held + "\n";
  return text + sum_text(report, least);
}

/// Those that are named, or all in which a schema is lowered.
std::vector<schema::dialect> asked_dialects(const arguments& args) {
  std::vector<schema::dialect> which;
  for (const std::string& name : args.all("--dialect")) {
    if (const auto d = schema::dialect_from(name)) which.push_back(*d);
  }
  if (!which.empty()) return which;
  for (const schema::dialect d : schema::dialects()) {
    if (d != schema::dialect::json_schema) which.push_back(d);
  }
  return which;
}

value report_json(const schema::lint_report& report, const input& source) {
  value out = to_json(report);
  positions where(source);
  for (value& one : out.find("remarks")->items()) {
    const auto at = where.of(one.find("offset")->to_uint64());
    one.set("line", at ? value(at->line) : value());
    one.set("column", at ? value(at->column) : value());
  }
  return out;
}

result<status, fault> run(const arguments& args, session& out) {
  auto shape = load_operand(args, "tenon schema lint");
  if (!shape) return shape.error();
  schema::lint_options how;
  how.outline_depth = args.whole("--depth").value_or(how.outline_depth);
  schema::lint_report report = schema::lint(shape->code, how);
  const status end = report.failed() ? status::failed : status::done;
  const std::string wanted = args.text("--level").value_or("note");
  remark_level least = remark_level::note;
  for (const remark_level l : levels) {
    if (to_string(l) == wanted) least = l;
  }
  std::erase_if(report.remarks, [&](const schema::remark& r) { return r.level < least; });
  const std::vector<held_by> held = ask_dialects(shape->code, asked_dialects(args));
  std::string text;
  if (out.json()) {
    value whole = report_json(report, shape->source);
    whole.set("dialects", held_json(held));
    text = json::write(whole, json::style::pretty) + "\n";
  } else {
    // In short it is a note like others.
    const bool whole = args.has("--dialect");
    std::string said;
    if (whole || least == remark_level::note)
      said = held_text(held, whole ? 0 : rules_in_short, line_width(STDOUT_FILENO));
    text = report_text(report, shape->source, least, how.outline_depth > 0, said);
  }
  if (auto failed = out.put(text)) return *failed;
  return end;
}

}  // namespace

const command& lint_command() {
  static const command c{
      "lint",
      "say what a schema means, and what in it looks like a mistake",
      "Prints an outline of the schema, one line a place, and remarks on it: what nothing can satisfy, "
      "branches that are never taken, keywords without effect, where a model may go on without end, and what "
      "is decided only at the end of a value. Status 1 if there is a place that nothing fits, 2 if the "
      "schema "
      "is none.",
      options,
      operand{"SCHEMA", "a JSON Schema file, JSON Schema text, or the one-line form"},
      examples,
      {},
      run};
  return c;
}

}  // namespace tenon::cli
