// What a user has set: services, models, prices, limits, and the defaults of a call. A value like any other;
// read_configuration makes it of a tenon.toml, and a program may fill it by hand.
//
// A key is never in it: only where it is found, an environment variable or a file. docs/configuration.md.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/model.hpp>
#include <tenon/policy.hpp>
#include <tenon/price.hpp>
#include <tenon/reply.hpp>
#include <tenon/result.hpp>
#include <tenon/route.hpp>

namespace tenon {
inline namespace v0 {

/// A service. Empty members are as the profile has them.
struct provider_settings {
  /// A row of wire::profiles(): "openai", "openai-compatible" … Empty: the name of the section itself.
  std::string profile = {};
  std::string base_url = {};
  /// Name of the environment variable that holds the key.
  std::string key_variable = {};
  /// File that holds the key, read when a model is opened; white space around it is dropped. Goes before the
  /// variable.
  std::string key_file = {};
  std::string api_version = {};
  std::string organization = {};
  std::string project = {};
  std::string schema_field = {};
  /// Sent with every request. Not for secrets: they may be shown.
  std::map<std::string, std::string> headers = {};
  std::string proxy = {};
  std::string ca_file = {};
  bool http2 = false;
  bool always_stream = false;
  std::optional<duration> connect_timeout = {};
  std::optional<duration> first_byte_timeout = {};
  std::optional<duration> idle_timeout = {};

  friend bool operator==(const provider_settings&, const provider_settings&) = default;
};

/// What goes over the capability table for a model, and what only the user knows. Empty: as the table says.
struct model_settings {
  std::optional<bool> native_schema = {};
  std::optional<bool> schema_invisible = {};
  std::optional<bool> json_object = {};
  std::optional<bool> tools = {};
  std::optional<bool> temperature = {};
  std::optional<std::uint32_t> context_tokens = {};
  std::optional<std::uint32_t> max_output_tokens = {};
  std::optional<price> each = {};
  std::optional<std::uint64_t> requests_per_minute = {};
  std::optional<std::uint64_t> tokens_per_minute = {};
};

struct configuration {
  /// By what stands before the colon of a model's name.
  std::map<std::string, provider_settings, std::less<>> providers = {};
  /// By a model's name, or by its beginning and a star. The longest that fits; whole names first.
  std::map<std::string, model_settings, std::less<>> models = {};
  breaker_options breaker = {};

  /// By a name of the user's own; never that of a preset.
  std::map<std::string, tenon::policy, std::less<>> policies = {};

  // Defaults of a call.
  std::string model = {};
  std::vector<std::string> fallbacks = {};
  std::optional<output_mode> mode = {};
  std::optional<reading_level> reading = {};
  std::optional<tenon::policy> policy = {};

  const model_settings* find_model(std::string_view name) const;
  /// One of `policies`, or a preset. Errors: invalid_argument, with the names that there are.
  result<tenon::policy> find_policy(std::string_view name) const;
};

/// Of the text of a tenon.toml (docs/configuration.md); `file_name` is what it goes by in messages, and a
/// key_file that begins with ./ or ../ is meant from its folder. Touches neither files nor the environment.
/// Whether a section is enough to open a model is not asked here.
/// Errors: all there are, in the order of the lines, each invalid_argument with "file:line" as place, the
/// dotted name in the message, what was expected and the nearest name: not_toml, too_long, too_deep (these
/// alone), unknown_name, wrong_type, wrong_value, missing, key_in_file; not_built where this build reads no
/// TOML. Nothing that stands where a key could be meant is repeated in a message.
result<configuration, problems> read_configuration(std::string_view toml, std::string_view file_name);

/// A setting that came from the environment.
struct environment_setting {
  std::string provider;
  std::string variable;
};

/// Reads a variable of the environment; empty if it is not set.
using variable_reader = std::function<std::optional<std::string>(std::string_view name)>;

/// Addresses of services: <PROVIDER>_BASE_URL (upper case, _ for -) for every section and profile without a
/// base_url of its own; where that is not set, the one that goes with the variable of the profile's key
/// (OPENAI_BASE_URL with OPENAI_API_KEY). For ollama also OLLAMA_HOST, as that program reads it: HOST,
/// HOST:PORT or a URL. Variables that are empty count as not set. Returns what was taken.
std::vector<environment_setting> add_environment(configuration& to, const variable_reader& variable);
/// std::getenv.
variable_reader system_variables();

}  // namespace v0
}  // namespace tenon
