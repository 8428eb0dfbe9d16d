// Which failure an error is: two tables, of words and of sentences, and a rule for status alone.
//
// A row is one fact of one provider (docs/providers.md, "What becomes of an error"); as the words of
// different providers do not contradict each other, and gateways pass on the words of whoever stands behind
// them, one table serves all.
#include "errors.hpp"
#include "text.hpp"

#include <algorithm>
#include <array>

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

using kind = failure_kind;

struct word_row {
  std::string_view word;
  failure_kind kind;
};

// Words that decide whatever the status says.
constexpr std::array strong_words{
    // the key, and what it may do
    word_row{"invalid_api_key", kind::unauthorized},
    word_row{"incorrect_api_key", kind::unauthorized},
    word_row{"API_KEY_INVALID", kind::unauthorized},
    word_row{"authentication_error", kind::unauthorized},
    word_row{"authentication", kind::unauthorized},
    word_row{"UNAUTHENTICATED", kind::unauthorized},
    word_row{"permission_error", kind::unauthorized},
    word_row{"permission_denied", kind::unauthorized},
    word_row{"PERMISSION_DENIED", kind::unauthorized},
    word_row{"account_deactivated", kind::unauthorized},
    word_row{"unsupported_country_region_territory", kind::unauthorized},
    // money: it does not come back by waiting
    word_row{"insufficient_quota", kind::quota_exhausted},
    word_row{"credit_balance_exhausted", kind::quota_exhausted},
    word_row{"organization_spend_limit_exceeded", kind::quota_exhausted},
    word_row{"project_spend_limit_exceeded", kind::quota_exhausted},
    word_row{"organization_usage_limit_exceeded", kind::quota_exhausted},
    word_row{"billing_error", kind::quota_exhausted},
    word_row{"billing_hard_limit_reached", kind::quota_exhausted},
    word_row{"billing_not_active", kind::quota_exhausted},
    word_row{"enforced_spend_limit_reached", kind::quota_exhausted},
    word_row{"contract_spend_limit_reached", kind::quota_exhausted},
    word_row{"linked_organization_billing_unavailable", kind::quota_exhausted},
    word_row{"linked_organization_spend_limit_reached", kind::quota_exhausted},
    word_row{"payment_required", kind::quota_exhausted},
    // too much for now
    word_row{"rate_limit_exceeded", kind::rate_limited},
    word_row{"slow_down", kind::rate_limited},
    word_row{"ramp_limit_exceeded", kind::rate_limited},
    word_row{"rate_limit_error", kind::rate_limited},
    word_row{"rate_limited", kind::rate_limited},
    word_row{"RESOURCE_EXHAUSTED", kind::rate_limited},
    word_row{"1300", kind::rate_limited},  // Mistral
    // the service has too much to do
    word_row{"server_is_overloaded", kind::overloaded},
    word_row{"service_unavailable_error", kind::overloaded},
    word_row{"overloaded_error", kind::overloaded},
    word_row{"UNAVAILABLE", kind::overloaded},
    word_row{"DEADLINE_EXCEEDED", kind::overloaded},
    word_row{"timeout_error", kind::overloaded},
    word_row{"unavailable_error", kind::overloaded},  // llama.cpp: the model is being loaded
    word_row{"provider_overloaded", kind::overloaded},
    word_row{"3505", kind::overloaded},  // Mistral
    word_row{"service_tier_capacity_exceeded", kind::overloaded},
    word_row{"capacity_exceeded", kind::overloaded},
    word_row{"provider_unavailable", kind::provider_error},
    // the request
    word_row{"context_length_exceeded", kind::context_too_long},
    word_row{"exceed_context_size_error", kind::context_too_long},
    word_row{"max_tokens_exceeded", kind::context_too_long},
    word_row{"token_limit_exceeded", kind::context_too_long},
    word_row{"string_too_long", kind::context_too_long},
    word_row{"string_above_max_length", kind::context_too_long},
    word_row{"request_too_large", kind::context_too_long},
    word_row{"payload_too_large", kind::context_too_long},
    word_row{"invalid_json_schema", kind::schema_rejected},
    word_row{"invalid_function_parameters", kind::schema_rejected},
    word_row{"model_not_found", kind::bad_request},
    word_row{"DeploymentNotFound", kind::bad_request},
    // a filter before anything was generated
    word_row{"content_filter", kind::content_filtered},
    word_row{"ResponsibleAIPolicyViolation", kind::content_filtered},
    word_row{"content_policy_violation", kind::content_filtered},
    word_row{"invalid_prompt", kind::content_filtered},
    word_row{"bio_policy", kind::content_filtered},
    word_row{"misalignment_policy_violation", kind::content_filtered},
    word_row{"refusal", kind::refused},
};

// Words that are too general to go against a status, and serve where there is none.
constexpr std::array weak_words{
    word_row{"invalid_request_error", kind::bad_request},
    word_row{"invalid_request", kind::bad_request},
    word_row{"INVALID_ARGUMENT", kind::bad_request},
    word_row{"FAILED_PRECONDITION", kind::bad_request},
    word_row{"BadRequestError", kind::bad_request},
    word_row{"NotFoundError", kind::bad_request},
    word_row{"not_found_error", kind::bad_request},
    word_row{"not_found", kind::bad_request},
    word_row{"NOT_FOUND", kind::bad_request},
    word_row{"not_supported_error", kind::bad_request},
    word_row{"unprocessable", kind::bad_request},
    word_row{"precondition_failed", kind::bad_request},
    word_row{"timeout", kind::overloaded},
};

template <std::size_t N>
const word_row* find_word(const std::array<word_row, N>& table, const said_error& error) noexcept {
  for (const auto& word : error.words) {
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const word_row& r) { return r.word == word; });
    if (found != table.end()) return &*found;
  }
  return nullptr;
}

/// Beside a word of rate: what money forbids does not pass by waiting.
bool speaks_of_money(const said_error& error) noexcept {
  return std::any_of(error.words.begin(), error.words.end(), [](const std::string& word) {
    return std::any_of(strong_words.begin(), strong_words.end(),
                       [&](const word_row& r) { return r.kind == kind::quota_exhausted && r.word == word; });
  });
}

// Sentences by which a rejected request is told apart further, as providers give no word for these. In any
// letter case; only where the request is what is wrong.
constexpr std::array sentences{
    word_row{"credit balance is too low", kind::quota_exhausted},
    word_row{"api key not valid", kind::unauthorized},
    word_row{"maximum context length", kind::context_too_long},
    word_row{"context window", kind::context_too_long},
    word_row{"exceeds the context length", kind::context_too_long},
    word_row{"prompt is too long", kind::context_too_long},
    word_row{"exceeds the maximum number of tokens", kind::context_too_long},
    word_row{"exceeds the available context size", kind::context_too_long},
    word_row{"context size has been exceeded", kind::context_too_long},
    word_row{"exceed context limit", kind::context_too_long},
    word_row{"too large for model with", kind::context_too_long},
    word_row{"invalid schema for", kind::schema_rejected},
    word_row{"output_config.format", kind::schema_rejected},
    word_row{"tools.0.custom", kind::schema_rejected},
    word_row{"schema is too complex", kind::schema_rejected},
    word_row{"too many states", kind::schema_rejected},
    word_row{"response_schema", kind::schema_rejected},
    word_row{"response_json_schema", kind::schema_rejected},
    word_row{"response_format.text", kind::schema_rejected},
    word_row{"function_declarations", kind::schema_rejected},
    word_row{"tool_choice: type", kind::schema_rejected},
    word_row{"json schema conversion failed", kind::schema_rejected},
    word_row{"json schema error at", kind::schema_rejected},
    word_row{"not supported by xgrammar", kind::schema_rejected},
    word_row{"json schema into a grammar", kind::schema_rejected},
    word_row{"grammar error", kind::schema_rejected},
    word_row{"failed to parse grammar", kind::schema_rejected},
    word_row{"received unsupported keyword", kind::schema_rejected},
    word_row{"in object schema", kind::schema_rejected},
    word_row{"valid json schema object", kind::schema_rejected},
    word_row{"does not support response format", kind::schema_rejected},
    word_row{"response_format type is unavailable", kind::schema_rejected},
    word_row{"'json_schema' is not supported", kind::schema_rejected},
};

const word_row* find_sentence(const said_error& error) noexcept {
  const auto found = std::find_if(sentences.begin(), sentences.end(), [&](const word_row& r) {
    return find_letters(error.message, r.word) != std::string_view::npos;
  });
  return found == sentences.end() ? nullptr : &*found;
}

/// Parameters that carry the schema.
bool names_schema(std::string_view param) noexcept {
  constexpr std::array<std::string_view, 4> carriers{"response_format", "text.format", "output_config.format",
                                                     "tools["};
  return std::any_of(carriers.begin(), carriers.end(), [&](auto c) { return param.starts_with(c); });
}

failure_kind kind_of_status(int status) noexcept {
  switch (status) {
    case 401:
    case 403:
    case 407:
      return kind::unauthorized;
    case 402:
      return kind::quota_exhausted;
    case 413:
      return kind::context_too_long;
    case 429:
      return kind::rate_limited;
    case 408:
    case 409:
    case 425:
    case 499:
      return kind::provider_error;
    case 498:
    case 503:
    case 504:
    case 524:
    case 529:
      return kind::overloaded;
    default:
      break;
  }
  if (status >= 400 && status < 500) return kind::bad_request;
  if (status >= 300 && status < 400) return kind::protocol_error;
  return kind::provider_error;
}

failure_kind kind_of(const said_error& error, const error_context& about) noexcept {
  const int status = about.status >= 300 ? about.status : error.number;
  // These two say more than the words that come with them: Groq's 413 is called a rate limit, Gemini's 402 an
  // exhausted resource.
  if (status == 402) return kind::quota_exhausted;
  if (status == 413) return kind::context_too_long;
  const auto* word = find_word(strong_words, error);
  if (word != nullptr) {
    if (word->kind != kind::rate_limited) return word->kind;
    if (error.exhausted || speaks_of_money(error)) return kind::quota_exhausted;
    // One request that is larger than the limit of a minute will never pass.
    return find_letters(error.message, "request too large") == 0 ? kind::context_too_long
                                                                 : kind::rate_limited;
  }
  const auto* general = find_word(weak_words, error);
  const bool request_is_wrong = status == 400 || status == 422 || status == 501 ||
                                (status == 0 && general != nullptr && general->kind == kind::bad_request);
  if (request_is_wrong) {
    if (const auto* sentence = find_sentence(error)) return sentence->kind;
    if (names_schema(error.param)) return kind::schema_rejected;
  }
  // llama.cpp and Ollama call it an error of theirs; it comes again for every such prompt.
  if (status == 500) {
    const auto* sentence = find_sentence(error);
    if (sentence != nullptr && sentence->kind == kind::context_too_long) return sentence->kind;
  }
  if (status != 0) return kind_of_status(status);
  return general != nullptr ? general->kind : kind::provider_error;
}

}  // namespace

failure_kind classify(const said_error& error, const error_context& about) noexcept {
  const auto found = kind_of(error, about);
  return found == kind::schema_rejected && !about.schema_was_sent ? kind::bad_request : found;
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
