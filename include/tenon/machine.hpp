// The attempt machine: from one question to a value or a failure, one step at a time.
//
//   start ─► send ─► on_answer ─► send      another attempt
//                        │   └──► pause ─► on_wake ─► send
//                        └──────► finished
//
// It does no I/O, owns no clock and draws no number: a driver performs what it asks for and tells it
// what came of it, and when. So the blocking client, an asynchronous one and a test are three drivers
// of one machine. A reply goes inspect → read → validate → bind → check and never back; then `plan`
// decides (docs/design/plan.md).
//
// The one trap: it borrows the request and calls the target's functions, so both must outlive it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <tenon/clock.hpp>
#include <tenon/model.hpp>
#include <tenon/outcome.hpp>
#include <tenon/plan.hpp>
#include <tenon/policy.hpp>
#include <tenon/program.hpp>
#include <tenon/reply.hpp>
#include <tenon/request.hpp>
#include <tenon/route.hpp>

namespace tenon {
inline namespace v0 {
namespace asking {

/// What a reply must become, its C++ type erased.
struct target {
  /// The shape asked for; empty for a converter without a schema.
  std::optional<schema::program> shape = {};
  /// Instructions for the prompt; empty: made from the shape.
  std::string format = {};
  /// Takes a valid value and keeps what it makes of it; problems refuse the value. May be empty.
  std::function<problems(const value&)> take = {};
  /// For a format of the caller's own: takes the text of the reply. Where a shape is given too, a reply
  /// that is readable as JSON is validated first.
  std::function<problems(std::string_view text, const reply::read_options& how)> convert = {};
};

/// Fills a target by a caller's function, which returns the schema if there is one. An exception of its
/// and a schema that does not compile are the problem returned.
std::optional<problem> describe_target(target& to, const std::function<std::optional<value>(target&)>& fill);

/// A model that may be asked, in the order of a fallback chain.
struct hop {
  std::string model = {};  // its name, for the report
  capabilities can = {};
  /// Empty: unknown.
  std::optional<price> each = {};
  /// Breaker, limiter and memory of the model; null: none.
  std::shared_ptr<route_state> state = {};
};

/// What the client brings to every call, before the request's own settings take their place.
struct setup {
  tenon::policy policy = {};
  output_mode mode = output_mode::prompt;
  reply::read_options reading = {};
  format_place format = format_place::automatic;
  bool strict_native = false;
  std::optional<tenon::validator> validator = {};
  std::vector<value_check> checks = {};
  /// At least one. The shape that is asked for is the same at every hop (S3-18).
  std::vector<hop> hops = {};
};

/// Send this request to that hop and call on_answer.
struct send {
  model_request request = {};
  std::size_t hop = 0;
};
/// Wait and call on_wake, or on_stop if a stop is requested meanwhile.
struct pause {
  instant until = {};
};
/// Nothing more to do: `failure()` and `root()` say what came of it.
struct finished {};
using action = std::variant<send, pause, finished>;

/// One call. Belongs to one thread at a time.
class machine {
 public:
  /// Borrows `what` and `to`.
  machine(const request& what, const target& to, setup how);
  ~machine();
  machine(machine&&) noexcept;
  machine& operator=(machine&&) noexcept;

  /// The first step. `finished` at once, with no attempt, where the request or the policy is unsound.
  action start(instant now, std::uint64_t chance = 0);
  /// The answer to the last `send`; `chance` is 64 uniform bits for a wait.
  action on_answer(model_answer answer, instant now, std::uint64_t chance);
  /// Something of the reply to the last `send` was shown to somebody who takes it for the beginning of the
  /// value: whatever becomes of it, it is not asked for again (R3-07).
  void shown() noexcept;
  /// The time of the last `pause` has come.
  action on_wake(instant now, std::uint64_t chance = 0);
  /// The caller wants no more: ends as cancelled. Without effect on what has ended.
  action on_stop(instant now);
  /// Ends the call for a reason outside it, such as an exception from an observer. Takes back a value,
  /// never a failure.
  action on_error(problem why, instant now);

  /// Complete once `finished`; before, what is known so far.
  const tenon::report& account() const noexcept;
  /// Null for a value. Precondition: finished.
  const tenon::failure* failure() const noexcept;
  /// The accepted value; null where a converter made it from text. Precondition: finished.
  value& root() noexcept;
  /// Gives the report away. Precondition: finished.
  tenon::report take_account() && noexcept;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace asking
}  // namespace v0
}  // namespace tenon
