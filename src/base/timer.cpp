// One thread, and what is due in order of time.
#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include <tenon/loop_thread.hpp>
#include <tenon/timer.hpp>

namespace tenon {
inline namespace v0 {

namespace {

class timer_thread final : public timers {
 public:
  timer_thread() : worker_([this](const std::stop_token& stop) { run(stop); }) {}
  timer_thread(const timer_thread&) = delete;
  timer_thread& operator=(const timer_thread&) = delete;
  ~timer_thread() override {
    worker_.request_stop();
    changed_.notify_all();
  }

  std::unique_ptr<timer> at(instant when, std::function<void()> then) override;
  void take_back(instant when, std::uint64_t number);

 private:
  /// When, and which of those that are due then.
  using key = std::pair<instant, std::uint64_t>;

  void run(const std::stop_token& stop) {
    const loop_thread_mark mark;
    std::unique_lock hold(lock_);
    while (!stop.stop_requested()) {
      if (all_.empty()) {
        changed_.wait(hold, stop, [this] { return !all_.empty(); });
        continue;
      }
      const instant first = all_.begin()->first.first;
      if (std::chrono::steady_clock::now() < first) {
        changed_.wait_until(hold, stop, first,
                            [&] { return all_.empty() || all_.begin()->first.first < first; });
        continue;
      }
      auto now = all_.extract(all_.begin());
      running_ = now.key().second;
      hold.unlock();
      now.mapped()();
      now.mapped() = nullptr;  // what it holds may set or take back timers
      hold.lock();
      running_ = 0;
      finished_.notify_all();
    }
  }

  std::mutex lock_;
  std::condition_variable_any changed_;
  std::condition_variable_any finished_;
  std::map<key, std::function<void()>> all_;
  std::uint64_t last_ = 0;
  std::uint64_t running_ = 0;
  std::jthread worker_;  // last: it uses the others
};

class set_timer final : public timer {
 public:
  set_timer(timer_thread& of, instant when, std::uint64_t number) : of_(of), when_(when), number_(number) {}
  set_timer(const set_timer&) = delete;
  set_timer& operator=(const set_timer&) = delete;
  ~set_timer() override { of_.take_back(when_, number_); }

 private:
  timer_thread& of_;
  const instant when_;
  const std::uint64_t number_;
};

std::unique_ptr<timer> timer_thread::at(instant when, std::function<void()> then) {
  std::uint64_t number = 0;
  {
    const std::scoped_lock hold(lock_);
    number = ++last_;
    all_.emplace(key{when, number}, std::move(then));
  }
  changed_.notify_all();
  return std::make_unique<set_timer>(*this, when, number);
}

void timer_thread::take_back(instant when, std::uint64_t number) {
  decltype(all_)::node_type dropped;  // destroyed outside the lock
  std::unique_lock hold(lock_);
  dropped = all_.extract(key{when, number});
  if (dropped) return;
  // A callback that drops its own timer would wait for itself.
  if (worker_.get_id() == std::this_thread::get_id()) return;
  finished_.wait(hold, [&] { return running_ != number; });
}

}  // namespace

timers& system_timers() {
  static timer_thread all;
  return all;
}

}  // namespace v0
}  // namespace tenon
