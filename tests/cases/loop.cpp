// Class c: validation and correction, with a scripted model as the witness of every call.
#include "asking.hpp"
#include "judge.hpp"
#include "kinds.hpp"
#include "must.hpp"
#include "operations.hpp"
#include "script.hpp"

#include <algorithm>
#include <climits>
#include <optional>

#include <tenon/policy.hpp>
#include <tenon/writer.hpp>

namespace cases {

namespace {

using tenon::value;

struct evidence {
  const asked& done;
  std::string first_reply;
};

std::string all_text(const tenon::model_request& request) {
  std::string text;
  for (const auto& one : request.messages) text += one.text + "\n";
  return text;
}

std::size_t occurrences(std::string_view of, std::string_view in) {
  std::size_t count = 0;
  if (of.empty()) return 0;
  for (auto at = in.find(of); at != std::string_view::npos; at = in.find(of, at + of.size())) ++count;
  return count;
}

bool has_value(const evidence& e) {
  return e.done.got.has_value();
}

const tenon::attempt* attempt(const evidence& e, std::size_t number) {
  const auto& all = e.done.got.report().attempts;
  return number >= 1 && number <= all.size() ? &all[number - 1] : nullptr;
}

/// The two requests, counted from 1, are both there and differ.
bool differ(const evidence& e, std::size_t one, std::size_t other) {
  const auto& all = e.done.requests;
  return one >= 1 && other >= 1 && std::max(one, other) <= all.size() &&
         all[one - 1].messages != all[other - 1].messages;
}

/// A turn of the model with its failing reply, then one that names place and type.
bool corrects(const evidence& e, std::string_view place, std::string_view type) {
  if (e.done.requests.size() < 2) return false;
  const auto& turns = e.done.requests[1].messages;
  for (std::size_t i = 0; i + 1 < turns.size(); ++i) {
    if (turns[i].who != tenon::role::assistant || turns[i].text != e.first_reply) continue;
    const std::string& next = turns[i + 1].text;
    return next.find(place) != std::string::npos && next.find(type) != std::string::npos;
  }
  return false;
}

/// From the second on no request is more than a tenth larger than the second.
bool bounded(const evidence& e) {
  std::vector<std::size_t> sizes;
  sizes.reserve(e.done.requests.size());
  for (const auto& request : e.done.requests) sizes.push_back(all_text(request).size());
  return sizes.size() < 2 || std::all_of(
                                 sizes.begin() + 1, sizes.end(),
                                 [&](std::size_t size) { return size <= sizes[1] + sizes[1] / 10; });
}

/// The deltas of the second attempt come after word that the first has ended.
bool told_of_new_attempt(const evidence& e) {
  const auto& heard = e.done.heard;
  const auto end = std::find(heard.begin(), heard.end(), "");
  return end != heard.begin() && end != heard.end() && std::next(end) != heard.end() &&
         !std::next(end)->empty();
}

const std::vector<phrase<evidence>>& phrases() {
  static const std::vector<phrase<evidence>> all = {
      {"# provider calls",
       [](const evidence& e, const numbers& n) { return e.done.requests.size() == n[0]; }},
      {"result is the valid value", [](const evidence& e, const numbers&) { return has_value(e); }},
      {"final value is the valid one", [](const evidence& e, const numbers&) { return has_value(e); }},
      {"result is the valid value on call #",
       [](const evidence& e, const numbers& n) { return has_value(e) && e.done.requests.size() == n[0]; }},
      {"request # differs from request #",
       [](const evidence& e, const numbers& n) { return differ(e, n[0], n[1]); }},
      {"request 2 holds the failing reply as an assistant turn followed by a turn that names /age and the "
       "expected type integer",
       [](const evidence& e, const numbers&) { return corrects(e, "/age", "integer"); }},
      {"the caller's own message list is not changed",
       [](const evidence& e, const numbers&) { return e.done.request_kept; }},
      {"prompt size of attempt n does not grow faster than linear with a documented bound: by default only "
       "the latest failed reply and its error are kept, or a cap applies",
       [](const evidence& e, const numbers&) { return bounded(e); }},
      {"the failing text is rebuilt from the stream for the retry message",
       [](const evidence& e, const numbers&) {
         return e.done.requests.size() == 2 &&
                all_text(e.done.requests[1]).find(e.first_reply) != std::string::npos;
       }},
      {"the consumer is told that a new attempt starts (partials of attempt 1 are void)",
       [](const evidence& e, const numbers&) { return told_of_new_attempt(e); }},
      {"the error text occurs exactly once in request #",
       [](const evidence& e, const numbers& n) {
         const auto* before = attempt(e, n[0] - 1);
         return before != nullptr && n[0] <= e.done.requests.size() &&
                occurrences(before->feedback, all_text(e.done.requests[n[0] - 1])) == 1;
       }},
      {"the tool result names the missing member path at pointer \"\" and is under # KB",
       [](const evidence& e, const numbers& n) {
         const auto* first = attempt(e, 1);
         return first != nullptr && first->feedback.find("path") != std::string::npos &&
                first->feedback.size() < n[0] * 1024;
       }},
      {"it does not repeat the content value",
       [](const evidence& e, const numbers&) {
         const auto* first = attempt(e, 1);
         return first != nullptr && first->feedback.find(std::string(200, 'x')) == std::string::npos;
       }},
  };
  return all;
}

void judge_calls(const value& expected, std::size_t calls, std::string_view label, verdict& v) {
  const value* wanted = expected.find("calls");
  if (wanted == nullptr) return;
  const value* most = expected.find("accept_calls_at_most");
  const auto exact = wanted->to_uint64();
  if (exact == calls || (most != nullptr && calls > 0 && calls <= most->to_uint64().value_or(0))) return;
  v.object(label, std::to_string(calls) + " calls in place of " + std::to_string(exact.value_or(0)));
}

bool carries(const asked& done, std::string_view what) {
  const auto& report = done.got.report();
  if (report.attempts.empty()) return false;
  const auto& last = report.attempts.back();
  if (what == "partial_text") return !last.reply.empty();
  if (what == "response_id") return !last.reply_id.empty();
  if (what == "usage") return last.usage.known();
  if (what == "refusal_text") return !done.got && !done.got.failure().refusal.empty();
  return false;
}

/// By kind; null is an attempt that gave the value.
bool ended_as(const tenon::attempt& one, const value& kind) {
  if (kind.is_null() || !one.fault) return kind.is_null() && !one.fault;
  return is_kind({.kind = *one.fault}, kind.string());
}

/// What the account of the attempts must hold.
void judge_account(const value& expected, const asked& done, std::string_view label, verdict& v) {
  const auto& report = done.got.report();
  const auto count = [&](std::string_view name, std::uint64_t ours) {
    const value* wanted = expected.find(name);
    if (wanted != nullptr && wanted->to_uint64() != ours)
      v.object(label, std::string(name) + ": " + std::to_string(ours) + " are reported");
  };
  count("attempts", report.attempts.size());
  count("retries_used", report.corrections());
  if (const value* usage = expected.find("usage"); usage != nullptr && usage->is_object()) {
    const value ours =
        value::object({{"input", report.usage.input_tokens}, {"output", report.usage.output_tokens}});
    if (ours != *usage) v.object(label, "the usage is another");
  }
  if (const value* list = expected.find("carries")) {
    for (const value& one : list->items())
      if (!carries(done, one.string())) v.object(label, "does not carry " + std::string(one.string()));
  }
  if (const value* kinds = expected.find("attempt_errors")) {
    for (std::size_t i = 0; i < kinds->size(); ++i)
      if (i >= report.attempts.size() || !ended_as(report.attempts[i], kinds->items()[i]))
        v.object(label, "attempt " + std::to_string(i + 1) + " ended in another way");
  }
}

/// By the word of the case, or because its replies are calls in the form of Anthropic.
bool answers_by_tool(const value& input, std::span<const value> replies) {
  const value* how = input.find("mode");
  if (how != nullptr && how->is_string() && how->string().ends_with("tools")) return true;
  return std::any_of(replies.begin(), replies.end(), [](const value& reply) {
    const value* blocks = reply.find("content");
    if (blocks == nullptr || !blocks->is_array() || blocks->size() == 0) return false;
    const value* type = blocks->items().front().find("type");
    return type != nullptr && *type == value("tool_use");
  });
}

std::optional<question> question_of(const value& input, std::span<const value> replies, unsigned retries) {
  question q;
  q.policy = tenon::policies::spring(retries);
  q.policy.feedback = tenon::feedback_place::assistant_turn;
  if (const value* transport = input.find("transport_retries"))
    q.policy.max_transport_retries = static_cast<unsigned>(transport->to_uint64().value_or(0));
  q.policy.max_attempts += q.policy.max_transport_retries;
  if (answers_by_tool(input, replies)) q.how = tenon::output_mode::tool;
  for (const value& reply : replies) {
    auto line = line_of(reply);
    if (!line) return std::nullopt;
    q.steps.push_back(std::move(line->step));
    q.pieces.push_back(std::move(line->pieces));
  }
  return q;
}

std::string first_text(std::span<const value> replies) {
  if (replies.empty()) return {};
  const value& first = replies.front();
  if (first.is_string()) return std::string(first.string());
  std::string text;
  if (const value* whole = first.find("text"); whole != nullptr && whole->is_string()) text = whole->string();
  if (const value* stream = first.find("stream"))
    for (const value& piece : stream->items()) text += piece.string();
  return text;
}

/// A limit as a caller would give it: the policy counts in whole numbers, so that another one cannot be
/// said; a negative one arrives as what the language makes of it.
std::optional<unsigned> limit_of(const value& given) {
  const auto whole = given.to_int64();
  if (!whole || *whole < INT_MIN || *whole > UINT_MAX) return std::nullopt;
  return static_cast<unsigned>(*whole);
}

struct run_result {
  observed got;
  std::size_t calls = 0;
  std::optional<asked> done = {};  // empty where the limit never reached the product
};

/// Empty, and skipped, where a reply is in a form that is not the product's to read yet.
std::optional<run_result> run_once(const value& input, mode m, std::span<const value> replies,
                                   const value& limit, const tenon::schema::program& shape, verdict& v) {
  const auto retries = limit_of(limit);
  if (!retries) {
    v.notes.insert("the limit's type cannot hold " + tenon::json::write(limit));
    return run_result{observed::of(tenon::problem{.kind = tenon::failure_kind::invalid_argument})};
  }
  auto q = question_of(input, replies, *retries);
  if (!q) {
    v.skipped = "a reply of a form that is not known here";
    return std::nullopt;
  }
  asked done = ask(shape, m, *std::move(q));
  run_result end{observed::of(done.got), done.requests.size()};
  end.done = std::move(done);
  return end;
}

std::span<const value> replies_of(const value& input) {
  const value* list = input.find("replies");
  return list != nullptr && list->is_array() ? list->items() : std::span<const value>();
}

/// Several runs of one case.
struct runs {
  std::size_t calls = 0;
  bool all_refused = true;
};

const std::vector<phrase<runs>>& phrases_of_runs() {
  static const std::vector<phrase<runs>> all = {
      {"# provider calls", [](const runs& r, const numbers& n) { return r.calls == n[0]; }},
      {"each value is refused before the first request with invalid_argument (a type that cannot hold the "
       "value also counts)",
       [](const runs& r, const numbers&) { return r.all_refused && r.calls == 0; }},
  };
  return all;
}

/// The kind that the run numbered `i` must end with, or one of several.
void judge_nth_error(const value& expected, std::size_t i, const observed& got, std::string_view label,
                     verdict& v) {
  const value* errors = expected.find("errors");
  if (errors == nullptr || i >= errors->size()) return;
  const value& wanted = errors->items()[i];
  const value list = wanted.is_array() ? wanted : value::array({wanted});
  const bool fits = !got.root && std::any_of(list.items().begin(), list.items().end(), [&](const value& k) {
    return is_kind({.kind = got.kind}, k.string());
  });
  if (!fits) v.object(label, "gives " + describe(got));
}

}  // namespace

void run_loop(const test_case& c, mode m, verdict& v) {
  const std::string_view label = to_string(m);
  const value& expected = c.expected(m);
  const auto shape = shape_of(c.schema());
  if (!shape) return judge(expected, observed::of(shape.error()), label, v);
  const value* limit = c.input().find("max_retries");
  const auto replies = replies_of(c.input());
  const auto end = run_once(c.input(), m, replies, limit != nullptr ? *limit : value(0), *shape, v);
  if (!end) return;
  judge(expected, end->got, label, v);
  judge_calls(expected, end->calls, label, v);
  if (!end->done) return;
  judge_account(expected, *end->done, label, v);
  hold<evidence>(expected, phrases(), {*end->done, first_text(replies)}, label, v);
}

void run_loop_each(const test_case& c, mode m, verdict& v) {
  const std::string label(to_string(m));
  const value& expected = c.expected(m);
  const auto shape = shape_of(c.schema());
  if (!shape) return judge(expected, observed::of(shape.error()), label, v);
  const auto replies = replies_of(c.input());
  const value* limits = c.input().find("max_retries");
  const bool by_limit = limits != nullptr && limits->is_array();
  const std::size_t count = by_limit ? limits->size() : replies.size();
  runs all;
  for (std::size_t i = 0; i < count; ++i) {
    const value limit = by_limit ? limits->items()[i] : limits != nullptr ? *limits : value(0);
    const auto end = run_once(c.input(), m, by_limit ? replies : replies.subspan(i, 1), limit, *shape, v);
    if (!end) return;
    all.calls += end->calls;
    all.all_refused =
        all.all_refused && !end->got.root && end->got.kind == tenon::failure_kind::invalid_argument;
    judge_nth_error(expected, i, end->got, label + ", run " + std::to_string(i + 1), v);
  }
  judge_calls(expected, all.calls, label, v);
  hold<runs>(expected, phrases_of_runs(), all, label, v);
}

}  // namespace cases
