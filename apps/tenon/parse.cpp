// From the words of a command line to an invocation, by the tables of command.hpp.
//
// CLI11 splits the words into options and operands. What a value may be is decided here, by the table,
// so that every refusal names the option, what was given and what is allowed.
#include "command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>

#include <tenon/nearest.hpp>
#include <tenon/price.hpp>

namespace tenon::cli {

namespace {

template <class Number>
std::optional<Number> number_from(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): the end is the second argument
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return number;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string shown(double number) {
  return number == std::floor(number) && std::abs(number) < 1e15
             ? std::to_string(static_cast<std::int64_t>(number))
             : std::to_string(number);
}

/// "; did you mean --schema?", or nothing where no candidate is near.
std::string suggestion(std::string_view word, const std::vector<std::string_view>& candidates) {
  const auto best = nearest(word, candidates);
  return best.empty() ? std::string() : "; did you mean " + std::string(best) + "?";
}

/// What is wrong with the value of an option; empty if nothing is.
std::string objection(const option& o, std::string_view given) {
  const std::string shown_value = "'" + excerpt(given) + "'";
  const auto outside = [&](const char* what) {
    return "takes " + std::string(what) + " from " + shown(o.numbers.least) + " to " + shown(o.numbers.most) +
           ", not " + shown_value;
  };
  switch (o.kind) {
    case takes::word: {
      const std::vector<std::string> allowed = o.words();
      if (std::find(allowed.begin(), allowed.end(), given) == allowed.end())
        return "does not know " + shown_value + "; it takes one of: " + joined(allowed);
      return {};
    }
    case takes::whole: {
      const auto number = number_from<std::uint64_t>(given);
      const bool fits = number && static_cast<double>(*number) >= o.numbers.least &&
                        static_cast<double>(*number) <= o.numbers.most;
      return fits ? std::string() : outside("a whole number");
    }
    case takes::real: {
      const auto number = number_from<double>(given);
      const bool fits = number && *number >= o.numbers.least && *number <= o.numbers.most;  // false for NaN
      return fits ? std::string() : outside("a number");
    }
    case takes::amount:
      return money_from(given) ? std::string() : "takes an amount such as 0.05, not " + shown_value;
    case takes::file:
      return given.empty() ? "needs the name of a file" : std::string();
    case takes::text:
    case takes::nothing:
      break;
  }
  return {};
}

/// One node of the tree of CLI11 apps that mirrors the tables.
void build(CLI::App& app, const command& from) {
  app.set_help_flag("-h,--help");
  for (const option& o : from.options) {
    if (o.kind == takes::nothing)
      app.add_flag(std::string(o.name));
    else
      app.add_option(std::string(o.name))
          ->type_name(std::string(o.placeholder))
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
  if (from.takes) {
    auto* const operand = app.add_option("operand");
    if (from.takes->repeats)
      operand->expected(1, CLI::detail::expected_max_vector_size)
          ->allow_extra_args()
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
  for (const command& below : from.commands) build(*app.add_subcommand(std::string(below.name)), below);
  if (!from.commands.empty()) app.require_subcommand(0, 1);
}

struct place {
  const CLI::App* app = nullptr;
  std::vector<const command*> path;
};

/// The command that was reached.
place reached(const CLI::App& app, const command& root) {
  place at{&app, {&root}};
  while (!at.app->get_subcommands().empty()) {
    at.app = at.app->get_subcommands().front();
    for (const command& below : at.path.back()->commands) {
      if (below.name != at.app->get_name()) continue;
      at.path.push_back(&below);
      break;
    }
  }
  return at;
}

/// The command that met a word it does not know; words after it may have reached one further down.
place stumbled(const CLI::App& app, const command& root) {
  place at{&app, {&root}};
  const std::vector<const command*> path = reached(app, root).path;
  while (at.app->remaining().empty() && at.path.size() < path.size()) {
    at.app = at.app->get_subcommands().front();
    at.path.push_back(path[at.path.size()]);
  }
  return at;
}

fault refuse(std::span<const command* const> path, const std::string& why) {
  return usage_fault(why + "\ntry '" + full_name(path) + " --help'");
}

fault unexpected(std::span<const command* const> path, const std::string& word) {
  const command& last = *path.back();
  std::vector<std::string_view> candidates;
  if (!word.empty() && word.front() == '-' && word != "-") {
    for (const option& o : last.options) candidates.push_back(o.name);
    for (const shortcut& s : last.shortcuts) candidates.push_back(s.name);
    const std::string hint = last.run != nullptr || !suggestion(word, candidates).empty()
                                 ? suggestion(word, candidates)
                                 : "; options stand after the command";
    return refuse(path, full_name(path) + " has no option " + excerpt(word) + hint);
  }
  if (last.commands.empty() || last.takes)
    return refuse(path, full_name(path) + " does not know what to do with '" + excerpt(word) + "'");
  std::string names;
  for (const command& below : last.commands) {
    candidates.push_back(below.name);
    names += (names.empty() ? "" : ", ") + std::string(below.name);
  }
  return refuse(path,
                "no command '" + excerpt(word) + "'" + suggestion(word, candidates) + " There are: " + names);
}

/// Moves what CLI11 found into `args`, each value judged by its option's row.
std::optional<fault> collect(const CLI::App& app, std::span<const command* const> path, arguments& args) {
  const command& last = *path.back();
  for (const option& o : last.options) {
    const CLI::Option* const found = app.get_option_no_throw(std::string(o.name));
    if (found == nullptr || found->count() == 0) continue;
    if (o.kind != takes::nothing && !o.repeats && found->count() > 1)
      return refuse(path, std::string(o.name) + " was given " + std::to_string(found->count()) + " times");
    for (const std::string& value : found->results()) {
      if (const std::string why = objection(o, value); !why.empty())
        return refuse(path, std::string(o.name) + " " + why);
      args.add(o.name, value);
    }
  }
  if (!last.takes) return std::nullopt;
  if (const CLI::Option* const found = app.get_option_no_throw("operand");
      found != nullptr && found->count() > 0)
    for (const std::string& one : found->results()) args.add_operand(one);
  else if (last.takes->required)
    return refuse(path, full_name(path) + " needs " + std::string(last.takes->placeholder));
  return std::nullopt;
}

/// CLI11 takes the word after "--name=" for the value of --name; here an empty value is one.
std::vector<std::string> reversed(std::vector<std::string> words) {
  std::vector<std::string> out;
  bool options = true;
  for (std::string& word : words) {
    if (word == "--") options = false;
    if (options && word.size() > 3 && word.starts_with("--") && word.find('=') == word.size() - 1) {
      word.pop_back();
      out.push_back(std::move(word));
      out.emplace_back();
    } else {
      out.push_back(std::move(word));
    }
  }
  std::reverse(out.begin(), out.end());
  return out;
}

/// "--check-config=FILE" becomes "config check FILE".
std::vector<std::string> without_shortcuts(std::vector<std::string> words, const command& root) {
  if (words.empty()) return words;
  for (const shortcut& s : root.shortcuts) {
    const std::string& first = words.front();
    const bool with_value =
        first.starts_with(s.name) && first.size() > s.name.size() && first[s.name.size()] == '=';
    if (first != s.name && !with_value) continue;
    std::vector<std::string> out(s.stands_for.begin(), s.stands_for.end());
    if (with_value) out.push_back(first.substr(s.name.size() + 1));
    out.insert(out.end(), words.begin() + 1, words.end());
    return out;
  }
  return words;
}

}  // namespace

std::optional<std::string> arguments::text(std::string_view name) const {
  const auto found = given_.find(name);
  return found == given_.end() ? std::nullopt : std::optional(found->second.front());
}

std::vector<std::string> arguments::all(std::string_view name) const {
  const auto found = given_.find(name);
  return found == given_.end() ? std::vector<std::string>() : found->second;
}

std::optional<std::uint64_t> arguments::whole(std::string_view name) const {
  const auto found = given_.find(name);
  return found == given_.end() ? std::nullopt : number_from<std::uint64_t>(found->second.front());
}

std::optional<double> arguments::real(std::string_view name) const {
  const auto found = given_.find(name);
  return found == given_.end() ? std::nullopt : number_from<double>(found->second.front());
}

result<invocation, fault> parse(const command& root, std::vector<std::string> words) {
  CLI::App app{std::string(root.summary), std::string(root.name)};
  build(app, root);
  app.set_version_flag("--version", "version");
  invocation call;
  try {
    app.parse(reversed(without_shortcuts(std::move(words), root)));
  } catch (const CLI::CallForHelp&) {
    call.what = invocation::wish::help;
  } catch (const CLI::CallForVersion&) {
    call.what = invocation::wish::version;
  } catch (const CLI::ExtrasError&) {
    const place at = stumbled(app, root);
    return unexpected(at.path, at.app->remaining().empty() ? std::string() : at.app->remaining().front());
  } catch (const CLI::ArgumentMismatch& e) {
    const std::string_view what = e.what();
    return refuse(reached(app, root).path, std::string(what.substr(0, what.find(':'))) + " needs a value");
  } catch (const CLI::ParseError& e) {
    return refuse(reached(app, root).path, e.what());
  }
  place at = reached(app, root);
  call.path = std::move(at.path);
  if (call.what != invocation::wish::run) return call;
  if (call.path.back()->run == nullptr) return refuse(call.path, full_name(call.path) + " needs a command");
  if (auto bad = collect(*at.app, call.path, call.args)) return *bad;
  return call;
}

}  // namespace tenon::cli
