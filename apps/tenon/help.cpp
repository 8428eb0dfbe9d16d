// Help pages from the tables of command.hpp.
#include "command.hpp"
#include "layout.hpp"

#include <algorithm>

namespace tenon::cli {

namespace {

constexpr std::size_t widest_page = 100;
constexpr std::size_t narrowest_page = 40;

struct row {
  std::string left;
  std::string right;
};

void table(std::string& out, const std::vector<row>& rows, std::size_t width) {
  constexpr std::size_t longest_left = 26;
  std::size_t left = 0;
  for (const row& r : rows)
    if (r.left.size() <= longest_left) left = std::max(left, r.left.size());
  for (const row& r : rows) {
    out += "  " + r.left;
    if (r.left.size() > left) {
      out += '\n';
      out.append(left + 4, ' ');
    } else {
      out.append(left + 2 - r.left.size(), ' ');
    }
    wrap(out, r.right, left + 4, left + 4, width);
  }
}

}  // namespace

std::string full_name(std::span<const command* const> path) {
  std::string name;
  for (const command* const c : path) name += (name.empty() ? "" : " ") + std::string(c->name);
  return name;
}

std::string spelled(const option& o) {
  return o.kind == takes::nothing ? std::string(o.name)
                                  : std::string(o.name) + " " + std::string(o.placeholder);
}

std::string described(const option& o) {
  std::string text(o.help);
  const bool asked_for = text.ends_with(':');
  if (o.words == nullptr || (o.kind == takes::text && !asked_for)) return text;
  if (!asked_for) text += ':';
  bool first = true;
  for (const std::string& word : o.words()) {
    text += (first ? " " : ", ") + word;
    first = false;
  }
  return text;
}

std::string usage_line(std::span<const command* const> path) {
  const command& last = *path.back();
  std::string line = full_name(path);
  if (!last.commands.empty()) line += last.run != nullptr ? " [COMMAND]" : " COMMAND";
  if (!last.options.empty()) line += " [OPTIONS]";
  if (last.takes) {
    const std::string name(last.takes->placeholder);
    line += last.takes->required ? " " + name : " [" + name + (last.takes->repeats ? "]..." : "]");
  }
  return line;
}

std::span<const option> common_options(std::span<const command* const> path) {
  static const option both[] = {
      {"--help", takes::nothing, {}, "this page", nullptr, {}},
      {"--version", takes::nothing, {}, "the version", nullptr, {}},
  };
  return std::span(both).first(path.size() == 1 ? 2 : 1);
}

std::span<const named_text> exit_statuses() {
  static const named_text all[] = {
      {"0", "a value, or what was asked for"},
      {"1", "no valid value: the model's reply, or the text under test, is not good enough"},
      {"2", "wrong use, configuration or schema, or a key that is missing or refused"},
      {"3", "a file, a model or a provider could not be reached"},
      {"130", "cancelled"},
  };
  return all;
}

std::span<const named_text> environment_variables() {
  static const named_text all[] = {
      {"TENON_CONFIG",
       "the configuration file, in place of ~/.config/tenon/tenon.toml; --config goes before it"},
      {"OPENAI_API_KEY, ...", "the key of a provider; `tenon models` shows the name for each"},
      {"OPENAI_BASE_URL, ...",
       "the address of a provider: its name in upper case, _ for -; the configuration goes before it"},
      {"OLLAMA_HOST", "the address of ollama, where OLLAMA_BASE_URL is not set"},
      {"TENON_MODEL", "a GGUF file that takes the place of what local means"},
      {"TENON_CACHE", "folder for the fetched models"},
      {"NO_COLOR", "no colour where it is set and not empty"},
  };
  return all;
}

std::vector<std::vector<const command*>> all_commands(const command& root) {
  std::vector<std::vector<const command*>> all{{&root}};
  // Grows while it is walked; a command's own come right after it.
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto path = all[i];
    std::vector<std::vector<const command*>> below;
    for (const command& one : path.back()->commands) {
      below.push_back(path);
      below.back().push_back(&one);
    }
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(i + 1), below.begin(), below.end());
  }
  return all;
}

std::string help_page(std::span<const command* const> path, std::size_t width) {
  width = std::clamp(width, narrowest_page, widest_page);
  const command& last = *path.back();
  std::string out = "Usage: " + usage_line(path) + "\n\n";
  wrap(out, last.text, 0, 0, width);

  std::vector<row> rows;
  for (const command& below : last.commands)
    rows.push_back({std::string(below.name), std::string(below.summary)});
  if (!rows.empty()) out += "\nCommands:\n";
  table(out, rows, width);

  rows.clear();
  if (last.takes) rows.push_back({std::string(last.takes->placeholder), std::string(last.takes->help)});
  for (const option& o : last.options) rows.push_back({spelled(o), described(o)});
  rows.push_back({"-h, --help", "this page"});
  for (const shortcut& s : last.shortcuts)
    rows.push_back({std::string(s.name) + " " + std::string(s.placeholder), std::string(s.help)});
  if (path.size() == 1) rows.push_back({"--version", "the version"});
  out += "\nOptions:\n";
  table(out, rows, width);

  if (!last.examples.empty()) out += "\nExamples:\n";
  for (const usage_example& e : last.examples) {
    out += "  " + std::string(e.line) + "\n";
    out += "      ";
    wrap(out, e.what, 6, 6, width);
  }
  if (path.size() == 1) {
    const auto add = [&](std::string_view title, std::span<const named_text> all) {
      rows.clear();
      for (const named_text& e : all) rows.push_back({std::string(e.name), std::string(e.what)});
      out += "\n" + std::string(title) + ":\n";
      table(out, rows, width);
    };
    add("Environment", environment_variables());
    add("Exit status", exit_statuses());
  }
  return out;
}

}  // namespace tenon::cli
