// The account as JSON. Member names are part of the interface (docs/report.md): add, never rename.
#include <algorithm>
#include <string>
#include <utility>

#include <tenon/report.hpp>

namespace tenon {
inline namespace v0 {

namespace {

value milliseconds(duration d) {
  return std::chrono::duration<double, std::milli>(std::chrono::duration_cast<std::chrono::microseconds>(d))
      .count();
}

value milliseconds(const std::optional<duration>& d) {
  return d ? milliseconds(*d) : value();
}

template <class T>
value or_null(const std::optional<T>& v) {
  return v ? value(*v) : value();
}

value strings(const std::vector<std::string>& all) {
  auto list = value::array();
  for (const auto& one : all) list.push_back(value(one));
  return list;
}

value to_json(const problem& p) {
  return value::object({{"kind", to_string(p.kind)},
                        {"code", p.code},
                        {"place", p.place},
                        {"rule", p.rule},
                        {"message", p.message},
                        {"expected", p.expected},
                        {"found", p.found},
                        {"nearest", p.nearest},
                        {"offset", or_null(p.offset)}});
}

value to_json(const edit& e) {
  return value::object({{"kind", to_string(e.kind)},
                        {"begin", e.begin},
                        {"end", e.end},
                        {"rule", e.rule},
                        {"after", e.after},
                        {"reason", e.reason}});
}

value to_json(const usage& u) {
  return value::object({{"input_tokens", or_null(u.input_tokens)},
                        {"output_tokens", or_null(u.output_tokens)},
                        {"cached_input_tokens", or_null(u.cached_input_tokens)},
                        {"reasoning_tokens", or_null(u.reasoning_tokens)},
                        {"cache_write_tokens", or_null(u.cache_write_tokens)}});
}

value to_json(const usage_total& u) {
  return value::object({{"input_tokens", u.input_tokens},
                        {"output_tokens", u.output_tokens},
                        {"cached_input_tokens", u.cached_input_tokens},
                        {"reasoning_tokens", u.reasoning_tokens},
                        {"cache_write_tokens", u.cache_write_tokens},
                        {"attempts_without_usage", u.attempts_without_usage}});
}

value to_json(const rate_limits& r) {
  return value::object({{"limit_requests", or_null(r.limit_requests)},
                        {"limit_tokens", or_null(r.limit_tokens)},
                        {"remaining_requests", or_null(r.remaining_requests)},
                        {"remaining_tokens", or_null(r.remaining_tokens)},
                        {"reset_requests_ms", milliseconds(r.reset_requests)},
                        {"reset_tokens_ms", milliseconds(r.reset_tokens)}});
}

value to_json(const exchange& e) {
  return value::object({{"status", e.status},
                        {"request_id", e.request_id},
                        {"rate_limits", to_json(e.limits)},
                        {"bytes_sent", e.bytes_sent},
                        {"bytes_received", e.bytes_received}});
}

value to_json(const attempt& a);

template <class Range>
value list_of(const Range& all) {
  auto list = value::array();
  for (const auto& one : all) list.push_back(to_json(one));
  return list;
}

value to_json(const attempt& a) {
  return value::object({{"number", a.number},
                        {"cause", to_string(a.cause)},
                        {"model", a.model},
                        {"asked", a.asked},
                        {"mode", to_string(a.mode)},
                        {"max_output_tokens", or_null(a.max_output_tokens)},
                        {"reply", a.reply},
                        {"reasoning", a.reasoning},
                        {"refusal", or_null(a.refusal)},
                        {"finish", a.finish ? value(to_string(*a.finish)) : value()},
                        {"finish_text", a.finish_text},
                        {"reply_id", a.reply_id},
                        {"ledger", list_of(a.ledger)},
                        {"partial", or_null(a.partial)},
                        {"fault", a.fault ? value(to_string(*a.fault)) : value()},
                        {"errors", list_of(a.errors)},
                        {"feedback", a.feedback},
                        {"usage", to_json(a.usage)},
                        {"cost", a.cost ? value(to_string(*a.cost)) : value()},
                        {"exchange", a.exchange ? to_json(*a.exchange) : value()},
                        {"waited_ms", milliseconds(a.waited)},
                        {"queued_ms", milliseconds(a.timings.queued)},
                        {"first_token_ms", milliseconds(a.timings.first_token)},
                        {"total_ms", milliseconds(a.timings.total)},
                        {"notes", strings(a.notes)}});
}

}  // namespace

std::string_view to_string(attempt_cause c) noexcept {
  switch (c) {
    case attempt_cause::first:
      return "first";
    case attempt_cause::correction:
      return "correction";
    case attempt_cause::semantic_correction:
      return "semantic_correction";
    case attempt_cause::larger_cap:
      return "larger_cap";
    case attempt_cause::transport_retry:
      return "transport_retry";
    case attempt_cause::other_mode:
      return "other_mode";
    case attempt_cause::fallback:
      return "fallback";
  }
  return "first";
}

unsigned report::corrections() const noexcept {
  return static_cast<unsigned>(std::count_if(attempts.begin(), attempts.end(), [](const attempt& a) {
    return a.cause == attempt_cause::correction || a.cause == attempt_cause::semantic_correction;
  }));
}

value to_json(const report& r) {
  return value::object({{"attempt_count", r.attempts.size()},
                        {"corrections", r.corrections()},
                        {"policy", r.policy},
                        {"reading", to_string(r.reading)},
                        {"requested_mode", to_string(r.requested_mode)},
                        {"mode", to_string(r.mode)},
                        {"degraded", r.degraded},
                        {"prompt_name", r.prompt_name},
                        {"prompt_version", r.prompt_version},
                        {"usage", to_json(r.usage)},
                        {"cost", to_string(r.cost)},
                        {"attempts_without_price", r.attempts_without_price},
                        {"elapsed_ms", milliseconds(r.elapsed)},
                        {"queued_ms", milliseconds(r.queued)},
                        {"notes", strings(r.notes)},
                        {"attempts", list_of(r.attempts)}});
}

}  // namespace v0
}  // namespace tenon
