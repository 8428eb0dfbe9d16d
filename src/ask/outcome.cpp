// A failure in words.
#include <algorithm>
#include <string_view>

#include <tenon/outcome.hpp>

namespace tenon {
inline namespace v0 {

namespace {

constexpr std::size_t most_errors_shown = 5;
constexpr std::size_t reply_excerpt = 240;

std::string counted(std::size_t n, std::string_view noun) {
  return std::to_string(n) + " " + std::string(noun) + (n == 1 ? "" : "s");
}

/// The kind in words: what a person should understand before the details.
std::string_view in_words(failure_kind kind) noexcept {
  switch (kind) {
    case failure_kind::timed_out:
      return "the model did not answer in time";
    case failure_kind::network_error:
      return "the model could not be reached";
    case failure_kind::rate_limited:
      return "the provider limits the rate of requests";
    case failure_kind::overloaded:
      return "the model is overloaded";
    case failure_kind::provider_error:
      return "the provider reported an error of its own";
    case failure_kind::protocol_error:
      return "the provider answered something that is no answer";
    case failure_kind::incomplete_stream:
      return "the answer broke off";
    case failure_kind::model_unavailable:
      return "the model is not available";
    case failure_kind::circuit_open:
      return "the model failed too often just now and is left alone";
    case failure_kind::quota_exhausted:
      return "the quota of the account is used up";
    case failure_kind::unauthorized:
      return "the provider does not accept the key";
    case failure_kind::bad_request:
      return "the provider rejected the request";
    case failure_kind::context_too_long:
      return "the request does not fit the model's context";
    case failure_kind::schema_rejected:
      return "the provider rejected the schema";
    case failure_kind::unsupported_schema:
      return "the schema uses something that is not supported";
    case failure_kind::invalid_argument:
      return "the request cannot be made as it stands";
    case failure_kind::budget_exhausted:
      return "the budget is used up";
    case failure_kind::refused:
      return "the model refused to answer";
    case failure_kind::content_filtered:
      return "the provider's filter stopped the reply";
    case failure_kind::truncated:
      return "the reply was cut at the output cap";
    case failure_kind::empty_reply:
      return "the reply was empty";
    case failure_kind::not_json:
      return "the reply could not be read";
    case failure_kind::ambiguous:
      return "the reply holds more than one answer";
    case failure_kind::duplicate_key:
      return "the reply names a member twice";
    case failure_kind::schema_invalid:
      return "the reply does not fit the schema";
    case failure_kind::bind_failed:
      return "the reply does not fit the type";
    case failure_kind::semantic_invalid:
      return "the reply fits the schema but breaks a rule";
    case failure_kind::malformed_tool_call:
      return "the model called a tool wrongly";
    case failure_kind::cancelled:
      return "the call was cancelled";
  }
  return "the call failed";
}

void append_errors(std::string& to, const problems& errors) {
  const auto shown = std::min(errors.size(), most_errors_shown);
  for (std::size_t i = 0; i < shown; ++i) to += "\n  " + tenon::explain(errors[i]);
  if (errors.size() > shown) to += "\n  and " + counted(errors.size() - shown, "more error");
}

void append_last_words(std::string& to, const failure& f, const report& r) {
  if (!f.refusal.empty()) {
    to += "\nThe model said: " + excerpt(f.refusal, reply_excerpt);
    return;
  }
  // A call that brought nothing may follow one that did: show the last reply there was.
  const auto last =
      std::find_if(r.attempts.rbegin(), r.attempts.rend(), [](const attempt& a) { return !a.reply.empty(); });
  if (last == r.attempts.rend()) return;
  to += "\nThe model said (attempt " + std::to_string(last->number) +
        "): " + excerpt(last->reply, reply_excerpt);
}

void append_cost(std::string& to, const report& r) {
  to += "\nIt took " + counted(r.attempts.size(), "attempt");
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(r.elapsed).count();
  to += ", " + std::to_string(ms / 1000) + "." + std::to_string(ms % 1000 / 100) + " s, ";
  to += counted(r.usage.input_tokens, "token") + " in and " + std::to_string(r.usage.output_tokens) + " out";
  if (r.usage.attempts_without_usage > 0) {
    to += " (" + counted(r.usage.attempts_without_usage, "attempt") + " without a count)";
  }
  to += ".";
}

}  // namespace

std::string failure::summary() const {
  std::string text(to_string(kind));
  text += ": ";
  text += in_words(kind);
  if (attempts_exhausted) text += "; no further attempt is allowed";
  if (!errors.empty()) {
    text += "; " + tenon::explain(errors.front());
    if (errors.size() > 1) text += " (and " + std::to_string(errors.size() - 1) + " more)";
  }
  return text;
}

std::string failure::explain() const {
  return report_ ? tenon::explain(*this, *report_) : summary();
}

std::string explain(const failure& f, const report& r) {
  std::string text(to_string(f.kind));
  text += ": ";
  text += in_words(f.kind);
  if (r.attempts.empty()) {
    text += "; no model was called.";
  } else {
    text += " (attempt " + std::to_string(r.attempts.size()) + ", model " + excerpt(r.attempts.back().model) +
            ")";
    text += f.attempts_exhausted ? "; no further attempt is allowed." : ".";
  }
  append_errors(text, f.errors);
  append_last_words(text, f, r);
  if (!r.attempts.empty()) append_cost(text, r);
  for (const auto& note : r.notes) text += "\nNote: " + excerpt(note, reply_excerpt);
  return text;
}

}  // namespace v0
}  // namespace tenon
