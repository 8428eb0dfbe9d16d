// See machine.hpp. The steps are here; what is sent, to whom and when in sending.cpp and compose.cpp, what a
// reply is worth in judge.cpp, what happens next in plan.cpp, what the model is told in feedback.cpp.
#include "call_state.hpp"
#include "feedback.hpp"

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
  const auto next = shown ? decision{} : plan(how.policy, used, why, room(), chance);
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

void machine::shown() noexcept {
  state_->shown = true;
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
