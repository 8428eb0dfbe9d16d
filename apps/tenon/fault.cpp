#include "fault.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <system_error>

#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace tenon::cli {

namespace {

double seconds(duration d) {
  return std::chrono::duration<double>(d).count();
}

value usage_json(const usage_total& u) {
  return value::object({{"input_tokens", u.input_tokens},
                        {"cached_input_tokens", u.cached_input_tokens},
                        {"output_tokens", u.output_tokens},
                        {"reasoning_tokens", u.reasoning_tokens},
                        {"attempts_without_usage", u.attempts_without_usage}});
}

}  // namespace

status status_of(failure_kind kind) noexcept {
  switch (kind) {
    case failure_kind::invalid_argument:
    case failure_kind::unsupported_schema:
    case failure_kind::unauthorized:
      return status::usage;
    case failure_kind::cancelled:
      return status::cancelled;
    default:
      break;
  }
  const failure_group group = group_of(kind);
  const bool elsewhere = group == failure_group::unavailable || group == failure_group::timed_out;
  return elsewhere ? status::environment : status::failed;
}

fault from_problem(problem p) {
  fault f;
  f.code = status_of(p.kind);
  f.kind = to_string(p.kind);
  f.group = to_string(group_of(p.kind));
  f.message = explain(p);
  f.errors.push_back(std::move(p));
  return f;
}

fault from_outcome(const failure& why, const tenon::report& r) {
  fault f;
  f.code = status_of(why.kind);
  f.kind = to_string(why.kind);
  f.group = to_string(why.group());
  f.message = explain(why, r);
  f.errors = why.errors;
  f.report = r;
  return f;
}

fault file_fault(std::string_view place, std::string_view reason) {
  fault f;
  f.code = status::environment;
  f.kind = "file";
  f.group = "environment";
  f.message = std::string(place) + ": " + std::string(reason);
  return f;
}

fault file_fault(std::string_view place, int error_number) {
  std::string reason = std::generic_category().message(error_number);
  if (!reason.empty() && reason.front() >= 'A' && reason.front() <= 'Z')
    reason.front() = static_cast<char>(reason.front() - 'A' + 'a');
  return file_fault(place, reason);
}

fault usage_fault(std::string message) {
  fault f;
  f.code = status::usage;
  f.kind = to_string(failure_kind::invalid_argument);
  f.group = to_string(failure_group::rejected);
  f.message = std::move(message);
  return f;
}

std::string to_text(const fault& f) {
  return f.located ? f.message : "tenon: " + f.message;
}

value to_json(const problem& p, std::string_view text) {
  value error = value::object({{"kind", to_string(p.kind)},
                               {"code", p.code},
                               {"place", p.place},
                               {"rule", p.rule},
                               {"expected", p.expected},
                               {"found", p.found},
                               {"nearest", p.nearest},
                               {"message", p.message}});
  error.set("offset", p.offset ? value(*p.offset) : value());
  if (p.offset && !text.empty()) {
    const json::text_position at = json::locate(text, *p.offset);
    error.set("line", at.line);
    error.set("column", at.column);
  }
  return error;
}

value to_json(const fault& f) {
  value errors = value::array();
  for (const problem& p : f.errors) errors.push_back(to_json(p, f.text));
  value out = value::object({{"kind", f.kind},
                             {"group", f.group},
                             {"status", static_cast<int>(f.code)},
                             {"message", f.message},
                             {"attempts", f.report ? f.report->attempts.size() : 0},
                             {"errors", std::move(errors)}});
  out.set("usage", f.report ? usage_json(f.report->usage) : value());
  out.set("seconds", f.report ? value(seconds(f.report->elapsed)) : value());
  if (f.partial) out.set("partial", *f.partial);
  return out;
}

std::string account_line(const tenon::report& r) {
  char time[32];
  std::snprintf(time, sizeof time, "%.1f s", seconds(r.elapsed));
  std::string line = std::to_string(r.attempts.size()) + (r.attempts.size() == 1 ? " attempt" : " attempts");
  if (!r.attempts.empty()) {
    line += "; " + std::to_string(r.usage.input_tokens) + " tokens in";
    if (r.usage.cached_input_tokens > 0)
      line += " (" + std::to_string(r.usage.cached_input_tokens) + " reused)";
    line += ", " + std::to_string(r.usage.output_tokens) + " out";
    if (r.usage.attempts_without_usage > 0)
      line += " (" + std::to_string(r.usage.attempts_without_usage) + " not reported)";
  }
  line += std::string("; ") + time;
  if (!r.attempts.empty())
    line += "; " + r.attempts.back().model + "; " + std::string(to_string(r.mode)) + " mode";
  if (r.degraded) line += " (degraded)";
  return line;
}

value account_json(const tenon::report& r) {
  return value::object({{"attempts", r.attempts.size()},
                        {"usage", usage_json(r.usage)},
                        {"seconds", seconds(r.elapsed)},
                        {"model", r.attempts.empty() ? value() : value(r.attempts.back().model)},
                        {"mode", to_string(r.mode)},
                        {"degraded", r.degraded}});
}

}  // namespace tenon::cli
