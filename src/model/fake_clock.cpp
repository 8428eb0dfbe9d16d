#include <algorithm>
#include <utility>

#include <tenon/fake_clock.hpp>

namespace tenon {
inline namespace v0 {

namespace {
constexpr instant origin{};
}  // namespace

fake_clock::fake_clock() noexcept
    : start_(std::chrono::sys_days(std::chrono::year(2030) / std::chrono::January / 1)) {}

instant fake_clock::now() const noexcept {
  return origin + elapsed();
}

timestamp fake_clock::today() const noexcept {
  return start_ + elapsed();
}

duration fake_clock::elapsed() const noexcept {
  const std::scoped_lock hold(lock_);
  return elapsed_;
}

void fake_clock::advance(duration by) noexcept {
  const std::scoped_lock hold(lock_);
  elapsed_ += std::max(by, duration::zero());
}

bool fake_clock::sleep_until(instant until, std::stop_token stop) {
  const auto length = until - now();
  std::function<void(duration)> watch;
  {
    const std::scoped_lock hold(lock_);
    watch = watch_;
  }
  // Outside the lock: the watcher may ask this clock for the time.
  if (watch && length > duration::zero()) watch(length);
  if (stop.stop_requested()) return false;
  const std::scoped_lock hold(lock_);
  if (length > duration::zero()) {
    elapsed_ = std::max(elapsed_, duration(until - origin));
    sleeps_.push_back(length);
  }
  return true;
}

std::unique_ptr<alarm> fake_clock::at(instant when, std::function<void()> then) {
  sleep_until(when, {});
  then();
  return std::make_unique<alarm>();
}

std::uint64_t fake_clock::next() noexcept {
  const std::scoped_lock hold(lock_);
  if (fixed_) return drawn_;
  // SplitMix64 (Steele, Lea, Flood 2014).
  auto z = drawn_ += 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

void fake_clock::draws(std::uint64_t number) noexcept {
  const std::scoped_lock hold(lock_);
  drawn_ = number;
  fixed_ = true;
}

void fake_clock::on_sleep(std::function<void(duration)> watch) {
  const std::scoped_lock hold(lock_);
  watch_ = std::move(watch);
}

std::vector<duration> fake_clock::sleeps() const {
  const std::scoped_lock hold(lock_);
  return sleeps_;
}

}  // namespace v0
}  // namespace tenon
