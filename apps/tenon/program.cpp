#include "command.hpp"

namespace tenon::cli {

const command& program_table() {
  static const command commands[] = {extract_command(),     validate_command(), repair_command(),
                                     schema_command(),      models_command(),   config_command(),
                                     completions_command(), man_command(),      bowtie_command()};
  static const std::string_view check[] = {"config", "check"};
  static const shortcut shortcuts[] = {{"--check-config", "[FILE]", check,
                                        "the same as tenon config check: what is set, or all that is wrong"}};
  static const usage_example examples[] = {
      {"tenon models fetch", "gets the default model, once"},
      {"tenon extract --type IncidentExtraction report.txt", "reads a report into a typed value"},
      {"tenon extract --schema 'name, age int, tags [str]' < note.txt", "the same for a shape of your own"},
      {"tenon COMMAND --help", "the options of a command"},
  };
  static const command program{
      "tenon",
      "typed, trusted values out of language models",
      "Gets values out of language models that fit a type exactly, or says why it could "
      "not. The value goes to stdout, everything else to stderr.",
      {},
      std::nullopt,
      examples,
      commands,
      nullptr,
      shortcuts};
  return program;
}

}  // namespace tenon::cli
