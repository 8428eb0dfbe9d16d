// A model of a service: the row of the table, what the user has set, and the key from where it is kept.
#include "opening.hpp"
#include "provider_model.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include <tenon/wire.hpp>

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

/// Of the environment; a service on this machine needs none.
result<std::string> key_for(std::string_view provider, const wire::profile& row,
                            const provider_settings& set) {
  if (!set.key_file.empty()) return key_in(provider, set.key_file);
  const std::string variable = set.key_variable.empty() ? std::string(row.key_variable) : set.key_variable;
  if (variable.empty()) return std::string();
  const char* const found = std::getenv(variable.c_str());
  const auto key = trimmed(found != nullptr ? std::string_view(found) : std::string_view());
  // A base URL of the user's own may be a server that wants no key.
  if (!key.empty() || (set.key_variable.empty() && !set.base_url.empty())) return std::string(key);
  return no_key(provider, "the environment variable " + variable,
                "there is no key for " + std::string(provider));
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

reach reach_of(const provider_settings& set) {
  reach how;
  if (set.connect_timeout) how.within.connect = set.connect_timeout;
  if (set.first_byte_timeout) how.within.first_byte = set.first_byte_timeout;
  if (set.idle_timeout) how.within.idle = set.idle_timeout;
  how.http2 = set.http2;
  how.proxy = set.proxy;
  how.ca_file = set.ca_file;
  how.always_stream = set.always_stream;
  return how;
}

const wire::profile* row_of(std::string_view name, const configuration& how) {
  const auto set = how.providers.find(name);
  const bool renamed = set != how.providers.end() && !set->second.profile.empty();
  return wire::find_profile(renamed ? std::string_view(set->second.profile) : name);
}

}  // namespace

bool is_provider(std::string_view name, const configuration& how) {
  return how.providers.contains(name) || wire::find_profile(name) != nullptr;
}

result<model_ptr> open_provider(std::string_view provider, std::string_view model, const configuration& how) {
  const auto found = how.providers.find(provider);
  const provider_settings set = found != how.providers.end() ? found->second : provider_settings{};
  const wire::profile* const row = row_of(provider, how);
  if (row == nullptr) {
    return problem{.kind = failure_kind::invalid_argument,
                   .code = "unknown_profile",
                   .place = "providers." + std::string(provider) + ".profile",
                   .found = excerpt(set.profile),
                   .message = "there is no profile of this name"};
  }
  if (row->base_url.empty() && set.base_url.empty()) {
    return problem{.kind = failure_kind::invalid_argument,
                   .code = "no_base_url",
                   .place = "providers." + std::string(provider) + ".base_url",
                   .message = "this provider has no address of its own: base_url must be set"};
  }
  auto key = key_for(provider, *row, set);
  if (!key) return std::move(key.error());
  wire::provider to;
  to.how = row;
  to.model = model;
  to.base_url = set.base_url;
  to.key = std::move(*key);
  for (const auto& [name, text] : set.headers) to.headers.push_back({name, text});
  to.api_version = set.api_version;
  to.organization = set.organization;
  to.project = set.project;
  to.schema_field = set.schema_field;
  to.can = wire::find_capabilities(*row, model);
  const std::string name = std::string(provider) + ":" + std::string(model);
  if (const auto* settings = how.find_model(name)) apply(to.can, *settings);
  auto through = shared_http();
  if (!through) return std::move(through.error());
  return make_provider_model(name, std::move(to), reach_of(set), *std::move(through));
}

}  // namespace connecting
}  // namespace v0
}  // namespace tenon
