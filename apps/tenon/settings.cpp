#include "settings.hpp"

#include "files.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <tenon/wire.hpp>

namespace tenon::cli {

namespace {

std::string variable(const char* name) {
  const char* const found = std::getenv(name);
  return found == nullptr ? std::string() : std::string(found);
}

struct named_file {
  std::string path;
  std::string by;
};

/// Empty path: none was named, and the usual one is not there.
named_file chosen_file(const std::optional<std::string>& file) {
  if (file) return {*file, "--config"};
  if (auto named = variable("TENON_CONFIG"); !named.empty()) return {std::move(named), "TENON_CONFIG"};
  auto usual = usual_file();
  std::error_code error;
  if (usual.empty() || !std::filesystem::exists(usual, error)) return {};
  return {std::move(usual), {}};
}

std::string family_of(std::string_view model) {
  return std::string(model.substr(0, model.find(':')));
}

std::optional<fault> set_address(const arguments& args, settings& set) {
  const auto url = args.text("--base-url");
  if (!url) return std::nullopt;
  const std::string name = model_name(args, set);
  const std::string family = family_of(name);
  if (family == name || family == "local" ||
      (!set.what.providers.contains(family) && wire::find_profile(family) == nullptr))
    return usage_fault("--base-url is the address of a provider, and '" + excerpt(name) +
                       "' is a model of none; --model PROVIDER:MODEL says of which");
  set.what.providers[family].base_url = *url;
  std::erase_if(set.from_environment, [&](const environment_setting& e) { return e.provider == family; });
  return std::nullopt;
}

std::optional<fault> check_policy(const arguments& args, const settings& set) {
  const auto name = args.text("--policy");
  if (!name) return std::nullopt;
  const auto found = set.what.find_policy(*name);
  if (found) return std::nullopt;
  return usage_fault("--policy does not know '" + excerpt(*name) +
                     "'; it takes one of: " + found.error().expected);
}

}  // namespace

std::string usual_file() {
  constexpr std::string_view below = "/tenon/tenon.toml";
  // A relative one is to be ignored (XDG Base Directory Specification).
  if (const auto folder = variable("XDG_CONFIG_HOME"); folder.starts_with('/'))
    return folder + std::string(below);
  const auto home = variable("HOME");
  return home.empty() ? home : home + "/.config" + std::string(below);
}

fault settings_fault(problems errors) {
  std::string message = errors.size() == 1
                            ? "the configuration has a mistake"
                            : "the configuration has " + std::to_string(errors.size()) + " mistakes";
  for (const problem& p : errors) message += "\n  " + explain(p);
  fault f = usage_fault(std::move(message));
  f.errors = std::move(errors);
  return f;
}

result<settings, fault> read_settings(const std::optional<std::string>& file) {
  settings set;
  auto chosen = chosen_file(file);
  if (!chosen.path.empty()) {
    const auto text = read_file(chosen.path);
    if (!text) return text.error();
    auto read = read_configuration(text->text, chosen.path);
    if (!read) return settings_fault(std::move(read.error()));
    set.what = std::move(*read);
    set.file = std::move(chosen.path);
    set.named_by = std::move(chosen.by);
  }
  set.from_environment = add_environment(set.what, system_variables());
  return set;
}

result<settings, fault> settings_from(const arguments& args) {
  auto set = read_settings(args.text("--config"));
  if (!set) return set;
  if (auto bad = set_address(args, *set)) return *std::move(bad);
  if (auto bad = check_policy(args, *set)) return *std::move(bad);
  return set;
}

std::string model_name(const arguments& args, const settings& set) {
  if (auto named = args.text("--model")) return *named;
  return set.what.model.empty() ? "local" : set.what.model;
}

std::vector<std::string> model_words() {
  std::vector<std::string> words;
  if (TENON_LOCAL != 0) words.emplace_back("local");
  for (const auto& p : wire::profiles()) words.push_back(std::string(p.name) + ":");
  return words;
}

}  // namespace tenon::cli
