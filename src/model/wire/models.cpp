// What is known of single models. The first row that fits counts; a model without one has what its service
// offers. Facts and where they come from: docs/providers.md, "Models".
#include "text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include <tenon/wire.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

/// What a row changes of what the service offers.
struct model_row {
  std::string_view profile;  // `*` stands for any letters, here and in `model`
  std::string_view model;
  std::optional<bool> native_schema = {};
  std::optional<bool> temperature = {};
  std::uint32_t context_tokens = 0;
  std::uint32_t max_output_tokens = 0;
  std::optional<bool> tools = {};
  std::optional<bool> json_object = {};
};

constexpr std::array rows{
    // OpenAI, and Azure as far as deployments are named after their models. Reasoning models refuse a
    // temperature; the schema came with gpt-4o of August 2024.
    model_row{"openai*", "gpt-5-chat*", {}, {}, 128'000, 16'384},
    model_row{"openai*", "gpt-5*", {}, false, 400'000, 128'000},
    model_row{"openai*", "o1-mini*", false, false, 128'000, 65'536, false, false},
    model_row{"openai*", "o1-preview*", false, false, 128'000, 32'768, false, false},
    model_row{"openai*", "o1*", {}, false, 200'000, 100'000},
    model_row{"openai*", "o3*", {}, false, 200'000, 100'000},
    model_row{"openai*", "o4*", {}, false, 200'000, 100'000},
    model_row{"openai*", "gpt-4.1*", {}, {}, 1'047'576, 32'768},
    model_row{"openai*", "gpt-4o-2024-05-13", false, {}, 128'000, 4'096},
    model_row{"openai*", "gpt-4o*", {}, {}, 128'000, 16'384},
    model_row{"openai*", "gpt-4-turbo*", false, {}, 128'000, 4'096},
    model_row{"openai*", "gpt-4*", false, {}, 8'192, 8'192},
    model_row{"openai*", "gpt-3.5*", false, {}, 16'385, 4'096},
    model_row{"azure*", "gpt-5-chat*", {}, {}, 128'000, 16'384},
    model_row{"azure*", "gpt-5*", {}, false, 400'000, 128'000},
    model_row{"azure*", "o1*", {}, false, 200'000, 100'000},
    model_row{"azure*", "o3*", {}, false, 200'000, 100'000},
    model_row{"azure*", "o4*", {}, false, 200'000, 100'000},
    model_row{"azure*", "gpt-4.1*", {}, {}, 1'047'576, 32'768},
    model_row{"azure*", "gpt-4o*", {}, {}, 128'000, 16'384},
    // OpenRouter passes a temperature on, or finds nobody who would take it.
    model_row{"openrouter", "openai/gpt-5-chat*", {}, {}, 128'000, 16'384},
    model_row{"openrouter", "openai/gpt-5*", {}, false, 400'000, 128'000},
    model_row{"openrouter", "openai/o*", {}, false, 200'000, 100'000},
    model_row{"openrouter", "anthropic/claude-3*", false, {}, 200'000},
    // Anthropic: the schema came with the generation 4.5 and Opus 4.1, and went with the temperature after
    // Opus 4.6.
    model_row{"anthropic", "claude-3-7*", false, true, 200'000, 64'000},
    model_row{"anthropic", "claude-3-5*", false, true, 200'000, 8'192},
    model_row{"anthropic", "claude-3*", false, true, 200'000, 4'096},
    model_row{"anthropic", "claude-opus-4-1*", true, true, 200'000, 32'000},
    model_row{"anthropic", "claude-opus-4-5*", true, true, 200'000, 64'000},
    model_row{"anthropic", "claude-sonnet-4-5*", true, true, 200'000, 64'000},
    model_row{"anthropic", "claude-haiku-4-5*", true, true, 200'000, 64'000},
    model_row{"anthropic", "claude-opus-4-6*", true, true, 200'000, 128'000},
    model_row{"anthropic", "claude-sonnet-4-6*", true, true, 200'000, 64'000},
    model_row{"anthropic", "claude-opus-4-2025*", false, true, 200'000, 32'000},
    model_row{"anthropic", "claude-opus-4-0*", false, true, 200'000, 32'000},
    model_row{"anthropic", "claude-sonnet-4-2025*", false, true, 200'000, 64'000},
    model_row{"anthropic", "claude-sonnet-4-0*", false, true, 200'000, 64'000},
    model_row{"anthropic", "claude-2*", false, true, 100'000, 4'096, false},
    // Gemini
    model_row{"gemini", "gemini-1.5*", {}, {}, 1'048'576, 8'192},
    model_row{"gemini", "gemini-2.0*", {}, {}, 1'048'576, 8'192},
    model_row{"gemini", "gemini-2.5*", {}, {}, 1'048'576, 65'536},
    model_row{"gemini", "gemini-3*", {}, {}, 1'048'576, 65'536},
    model_row{"gemini", "gemma*", false, {}, 0, 0, false, false},
    // Groq: strict schemas on selected models only.
    model_row{"groq", "openai/gpt-oss*", true, {}, 131'072, 65'536},
    // DeepSeek: reasoning models ignore the temperature and do not refuse it.
    model_row{"deepseek", "deepseek-chat*", {}, {}, 131'072, 8'192},
    model_row{"deepseek", "deepseek-reasoner*", {}, {}, 131'072, 65'536},
    // Ollama's cloud does not know the schema.
    model_row{"ollama", "*-cloud", false, {}},
    model_row{"ollama", "*:cloud", false, {}},
};

/// `*` stands for any letters, none included; everything else for itself, in any letter case.
bool fits(std::string_view pattern, std::string_view text) noexcept {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t mark = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = t;
    } else if (p < pattern.size() && lower_case(pattern[p]) == lower_case(text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace

capabilities find_capabilities(const profile& at, std::string_view model) {
  auto can = at.offers;
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const model_row& r) {
    return fits(r.profile, at.name) && fits(r.model, model);
  });
  if (row == rows.end()) return can;
  can.native_schema = row->native_schema.value_or(can.native_schema);
  can.temperature = row->temperature.value_or(can.temperature);
  can.tools = row->tools.value_or(can.tools);
  can.json_object = row->json_object.value_or(can.json_object);
  can.context_tokens = row->context_tokens;
  can.max_output_tokens = row->max_output_tokens;
  return can;
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
