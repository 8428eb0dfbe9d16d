// See machine.hpp. The steps are here; what is sent, to whom and when in sending.cpp and compose.cpp, what a
// reply is worth in judge.cpp, what happens next in plan.cpp, what the model is told in feedback.cpp.
#include "call_state.hpp"
#include "feedback.hpp"
#include "judge.hpp"

#include <algorithm>
#include <utility>

#include <tenon/machine.hpp>

namespace tenon {
inline namespace v0 {
namespace asking {

action machine::state::end(instant now) {
  let_go(route_state::health::unknown, std::nullopt, now);
  done = true;
  account.elapsed = time(now);
  account.queued = queued;
  return finished{};
}

action machine::state::fail(instant now, failure_kind kind, problems errors, bool exhausted) {
  tenon::failure f;
  f.kind = kind;
  f.attempts_exhausted = exhausted;
  f.errors = std::move(errors);
  failed = std::move(f);
  return end(now);
}

action machine::state::fail(instant now, problem why) {
  const auto kind = why.kind;
  return fail(now, kind, problems{std::move(why)});
}

namespace {

/// What the breaker should think of a call that ended like this. A provider that says no is up.
route_state::health health_of(const model_answer& answer) {
  using health = route_state::health;
  if (answer) return health::up;
  switch (answer.error().why.kind) {
    case failure_kind::timed_out:
    case failure_kind::network_error:
    case failure_kind::overloaded:
    case failure_kind::provider_error:
    case failure_kind::protocol_error:
    case failure_kind::incomplete_stream:
    case failure_kind::model_unavailable:
      return health::down;
    case failure_kind::cancelled:
    case failure_kind::invalid_argument:
      return health::unknown;
    default:
      return health::up;
  }
}

void copy_reply(attempt& a, const model_reply& reply) {
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
  a.exchange = reply.exchange;
  if (a.reply.empty() && reply.tool_calls.size() == 1) a.reply = reply.tool_calls.front().arguments;
}

void copy_failure(attempt& a, const model_failure& bad) {
  a.reply = bad.partial_text;
  a.reply_id = bad.id;
  if (bad.usage) a.usage = *bad.usage;
  a.timings = bad.timings;
  a.exchange = bad.exchange;
  a.fault = bad.why.kind;
  a.errors = {bad.why};
}

}  // namespace

/// Everything that an answer brings besides its text goes into the account before it is judged, so
/// that no end of the call can lose it.
void machine::state::note_answer(const model_answer& answer, instant now) {
  auto& a = account.attempts.emplace_back(*std::exchange(pending, std::nullopt));
  if (answer) {
    copy_reply(a, *answer);
  } else {
    copy_failure(a, answer.error());
  }
  // What the constraint could not hold is said once for the whole call.
  for (const auto& text : a.notes) note(text);
  account.usage += a.usage;
  const auto took = purse.book(reserved, a.usage, answer || is_charged(answer.error()));
  a.cost = took.cost;
  account.cost += took.cost.value_or(money{});
  if (!took.cost) ++account.attempts_without_price;
  const bool counted = a.usage.known() || took.tokens == 0;
  if (permit) {
    here().state->settle(*std::exchange(permit, std::nullopt), health_of(answer),
                         counted ? std::optional(took.tokens) : std::nullopt, now);
  }
  const auto in_queue = a.timings.queued.value_or(duration::zero());
  if (!a.timings.total) a.timings.total = now - sent_at - in_queue;
  queued += in_queue;
}

leeway machine::state::room() const {
  leeway room{.correctable = to.shape.has_value(),
              .other_mode = sent.base.mode != output_mode::prompt && !how.strict_native,
              .other_model = at + 1 < how.hops.size()};
  const auto& can = here().can;
  if (can.max_output_tokens > 0) room.largest_cap = can.max_output_tokens;
  if (can.context_tokens > 0 && !account.attempts.empty() && account.attempts.back().usage.input_tokens) {
    // What the prompt leaves of the context; a cap beyond it would be cut all the same.
    const auto prompt =
        std::min<std::uint64_t>(*account.attempts.back().usage.input_tokens, can.context_tokens);
    const auto left = static_cast<std::uint32_t>(can.context_tokens - prompt);
    room.largest_cap = std::min(room.largest_cap.value_or(left), left);
  }
  return room;
}

/// Did the provider hold what it was asked to hold? In the process the grammar is ours, and no matter of
/// trust.
void machine::state::judge_mode(const model_reply& reply, bool ignored) {
  const output_mode mode = sent.base.mode;
  if (mode == output_mode::prompt || here().can.in_process || reply.finish == finish_reason::length) return;
  if (here().state) here().state->note_held(mode, !ignored);
  if (ignored) note("the provider did not hold the constraint of mode " + std::string(to_string(mode)));
}

action machine::state::on_reply(const model_reply& reply, instant now, std::uint64_t chance) {
  auto v = judge(reply, sent.base.mode, to, how, what, sent.base.source);
  auto& a = account.attempts.back();
  a.ledger = std::move(v.ledger);
  a.partial = std::move(v.committed);
  a.notes.insert(a.notes.end(), v.notes.begin(), v.notes.end());
  judge_mode(reply, v.ignored);
  if (!v.why) {
    if (v.root) root = std::move(*v.root);
    return end(now);
  }
  a.fault = v.why->kind;
  a.errors = std::move(v.errors);
  // What is no JSON at all came from a provider that holds nothing; what breaks a rule may be corrected as it
  // is.
  v.why->mode_ignored = v.ignored && v.why->stage == stage::read && sent.base.mode == output_mode::native &&
                        !here().can.in_process;
  return decide(*v.why, v.root ? &*v.root : nullptr, now, chance);
}

action machine::state::on_failure(const model_failure& bad, instant now, std::uint64_t chance) {
  if (bad.why.kind == failure_kind::schema_rejected && here().state) {
    here().state->note_rejected(sent.base.mode, mark_of_shape());
  }
  return decide({.kind = bad.why.kind,
                 .stage = stage::transport,
                 .retry_after = bad.retry_after,
                 .should_retry = bad.should_retry},
                nullptr, now, chance);
}

namespace {

/// Of a fault that stopped a call before anything was sent.
problem unsent(const fault& why, const std::string& model) {
  problem p;
  p.kind = why.kind;
  p.place = "model";
  p.found = model;
  const auto wait =
      std::chrono::duration_cast<std::chrono::milliseconds>(why.retry_after.value_or(duration::zero()));
  const bool open = why.kind == failure_kind::circuit_open;
  p.code = open ? "circuit_open" : "rate_limiter";
  p.message = open ? "calls to this model have failed in a row; the next one is let through in "
                   : "our own rate limit for this model leaves no room for another ";
  p.message += std::to_string(wait.count()) + " ms";
  return p;
}

void count(spent& used, attempt_cause cause) {
  switch (cause) {
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
      ++used.retries_here;
      break;
    case attempt_cause::other_mode:
    case attempt_cause::fallback:
    case attempt_cause::first:
      break;
  }
}

}  // namespace

action machine::state::decide(const fault& why, const value* read, instant now, std::uint64_t chance) {
  used.time = time(now);
  const auto next = plan(how.policy, used, why, room(), chance);
  if (next.next != decision::move::stop) return go_on(next, why, read, now, chance);
  // Where nothing was sent because of the state of the route, that is what is said.
  const bool was_sent = why.kind != failure_kind::circuit_open &&
                        (!account.attempts.empty() && account.attempts.back().fault == why.kind);
  auto ended = was_sent ? fail(now, why.kind, account.attempts.back().errors, next.exhausted)
                        : fail(now, unsent(why, here().model));
  if (why.kind == failure_kind::refused || why.kind == failure_kind::content_filtered) {
    const auto& last = account.attempts.back();
    failed->refusal = last.refusal && !last.refusal->empty() ? *last.refusal : last.reply;
  }
  return ended;
}

action machine::state::go_on(const decision& next, const fault& why, const value* read, instant now,
                             std::uint64_t chance) {
  count(used, next.cause);
  cause = next.cause;
  cap = next.cap;
  std::optional<problem> wrong;
  if (next.next == decision::move::correct) {
    auto& last = account.attempts.back();
    told_about = last.reply;
    told = feedback({.errors = last.errors, .root = read, .reply = last.reply, .json = to.shape.has_value()},
                    how.policy.max_feedback);
    last.feedback = told;
    if (why.mode_ignored && !how.strict_native) wrong = leave_mode("the provider did not hold it");
  } else if (next.next == decision::move::other_mode) {
    const auto& errors = account.attempts.back().errors;
    wrong = leave_mode("the model rejected it (" +
                       (errors.empty() ? std::string() : explain(errors.front())) + ")");
  } else if (next.next == decision::move::fall_back) {
    wrong = to_next_hop();
  }
  if (wrong) return fail(now, std::move(*wrong));
  if (next.wait > duration::zero()) {
    waited = next.wait;
    return pause{now + next.wait};
  }
  return try_send(now, chance);
}

machine::machine(const request& what, const target& to, setup how)
    : state_(std::make_unique<state>(what, to, std::move(how))) {}
machine::~machine() = default;
machine::machine(machine&&) noexcept = default;
machine& machine::operator=(machine&&) noexcept = default;

action machine::start(instant now, std::uint64_t chance) {
  auto& s = *state_;
  s.started = now;
  if (auto wrong = s.settle(now)) return s.fail(now, std::move(*wrong));
  if (auto wrong = s.open(s.account.requested_mode)) return s.fail(now, std::move(*wrong));
  if (!s.to.shape && s.how.policy.max_corrections > 0) {
    s.note("validation and correction have no effect: the converter has no schema");
  }
  return s.try_send(now, chance);
}

action machine::on_answer(model_answer answer, instant now, std::uint64_t chance) {
  auto& s = *state_;
  if (s.done || !s.pending) return finished{};
  s.note_answer(answer, now);
  return answer ? s.on_reply(*answer, now, chance) : s.on_failure(answer.error(), now, chance);
}

action machine::on_wake(instant now, std::uint64_t chance) {
  auto& s = *state_;
  if (s.done) return finished{};
  if (const auto left = time_for_attempt(s.how.policy, s.time(now)); left && *left <= duration::zero()) {
    // The sleeper overslept: the total is used up, and no attempt starts past it.
    if (s.account.attempts.empty()) {
      return s.fail(now, problem{.kind = failure_kind::timed_out,
                                 .code = "total",
                                 .message = "the time was over before the first attempt could be made"});
    }
    const auto& last = s.account.attempts.back();
    return s.fail(now, last.fault.value_or(failure_kind::timed_out), last.errors, true);
  }
  // A turn that was waited for is there now; after any other wait the route is asked.
  return s.permit ? s.send_now(now) : s.try_send(now, chance);
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
