// What an answer does to the account, and to what is known of the route: the half of the machine that hears.
#include "call_state.hpp"
#include "judge.hpp"

#include <algorithm>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace asking {

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

}  // namespace asking
}  // namespace v0
}  // namespace tenon
