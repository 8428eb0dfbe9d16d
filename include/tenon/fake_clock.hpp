// A clock, a sleeper and a die for tests: nothing waits, nothing is left to chance.
//
// Time moves only when somebody sleeps by it, or by hand. So a test of a 60-second deadline takes no
// time and says exactly how long was waited.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include <tenon/alarm.hpp>
#include <tenon/clock.hpp>

namespace tenon {
inline namespace v0 {

/// Safe from several threads.
class fake_clock final : public clock, public sleeper, public randomness, public alarms {
 public:
  /// Starts at a fixed calendar date, 2030-01-01T00:00:00Z, unless told another.
  fake_clock() noexcept;
  explicit fake_clock(timestamp today) noexcept : start_(today) {}

  instant now() const noexcept override;
  timestamp today() const noexcept override;
  /// Moves time forward to `until` and returns at once; false, and no time passes, if a stop was
  /// requested before or by the watcher of `on_sleep`.
  bool sleep_until(instant until, std::stop_token stop) override;
  /// Sleeps until then and calls back before it returns.
  std::unique_ptr<alarm> at(instant when, std::function<void()> then) override;
  /// Without `draws`: a fixed sequence (SplitMix64 from 0). With it: that number, always.
  std::uint64_t next() noexcept override;

  void advance(duration by) noexcept;
  /// From now on each draw is this. The largest number makes full jitter wait its longest.
  void draws(std::uint64_t number) noexcept;
  /// Called with the length of each sleep before it is slept; for tests that stop in the middle.
  void on_sleep(std::function<void(duration)> watch);

  duration elapsed() const noexcept;
  /// The lengths of all sleeps so far, stopped ones and those of length 0 left out.
  std::vector<duration> sleeps() const;

  /// Borrows this object.
  environment world() noexcept { return {this, this, this, this}; }

 private:
  mutable std::mutex lock_;
  timestamp start_;
  duration elapsed_{0};
  std::vector<duration> sleeps_;
  std::function<void(duration)> watch_;
  std::uint64_t drawn_ = 0;
  bool fixed_ = false;
};

}  // namespace v0
}  // namespace tenon
