#include "completions.hpp"

#include <algorithm>

namespace tenon::cli {

namespace {

constexpr std::string_view beginning = R"(# Completions of tenon for fish, made by `tenon completions fish`.

# Is this the command that the words before the cursor lead to? The first argument is its path, the others are
# the names of the commands below it.
function __tenon_at
    set -l words (commandline -opc)
    set -l path (string split ' ' -- $argv[1])
    set -l depth (count $path)
    test $argv[1] = tenon; and set depth 1
    test (count $words) -ge $depth; or return 1
    for i in (seq 2 $depth)
        test "$words[$i]" = "$path[$i]"; or return 1
    end
    set -l next (math $depth + 1)
    if test (count $words) -ge $next
        contains -- $words[$next] $argv[2..-1]; and return 1
    end
    return 0
end

complete -c tenon -f
)";

/// Single quotes of fish: \ and ' are escaped within.
std::string fish_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

/// "__tenon_at 'tenon schema' lower lint"
std::string condition(const std::vector<const command*>& path) {
  std::string test = "__tenon_at " + shell_quoted(full_name(path));
  for (const command& below : path.back()->commands) test += " " + std::string(below.name);
  return fish_quoted(test);
}

std::string line(const std::string& when, const std::string& what, std::string_view description) {
  return "complete -c tenon -n " + when + " " + what + " -d " + fish_quoted(description) + "\n";
}

/// "-l mode -x -a 'auto native'"
std::string long_option(const option& o) {
  std::string what = "-l " + std::string(o.name.substr(2));
  if (o.kind == takes::nothing) return what;
  switch (completion_of(o)) {
    case completed_with::words:
      return what + " -x -a " + fish_quoted(spaced(o.words()));
    case completed_with::files:
      return what + " -r -F";
    case completed_with::nothing:
      break;
  }
  return what + " -x";
}

}  // namespace

std::string fish_completion(const command& root) {
  std::string out(beginning);
  for (const auto& path : all_commands(root)) {
    const command& c = *path.back();
    const auto when = condition(path);
    out += "\n";
    for (const command& below : c.commands) out += line(when, "-a " + std::string(below.name), below.summary);
    for (const option& o : c.options) out += line(when, long_option(o), o.help);
    for (const shortcut& s : c.shortcuts)
      out += line(when, "-l " + std::string(s.name.substr(2)) + " -r -F", s.help);
    for (const option& o : common_options(path)) out += line(when, long_option(o), o.help);
    if (!c.takes) continue;
    const bool words = completion_of(*c.takes) == completed_with::words;
    out += line(when, words ? "-a " + fish_quoted(spaced(c.takes->words())) : "-F", c.takes->help);
  }
  return out;
}

}  // namespace tenon::cli
