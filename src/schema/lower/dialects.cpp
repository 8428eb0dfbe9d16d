#include "lower/dialects.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

constexpr std::array<std::pair<dialect, std::string_view>, 12> names = {{
    {dialect::gbnf, "gbnf"},
    {dialect::json_schema, "json_schema"},
    {dialect::openai, "openai"},
    {dialect::anthropic, "anthropic"},
    {dialect::anthropic_tool, "anthropic_tool"},
    {dialect::gemini, "gemini"},
    {dialect::gemini_openapi, "gemini_openapi"},
    {dialect::mistral, "mistral"},
    {dialect::groq, "groq"},
    {dialect::llamacpp, "llamacpp"},
    {dialect::vllm, "vllm"},
    {dialect::deepseek, "deepseek"},
}};

constexpr std::array<dialect, names.size()> every = [] {
  std::array<dialect, names.size()> all{};
  for (std::size_t i = 0; i < names.size(); ++i) all[i] = names[i].first;
  return all;
}();

constexpr bool in_order() {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (static_cast<std::size_t>(names[i].first) != i) return false;
  }
  return true;
}
static_assert(in_order(), "a dialect is the number of its name");

}  // namespace

std::string_view to_string(dialect d) noexcept {
  return names[static_cast<std::size_t>(d)].second;
}

std::optional<dialect> dialect_from(std::string_view name) noexcept {
  const auto* const at =
      std::find_if(names.begin(), names.end(), [&](const auto& row) { return row.second == name; });
  return at == names.end() ? std::nullopt : std::optional(at->first);
}

std::span<const dialect> dialects() noexcept {
  return every;
}

namespace forms {

namespace {

using namespace std::string_view_literals;

constexpr std::array openai_formats = {"date-time"sv, "time"sv, "date"sv, "duration"sv, "email"sv,
                                       "hostname"sv,  "ipv4"sv, "ipv6"sv, "uuid"sv};
constexpr std::array anthropic_formats = {"date-time"sv, "time"sv, "date"sv, "duration"sv, "email"sv,
                                          "hostname"sv,  "uri"sv,  "ipv4"sv, "ipv6"sv,     "uuid"sv};
constexpr std::array gemini_formats = {"date-time"sv, "date"sv, "time"sv};
constexpr std::array llamacpp_formats = {"date"sv, "time"sv, "date-time"sv, "uuid"sv};
constexpr std::array vllm_formats = {"email"sv,         "date"sv,
                                     "time"sv,          "date-time"sv,
                                     "duration"sv,      "ipv4"sv,
                                     "ipv6"sv,          "hostname"sv,
                                     "uuid"sv,          "uri"sv,
                                     "uri-reference"sv, "uri-template"sv,
                                     "json-pointer"sv,  "relative-json-pointer"sv};
constexpr std::array deepseek_formats = {"email"sv, "hostname"sv, "ipv4"sv, "ipv6"sv, "uuid"sv};

constexpr std::uint32_t texts = words::title | words::description;

constexpr dialect_rules openai = {
    .to = dialect::openai,
    .provider = "OpenAI",
    .object_root = true,
    .closed = true,
    .all_required = true,
    .constants = true,
    .recursion = true,
    .distinct_starts = true,
    .words = texts | words::numbers | words::pattern | words::format | words::min_items | words::max_items,
    .formats = openai_formats,
    .limits = {.max_properties = 5000,
               .max_nesting_depth = 10,
               .max_enum_values = 1000,
               .max_string_chars = 120'000}};

/// Whether the root of output_config.format may be anything but an object is not documented.
constexpr dialect_rules anthropic_for(dialect to) {
  return {.to = to,
          .provider = "Anthropic",
          .object_root = true,
          .closed = true,
          .constants = true,
          .wraps_references = false,
          .most_min_items = 1,
          .words = texts | words::pattern | words::format | words::min_items | words::default_value,
          .formats = anthropic_formats,
          .limits = {.max_optional_properties = 24, .max_unions = 16}};
}
constexpr dialect_rules anthropic = anthropic_for(dialect::anthropic);
constexpr dialect_rules anthropic_tool = anthropic_for(dialect::anthropic_tool);

constexpr dialect_rules gemini = {.to = dialect::gemini,
                                  .provider = "Gemini",
                                  .maps = maps::additional,
                                  .prefix_items = true,
                                  .anything = true,
                                  .enums = enumerations::strings_and_numbers,
                                  .recursion = true,
                                  .recursion_by_need = false,
                                  .words = texts | words::format | words::minimum | words::maximum |
                                           words::min_items | words::max_items | words::ordering,
                                  .formats = gemini_formats};

/// Bounds on lengths and members have fields there, but are not enforced. `default` has one too, and was
/// refused by the service all the same.
constexpr dialect_rules gemini_openapi = {.to = dialect::gemini_openapi,
                                          .provider = "Gemini's responseSchema",
                                          .closed = true,
                                          .writes_closed = false,
                                          .type_lists = false,
                                          .nullable = true,
                                          .enums = enumerations::strings,
                                          .references = references::none,
                                          .words = texts | words::pattern | words::format | words::minimum |
                                                   words::maximum | words::min_items | words::max_items |
                                                   words::ordering,
                                          .formats = gemini_formats};

/// The documents give no list: what is not known to be taken is left out.
constexpr dialect_rules mistral = {.to = dialect::mistral,
                                   .provider = "Mistral",
                                   .object_root = true,
                                   .closed = true,
                                   .all_required = true,
                                   .words = texts};

constexpr dialect_rules groq = {.to = dialect::groq,
                                .provider = "Groq",
                                .object_root = true,
                                .closed = true,
                                .all_required = true,
                                .recursion = true,
                                .words = texts};

constexpr dialect_rules llamacpp = {.to = dialect::llamacpp,
                                    .provider = "llama.cpp",
                                    .maps = maps::additional,
                                    .prefix_items = true,
                                    .exact_prefix = true,
                                    .anything = true,
                                    .constants = true,
                                    .enums = enumerations::anything,
                                    .recursion = true,
                                    .lengths_alone = true,
                                    .whole_bounds = true,
                                    .pattern_or_format = true,
                                    .patterns = patterns::anchored,
                                    .words = words::min_length | words::max_length | words::pattern |
                                             words::format | words::minimum | words::maximum |
                                             words::exclusive_minimum | words::exclusive_maximum |
                                             words::min_items | words::max_items | words::description,
                                    .formats = llamacpp_formats};

constexpr dialect_rules vllm = {.to = dialect::vllm,
                                .provider = "xgrammar",
                                .maps = maps::additional,
                                .prefix_items = true,
                                .anything = true,
                                .constants = true,
                                .enums = enumerations::anything,
                                .recursion = true,
                                .lengths_alone = true,
                                .pattern_or_format = true,
                                .words = texts | words::min_length | words::max_length | words::pattern |
                                         words::format | words::minimum | words::maximum |
                                         words::exclusive_minimum | words::exclusive_maximum |
                                         words::min_items | words::max_items | words::min_properties |
                                         words::max_properties | words::property_names | words::default_value,
                                .formats = vllm_formats};

constexpr dialect_rules deepseek = {
    .to = dialect::deepseek,
    .provider = "DeepSeek",
    .object_root = true,
    .closed = true,
    .all_required = true,
    .type_lists = false,
    .recursion = true,
    .words = words::description | words::numbers | words::pattern | words::format | words::default_value,
    .formats = deepseek_formats};

}  // namespace

const dialect_rules& rules_of(dialect to) noexcept {
  switch (to) {
    case dialect::openai:
      return openai;
    case dialect::anthropic:
      return anthropic;
    case dialect::anthropic_tool:
      return anthropic_tool;
    case dialect::gemini:
      return gemini;
    case dialect::gemini_openapi:
      return gemini_openapi;
    case dialect::mistral:
      return mistral;
    case dialect::groq:
      return groq;
    case dialect::llamacpp:
      return llamacpp;
    case dialect::vllm:
      return vllm;
    case dialect::deepseek:
      return deepseek;
    case dialect::gbnf:
    case dialect::json_schema:
      break;
  }
  return openai;
}

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
