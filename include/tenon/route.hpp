// What is known of a model across calls: is it up, may it be called now, which modes does it hold.
//
// A circuit breaker, a rate limiter and a memory, behind one lock, consulted by the attempt machine before it
// sends and told afterwards. It reads no clock and never waits: the machine brings the time and performs the
// wait. Calls of one process share it by sharing the object (client_options::routes).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <tenon/clock.hpp>
#include <tenon/model.hpp>

namespace tenon {
inline namespace v0 {

/// Opens after so many failures of transport in a row, lets one call through after `open_for` (half open),
/// and closes if that one succeeds.
struct breaker_options {
  unsigned failures = 0;  // 0: there is no breaker
  duration open_for = std::chrono::seconds(30);
};

/// Per minute, each a bucket that holds a minute's worth and fills evenly. 0: no limit.
struct limiter_options {
  std::uint64_t requests_per_minute = 0;
  std::uint64_t tokens_per_minute = 0;
};

/// Safe from many threads.
class route_state {
 public:
  explicit route_state(breaker_options breaker = {}, limiter_options limiter = {});

  struct permit {
    enum class answer : std::uint8_t {
      go,    // after `wait`; what was asked for is taken from the buckets
      open,  // the circuit is open for `wait` more
    };
    answer what = answer::go;
    duration wait{0};
    bool probe = false;        // the one call that is let through a half open circuit
    std::uint64_t tokens = 0;  // taken from the bucket
    std::uint64_t round = 0;   // of the breaker, when it was given
  };
  /// How a call ended, as far as the breaker is concerned.
  enum class health : std::uint8_t {
    up,       // something answered: a reply, or an error that is about the request
    down,     // time-outs, network, overload, errors of the provider's own
    unknown,  // cancelled, or never sent
  };

  permit admit(instant now, std::uint64_t tokens);
  /// Each permit that says `go` is settled once. `tokens` is what the call really took; empty: unknown, what
  /// was taken stays taken.
  void settle(const permit& given, health how, std::optional<std::uint64_t> tokens, instant now);
  /// A permit of which no use was made: what it took goes back.
  void give_back(const permit& given, instant now);

  enum class circuit : std::uint8_t { closed, open, half_open };
  circuit state(instant now) const;

  // Modes that the model did not hold. `shape` is a fingerprint of the schema.

  /// The provider rejected this schema as a constraint of this mode.
  void note_rejected(output_mode mode, std::uint64_t shape);
  /// A reply in this mode did, or did not, hold what it was constrained to.
  void note_held(output_mode mode, bool held);
  /// Why this mode should not be asked for again; empty: nothing speaks against it.
  std::string against(output_mode mode, std::uint64_t shape) const;
  /// A state that knows the same of the modes and stops nothing, for a request that is made and not sent.
  std::shared_ptr<route_state> unlimited() const;

 private:
  struct bucket {
    double level = 0;
    double per_second = 0;
    double most = 0;
    instant filled = {};
    bool started = false;
    void fill(instant now);
    duration take(double amount);
  };
  static bucket bucket_of(std::uint64_t per_minute);

  const breaker_options breaker_;
  const limiter_options limiter_;
  mutable std::mutex lock_;
  unsigned failures_ = 0;
  std::optional<instant> opened_ = {};
  bool probing_ = false;
  std::uint64_t round_ = 0;  // counts openings and closings: an answer from before them says nothing
  bucket requests_ = {};
  bucket tokens_ = {};
  std::set<std::pair<output_mode, std::uint64_t>> rejected_ = {};
  std::map<output_mode, unsigned> ignored_ = {};
};

/// Route states by the model's name. Safe from many threads.
class routes {
 public:
  explicit routes(breaker_options breaker = {}, limiter_options limiter = {});
  /// Other options for one model, before its first call.
  void set(std::string model, breaker_options breaker, limiter_options limiter);
  std::shared_ptr<route_state> of(std::string_view model);

 private:
  const breaker_options breaker_;
  const limiter_options limiter_;
  std::mutex lock_;
  std::map<std::string, std::shared_ptr<route_state>, std::less<>> all_;
};

}  // namespace v0
}  // namespace tenon
