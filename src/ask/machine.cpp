// See machine.hpp. The steps are here; what a reply is worth is in judge.cpp, what happens next in
// plan.cpp, what is sent in compose.cpp, what the model is told in feedback.cpp.
#include "compose.hpp"
#include "feedback.hpp"
#include "judge.hpp"

#include <algorithm>
#include <utility>

#include <tenon/machine.hpp>

namespace tenon {
inline namespace v0 {
namespace asking {

struct machine::state {
  const request& what;
  const target& to;
  setup how;
  composed sent = {};
  tenon::report account = {};
  std::optional<tenon::failure> failed = {};
  value root = {};
  bool done = false;

  instant started = {};
  duration queued{0};
  spent used = {};
  /// The attempt under way; it joins the account when it ends, so that the account never holds one that
  /// was not made.
  std::optional<attempt> pending = {};
  instant sent_at = {};
  // Of the next attempt:
  attempt_cause cause = attempt_cause::first;
  std::optional<std::uint32_t> cap = {};
  duration waited{0};
  /// Kept over transport retries and larger caps: the request without it has been answered before.
  std::string told = {};
  std::string told_about = {};

  state(const request& w, const target& t, setup h) : what(w), to(t), how(std::move(h)) {}

  duration time(instant now) const { return now - started - queued; }

  action end(instant now) {
    done = true;
    account.elapsed = time(now);
    account.queued = queued;
    return finished{};
  }

  action fail(instant now, failure_kind kind, problems errors, bool exhausted = false) {
    tenon::failure f;
    f.kind = kind;
    f.attempts_exhausted = exhausted;
    f.errors = std::move(errors);
    failed = std::move(f);
    return end(now);
  }

  action fail(instant now, problem why) {
    const auto kind = why.kind;
    return fail(now, kind, problems{std::move(why)});
  }

  void settle();
  action next_send(instant now);
  void note_answer(const model_answer& answer, instant now);
  action on_reply(const model_reply& reply, instant now, std::uint64_t chance);
  action on_failure(const model_failure& bad, instant now, std::uint64_t chance);
  action decide(const fault& why, const value* read, instant now, std::uint64_t chance);
  leeway room(const attempt& last) const;
  std::optional<problem> open(output_mode wanted);
  std::optional<problem> leave_mode(const attempt& last);
};

/// The request's own settings take the place of the client's.
void machine::state::settle() {
  if (what.policy) how.policy = *what.policy;
  if (what.reading) how.reading.level = *what.reading;
  if (what.max_output_tokens) how.policy.max_output_tokens = *what.max_output_tokens;
  account.policy = how.policy.name;
  account.reading = how.reading.level;
  account.requested_mode = what.mode.value_or(how.mode);
  account.prompt_name = what.prompt_name;
  account.prompt_version = what.prompt_version;
  if (how.policy.max_output_tokens > 0) {
    cap = how.policy.max_output_tokens;
    if (how.can.max_output_tokens > 0) cap = std::min(*cap, how.can.max_output_tokens);
  }
}

action machine::state::next_send(instant now) {
  const auto limit = time_for_attempt(how.policy, time(now));
  auto next = with_feedback(sent, how.policy.feedback, told, told_about);
  next.max_output_tokens = cap;
  next.timeout = limit;

  attempt a;
  a.number = ++used.attempts;
  a.cause = cause;
  a.model = how.model;
  a.mode = next.mode;
  a.max_output_tokens = cap;
  a.waited = std::exchange(waited, duration::zero());
  pending = std::move(a);
  sent_at = now;
  used.cap = cap;
  return send{std::move(next)};
}

/// Everything that an answer brings besides its text goes into the account before it is judged, so
/// that no end of the call can lose it.
void machine::state::note_answer(const model_answer& answer, instant now) {
  auto& a = account.attempts.emplace_back(*std::exchange(pending, std::nullopt));
  if (answer) {
    const auto& reply = *answer;
    a.reply = reply.text;
    a.reasoning = reply.reasoning;
    a.refusal = reply.refusal;
    a.finish = reply.finish;
    a.finish_text = reply.finish_text;
    a.reply_id = reply.id;
    if (!reply.model.empty()) a.model = reply.model;
    a.usage = reply.usage;
    a.timings = reply.timings;
    a.notes = reply.notes;
    if (a.reply.empty() && reply.tool_calls.size() == 1) a.reply = reply.tool_calls.front().arguments;
  } else {
    const auto& bad = answer.error();
    a.reply = bad.partial_text;
    a.reply_id = bad.id;
    if (bad.usage) a.usage = *bad.usage;
    a.timings = bad.timings;
    a.fault = bad.why.kind;
    a.errors = {bad.why};
  }
  // What the constraint could not hold is said once for the whole call.
  for (const auto& note : a.notes) {
    if (std::find(account.notes.begin(), account.notes.end(), note) == account.notes.end()) {
      account.notes.push_back(note);
    }
  }
  account.usage += a.usage;
  const auto in_queue = a.timings.queued.value_or(duration::zero());
  if (!a.timings.total) a.timings.total = now - sent_at - in_queue;
  queued += in_queue;
}

/// Composes what every attempt starts from.
std::optional<problem> machine::state::open(output_mode wanted) {
  auto made = compose(what, to, how, wanted);
  if (!made) return std::move(made).error();
  sent = std::move(*made);
  account.mode = sent.base.mode;
  account.degraded = account.degraded || sent.degraded;
  for (auto& note : sent.notes) {
    if (std::find(account.notes.begin(), account.notes.end(), note) == account.notes.end()) {
      account.notes.push_back(std::move(note));
    }
  }
  return std::nullopt;
}

/// The constraint was refused: from here on the prompt carries the schema, for all to see.
std::optional<problem> machine::state::leave_mode(const attempt& last) {
  account.degraded = true;
  account.notes.push_back("mode " + std::string(to_string(last.mode)) + " was rejected by the model (" +
                          (last.errors.empty() ? std::string() : explain(last.errors.front())) +
                          "); the prompt is used");
  return open(output_mode::prompt);
}

leeway machine::state::room(const attempt& last) const {
  leeway room{.correctable = to.shape.has_value(),
              .other_mode = sent.base.mode != output_mode::prompt && !how.strict_native};
  if (how.can.max_output_tokens > 0) room.largest_cap = how.can.max_output_tokens;
  if (how.can.context_tokens > 0 && last.usage.input_tokens) {
    // What the prompt leaves of the context; a cap beyond it would be cut all the same.
    const auto prompt = std::min<std::uint64_t>(*last.usage.input_tokens, how.can.context_tokens);
    const auto left = static_cast<std::uint32_t>(how.can.context_tokens - prompt);
    room.largest_cap = std::min(room.largest_cap.value_or(left), left);
  }
  return room;
}

action machine::state::on_reply(const model_reply& reply, instant now, std::uint64_t chance) {
  auto v = judge(reply, sent.base.mode, to, how, what, sent.base.source);
  auto& a = account.attempts.back();
  a.ledger = std::move(v.ledger);
  a.partial = std::move(v.committed);
  a.notes.insert(a.notes.end(), v.notes.begin(), v.notes.end());
  if (!v.why) {
    if (v.root) root = std::move(*v.root);
    return end(now);
  }
  a.fault = v.why->kind;
  a.errors = std::move(v.errors);
  return decide(*v.why, v.root ? &*v.root : nullptr, now, chance);
}

action machine::state::on_failure(const model_failure& bad, instant now, std::uint64_t chance) {
  return decide({.kind = bad.why.kind, .stage = stage::transport, .retry_after = bad.retry_after}, nullptr,
                now, chance);
}

action machine::state::decide(const fault& why, const value* read, instant now, std::uint64_t chance) {
  auto& last = account.attempts.back();
  used.time = time(now);
  const auto next = plan(how.policy, used, why, room(last), chance);
  using move = decision::move;
  if (next.next == move::stop) {
    auto ended = fail(now, why.kind, last.errors, next.exhausted);
    if (why.kind == failure_kind::refused || why.kind == failure_kind::content_filtered) {
      failed->refusal = last.refusal && !last.refusal->empty() ? *last.refusal : last.reply;
    }
    return ended;
  }
  switch (next.cause) {
    case attempt_cause::correction:
      ++used.corrections;
      break;
    case attempt_cause::semantic_correction:
      ++used.semantic_corrections;
      break;
    case attempt_cause::larger_cap:
      ++used.larger_caps;
      break;
    case attempt_cause::transport_retry:
      ++used.transport_retries;
      break;
    case attempt_cause::other_mode:
    case attempt_cause::first:
      break;
  }
  cause = next.cause;
  cap = next.cap;
  if (next.next == move::correct) {
    told_about = last.reply;
    told = feedback({.errors = last.errors, .root = read, .reply = last.reply, .json = to.shape.has_value()},
                    how.policy.max_feedback);
    last.feedback = told;
  }
  if (next.next == move::other_mode) {
    if (auto wrong = leave_mode(last)) return fail(now, std::move(*wrong));
  }
  if (next.wait > duration::zero()) {
    waited = next.wait;
    return pause{now + next.wait};
  }
  return next_send(now);
}

machine::machine(const request& what, const target& to, setup how)
    : state_(std::make_unique<state>(what, to, std::move(how))) {}
machine::~machine() = default;
machine::machine(machine&&) noexcept = default;
machine& machine::operator=(machine&&) noexcept = default;

action machine::start(instant now) {
  auto& s = *state_;
  s.started = now;
  s.settle();
  if (auto wrong = check(s.how.policy)) return s.fail(now, std::move(*wrong));
  if (auto wrong = s.open(s.account.requested_mode)) return s.fail(now, std::move(*wrong));
  if (!s.to.shape && s.how.policy.max_corrections > 0) {
    s.account.notes.emplace_back("validation and correction have no effect: the converter has no schema");
  }
  return s.next_send(now);
}

action machine::on_answer(model_answer answer, instant now, std::uint64_t chance) {
  auto& s = *state_;
  if (s.done || !s.pending) return finished{};
  s.note_answer(answer, now);
  return answer ? s.on_reply(*answer, now, chance) : s.on_failure(answer.error(), now, chance);
}

action machine::on_wake(instant now) {
  auto& s = *state_;
  if (s.done) return finished{};
  if (const auto left = time_for_attempt(s.how.policy, s.time(now)); left && *left <= duration::zero()) {
    // The sleeper overslept: the total is used up, and no attempt starts past it.
    const auto& last = s.account.attempts.back();
    return s.fail(now, last.fault.value_or(failure_kind::timed_out), last.errors, true);
  }
  return s.next_send(now);
}

action machine::on_stop(instant now) {
  if (state_->done) return finished{};
  return on_error({.kind = failure_kind::cancelled, .code = "stopped", .message = "the caller asked to stop"},
                  now);
}

action machine::on_error(problem why, instant now) {
  auto& s = *state_;
  if (s.failed) return finished{};
  return s.fail(now, std::move(why));
}

const tenon::report& machine::account() const noexcept {
  return state_->account;
}
const tenon::failure* machine::failure() const noexcept {
  return state_->failed ? &*state_->failed : nullptr;
}
value& machine::root() noexcept {
  return state_->root;
}
tenon::report machine::take_account() && noexcept {
  return std::move(state_->account);
}

}  // namespace asking
}  // namespace v0
}  // namespace tenon
