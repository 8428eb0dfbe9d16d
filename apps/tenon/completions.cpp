// tenon completions: what makes a shell complete this program's command lines.
#include "completions.hpp"

#include "session.hpp"

namespace tenon::cli {

completed_with completion_of(const option& o) {
  if (o.words != nullptr) return completed_with::words;
  return o.kind == takes::file ? completed_with::files : completed_with::nothing;
}

completed_with completion_of(const operand& o) {
  return o.words != nullptr ? completed_with::words : completed_with::files;
}

std::string shell_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'')
      out += "'\\''";
    else
      out += c;
  }
  return out + "'";
}

std::string spaced(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
  return all;
}

std::string path_key(const std::vector<const command*>& path) {
  return path.size() < 2 ? std::string() : full_name(std::span(path).subspan(1));
}

std::string command_cases(const std::vector<std::vector<const command*>>& all) {
  std::string out;
  for (const auto& path : all) {
    if (path.size() < 2) continue;
    const std::vector<const command*> above(path.begin(), path.end() - 1);
    out += "      " + shell_quoted(path_key(above) + "/" + std::string(path.back()->name)) +
           ") key=" + shell_quoted(path_key(path)) + " ;;\n";
  }
  return out;
}

namespace {

std::vector<std::string> shells() {
  return {"bash", "zsh", "fish"};
}

result<status, fault> run(const arguments& args, session& out) {
  const std::string shell = args.operand().value_or("");
  const command& root = program_table();
  std::string script;
  if (shell == "bash")
    script = bash_completion(root);
  else if (shell == "zsh")
    script = zsh_completion(root);
  else if (shell == "fish")
    script = fish_completion(root);
  else
    return usage_fault("no completions for '" + excerpt(shell) + "'; there are some for bash, zsh and fish");
  if (auto failed = out.put(script)) return *failed;
  return status::done;
}

const usage_example examples[] = {
    {"source <(tenon completions bash)", "completes in this shell, from now on"},
    {"tenon completions zsh > ~/.zfunc/_tenon", "a folder that is in fpath"},
    {"tenon completions fish > ~/.config/fish/completions/tenon.fish", "fish finds it there"},
};

}  // namespace

const command& completions_command() {
  static const command c{
      "completions",
      "print what makes a shell complete these commands",
      "Prints a script for a shell that completes commands, options and what they take. An "
      "installed tenon brings them along.",
      {},
      operand{"SHELL", "bash, zsh or fish", true, false, shells},
      examples,
      {},
      run};
  return c;
}

}  // namespace tenon::cli
