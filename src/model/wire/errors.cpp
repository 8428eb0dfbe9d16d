// The shapes that error bodies have, read into one.
#include "errors.hpp"

#include "access.hpp"
#include "mask.hpp"
#include "text.hpp"
#include "waits.hpp"

#include <algorithm>
#include <array>

#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

/// Words beyond this are not kept; no provider gives more than a handful.
constexpr std::size_t max_words = 16;
/// Of lists in error bodies, so many entries are looked at.
constexpr std::size_t max_entries = 16;
/// Longest message kept, in bytes.
constexpr std::size_t max_message = 600;

std::span<const value> first_of(std::span<const value> items) noexcept {
  return items.first(std::min(items.size(), max_entries));
}

void add_word(said_error& error, std::string word) {
  if (!word.empty() && error.words.size() < max_words) error.words.push_back(std::move(word));
}

/// The number of an HTTP status, as number or text; 0 if it is none of an error.
int status_in(std::string_view word) noexcept {
  const auto number = count_from(word);
  return number && *number >= 400 && *number < 600 ? static_cast<int>(*number) : 0;
}

std::string message_in(const value& of, std::string_view name) {
  const value* found = member_of(of, name);
  if (found == nullptr) return {};
  return found->is_string() ? std::string(found->string()) : json::write(*found);
}

/// {"detail":"…"} and {"detail":[{"loc":[…],"msg":"…","type":"…"}]} of FastAPI.
std::string detail_in(const value& of) {
  std::string text(text_of(of, "detail"));
  for (const auto& entry : first_of(items_of(of, "detail"))) {
    if (!text.empty()) text += "; ";
    for (const auto& part : first_of(items_of(entry, "loc"))) {
      text += part.is_string() ? part.string() : part.is_number() ? part.literal() : std::string_view();
      text += '.';
    }
    if (text.ends_with('.')) text.replace(text.size() - 1, 1, ": ");
    text += text_of(entry, "msg");
  }
  return text;
}

/// google.rpc details: ErrorInfo, RetryInfo, QuotaFailure, BadRequest.
void read_rpc_details(std::span<const value> details, said_error& error) {
  for (const auto& detail : first_of(details)) {
    add_word(error, std::string(text_of(detail, "reason")));
    if (const auto wait = spelled_duration(text_of(detail, "retryDelay"))) error.wait = wait;
    for (const auto& violation : first_of(items_of(detail, "violations"))) {
      if (find_letters(text_of(violation, "quotaId"), "PerDay") != std::string_view::npos)
        error.exhausted = true;
    }
    for (const auto& violation : first_of(items_of(detail, "fieldViolations"))) {
      const auto text = text_of(violation, "description");
      if (!text.empty()) (error.message += error.message.empty() ? "" : "; ") += text;
    }
  }
}

said_error read_any(const value& body, bool nested);

/// OpenRouter: what the provider behind it said, often JSON in a string.
void read_metadata(const value& metadata, said_error& error, bool nested) {
  add_word(error, std::string(text_of(metadata, "error_type")));
  const auto raw = text_of(metadata, "raw");
  if (raw.empty() || nested) return;
  const auto inner = json::read(raw);
  if (!inner || !inner->root.is_object()) {
    (error.message += error.message.empty() ? "" : ": ") += raw;
    return;
  }
  auto below = read_any(inner->root, true);
  for (auto& word : below.words) add_word(error, std::move(word));
  error.exhausted = error.exhausted || below.exhausted;
  if (!below.message.empty()) (error.message += error.message.empty() ? "" : ": ") += below.message;
  if (error.param.empty()) error.param = std::move(below.param);
  if (below.failed_generation) error.failed_generation = std::move(below.failed_generation);
}

void read_object(const value& of, said_error& error, bool nested) {
  const auto code = word_of(of, "code");
  for (const auto& word : {code, word_of(of, "status")}) {
    if (error.number == 0) error.number = status_in(word);
  }
  error.message = message_in(of, "message");
  if (error.message.empty()) error.message = detail_in(of);
  error.param = text_of(of, "param");
  add_word(error, code);
  add_word(error, std::string(text_of(of, {"details", "error_code"})));
  add_word(error, std::string(text_of(of, {"innererror", "code"})));
  read_rpc_details(items_of(of, "details"), error);
  if (const value* metadata = member_of(of, "metadata")) read_metadata(*metadata, error, nested);
  // "error" says no more than that it is one.
  for (const auto name : {"type", "status"}) {
    if (const auto word = text_of(of, name); word != "error") add_word(error, std::string(word));
  }
  if (const value* text = member_of(of, "failed_generation"); text != nullptr && text->is_string()) {
    error.failed_generation = std::string(text->string());
  }
}

said_error read_any(const value& body, bool nested) {
  said_error error;
  const value* of = &body;
  if (of->is_array() && of->size() > 0) of = &of->items().front();
  const value* inner = member_of(*of, "error");
  if (inner != nullptr && inner->is_object()) {
    read_object(*inner, error, nested);
  } else {
    read_object(*of, error, nested);
    if (inner != nullptr && inner->is_string()) {
      const std::string text(inner->string());
      error.message = error.message.empty() ? text : text + ": " + error.message;
    }
  }
  if (of->is_string()) error.message = of->string();
  return error;
}

bool says_something(const value& error) noexcept {
  if (error.is_string()) return !error.string().empty();
  if (error.is_boolean()) return error.boolean();
  return !error.is_null() && (error.is_number() || error.size() > 0);
}

}  // namespace

const value* find_error(const value& body) noexcept {
  const value* of = &body;
  if (of->is_array() && of->size() == 1) of = &of->items().front();
  if (const value* error = of->find("error"); error != nullptr && says_something(*error)) return of;
  return text_of(*of, "object") == "error" || text_of(*of, "type") == "error" ? of : nullptr;
}

said_error read_error(const value& body) {
  auto error = read_any(body, false);
  // It is searched for many sentences, and nothing beyond is ever shown.
  if (error.message.size() > longest_masked) error.message.resize(longest_masked);
  if (find_letters(error.message, "limit: 0") != std::string_view::npos &&
      std::find(error.words.begin(), error.words.end(), "RESOURCE_EXHAUSTED") != error.words.end()) {
    error.exhausted = true;
  }
  // Only where the message is one of the code that says so (Groq) is a reply of the model behind it.
  const auto refused = [](const std::string& word) {
    return word == "json_validate_failed" || word == "tool_use_failed";
  };
  const bool is_reply = std::any_of(error.words.begin(), error.words.end(), refused);
  if (!is_reply) error.failed_generation.reset();
  if (is_reply && !error.failed_generation) error.failed_generation.emplace();
  if (!error.wait) error.wait = wait_in_words(error.message);
  return error;
}

namespace {

/// The provider's own word: the first, unless that only repeats the status and a better one follows.
std::string code_of(const said_error& error, const error_context& about) {
  const auto status = std::to_string(about.status);
  if (error.words.empty()) return "http_" + status;
  const bool repeats = error.words.front() == status && error.words.size() > 1;
  return excerpt(error.words[repeats ? 1 : 0]);
}

}  // namespace

problem describe_error(const said_error& error, const error_context& about) {
  problem p{.kind = classify(error, about)};
  const int status = about.status >= 300 ? about.status : error.number;
  p.code = code_of(error, about);
  p.place = excerpt(error.param);
  // Masked before it is cut, so that no half of a secret is left at the end.
  const auto words = excerpt(mask(trimmed(error.message), about.secrets), max_message);
  p.message = status >= 300 ? "HTTP " + std::to_string(status) : std::string("the reply is an error");
  p.message += words.empty() ? ", without a message" : ": " + words;
  return p;
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
