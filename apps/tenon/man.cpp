// tenon man: a manual page for a command, from the tables that its help is made of. Language: man(7).
#include "command.hpp"
#include "files.hpp"
#include "session.hpp"

#include <algorithm>
#include <filesystem>

namespace tenon::cli {

namespace {

/// Text of a paragraph: no character means anything to roff.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '\'')
      out += "\\(aq";
    else if (c == '`')
      out += "\\(ga";
    else if (c == '~')
      out += "\\(ti";
    else if (c == '^')
      out += "\\(ha";
    else
      out += c;
  }
  // A point there would begin a request.
  return (out.starts_with('.') ? "\\&" : "") + out;
}

/// As an argument of a macro.
std::string argument_of(std::string_view text) {
  std::string out;
  for (const char c : escaped(text)) out += c == '"' ? std::string("\\(dq") : std::string(1, c);
  return "\"" + out + "\"";
}

/// "tenon-schema-lint"
std::string page_name(std::span<const command* const> path) {
  std::string name = full_name(path);
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

void section(std::string& out, std::string_view title) {
  out += ".SH " + argument_of(title) + "\n";
}

void item(std::string& out, const std::string& term, std::string_view text) {
  out += ".TP\n" + term + "\n" + escaped(text) + "\n";
}

std::string bold(std::string_view text) {
  return ".B " + argument_of(text);
}

/// An option and what it takes.
std::string term(std::string_view name, std::string_view placeholder) {
  return placeholder.empty() ? bold(name)
                             : ".BI " + argument_of(std::string(name) + " ") + " " + argument_of(placeholder);
}

void options(std::string& out, std::span<const command* const> path) {
  const command& last = *path.back();
  section(out, "OPTIONS");
  if (last.takes) item(out, ".I " + argument_of(last.takes->placeholder), last.takes->help);
  for (const option& o : last.options) item(out, term(o.name, o.placeholder), described(o));
  for (const shortcut& s : last.shortcuts) item(out, term(s.name, s.placeholder), s.help);
  for (const option& o : common_options(path)) item(out, term(o.name, {}), o.help);
}

void pairs(std::string& out, std::string_view title, std::span<const named_text> all) {
  section(out, title);
  for (const named_text& e : all) item(out, bold(e.name), e.what);
}

void see_also(std::string& out, std::span<const command* const> path) {
  std::vector<std::string> names;
  if (path.size() > 1) names.push_back(page_name(path.first(path.size() - 1)));
  for (const command& below : path.back()->commands)
    names.push_back(page_name(path) + "-" + std::string(below.name));
  if (names.empty()) return;
  section(out, "SEE ALSO");
  for (std::size_t i = 0; i < names.size(); ++i)
    out += ".BR " + argument_of(names[i]) + " " + argument_of(i + 1 < names.size() ? "(1)," : "(1)") + "\n";
}

std::string man_page(std::span<const command* const> path) {
  const command& last = *path.back();
  std::string title = page_name(path);
  std::string out = ".TH " + argument_of(title) + " 1 \"\" " + argument_of("tenon " TENON_VERSION) + " " +
                    argument_of("User Commands") + "\n.nh\n.ad l\n";
  section(out, "NAME");
  out += escaped(title) + " \\- " + escaped(last.summary) + "\n";
  section(out, "SYNOPSIS");
  out += bold(usage_line(path)) + "\n";
  section(out, "DESCRIPTION");
  out += escaped(last.text) + "\n";
  if (!last.commands.empty()) section(out, "COMMANDS");
  for (const command& below : last.commands) item(out, bold(below.name), below.summary);
  options(out, path);
  if (!last.examples.empty()) section(out, "EXAMPLES");
  for (const usage_example& e : last.examples) item(out, bold(e.line), e.what);
  pairs(out, "EXIT STATUS", exit_statuses());
  pairs(out, "ENVIRONMENT", environment_variables());
  see_also(out, path);
  return out;
}

std::vector<std::string> command_words() {
  std::vector<std::string> names;
  for (const command& below : program_table().commands) names.emplace_back(below.name);
  return names;
}

result<status, fault> write_all_pages(const std::string& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) return file_fault(folder, "is no folder");
  for (const auto& path : all_commands(program_table()))
    if (auto failed = write_file(folder + "/" + page_name(path) + ".1", man_page(path))) return *failed;
  return status::done;
}

result<status, fault> run(const arguments& args, session& out) {
  if (const auto folder = args.text("--directory")) {
    if (args.operand()) return usage_fault("--directory writes all pages, and takes no COMMAND");
    return write_all_pages(*folder);
  }
  const std::string wanted = [&] {
    std::string all;
    for (const std::string& word : args.operands()) all += " " + word;
    return std::string(program_table().name) + all;
  }();
  for (const auto& path : all_commands(program_table())) {
    if (full_name(path) != wanted) continue;
    if (auto failed = out.put(man_page(path))) return *failed;
    return status::done;
  }
  return usage_fault("there is no command '" + excerpt(wanted) + "'");
}

const option man_options[] = {{"--directory",
                               takes::file,
                               "FOLDER",
                               "write the pages of all commands there, one file each",
                               nullptr,
                               {}}};

const usage_example examples[] = {
    {"tenon man extract | man -l -", "reads the page of a command"},
    {"tenon man schema lint > tenon-schema-lint.1", "that of a command below another"},
};

}  // namespace

const command& man_command() {
  static const command c{
      "man",
      "print the manual page of a command",
      "Prints a manual page in the language of man(7). An installed tenon brings them along: "
      "man tenon, man tenon-extract.",
      man_options,
      operand{"COMMAND", "its name; that of the program without one", false, true, command_words},
      examples,
      {},
      run};
  return c;
}

}  // namespace tenon::cli
