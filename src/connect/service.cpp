// The row of the table, what the user has set over it, and where its key is kept.
#include "opening.hpp"

#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>

#include <tenon/service.hpp>

namespace tenon {
inline namespace v0 {
namespace connecting {

namespace {

constexpr std::size_t max_key = 16 * std::size_t{1024};  // bytes of a key file

problem no_key(std::string_view provider, std::string expected, std::string message) {
  return {.kind = failure_kind::unauthorized,
          .code = "no_key",
          .place = "providers." + std::string(provider),
          .expected = std::move(expected),
          .message = std::move(message)};
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const auto begin = text.find_first_not_of(space);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(space) - begin + 1);
}

result<std::string> key_in(std::string_view provider, const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in)
    return no_key(provider, "a file that can be read",
                  "the file of the key cannot be read: " + excerpt(file));
  std::string text(max_key + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > max_key)
    return no_key(provider, "a key of at most 16 KB", "the file of the key is too long");
  const std::string key(trimmed(text));
  if (key.empty()) return no_key(provider, "a key", "the file of the key is empty: " + excerpt(file));
  return key;
}

problem nobody(std::string_view provider) {
  std::string known;
  for (const auto& p : wire::profiles()) known += (known.empty() ? "" : ", ") + std::string(p.name);
  return {.kind = failure_kind::invalid_argument,
          .code = "unknown_provider",
          .place = "provider",
          .expected = "a section of the configuration, or one of: " + known,
          .found = excerpt(provider),
          .message = "there is no provider of this name"};
}

provider_settings settings_of(std::string_view provider, const configuration& how) {
  const auto found = how.providers.find(provider);
  return found != how.providers.end() ? found->second : provider_settings{};
}

template <class T>
void put(T& to, const std::optional<T>& from) {
  if (from) to = *from;
}

void apply(capabilities& can, const model_settings& set) {
  put(can.native_schema, set.native_schema);
  put(can.schema_invisible, set.schema_invisible);
  put(can.json_object, set.json_object);
  put(can.tools, set.tools);
  put(can.temperature, set.temperature);
  put(can.context_tokens, set.context_tokens);
  put(can.max_output_tokens, set.max_output_tokens);
}

}  // namespace

bool is_provider(std::string_view name, const configuration& how) {
  return how.providers.contains(name) || wire::find_profile(name) != nullptr;
}

result<known_service> find_service(std::string_view provider, const configuration& how) {
  if (!is_provider(provider, how)) return nobody(provider);
  known_service found{.row = nullptr, .set = settings_of(provider, how)};
  const bool renamed = !found.set.profile.empty();
  found.row = wire::find_profile(renamed ? std::string_view(found.set.profile) : provider);
  if (found.row == nullptr) {
    return problem{.kind = failure_kind::invalid_argument,
                   .code = "unknown_profile",
                   .place = "providers." + std::string(provider) + ".profile",
                   .found = excerpt(found.set.profile),
                   .message = "there is no profile of this name"};
  }
  return found;
}

/// Of the file, else of the environment; a service on this machine needs none.
result<std::string> key_for(std::string_view provider, const known_service& what) {
  const auto at = key_place_of(what);
  if (!at.file.empty()) return key_in(provider, at.file);
  if (at.variable.empty()) return std::string();
  const char* const found = std::getenv(at.variable.c_str());
  const auto key = trimmed(found != nullptr ? std::string_view(found) : std::string_view());
  if (!key.empty() || !at.needed) return std::string(key);
  return no_key(provider, "the environment variable " + at.variable,
                "there is no key for " + std::string(provider));
}

key_place key_place_of(const known_service& what) {
  key_place at{.file = what.set.key_file};
  if (at.file.empty())
    at.variable = what.set.key_variable.empty() ? std::string(what.row->key_variable) : what.set.key_variable;
  // A base URL of the user's own may be a server that wants no key, and so may one on this machine.
  const bool here = what.row->base_url.starts_with("http://localhost");
  at.needed = !at.file.empty() || !what.set.key_variable.empty() ||
              (!at.variable.empty() && what.set.base_url.empty() && !here);
  return at;
}

namespace {

result<wire::provider> described(std::string_view provider, std::string_view model,
                                 const known_service& found, const configuration& how) {
  const auto& set = found.set;
  if (found.row->base_url.empty() && set.base_url.empty()) {
    return problem{.kind = failure_kind::invalid_argument,
                   .code = "no_base_url",
                   .place = "providers." + std::string(provider) + ".base_url",
                   .message = "this provider has no address of its own: base_url must be set"};
  }
  wire::provider to;
  to.how = found.row;
  to.model = model;
  to.base_url = set.base_url;
  for (const auto& [name, text] : set.headers) to.headers.push_back({name, text});
  to.api_version = set.api_version;
  to.organization = set.organization;
  to.project = set.project;
  to.schema_field = set.schema_field;
  to.can = wire::find_capabilities(*found.row, model);
  if (const auto* settings = how.find_model(std::string(provider) + ":" + std::string(model)))
    apply(to.can, *settings);
  return to;
}

}  // namespace

result<opened_service> open_service(std::string_view provider, std::string_view model,
                                    const configuration& how) {
  auto found = find_service(provider, how);
  if (!found) return std::move(found.error());
  auto to = described(provider, model, *found, how);
  if (!to) return std::move(to.error());
  auto key = key_for(provider, *found);
  if (!key) return std::move(key.error());
  to->key = std::move(*key);
  return opened_service{.to = *std::move(to), .set = std::move(found->set)};
}

}  // namespace connecting

using namespace connecting;

result<wire::provider> look_up_service(std::string_view provider, std::string_view model,
                                       const configuration& how) {
  const auto found = find_service(provider, how);
  if (!found) return found.error();
  return described(provider, model, *found, how);
}

result<key_place> look_up_key(std::string_view provider, const configuration& how) {
  const auto found = find_service(provider, how);
  if (!found) return found.error();
  auto at = key_place_of(*found);
  const auto key = key_for(provider, *found);
  at.found = key && !key->empty();
  return at;
}

}  // namespace v0
}  // namespace tenon
