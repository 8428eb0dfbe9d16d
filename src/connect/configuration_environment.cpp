// Addresses of services from the environment, over the profile and under the file.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include <tenon/configuration.hpp>
#include <tenon/wire.hpp>

namespace tenon {
inline namespace v0 {

namespace {

constexpr std::string_view key_ending = "_API_KEY";
constexpr std::string_view address_ending = "_BASE_URL";

std::string variable_of(std::string_view provider) {
  std::string name(provider);
  for (char& c : name) {
    if (c >= 'a' && c <= 'z') {
      c = static_cast<char>(c - 'a' + 'A');
    } else if (!((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))) {
      c = '_';
    }
  }
  return name + std::string(address_ending);
}

/// Without a scheme it is a host; without a port that of ollama's own.
std::string ollama_address(std::string_view host) {
  if (host.find("://") != std::string_view::npos) return std::string(host);
  const auto bracket = host.rfind(']');  // of an IPv6 address
  const auto colon = host.rfind(':');
  const bool has_port =
      colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket);
  const std::string name =
      "http://" + (host.starts_with(':') ? "localhost" + std::string(host) : std::string(host));
  return has_port ? name : name + ":11434";
}

struct found_address {
  std::string variable;
  std::string text;
};

std::optional<found_address> address_for(std::string_view provider, const wire::profile& row,
                                         const variable_reader& variable) {
  const auto set = [&](std::string name) -> std::optional<found_address> {
    auto text = variable(name);
    if (!text || text->empty()) return std::nullopt;
    return found_address{std::move(name), std::move(*text)};
  };
  for (const std::string_view name : {provider, row.name})
    if (auto found = set(variable_of(name))) return found;
  if (row.key_variable.ends_with(key_ending)) {
    const auto stem = row.key_variable.substr(0, row.key_variable.size() - key_ending.size());
    if (auto found = set(std::string(stem) + std::string(address_ending))) return found;
  }
  if (row.speaks != wire::family::ollama) return std::nullopt;
  auto found = set("OLLAMA_HOST");
  if (found) found->text = ollama_address(found->text);
  return found;
}

}  // namespace

std::vector<environment_setting> add_environment(configuration& to, const variable_reader& variable) {
  std::vector<environment_setting> taken;
  const auto add = [&](const std::string& name, const wire::profile& row) {
    const auto set = to.providers.find(name);
    if (set != to.providers.end() && !set->second.base_url.empty()) return;
    auto found = address_for(name, row, variable);
    if (!found) return;
    to.providers[name].base_url = std::move(found->text);
    taken.push_back({name, std::move(found->variable)});
  };
  std::vector<std::pair<std::string, const wire::profile*>> all;
  for (const auto& [name, set] : to.providers)
    if (const auto* row = wire::find_profile(set.profile.empty() ? name : set.profile); row != nullptr)
      all.emplace_back(name, row);
  for (const auto& row : wire::profiles())
    if (!to.providers.contains(row.name)) all.emplace_back(row.name, &row);
  for (const auto& [name, row] : all) add(name, *row);
  return taken;
}

variable_reader system_variables() {
  return [](std::string_view name) -> std::optional<std::string> {
    const char* const found = std::getenv(std::string(name).c_str());
    return found == nullptr ? std::nullopt : std::optional<std::string>(found);
  };
}

}  // namespace v0
}  // namespace tenon
