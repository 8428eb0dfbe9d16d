// Waiting without a thread of one's own: somebody calls back when the time has come.
//
// The asynchronous drivers use it where the blocking ones use a sleeper (clock.hpp). The system's alarms
// share one thread, made when the first is set.
#pragma once

#include <functional>
#include <memory>

#include <tenon/clock.hpp>

namespace tenon {
inline namespace v0 {

/// A call that is due. Destroying it takes it back: the callback is not called after that, and where it is
/// running on another thread right now, the destructor waits for its end.
class alarm {
 public:
  virtual ~alarm() = default;
};

class alarms {
 public:
  virtual ~alarms() = default;
  /// Calls `then` once, at `when` or later, on a thread of its own choice; also before this returns, if the
  /// time has come. `then` must not throw and must not wait for long: others are due on the same thread.
  virtual std::unique_ptr<alarm> at(instant when, std::function<void()> then) = 0;
};

/// Of the machine's clock. Thread safe. The thread counts as a loop thread (loop_thread.hpp).
alarms& system_alarms();

}  // namespace v0
}  // namespace tenon
