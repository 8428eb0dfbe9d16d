// The half of the machine that sends: which hop, which mode, whether the budget and the state of the route
// allow it, and when.
#include "call_state.hpp"

#include <algorithm>
#include <functional>

namespace tenon {
inline namespace v0 {
namespace asking {

using permitted = route_state::permit::answer;

void machine::state::note(std::string text) {
  auto& all = account.notes;
  if (std::find(all.begin(), all.end(), text) == all.end()) all.push_back(std::move(text));
}

/// The request's own settings take the place of the client's.
std::optional<problem> machine::state::settle(instant now) {
  if (what.policy) how.policy = *what.policy;
  if (what.reading) how.reading.level = *what.reading;
  if (what.max_output_tokens) how.policy.max_output_tokens = *what.max_output_tokens;
  account.policy = how.policy.name;
  account.reading = how.reading.level;
  account.requested_mode = what.mode.value_or(how.mode);
  account.prompt_name = what.prompt_name;
  account.prompt_version = what.prompt_version;
  if (auto wrong = check(how.policy)) return wrong;
  if (!what.deadline) return std::nullopt;
  const duration left = *what.deadline - now;
  if (left <= duration::zero()) {
    return problem{.kind = failure_kind::timed_out,
                   .code = "deadline",
                   .place = "deadline",
                   .message = "the deadline of the conversation has passed"};
  }
  how.policy.total_timeout = std::min(how.policy.total_timeout.value_or(left), left);
  return std::nullopt;
}

std::uint64_t machine::state::mark_of_shape() {
  if (!shape_mark) shape_mark = to.shape ? std::hash<std::string>{}(to.shape->compact()) : 0;
  return *shape_mark;
}

/// Composes what every attempt on this hop starts from.
std::optional<problem> machine::state::open(output_mode wanted) {
  auto made = compose(what, to, how, here(), wanted);
  if (!made) return std::move(made).error();
  sent = std::move(*made);
  account.degraded = account.degraded || sent.degraded;
  for (auto& text : sent.notes) note(std::move(text));
  const output_mode mode = sent.base.mode;
  if (here().state && mode != output_mode::prompt) {
    // What it did not hold before, it is not asked for again.
    if (const auto why = here().state->against(mode, mark_of_shape()); !why.empty() && !how.strict_native) {
      return leave_mode(why);
    }
  }
  account.mode = mode;
  return std::nullopt;
}

/// From here on the prompt carries the schema, for all to see.
std::optional<problem> machine::state::leave_mode(const std::string& why) {
  account.degraded = true;
  note("mode " + std::string(to_string(sent.base.mode)) + " is left: " + why + "; the prompt is used");
  return open(output_mode::prompt);
}

std::optional<problem> machine::state::to_next_hop() {
  const std::string before = here().model;
  ++at;
  used.retries_here = 0;
  note("model " + before + " did not answer; " + here().model + " is asked");
  return open(account.requested_mode);
}

reservation machine::state::reserve() const {
  reservation r;
  const bool beside = sent.base.mode == output_mode::native || sent.base.mode == output_mode::tool;
  // A provider may write the schema into the prompt as it likes; twice its size is more than any does.
  const std::size_t schema_bytes = beside && to.shape ? 2 * to.shape->compact().size() : 0;
  r.input_tokens = most_input_tokens(sent.base, schema_bytes) + told.size() +
                   (told.empty() ? 0 : std::min(told_about.size(), max_echo));
  const auto& can = here().can;
  const std::uint32_t unknown = can.max_output_tokens > 0 ? can.max_output_tokens : 4096;
  r.output_tokens = cap.value_or(unknown);
  r.each = purse.price_for(here().each);
  return r;
}

/// Sends, or waits for its turn, or ends or falls back where budget or route do not allow it.
action machine::state::try_send(instant now, std::uint64_t chance) {
  if (!cap && how.policy.max_output_tokens > 0) cap = how.policy.max_output_tokens;
  const auto most = here().can.max_output_tokens;
  if (cap && most > 0) cap = std::min(*cap, most);
  reserved = reserve();
  if (const auto left = purse.tokens_left(); left && !cap && *left > reserved.input_tokens) {
    // Without a cap there is nothing to hold the limit by.
    cap = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(*left - reserved.input_tokens, reserved.output_tokens));
    reserved.output_tokens = *cap;
  }
  if (auto why = purse.refuse(reserved)) {
    if (account.attempts.empty()) return fail(now, std::move(*why));
    note(why->message + " (" + why->found + ")");
    const auto& last = account.attempts.back();
    return fail(now, last.fault.value_or(failure_kind::budget_exhausted), last.errors, true);
  }
  if (how.policy.max_cost && !reserved.each)
    note("the price of " + here().model + " is not known; its cost is not limited");
  if (!here().state) return send_now(now);
  permit = here().state->admit(now, reserved.tokens());
  if (permit->what == permitted::open) {
    const duration open_for = std::exchange(permit, std::nullopt)->wait;
    return decide({.kind = failure_kind::circuit_open, .stage = stage::transport, .retry_after = open_for},
                  nullptr, now, chance);
  }
  if (permit->wait <= duration::zero()) return send_now(now);
  const duration wait = permit->wait;
  const bool fits = !how.policy.total_timeout || wait < *how.policy.total_timeout - time(now);
  if (wait > how.policy.max_wait || !fits) {
    here().state->give_back(*std::exchange(permit, std::nullopt), now);
    return decide({.kind = failure_kind::rate_limited, .stage = stage::transport, .retry_after = wait},
                  nullptr, now, chance);
  }
  waited += wait;
  return pause{now + wait};
}

action machine::state::send_now(instant now) {
  const auto limit = time_for_attempt(how.policy, time(now));
  auto next = with_feedback(sent, how.policy.feedback, told, told_about);
  next.max_output_tokens = cap;
  next.timeout = limit;

  attempt a;
  a.number = ++used.attempts;
  a.cause = cause;
  a.asked = here().model;
  a.model = here().model;
  a.mode = next.mode;
  a.max_output_tokens = cap;
  a.waited = std::exchange(waited, duration::zero());
  pending = std::move(a);
  sent_at = now;
  used.cap = cap;
  return send{std::move(next), at};
}

void machine::state::let_go(route_state::health how_it_went, std::optional<std::uint64_t> tokens,
                            instant now) {
  if (!permit) return;
  const auto given = *std::exchange(permit, std::nullopt);
  if (!pending && how_it_went == route_state::health::unknown) {
    here().state->give_back(given, now);
  } else {
    here().state->settle(given, how_it_went, tokens, now);
  }
}

}  // namespace asking
}  // namespace v0
}  // namespace tenon
