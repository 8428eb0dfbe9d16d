#include <algorithm>
#include <utility>

#include <tenon/route.hpp>

namespace tenon {
inline namespace v0 {

namespace {

/// Replies in a row that ignored their constraint before the model is known not to hold the mode. One may be
/// chance: a thinking model that forgot itself.
constexpr unsigned enough_ignored = 2;
/// Schemas that are remembered as rejected; the oldest in order make room.
constexpr std::size_t most_remembered = 1024;

double seconds(duration d) noexcept {
  return std::chrono::duration<double>(d).count();
}

}  // namespace

// --- buckets -----------------------------------------------------------------------------------------------

route_state::bucket route_state::bucket_of(std::uint64_t per_minute) {
  bucket b;
  b.most = static_cast<double>(per_minute);
  b.level = b.most;
  b.per_second = b.most / 60.0;
  return b;
}

void route_state::bucket::fill(instant now) {
  if (started && now > filled) level = std::min(most, level + seconds(now - filled) * per_second);
  if (!started || now > filled) filled = now;
  started = true;
}

/// May go below zero: who comes next waits for it. So waits are given in order, and nobody starves.
duration route_state::bucket::take(double amount) {
  if (most <= 0) return duration::zero();
  // More than a minute's worth could never be had: it takes all there is.
  level -= std::min(amount, most);
  if (level >= 0) return duration::zero();
  return std::chrono::duration_cast<duration>(std::chrono::duration<double>(-level / per_second));
}

// --- breaker and limiter -----------------------------------------------------------------------------------

route_state::route_state(breaker_options breaker, limiter_options limiter)
    : breaker_(breaker),
      limiter_(limiter),
      requests_(bucket_of(limiter.requests_per_minute)),
      tokens_(bucket_of(limiter.tokens_per_minute)) {}

route_state::permit route_state::admit(instant now, std::uint64_t tokens) {
  const std::scoped_lock hold(lock_);
  permit given;
  given.round = round_;
  if (opened_) {
    const auto passed = now - *opened_;
    if (passed < breaker_.open_for || probing_) {
      given.what = permit::answer::open;
      given.wait = std::max(breaker_.open_for - passed, duration::zero());
      return given;
    }
    given.probe = true;
    probing_ = true;
  }
  requests_.fill(now);
  tokens_.fill(now);
  given.tokens = tokens;
  given.wait = std::max(requests_.take(1), tokens_.take(static_cast<double>(tokens)));
  return given;
}

void route_state::settle(const permit& given, health how, std::optional<std::uint64_t> tokens, instant now) {
  const std::scoped_lock hold(lock_);
  tokens_.fill(now);
  if (tokens && tokens_.most > 0) {
    const auto taken = std::min(static_cast<double>(given.tokens), tokens_.most);
    tokens_.level = std::min(tokens_.most, tokens_.level + taken - static_cast<double>(*tokens));
  }
  if (given.probe) probing_ = false;
  if (breaker_.failures == 0 || how == health::unknown) return;
  // What was sent before the circuit opened or closed says nothing of how it is now.
  if (given.round != round_) return;
  if (how == health::up) {
    failures_ = 0;
    if (given.probe) {
      opened_.reset();
      ++round_;
    }
    return;
  }
  if (given.probe || ++failures_ >= breaker_.failures) {
    opened_ = now;
    failures_ = 0;
    if (!given.probe) ++round_;
  }
}

void route_state::give_back(const permit& given, instant now) {
  settle(given, health::unknown, 0, now);
  const std::scoped_lock hold(lock_);
  requests_.fill(now);
  requests_.level = std::min(requests_.most, requests_.level + 1);
}

route_state::circuit route_state::state(instant now) const {
  const std::scoped_lock hold(lock_);
  if (!opened_) return circuit::closed;
  return now - *opened_ < breaker_.open_for ? circuit::open : circuit::half_open;
}

// --- modes -------------------------------------------------------------------------------------------------

void route_state::note_rejected(output_mode mode, std::uint64_t shape) {
  const std::scoped_lock hold(lock_);
  if (rejected_.size() >= most_remembered) rejected_.erase(rejected_.begin());
  rejected_.emplace(mode, shape);
}

void route_state::note_held(output_mode mode, bool held) {
  const std::scoped_lock hold(lock_);
  unsigned& count = ignored_[mode];
  count = held ? 0 : count + 1;
}

std::string route_state::against(output_mode mode, std::uint64_t shape) const {
  const std::scoped_lock hold(lock_);
  if (rejected_.contains({mode, shape})) return "the model has rejected this schema as a constraint before";
  const auto count = ignored_.find(mode);
  if (count == ignored_.end() || count->second < enough_ignored) return {};
  return "the model has not held its constraint " + std::to_string(count->second) + " times in a row";
}

std::shared_ptr<route_state> route_state::unlimited() const {
  auto copy = std::make_shared<route_state>(breaker_options{.failures = 0});
  const std::scoped_lock hold(lock_);
  copy->rejected_ = rejected_;
  copy->ignored_ = ignored_;
  return copy;
}

// --- by name -----------------------------------------------------------------------------------------------

routes::routes(breaker_options breaker, limiter_options limiter) : breaker_(breaker), limiter_(limiter) {}

void routes::set(std::string model, breaker_options breaker, limiter_options limiter) {
  const std::scoped_lock hold(lock_);
  all_.insert_or_assign(std::move(model), std::make_shared<route_state>(breaker, limiter));
}

std::shared_ptr<route_state> routes::of(std::string_view model) {
  const std::scoped_lock hold(lock_);
  if (const auto known = all_.find(model); known != all_.end()) return known->second;
  return all_.emplace(std::string(model), std::make_shared<route_state>(breaker_, limiter_)).first->second;
}

}  // namespace v0
}  // namespace tenon
