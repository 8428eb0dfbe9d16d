#include "completions.hpp"

namespace tenon::cli {

namespace {

constexpr std::string_view beginning = R"(#compdef tenon
# Completions of tenon for zsh, made by `tenon completions zsh`.

_tenon() {
  local key='' previous=${words[CURRENT-1]} word files=''
  local -a commands options operands values
  for word in ${words[2,CURRENT-1]}; do
    case "$key/$word" in
)";

constexpr std::string_view after_commands = R"(      *) break ;;
    esac
  done
  case $key in
)";

constexpr std::string_view after_options = R"(  esac
  if [[ $PREFIX == --*=* ]]; then
    previous=${PREFIX%%=*}
    compset -P '*='
  fi
  case "$key $previous" in
)";

constexpr std::string_view ending = R"(    *)
      if [[ $PREFIX == -* ]]; then
        _describe -o option options
        return
      fi
      (( $#commands )) && _describe command commands
      values=($operands)
      ;;
  esac
  (( $#values )) && compadd -- $values
  [[ -n $files ]] && _files
}

if [[ $funcstack[1] == _tenon ]]; then
  _tenon "$@"
else
  compdef _tenon tenon
fi
)";

/// "'--mode:how the shape is asked for'": a colon in the text needs no care behind the first.
std::string item(std::string_view name, std::string_view what) {
  return " " + shell_quoted(std::string(name) + ":" + std::string(what));
}

}  // namespace

std::string zsh_completion(const command& root) {
  const auto all = all_commands(root);
  std::string out(beginning);
  out += command_cases(all);
  out += after_commands;
  for (const auto& path : all) {
    const command& c = *path.back();
    out += "    " + shell_quoted(path_key(path)) + ")\n      commands=(";
    for (const command& below : c.commands) out += item(below.name, below.summary);
    out += " )\n      options=(";
    for (const option& o : c.options) out += item(o.name, o.help);
    for (const shortcut& s : c.shortcuts) out += item(s.name, s.help);
    for (const option& o : common_options(path)) out += item(o.name, o.help);
    out += " )\n";
    if (c.takes && completion_of(*c.takes) == completed_with::words)
      out += "      operands=(" + spaced(c.takes->words()) + ")\n";
    if (c.takes && completion_of(*c.takes) == completed_with::files) out += "      files=yes\n";
    out += "      ;;\n";
  }
  out += after_options;
  for (const auto& path : all) {
    for (const option& o : path.back()->options) {
      if (o.kind == takes::nothing) continue;
      out += "    " + shell_quoted(path_key(path) + " " + std::string(o.name)) + ") ";
      const auto with = completion_of(o);
      out += with == completed_with::files ? "files=yes ;;\n" : "files='' ";
      if (with == completed_with::words) out += "values=(" + spaced(o.words()) + ") ";
      if (with != completed_with::files) out += ";;\n";
    }
    for (const shortcut& s : path.back()->shortcuts)
      out += "    " + shell_quoted(path_key(path) + " " + std::string(s.name)) + ") files=yes ;;\n";
  }
  out += ending;
  return out;
}

}  // namespace tenon::cli
