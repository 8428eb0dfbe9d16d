// Time, waiting and chance as interfaces.
//
// The library reads no clock, sleeps never and draws no randomness but through these. What decides
// takes a time_point as an argument; what waits takes a sleeper. The real ones are in `system()`.
#pragma once

#include <chrono>
#include <cstdint>
#include <stop_token>

namespace tenon {
inline namespace v0 {

using duration = std::chrono::nanoseconds;
/// A monotonic instant; only differences mean something.
using instant = std::chrono::time_point<std::chrono::steady_clock, duration>;
/// A calendar instant, for records and for dates in headers (RFC 9110 section 10.2.3).
using timestamp = std::chrono::time_point<std::chrono::system_clock, duration>;

class clock {
 public:
  virtual ~clock() = default;
  virtual instant now() const noexcept = 0;
  virtual timestamp today() const noexcept = 0;
};

class sleeper {
 public:
  virtual ~sleeper() = default;
  /// Waits until `until` by the clock it belongs to, or until a stop is requested. Returns false if
  /// it was stopped. An instant in the past returns at once.
  virtual bool sleep_until(instant until, std::stop_token stop) = 0;
};

class randomness {
 public:
  virtual ~randomness() = default;
  /// 64 uniform bits. Safe from several threads.
  virtual std::uint64_t next() noexcept = 0;
};

class alarms;

/// All of them together, borrowed: they must outlive whoever holds this.
struct environment {
  const clock* time = nullptr;
  sleeper* wait = nullptr;
  randomness* chance = nullptr;
  alarms* later = nullptr;  // for calls that do not block (alarm.hpp)
};

/// The machine's own clock, sleep and randomness. Thread safe.
environment system_environment() noexcept;

}  // namespace v0
}  // namespace tenon
