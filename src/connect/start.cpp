// The driver of the attempt machine that does not block.
//
// Answers, timers and cancellations come on threads of others, also before the call that asked for them
// returns. Each is an event in a queue, and whoever finds the queue idle works it off: so the machine belongs
// to one thread at a time, nothing recurses, and no lock is held while a model, an observer or the handler is
// called.
#include "driving.hpp"

#include <deque>
#include <mutex>
#include <stop_token>
#include <utility>
#include <variant>

#include <tenon/guarded.hpp>
#include <tenon/timer.hpp>

namespace tenon {
inline namespace v0 {

class client::operation final : public pending::call, public std::enable_shared_from_this<operation> {
 public:
  operation(std::shared_ptr<const state> of, asking::target to, request what, reply::read_options reading,
            std::function<void(ending)> then)
      : of_(std::move(of)),
        to_(std::move(to)),
        what_(std::move(what)),
        machine_(what_, to_, connecting::setup_for(of_->options, of_->hops, std::move(reading))),
        then_(std::move(then)) {}

  void begin() {
    const std::weak_ptr<operation> self = weak_from_this();
    stopped_by_.emplace(what_.stop, stopper{self});
    post(started{});
  }

  void cancel() noexcept override { post(stopped{}); }

 private:
  struct started {};
  struct answered {
    model_answer answer;
  };
  struct woken {};
  struct stopped {};
  using event = std::variant<started, answered, woken, stopped>;

  struct stopper {
    std::weak_ptr<operation> of;
    void operator()() const noexcept {
      if (const auto there = of.lock()) there->cancel();
    }
  };

  void post(event what) {
    {
      const std::scoped_lock hold(lock_);
      events_.push_back(std::move(what));
      if (busy_) return;
      busy_ = true;
    }
    const auto self = shared_from_this();  // the handler may drop whoever holds this
    for (;;) {
      std::optional<event> next;
      {
        const std::scoped_lock hold(lock_);
        if (events_.empty()) {
          busy_ = false;
          return;
        }
        next = std::move(events_.front());
        events_.pop_front();
      }
      std::visit([this](auto& one) { on(one); }, *next);
    }
  }

  void on(const started&) {
    const auto& s = *of_;
    perform(what_.stop.stop_requested() ? stop_first() : machine_.start(s.world.time->now()));
  }

  asking::action stop_first() {
    auto first = machine_.start(of_->world.time->now());
    return std::holds_alternative<asking::finished>(first) ? first : machine_.on_stop(of_->world.time->now());
  }

  void on(answered& one) {
    if (!then_) return;
    handle_.reset();
    auto next = connecting::told(machine_, std::move(one.answer), of_->options.observer, of_->world);
    if (stopping_ && !std::holds_alternative<asking::finished>(next))
      next = machine_.on_stop(of_->world.time->now());
    perform(std::move(next));
  }

  void on(const woken&) {
    if (!then_ || !waiting_) return;
    waiting_ = false;
    timer_.reset();
    perform(machine_.on_wake(of_->world.time->now()));
  }

  void on(const stopped&) {
    if (!then_ || std::exchange(stopping_, true)) return;
    if (handle_) {
      handle_->cancel();
    } else if (std::exchange(waiting_, false)) {
      timer_.reset();
      perform(machine_.on_stop(of_->world.time->now()));
    }
  }

  void perform(asking::action next) {
    if (auto* what = std::get_if<asking::send>(&next)) {
      send(std::move(*what));
    } else if (const auto* wait = std::get_if<asking::pause>(&next)) {
      waiting_ = true;
      timer_ = of_->world.later->at(wait->until, [self = shared_from_this()] { self->post(woken{}); });
    } else {
      finish();
    }
  }

  void send(asking::send what) {
    call_events events;
    events.done = [self = shared_from_this()](model_answer a) { self->post(answered{std::move(a)}); };
    if (of_->options.observer.on_delta) {
      events.delta = [self = shared_from_this()](std::string_view text, std::uint64_t tokens) {
        // What it throws is the last thing that is heard of the call.
        if (asking::guarded("observer", [&] { self->of_->options.observer.on_delta(text, tokens); }))
          self->cancel();
      };
    }
    auto& by = of_->at(what.hop);
    std::unique_ptr<call_handle> made;
    auto broken =
        asking::guarded("model", [&] { made = by.start(std::move(what.request), std::move(events)); });
    handle_ = std::move(made);
    if (!broken) return;
    model_failure f;
    f.why = std::move(*broken);
    post(answered{std::move(f)});
  }

  void finish() {
    stopped_by_.reset();
    handle_.reset();
    timer_.reset();
    ending e;
    if (const auto* failed = machine_.failure()) e.failure = *failed;
    e.root = std::move(machine_.root());
    e.account = std::move(machine_).take_account();
    const auto then = std::exchange(then_, nullptr);
    // Nobody is left to tell of what the handler throws.
    static_cast<void>(asking::guarded("handler", [&] { then(std::move(e)); }));
  }

  const std::shared_ptr<const state> of_;
  const asking::target to_;
  const request what_;
  asking::machine machine_;
  std::function<void(ending)> then_;
  std::optional<std::stop_callback<stopper>> stopped_by_ = {};
  std::shared_ptr<call_handle> handle_ = {};
  std::unique_ptr<timer> timer_ = {};
  bool waiting_ = false;
  bool stopping_ = false;

  std::mutex lock_;
  std::deque<event> events_;
  bool busy_ = false;
};

pending client::begin(asking::target to, request r, std::function<void(ending)> then) const {
  if (state_->broken) {
    then(refuse(*state_->broken, r));
    return {};
  }
  auto how = reading(r);
  auto made =
      std::make_shared<operation>(state_, std::move(to), std::move(r), std::move(how), std::move(then));
  made->begin();
  return pending(std::move(made));
}

pending client::start(const schema::program& shape, request r,
                      std::function<void(outcome<value>)> then) const {
  asking::target to;
  to.shape = shape;
  return begin(std::move(to), std::move(r), [then = std::move(then)](ending e) {
    std::optional<value> made = std::move(e.root);
    then(concluded<value>(std::move(e), std::move(made)));
  });
}

}  // namespace v0
}  // namespace tenon
