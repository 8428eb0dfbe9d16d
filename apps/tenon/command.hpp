// What the program offers, as data: its commands, their options, and what each option takes.
//
// The parser, the help pages, the completions and the manual pages are made from these tables and from
// nothing else, so that an option cannot be parsed and undocumented. A value that an option does not take is
// refused before a command runs: `run` sees only good arguments.
#pragma once

#include "fault.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::cli {

class session;

/// An amount is money: digits and a point.
enum class takes : std::uint8_t { nothing, text, file, word, whole, real, amount };

/// Closed range of a number.
struct range {
  double least = 0;
  double most = 0;
};

// The order is that of the tables of options.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding)
struct option {
  std::string_view name;  // "--mode"
  takes kind = takes::nothing;
  std::string_view placeholder;  // "MODE"; empty for a flag
  std::string_view help;  // no full stop; the words are added to it, of takes::text where it ends in ':'
  /// All that a takes::word may be; of takes::text the well-known ones, which end in ':' where more follows.
  std::vector<std::string> (*words)() = nullptr;
  range numbers{};
  bool repeats = false;  // may be given more than once
};

struct operand {
  std::string_view placeholder;
  std::string_view help;
  bool required = false;
  bool repeats = false;  // may be given more than once
  /// The well-known ones, to complete it with; null for a file.
  std::vector<std::string> (*words)() = nullptr;
};

struct usage_example {
  std::string_view line;
  std::string_view what;
};

/// A name and what it means, for the tables at the end of a page.
struct named_text {
  std::string_view name;
  std::string_view what;
};

/// An option of the program itself that is another way to write a command.
struct shortcut {
  std::string_view name;         // "--check-config"
  std::string_view placeholder;  // "[FILE]"; after a space or =
  std::span<const std::string_view> stands_for;
  std::string_view help;
};

/// Options as they were given. Asking for a name that the command's table lacks gives nothing.
class arguments {
 public:
  bool has(std::string_view name) const { return given_.find(name) != given_.end(); }
  std::optional<std::string> text(std::string_view name) const;
  /// Of an option that repeats, in the order of the command line.
  std::vector<std::string> all(std::string_view name) const;
  std::optional<std::uint64_t> whole(std::string_view name) const;
  std::optional<double> real(std::string_view name) const;
  /// The first operand.
  std::optional<std::string> operand() const {
    return operands_.empty() ? std::nullopt : std::optional(operands_.front());
  }
  const std::vector<std::string>& operands() const noexcept { return operands_; }

  void add(std::string_view name, std::string value) {
    given_[std::string(name)].push_back(std::move(value));
  }
  void add_operand(std::string value) { operands_.push_back(std::move(value)); }

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> given_;  // none is empty
  std::vector<std::string> operands_;
};

struct command {
  std::string_view name;
  std::string_view summary;  // one line, in the list of commands
  std::string_view text;     // a paragraph, on its own page
  std::span<const option> options;
  std::optional<cli::operand> takes;
  std::span<const usage_example> examples;
  std::span<const command> commands;
  /// Empty for a command that only has commands below it.
  result<status, fault> (*run)(const arguments&, session&) = nullptr;
  std::span<const shortcut> shortcuts = {};
};

/// The program itself: its commands are those of the command line.
const command& program_table();

/// The commands, one file each.
const command& extract_command();
const command& validate_command();
const command& repair_command();
const command& schema_command();
/// Below tenon schema.
const command& lint_command();
const command& models_command();
const command& config_command();
const command& completions_command();
const command& man_command();
const command& bowtie_command();

/// A command line, understood.
struct invocation {
  enum class wish : std::uint8_t { run, help, version };
  wish what = wish::run;
  std::vector<const command*> path;  // from the program down to the command
  arguments args;
};

/// Errors: status::usage, with the names that would have been right.
result<invocation, fault> parse(const command& root, std::vector<std::string> words);

/// "tenon models fetch"
std::string full_name(std::span<const command* const> path);
/// The page of the last command of the path, at most `width` columns wide.
std::string help_page(std::span<const command* const> path, std::size_t width);

// What pages and completions show of the tables, so that all say the same.

/// "tenon extract [OPTIONS] [INPUT]..."
std::string usage_line(std::span<const command* const> path);
/// "--mode MODE"
std::string spelled(const option& o);
/// The help with its words.
std::string described(const option& o);
/// --help, and of the program --version.
std::span<const option> common_options(std::span<const command* const> path);
std::span<const named_text> exit_statuses();
std::span<const named_text> environment_variables();

/// Every command with its path, each before those below it.
std::vector<std::vector<const command*>> all_commands(const command& root);

}  // namespace tenon::cli
