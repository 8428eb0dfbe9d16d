// One thread, and what is due in order of time.
#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include <tenon/alarm.hpp>
#include <tenon/loop_thread.hpp>

namespace tenon {
inline namespace v0 {

namespace {

class alarm_thread final : public alarms {
 public:
  alarm_thread() : worker_([this](const std::stop_token& stop) { run(stop); }) {}
  alarm_thread(const alarm_thread&) = delete;
  alarm_thread& operator=(const alarm_thread&) = delete;
  ~alarm_thread() override {
    worker_.request_stop();
    changed_.notify_all();
  }

  std::unique_ptr<alarm> at(instant when, std::function<void()> then) override;
  void take_back(std::uint64_t number);

 private:
  struct due {
    std::uint64_t number;
    std::function<void()> then;
  };

  void run(const std::stop_token& stop) {
    const loop_thread_mark mark;
    std::unique_lock hold(lock_);
    while (!stop.stop_requested()) {
      if (all_.empty()) {
        changed_.wait(hold, stop, [this] { return !all_.empty(); });
        continue;
      }
      const instant first = all_.begin()->first;
      if (std::chrono::steady_clock::now() < first) {
        changed_.wait_until(hold, stop, first, [&] { return all_.empty() || all_.begin()->first < first; });
        continue;
      }
      auto now = std::move(all_.extract(all_.begin()).mapped());
      running_ = now.number;
      hold.unlock();
      now.then();
      now.then = nullptr;  // what it holds may set or take back alarms
      hold.lock();
      running_ = 0;
      finished_.notify_all();
    }
  }

  std::mutex lock_;
  std::condition_variable_any changed_;
  std::condition_variable_any finished_;
  std::multimap<instant, due> all_;
  std::uint64_t last_ = 0;
  std::uint64_t running_ = 0;
  std::jthread worker_;  // last: it uses the others
};

class set_alarm final : public alarm {
 public:
  set_alarm(alarm_thread& of, std::uint64_t number) : of_(of), number_(number) {}
  set_alarm(const set_alarm&) = delete;
  set_alarm& operator=(const set_alarm&) = delete;
  ~set_alarm() override { of_.take_back(number_); }

 private:
  alarm_thread& of_;
  const std::uint64_t number_;
};

std::unique_ptr<alarm> alarm_thread::at(instant when, std::function<void()> then) {
  std::uint64_t number = 0;
  {
    const std::scoped_lock hold(lock_);
    number = ++last_;
    all_.emplace(when, due{number, std::move(then)});
  }
  changed_.notify_all();
  return std::make_unique<set_alarm>(*this, number);
}

void alarm_thread::take_back(std::uint64_t number) {
  std::function<void()> dropped;  // destroyed outside the lock
  std::unique_lock hold(lock_);
  for (auto at = all_.begin(); at != all_.end(); ++at) {
    if (at->second.number != number) continue;
    dropped = std::move(at->second.then);
    all_.erase(at);
    hold.unlock();
    return;
  }
  // A callback that drops its own alarm would wait for itself.
  if (worker_.get_id() == std::this_thread::get_id()) return;
  finished_.wait(hold, [&] { return running_ != number; });
}

}  // namespace

alarms& system_alarms() {
  static alarm_thread all;
  return all;
}

}  // namespace v0
}  // namespace tenon
