// What a user has set: services, models, prices, limits, and the defaults of a call. A value like any other;
// read_configuration makes it of a tenon.toml, and a program may fill it by hand.
//
// A key is never in it: only where it is found, an environment variable or a file. docs/configuration.md.
#pragma once

#include <cstdint>
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

  // Defaults of a call.
  std::string model = {};
  std::vector<std::string> fallbacks = {};
  std::optional<output_mode> mode = {};
  std::optional<reading_level> reading = {};
  std::optional<tenon::policy> policy = {};

  const model_settings* find_model(std::string_view name) const;
};

}  // namespace v0
}  // namespace tenon
