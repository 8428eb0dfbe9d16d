// Completions for three shells, each written from the tables of command.hpp.
//
// All three go the same way: from the words before the cursor to the command, then what may follow it: its
// commands, its options, the words of the option before, or files.
#pragma once

#include "command.hpp"

#include <string>
#include <string_view>

namespace tenon::cli {

std::string bash_completion(const command& root);
std::string zsh_completion(const command& root);
std::string fish_completion(const command& root);

/// What may stand after an option or as an operand.
enum class completed_with : std::uint8_t { nothing, words, files };
completed_with completion_of(const option& o);
completed_with completion_of(const operand& o);

/// 'a b', with what single quotes cannot hold outside of them.
std::string shell_quoted(std::string_view text);
/// "a b c"
std::string spaced(const std::vector<std::string>& words);
/// The names of a path, without the program's: "schema lint"; empty for the program.
std::string path_key(const std::vector<const command*>& path);
/// The cases of a bash or zsh `case "$key/$word"` that go from a command to the one below it.
std::string command_cases(const std::vector<std::vector<const command*>>& all);

}  // namespace tenon::cli
