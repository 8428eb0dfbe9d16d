// Everything that one call knows while it is under way. The steps are in machine.cpp; what they send and to
// whom in sending.cpp; what an answer does in answering.cpp.
#pragma once

#include "compose.hpp"
#include "purse.hpp"

#include <optional>
#include <string>
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
  bool shown = false;

  instant started = {};
  duration queued{0};
  spent used = {};
  asking::purse purse;
  /// The attempt under way; it joins the account when it ends, so that the account never holds one that
  /// was not made.
  std::optional<attempt> pending = {};
  instant sent_at = {};
  /// What the attempt under way, or the one that waits for its turn, was allowed.
  std::optional<route_state::permit> permit = {};
  reservation reserved = {};
  // Of the next attempt:
  attempt_cause cause = attempt_cause::first;
  std::optional<std::uint32_t> cap = {};
  duration waited{0};
  std::size_t at = 0;  // among how.hops
  /// Kept over transport retries and larger caps: the request without it has been answered before.
  std::string told = {};
  std::string told_about = {};
  /// Of the shape; made when first needed.
  std::optional<std::uint64_t> shape_mark = {};

  state(const request& w, const target& t, setup h) : what(w), to(t), how(std::move(h)), purse(how.policy) {}
  state(const state&) = delete;
  state& operator=(const state&) = delete;
  ~state() { let_go(route_state::health::unknown, std::nullopt, sent_at); }

  const hop& here() const { return how.hops[at]; }
  duration time(instant now) const { return now - started - queued; }
  void note(std::string text);

  action end(instant now);
  action fail(instant now, failure_kind kind, problems errors, bool exhausted = false);
  action fail(instant now, problem why);

  // sending.cpp
  std::optional<problem> settle(instant now);
  std::optional<problem> open(output_mode wanted);
  std::optional<problem> leave_mode(const std::string& why);
  std::optional<problem> to_next_hop();
  action try_send(instant now, std::uint64_t chance);
  action send_now(instant now);
  reservation reserve() const;
  std::uint64_t mark_of_shape();
  /// The permit under way is settled.
  void let_go(route_state::health how_it_went, std::optional<std::uint64_t> tokens, instant now);

  // answering.cpp
  void note_answer(const model_answer& answer, instant now);
  action on_reply(const model_reply& reply, instant now, std::uint64_t chance);
  action on_failure(const model_failure& bad, instant now, std::uint64_t chance);
  leeway room() const;
  void judge_mode(const model_reply& reply, bool ignored);

  // machine.cpp
  action decide(const fault& why, const value* read, instant now, std::uint64_t chance);
  action go_on(const decision& next, const fault& why, const value* read, instant now, std::uint64_t chance);
};

}  // namespace asking
}  // namespace v0
}  // namespace tenon
