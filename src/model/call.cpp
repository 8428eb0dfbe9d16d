// Waiting for a call that may answer on any thread.
//
// The trap: a model is code of somebody else's. It may answer before `start` returns, twice, or long
// after; so what the handlers touch is shared, and only the first answer counts.
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <utility>

#include <tenon/loop_thread.hpp>
#include <tenon/model.hpp>

namespace tenon {
inline namespace v0 {

namespace {

using delta_handler = std::function<void(std::string_view, std::uint64_t)>;

model_answer failed(failure_kind kind, std::string code, std::string message) {
  model_failure failure;
  failure.why.kind = kind;
  failure.why.code = std::move(code);
  failure.why.message = std::move(message);
  return failure;
}

/// Where the threads of the model and of the caller meet.
class meeting {
 public:
  explicit meeting(delta_handler to) : delta_(std::move(to)) {}

  void done(model_answer answer) {
    {
      const std::scoped_lock hold(lock_);
      if (answer_) return;
      answer_.emplace(std::move(answer));
    }
    changed_.notify_all();
  }

  void delta(std::string_view text, std::uint64_t tokens) {
    {
      const std::scoped_lock hold(lock_);
      if (answer_ || broken_) return;
    }
    // Outside the lock, so that the handler may take its time or stop the call.
    try {
      delta_(text, tokens);
    } catch (...) {
      {
        const std::scoped_lock hold(lock_);
        broken_ = std::current_exception();
      }
      changed_.notify_all();
    }
  }

  model_answer wait(call_handle* handle) {
    std::unique_lock hold(lock_);
    changed_.wait(hold, [&] { return answer_ || broken_; });
    if (!answer_) {
      hold.unlock();
      if (handle != nullptr) handle->cancel();
      hold.lock();
      changed_.wait(hold, [&] { return answer_.has_value(); });
    }
    return broken_ ? complaint(broken_) : std::move(*answer_);
  }

  static model_answer complaint(const std::exception_ptr& what) {
    try {
      std::rethrow_exception(what);
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& e) {
      return failed(failure_kind::invalid_argument, "callback_exception", e.what());
    } catch (...) {
      return failed(failure_kind::invalid_argument, "callback_exception",
                    "a callback threw no std::exception");
    }
  }

 private:
  std::mutex lock_;
  std::condition_variable changed_;
  std::optional<model_answer> answer_;
  std::exception_ptr broken_;
  const delta_handler delta_;
};

}  // namespace

model_answer call(model& m, model_request request, std::stop_token stop,
                  std::function<void(std::string_view, std::uint64_t)> delta) {
  if (on_loop_thread()) {
    return failed(
        failure_kind::invalid_argument, "on_loop_thread",
        "a blocking call on the thread of an event loop would wait for itself; start the call instead");
  }
  if (stop.stop_requested())
    return failed(failure_kind::cancelled, "cancelled", "the call was cancelled before it began");

  const bool wants_delta = static_cast<bool>(delta);
  const auto shared = std::make_shared<meeting>(std::move(delta));
  call_events events;
  events.done = [shared](model_answer answer) { shared->done(std::move(answer)); };
  if (wants_delta)
    events.delta = [shared](std::string_view text, std::uint64_t tokens) { shared->delta(text, tokens); };

  std::unique_ptr<call_handle> handle;
  try {
    handle = m.start(std::move(request), std::move(events));
  } catch (...) {
    return meeting::complaint(std::current_exception());
  }
  // After the handle, so that it is gone before the handle is.
  const std::stop_callback on_stop(stop, [&handle] {
    if (handle) handle->cancel();
  });
  return shared->wait(handle.get());
}

}  // namespace v0
}  // namespace tenon
