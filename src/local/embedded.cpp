// Calls wait in a queue; one worker takes them in order. Each call's `done` is called exactly once: by the
// worker, or by start() itself for a call that the queue has no room for.
//
// A waiting call that is cancelled must not wait for the one that runs, so the worker looks after the
// queue between two evaluations. The trap: `done` may drop the last model_ptr, on the worker's own thread.
// So everything the worker touches belongs to a core that it shares, and a thread never joins itself.
#include "embedded.hpp"

#include "generation.hpp"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace tenon {
inline namespace v0 {
namespace local {
namespace {

struct call_state {
  model_request request;
  call_events events;
  instant queued_at;
  std::atomic<bool> cancelled{false};
};
using call_ptr = std::shared_ptr<call_state>;

void finish(call_state& call, model_answer answer) noexcept {
  try {
    if (call.events.done) call.events.done(std::move(answer));
  } catch (...) {  // the handler's own failure; there is nobody to tell
    return;
  }
}

model_failure refusal(failure_kind kind, std::string code, std::string message) {
  model_failure f;
  f.why.kind = kind;
  f.why.code = std::move(code);
  f.why.message = std::move(message);
  return f;
}

class core {
 public:
  core(std::unique_ptr<engine> on, std::string name, const options& how)
      : engine_(std::move(on)),
        name_(std::move(name)),
        how_(how),
        time_(how.time != nullptr ? how.time : system_environment().time),
        chance_(how.chance != nullptr ? how.chance : system_environment().chance) {}

  void enqueue(const call_ptr& call);
  /// Some call's flag went up.
  void cancellation() noexcept {
    sweep_ = true;
    ready_.notify_one();
  }
  void close() noexcept;
  void work();

 private:
  call_ptr take();
  void sweep();
  void run(call_state& call);
  interruption interrupted(const call_state& call, std::optional<instant> deadline) const;

  std::unique_ptr<engine> engine_;
  std::string name_;
  options how_;
  const clock* time_;
  randomness* chance_;
  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<call_ptr> queue_;  // guarded by mutex_
  std::atomic<bool> closing_{false};
  std::atomic<bool> sweep_{false};
  std::uint64_t served_ = 0;
};

void core::enqueue(const call_ptr& call) {
  call->queued_at = time_->now();
  {
    const std::lock_guard lock(mutex_);
    if (queue_.size() < how_.max_queue) {
      queue_.push_back(call);
      ready_.notify_one();
      return;
    }
  }
  finish(*call,
         refusal(failure_kind::overloaded, "max_queue",
                 "the embedded model has " + std::to_string(how_.max_queue) + " calls waiting already"));
}

void core::close() noexcept {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  ready_.notify_one();
}

call_ptr core::take() {
  std::unique_lock lock(mutex_);
  ready_.wait(lock, [this] { return closing_ || sweep_ || !queue_.empty(); });
  if (queue_.empty()) return nullptr;
  call_ptr next = std::move(queue_.front());
  queue_.pop_front();
  return next;
}

/// Ends the waiting calls that were cancelled.
void core::sweep() {
  if (!sweep_.exchange(false)) return;
  std::deque<call_ptr> cancelled;
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(queue_, [&](const call_ptr& call) {
      if (!call->cancelled) return false;
      cancelled.push_back(call);
      return true;
    });
  }
  for (const call_ptr& call : cancelled) {
    auto f = refusal(failure_kind::cancelled, "cancelled", "the call was cancelled while it waited");
    f.timings.queued = time_->now() - call->queued_at;
    finish(*call, std::move(f));
  }
}

interruption core::interrupted(const call_state& call, std::optional<instant> deadline) const {
  if (call.cancelled) return interruption::cancelled;
  if (closing_) return interruption::closing;
  if (deadline && time_->now() >= *deadline) return interruption::timed_out;
  return interruption::none;
}

void core::run(call_state& call) {
  const instant start = time_->now();
  std::optional<instant> deadline;
  // A limit that the clock cannot count to is none.
  if (call.request.timeout && *call.request.timeout < instant::max() - start)
    deadline = start + *call.request.timeout;
  bool threw = false;
  const surroundings around{
      .time = *time_,
      .interrupted = [&] { return threw ? interruption::callback_threw : interrupted(call, deadline); },
      .breathe = [this] { sweep(); },
      .delta =
          [&](std::string_view text, std::uint64_t tokens) {
            if (!call.events.delta) return;
            try {
              call.events.delta(text, tokens);
            } catch (...) {
              threw = true;
            }
          },
      .chance = [this] { return chance_->next(); },
      .stop_runaway = how_.stop_runaway,
  };
  model_answer answer = [&]() -> model_answer {
    try {
      return generate(*engine_, call.request, around);
    } catch (const std::bad_alloc&) {
      return refusal(failure_kind::provider_error, "out_of_memory", "there is no memory left for the call");
    }
  }();
  const std::string id = "local-" + std::to_string(++served_);
  if (answer) {
    answer->id = id;
    answer->model = name_;
    answer->timings.queued = start - call.queued_at;
  } else {
    answer.error().id = id;
    answer.error().timings.queued = start - call.queued_at;
  }
  finish(call, std::move(answer));
}

void core::work() {
  for (;;) {
    const call_ptr call = take();
    sweep();
    if (call != nullptr) {
      run(*call);
    } else if (closing_) {
      return;
    }
  }
}

class handle final : public call_handle {
 public:
  handle(std::shared_ptr<core> on, call_ptr call) : core_(std::move(on)), call_(std::move(call)) {}
  handle(const handle&) = delete;
  handle& operator=(const handle&) = delete;
  ~handle() override { handle::cancel(); }
  void cancel() noexcept override {
    if (!call_->cancelled.exchange(true)) core_->cancellation();
  }

 private:
  std::shared_ptr<core> core_;
  call_ptr call_;
};

class embedded final : public model {
 public:
  embedded(std::unique_ptr<engine> on, std::string name, const options& how)
      : name_("local:" + name),
        can_(standard_capabilities()),
        core_((can_.context_tokens = static_cast<std::uint32_t>(on->decode().capacity()),
               std::make_shared<core>(std::move(on), std::move(name), how))),
        worker_([shared = core_] { shared->work(); }) {}
  embedded(const embedded&) = delete;
  embedded& operator=(const embedded&) = delete;
  ~embedded() override {
    core_->close();
    if (worker_.get_id() == std::this_thread::get_id()) {
      worker_.detach();
    } else {
      worker_.join();
    }
  }

  std::string_view name() const noexcept override { return name_; }
  const capabilities& can() const noexcept override { return can_; }
  std::unique_ptr<call_handle> start(model_request request, call_events events) override {
    auto call = std::make_shared<call_state>();
    call->request = std::move(request);
    call->events = std::move(events);
    auto held = std::make_unique<handle>(core_, call);
    core_->enqueue(call);
    return held;
  }

 private:
  std::string name_;
  capabilities can_;
  std::shared_ptr<core> core_;
  std::thread worker_;
};

}  // namespace

capabilities standard_capabilities(const options& how) noexcept {
  return {.native_schema = true,
          .schema_invisible = true,
          .temperature = true,
          .in_process = true,
          .context_tokens = how.context_tokens};
}

model_ptr make_embedded(std::unique_ptr<engine> on, std::string name, const options& how) {
  return std::make_shared<embedded>(std::move(on), std::move(name), how);
}

}  // namespace local
}  // namespace v0
}  // namespace tenon
