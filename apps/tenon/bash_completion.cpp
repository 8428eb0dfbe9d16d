#include "completions.hpp"

namespace tenon::cli {

namespace {

// Bash has cut the line at '=' and ':' too, and puts a reply in the place of its last piece only. So the
// words are taken from the line itself, and what stands before that piece is taken off the replies.
constexpr std::string_view beginning = R"(# Completions of tenon for bash, made by `tenon completions bash`.

_tenon() {
  local line=${COMP_LINE:0:COMP_POINT} key='' current='' previous='' commands='' options='' operands='' values='' files='' word
  local -a words=()
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  current=${words[${#words[@]} - 1]}
  ((${#words[@]} > 1)) && previous=${words[${#words[@]} - 2]}
  for word in "${words[@]:1:${#words[@]} - 2}"; do
    case "$key/$word" in
)";

constexpr std::string_view after_commands = R"(      *) break ;;
    esac
  done
  case $key in
)";

constexpr std::string_view after_options = R"(  esac
  local head=''
  if [[ $current == --*=* ]]; then
    previous=${current%%=*}
    [[ $COMP_WORDBREAKS == *=* ]] || head=$previous=
    current=${current#*=}
  fi
  case "$key $previous" in
)";

constexpr std::string_view ending = R"(    *)
      if [[ $current == -* && -z $head ]]; then
        values=$options files=''
      else
        values="$commands $operands"
      fi
      ;;
  esac
  local cut=''
  if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then cut=${current%"${current##*:}"}; fi
  COMPREPLY=()
  while IFS= read -r word; do
    [[ -n $word ]] || continue
    word=${word#"$cut"}
    case $word in
      *:) compopt -o nospace 2>/dev/null; COMPREPLY+=("$head$word") ;;
      *) COMPREPLY+=("$head$word") ;;
    esac
  done < <(compgen -W "$values" -- "$current")
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do COMPREPLY+=("$head$word"); done < <(compgen -f -- "$current")
  fi
}
complete -F _tenon tenon
)";

std::vector<std::string> command_names(const command& of) {
  std::vector<std::string> names;
  for (const command& below : of.commands) names.emplace_back(below.name);
  return names;
}

std::vector<std::string> option_names(const std::vector<const command*>& path) {
  std::vector<std::string> names;
  for (const option& o : path.back()->options) names.emplace_back(o.name);
  for (const shortcut& s : path.back()->shortcuts) names.emplace_back(s.name);
  for (const option& o : common_options(path)) names.emplace_back(o.name);
  return names;
}

/// "'extract --mode') values='auto native' ;;"
std::string value_case(const std::string& key, const option& o) {
  std::string line = "    " + shell_quoted(key + " " + std::string(o.name)) + ") ";
  switch (completion_of(o)) {
    case completed_with::words:
      return line + "values=" + shell_quoted(spaced(o.words())) + " files='' ;;\n";
    case completed_with::files:
      return line + "files=yes ;;\n";
    case completed_with::nothing:
      break;
  }
  return line + "files='' ;;\n";
}

}  // namespace

std::string bash_completion(const command& root) {
  const auto all = all_commands(root);
  std::string out(beginning);
  out += command_cases(all);
  out += after_commands;
  for (const auto& path : all) {
    const command& c = *path.back();
    out += "    " + shell_quoted(path_key(path)) +
           ")\n      commands=" + shell_quoted(spaced(command_names(c))) +
           "\n      options=" + shell_quoted(spaced(option_names(path))) + "\n";
    if (c.takes && completion_of(*c.takes) == completed_with::words)
      out += "      operands=" + shell_quoted(spaced(c.takes->words())) + "\n";
    if (c.takes && completion_of(*c.takes) == completed_with::files) out += "      files=yes\n";
    out += "      ;;\n";
  }
  out += after_options;
  for (const auto& path : all) {
    for (const option& o : path.back()->options)
      if (o.kind != takes::nothing) out += value_case(path_key(path), o);
    for (const shortcut& s : path.back()->shortcuts)
      out += "    " + shell_quoted(path_key(path) + " " + std::string(s.name)) + ") files=yes ;;\n";
  }
  out += ending;
  return out;
}

}  // namespace tenon::cli
