// The machine's own clock, sleep and randomness: the only place in the library that touches them.
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <random>
#include <utility>

#include <tenon/clock.hpp>

namespace tenon {
inline namespace v0 {
namespace {

class system_clock final : public clock {
 public:
  instant now() const noexcept override {
    return std::chrono::time_point_cast<duration>(std::chrono::steady_clock::now());
  }
  timestamp today() const noexcept override {
    return std::chrono::time_point_cast<duration>(std::chrono::system_clock::now());
  }
};

class system_sleeper final : public sleeper {
 public:
  bool sleep_until(instant until, std::stop_token stop) override {
    // Nobody ever notifies: only the stop request or the time ends the wait.
    std::mutex gate;
    std::condition_variable_any never;
    std::unique_lock lock(gate);
    never.wait_until(lock, stop, until, [] { return false; });
    return !stop.stop_requested();
  }
};

/// SplitMix64 over an atomic counter: no lock, no shared state that could tear. For jitter and ids, not
/// for secrets.
class system_randomness final : public randomness {
 public:
  std::uint64_t next() noexcept override {
    std::uint64_t z = counter_.fetch_add(0x9E3779B97F4A7C15U, std::memory_order_relaxed);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }

 private:
  static std::uint64_t seed() noexcept {
    try {
      std::random_device device;
      return (std::uint64_t{device()} << 32U) ^ device();
    } catch (const std::exception&) {  // no entropy source: the time still differs from run to run
      return static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
    }
  }

  std::atomic<std::uint64_t> counter_{seed()};
};

}  // namespace

environment system_environment() noexcept {
  static const system_clock time;
  static system_sleeper wait;
  static system_randomness chance;
  return {&time, &wait, &chance};
}

}  // namespace v0
}  // namespace tenon
