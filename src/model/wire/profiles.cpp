// The services, one row each. Facts and where they come from: docs/providers.md.
#include "text.hpp"

#include <algorithm>
#include <array>

#include <tenon/wire.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

using schema::dialect;

constexpr std::string_view chat = "/v1/chat/completions";
constexpr std::string_view with_usage = R"({"include_usage":true})";

// What services offer beyond what each model does. `invisible`: the model never reads the schema, so it
// stays in the prompt.
constexpr capabilities everything{.native_schema = true, .json_object = true, .tools = true};
constexpr capabilities invisible{
    .native_schema = true, .schema_invisible = true, .json_object = true, .tools = true};

constexpr std::array<profile, 16> rows{{
    {.name = "openai",
     .base_url = "https://api.openai.com",
     .path = chat,
     .key_variable = "OPENAI_API_KEY",
     .cap_field = "max_completion_tokens",
     .stream_options = R"({"include_usage":true,"include_obfuscation":false})",
     .extra = R"({"store":false})",
     .strict_tools = true,
     .named_choice = true,
     .one_call = true,
     .offers = everything},
    {.name = "openai-responses",
     .speaks = family::openai_responses,
     .base_url = "https://api.openai.com",
     .path = "/v1/responses",
     .key_variable = "OPENAI_API_KEY",
     .cap_field = "max_output_tokens",
     .seed_field = "",
     .offers = everything},
    {.name = "azure",
     .path = "/openai/v1/chat/completions",
     .key = key_style::api_key,
     .key_variable = "AZURE_OPENAI_API_KEY",
     .cap_field = "max_completion_tokens",
     .stream_options = with_usage,
     .strict_tools = true,
     .named_choice = true,
     .one_call = true,
     .offers = everything},
    {.name = "azure-dated",
     .path = "/openai/deployments/{model}/chat/completions?api-version={version}",
     .key = key_style::api_key,
     .key_variable = "AZURE_OPENAI_API_KEY",
     .cap_field = "max_completion_tokens",
     .api_version = "2024-10-21",
     .stream_options = with_usage,
     .strict_tools = true,
     .named_choice = true,
     .one_call = true,
     .offers = everything},
    {.name = "anthropic",
     .speaks = family::anthropic,
     .base_url = "https://api.anthropic.com",
     .path = "/v1/messages",
     .key = key_style::x_api_key,
     .key_variable = "ANTHROPIC_API_KEY",
     .native = dialect::anthropic,
     .tool = dialect::anthropic_tool,
     .seed_field = "",
     .api_version = "2023-06-01",
     .offers = {.native_schema = true, .tools = true, .temperature = false}},
    {.name = "gemini",
     .speaks = family::gemini,
     .base_url = "https://generativelanguage.googleapis.com",
     .path = "/v1beta/models/{model}:{method}",
     .key = key_style::x_goog_api_key,
     .key_variable = "GEMINI_API_KEY",
     .native = dialect::gemini,
     .tool = dialect::gemini,
     .cap_field = "maxOutputTokens",
     .offers = everything},
    {.name = "mistral",
     .base_url = "https://api.mistral.ai",
     .path = chat,
     .key_variable = "MISTRAL_API_KEY",
     .native = dialect::mistral,
     .tool = dialect::mistral,
     .seed_field = "random_seed",
     .strict_tools = true,
     .named_choice = true,
     .one_call = true,
     .offers = everything},
    {.name = "groq",
     .base_url = "https://api.groq.com/openai",
     .path = chat,
     .key_variable = "GROQ_API_KEY",
     .native = dialect::groq,
     .tool = dialect::groq,
     .cap_field = "max_completion_tokens",
     .named_choice = true,
     .one_call = true,
     .offers = {.json_object = true, .tools = true}},
    {.name = "deepseek",
     .base_url = "https://api.deepseek.com",
     .path = "/chat/completions",
     .key_variable = "DEEPSEEK_API_KEY",
     .native = dialect::json_schema,
     .tool = dialect::deepseek,
     .tool_path = "/beta/chat/completions",
     .stream_options = with_usage,
     .strict_tools = true,
     .named_choice = true,
     .offers = {.json_object = true, .tools = true}},
    {.name = "openrouter",
     .base_url = "https://openrouter.ai/api",
     .path = chat,
     .key_variable = "OPENROUTER_API_KEY",
     // Without this a service behind it that does not know the schema field gets the request without it.
     .extra = R"({"provider":{"require_parameters":true}})",
     .strict_tools = true,
     .named_choice = true,
     .offers = everything},
    {.name = "together",
     .base_url = "https://api.together.ai",
     .path = chat,
     .key_variable = "TOGETHER_API_KEY",
     .native = dialect::json_schema,
     .tool = dialect::json_schema,
     .stream_options = with_usage,
     .named_choice = true,
     .offers = invisible},
    {.name = "fireworks",
     .base_url = "https://api.fireworks.ai/inference",
     .path = chat,
     .key_variable = "FIREWORKS_API_KEY",
     .native = dialect::json_schema,
     .tool = dialect::json_schema,
     .named_choice = true,
     .offers = invisible},
    {.name = "ollama",
     .speaks = family::ollama,
     .base_url = "http://localhost:11434",
     .path = "/api/chat",
     .native = dialect::llamacpp,
     .tool = dialect::json_schema,
     .cap_field = "num_predict",
     .offers = invisible},
    {.name = "llamacpp",
     .base_url = "http://localhost:8080",
     .path = chat,
     .key_variable = "LLAMACPP_API_KEY",
     // Our own grammar holds more than what the server makes of a schema; see native_dialect().
     .native = dialect::gbnf,
     .tool = dialect::llamacpp,
     .stream_options = with_usage,
     .offers = invisible},
    {.name = "vllm",
     .base_url = "http://localhost:8000",
     .path = chat,
     .native = dialect::vllm,
     .tool = dialect::vllm,
     .stream_options = with_usage,
     .named_choice = true,
     .offers = invisible},
    {.name = "openai-compatible",
     .path = chat,
     .key_variable = "OPENAI_COMPATIBLE_API_KEY",
     .native = dialect::json_schema,
     .tool = dialect::json_schema,
     .stream_options = with_usage,
     .offers = invisible},
}};

}  // namespace

std::span<const profile> profiles() noexcept {
  return rows;
}

const profile* find_profile(std::string_view name) noexcept {
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const profile& row) { return same_letters(row.name, name); });
  return found == rows.end() ? nullptr : &*found;
}

framing framing_of(family f) noexcept {
  return f == family::ollama ? framing::json_lines : framing::server_sent_events;
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
