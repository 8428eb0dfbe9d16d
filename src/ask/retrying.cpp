#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

#include <tenon/plan.hpp>
#include <tenon/retrying.hpp>
#include <tenon/timer.hpp>

namespace tenon {
inline namespace v0 {

namespace {

using asking::decision;

/// One call and its repetitions. Lives as long as anyone holds it: the handle of the caller, or an event of
/// the inner model that is still to come.
class repeated_call : public std::enable_shared_from_this<repeated_call> {
 public:
  repeated_call(model_ptr inner, policy rules, environment world, model_request what, call_events events)
      : inner_(std::move(inner)),
        rules_(std::move(rules)),
        world_(world),
        what_(std::move(what)),
        events_(std::move(events)),
        started_(world_.time->now()) {
    if (!what_.max_output_tokens && rules_.max_output_tokens > 0)
      what_.max_output_tokens = rules_.max_output_tokens;
    given_timeout_ = what_.timeout;
  }

  void begin() {
    auto next = what_;
    const auto limit = asking::time_for_attempt(rules_, world_.time->now() - started_);
    next.timeout = given_timeout_ && limit ? std::min(*given_timeout_, *limit)
                   : given_timeout_        ? given_timeout_
                                           : limit;
    const unsigned number = begun();
    used_.cap = next.max_output_tokens;
    call_events inner;
    inner.done = [self = shared_from_this()](model_answer answer) { self->answered(std::move(answer)); };
    if (events_.delta) {
      inner.delta = [self = shared_from_this()](std::string_view text, std::uint64_t tokens) {
        self->heard_ = true;
        self->events_.delta(text, tokens);
      };
    }
    std::shared_ptr<call_handle> handle = inner_->start(std::move(next), std::move(inner));
    bool cancelled = false;
    {
      const std::scoped_lock hold(lock_);
      // It may have been answered, and the next call begun, before it came back.
      if (number == used_.attempts) handle_ = handle;
      cancelled = cancelled_;
    }
    if (cancelled && handle) handle->cancel();
  }

  void cancel() noexcept {
    std::unique_ptr<timer> waiting;
    std::shared_ptr<call_handle> handle;
    {
      const std::scoped_lock hold(lock_);
      cancelled_ = true;
      waiting.swap(timer_);
      handle = handle_;
    }
    // Outside the lock: a model may answer before its cancel returns.
    if (handle) handle->cancel();
    if (!waiting) return;
    waiting.reset();
    finish_cancelled();
  }

 private:
  unsigned begun() {
    const std::scoped_lock hold(lock_);
    return ++used_.attempts;
  }

  void answered(model_answer answer) {
    note(answer);
    const auto fault = fault_of(answer);
    // What was passed on cannot be taken back, and a second beginning would follow it.
    if (!fault || heard_ || is_cancelled()) return finish(std::move(answer));
    used_.time = world_.time->now() - started_;
    const asking::leeway room{.correctable = false, .largest_cap = largest_cap()};
    const auto next = asking::plan(rules_, used_, *fault, room, world_.chance->next());
    if (next.next == decision::move::larger_cap) {
      ++used_.larger_caps;
      notes_.emplace_back("cut off at " + std::to_string(used_.cap.value_or(0)) +
                          " tokens; asked again with a larger cap");
      what_.max_output_tokens = next.cap;
      return begin();
    }
    if (next.next != decision::move::retry) return finish(std::move(answer));
    ++used_.transport_retries;
    notes_.emplace_back("repeated after " + std::string(to_string(fault->kind)));
    if (next.wait <= duration::zero()) return begin();
    wait(next.wait);
  }

  void wait(duration length) {
    auto set = world_.later->at(world_.time->now() + length, [self = shared_from_this()] { self->woken(); });
    std::unique_lock hold(lock_);
    // It may have been due before it was set, and the call under way again or over.
    if (woken_ > waits_) {
      ++waits_;
      return;
    }
    ++waits_;
    if (!cancelled_) {
      timer_.swap(set);
      return;
    }
    hold.unlock();
    set.reset();
    finish_cancelled();
  }

  void woken() {
    {
      const std::scoped_lock hold(lock_);
      ++woken_;
      if (cancelled_) return;
      timer_.reset();
    }
    begin();
  }

  static std::optional<asking::fault> fault_of(const model_answer& answer) {
    if (!answer) {
      const auto& bad = answer.error();
      return asking::fault{
          .kind = bad.why.kind, .retry_after = bad.retry_after, .should_retry = bad.should_retry};
    }
    if (answer->finish == finish_reason::length) {
      return asking::fault{.kind = failure_kind::truncated, .stage = asking::stage::inspect};
    }
    return std::nullopt;
  }

  std::optional<std::uint32_t> largest_cap() const {
    const auto most = inner_->can().max_output_tokens;
    return most > 0 ? std::optional(most) : std::nullopt;
  }

  bool is_cancelled() const {
    const std::scoped_lock hold(lock_);
    return cancelled_;
  }

  void note(const model_answer& answer) {
    const auto& one = answer ? std::optional(answer->usage) : answer.error().usage;
    if (!one) return;
    const auto add = [](std::optional<std::uint64_t>& sum, const std::optional<std::uint64_t>& more) {
      if (more) sum = sum.value_or(0) + *more;
    };
    add(sum_.input_tokens, one->input_tokens);
    add(sum_.output_tokens, one->output_tokens);
    add(sum_.cached_input_tokens, one->cached_input_tokens);
    add(sum_.reasoning_tokens, one->reasoning_tokens);
    add(sum_.cache_write_tokens, one->cache_write_tokens);
  }

  void finish(model_answer answer) {
    if (answer) {
      answer->usage = sum_;
      answer->notes.insert(answer->notes.end(), notes_.begin(), notes_.end());
    } else {
      answer.error().usage = sum_;
    }
    std::function<void(model_answer)> done;
    {
      const std::scoped_lock hold(lock_);
      done.swap(events_.done);
    }
    if (done) done(std::move(answer));
  }

  void finish_cancelled() {
    model_failure stopped;
    stopped.why.kind = failure_kind::cancelled;
    stopped.why.code = "cancelled";
    stopped.why.message = "the call was cancelled while it waited to be repeated";
    finish(std::move(stopped));
  }

  const model_ptr inner_;
  const policy rules_;
  const environment world_;
  model_request what_;
  call_events events_;
  const instant started_;
  std::optional<duration> given_timeout_ = {};
  asking::spent used_ = {};
  std::atomic<bool> heard_ = false;
  usage sum_ = {};
  std::vector<std::string> notes_ = {};

  mutable std::mutex lock_;
  bool cancelled_ = false;
  unsigned waits_ = 0;
  unsigned woken_ = 0;
  std::shared_ptr<call_handle> handle_ = {};
  std::unique_ptr<timer> timer_ = {};
};

class repeated_handle final : public call_handle {
 public:
  explicit repeated_handle(std::shared_ptr<repeated_call> of) : of_(std::move(of)) {}
  repeated_handle(const repeated_handle&) = delete;
  repeated_handle& operator=(const repeated_handle&) = delete;
  ~repeated_handle() override { of_->cancel(); }
  void cancel() noexcept override { of_->cancel(); }

 private:
  const std::shared_ptr<repeated_call> of_;
};

class retrying_model final : public model {
 public:
  retrying_model(model_ptr inner, policy rules, environment world)
      : inner_(std::move(inner)), rules_(std::move(rules)), world_(world), can_(inner_->can()) {
    can_.retries = true;
  }
  std::string_view name() const noexcept override { return inner_->name(); }
  const capabilities& can() const noexcept override { return can_; }
  std::unique_ptr<call_handle> start(model_request request, call_events events) override {
    auto call =
        std::make_shared<repeated_call>(inner_, rules_, world_, std::move(request), std::move(events));
    call->begin();
    return std::make_unique<repeated_handle>(std::move(call));
  }

 private:
  const model_ptr inner_;
  const policy rules_;
  const environment world_;
  capabilities can_;
};

}  // namespace

result<model_ptr> retrying(model_ptr inner, policy rules, std::optional<environment> world) {
  problem wrong{.kind = failure_kind::invalid_argument, .place = "model"};
  if (!inner) {
    wrong.code = "no_model";
    wrong.message = "there is no model to repeat calls of";
    return wrong;
  }
  if (inner->can().retries) {
    wrong.code = "retries_twice";
    wrong.message = "this model repeats its calls already; a second policy around it would multiply them";
    return wrong;
  }
  if (auto contradiction = check(rules)) return *std::move(contradiction);
  auto all = system_environment();
  all.later = &system_timers();
  if (world) {
    if (world->time != nullptr) all.time = world->time;
    if (world->chance != nullptr) all.chance = world->chance;
    if (world->later != nullptr) all.later = world->later;
  }
  return model_ptr(std::make_shared<retrying_model>(std::move(inner), std::move(rules), all));
}

}  // namespace v0
}  // namespace tenon
