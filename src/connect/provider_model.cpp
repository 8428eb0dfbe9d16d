// One call is one object, shared by the handle and the client's events, and touched by the events on the loop
// thread alone. What the caller may do from elsewhere is cancel, which the HTTP client takes from any thread.
#include "provider_model.hpp"

#include <mutex>
#include <new>
#include <utility>

#include <tenon/sse.hpp>
#include <tenon/timer.hpp>

namespace tenon {
inline namespace v0 {
namespace connecting {

namespace {

/// After the terminator of a stream the body usually ends at once, and the connection can serve the next
/// call. A server that keeps it open all the same is not waited for longer than this.
constexpr duration linger = std::chrono::milliseconds(250);

duration since(std::chrono::steady_clock::time_point began) {
  return std::chrono::duration_cast<duration>(std::chrono::steady_clock::now() - began);
}

std::vector<http::header> sent_headers(const std::vector<wire::header>& from) {
  std::vector<http::header> all;
  all.reserve(from.size());
  for (const wire::header& h : from) all.push_back({h.name, h.value, h.secret});
  return all;
}

class provider_call final : public std::enable_shared_from_this<provider_call>, public http::stream_handler {
 public:
  provider_call(wire::provider to, model_request what, wire::encoded sent, call_events events)
      : to_(std::move(to)), what_(std::move(what)), sent_(std::move(sent)), events_(std::move(events)) {}

  void begin(http::client& through, const reach& how) {
    http::request r;
    r.method = "POST";
    r.url = sent_.request.url;
    r.headers = sent_headers(sent_.request.headers);
    r.body = std::move(sent_.request.body);
    bytes_sent_ = r.body.size();
    r.within = how.within;
    if (what_.timeout && (!r.within.total || *what_.timeout < *r.within.total))
      r.within.total = what_.timeout;
    r.max_body = how.max_body;
    r.http2 = how.http2;
    r.proxy = how.proxy;
    r.ca_file = how.ca_file;
    const auto self = shared_from_this();
    auto handle =
        through.start(std::move(r), {.head = [self](const http::head& h) { self->on_head(h); },
                                     .data = [self](std::string_view d) { self->on_data(d); },
                                     .done = [self](http::ending e) { self->on_done(std::move(e)); }});
    const std::scoped_lock hold(lock_);
    handle_ = std::move(handle);
    if (cancelled_) handle_.cancel();
  }

  void cancel() noexcept {
    const std::scoped_lock hold(lock_);
    cancelled_ = true;
    handle_.cancel();
  }

  /// The events hold the call, and the call the handle: whoever lets go of it ends the circle.
  void let_go() noexcept {
    cancel();
    std::unique_ptr<timer> waiting;
    const std::scoped_lock hold(lock_);
    waiting.swap(lingering_);
  }

 private:
  void on_head(const http::head& h) {
    reply_.status = h.status;
    reply_.received = std::chrono::system_clock::now();
    for (const http::header& one : h.headers) reply_.headers.push_back({one.name, one.value, one.secret});
    if (!wire::is_stream(to_.how->speaks, reply_)) return;
    reader_.emplace(to_, what_, sent_, reply_);
    if (wire::framing_of(to_.how->speaks) == wire::framing::json_lines) {
      lines_.emplace(*this);
    } else {
      events_of_.emplace(*this);
    }
  }

  void on_data(std::string_view bytes) {
    if (!first_) first_ = since(began_);
    bytes_received_ += bytes.size();
    if (!reader_) {
      reply_.body.append(bytes);
      return;
    }
    if (reader_->done() || broken_) return;
    const bool good = lines_ ? lines_->feed(bytes) : events_of_->feed(bytes);
    if (!good && !reader_->done()) broken_ = lines_ ? lines_->error() : events_of_->error();
    if (broken_) {
      finish(std::move(*reader_).fail(*broken_));
      return cancel();  // what still comes is nothing to anyone
    }
    if (reader_->done()) linger_on();
  }

  bool on_event(const http::stream_event& e) override { return tell(reader_->event(e.type, e.data)); }

  bool on_stray(std::string_view line) override {
    tell(reader_->stray(line));
    return true;
  }

  /// False once nothing more is wanted.
  bool tell(const std::string& text) {
    // The number of tokens is not known before the end; what is known is that there are more.
    if (!text.empty() && events_.delta) events_.delta(text, ++pieces_);
    return !reader_->done();
  }

  void linger_on() {
    const std::weak_ptr<provider_call> self = weak_from_this();
    const auto until = std::chrono::time_point_cast<duration>(std::chrono::steady_clock::now()) + linger;
    auto set = system_timers().at(until, [self] {
      if (const auto call = self.lock()) call->cancel();
    });
    const std::scoped_lock hold(lock_);
    lingering_ = std::move(set);
  }

  void on_done(http::ending e) {
    try {
      conclude(std::move(e));
    } catch (const std::bad_alloc&) {
      // Who waits is told all the same, with what needs no memory.
      reply_ = {};
      reader_.reset();
      model_failure f;
      f.why.kind = failure_kind::network_error;
      f.why.code = "no_memory";
      finish(std::move(f));
    }
  }

  void conclude(http::ending e) {
    if (!reader_) return finish(e.why ? failed(std::move(*e.why)) : wire::decode(to_, what_, sent_, reply_));
    if (finished_) return;
    if (!reader_->done() && !e.why) {
      const bool good = lines_ ? lines_->finish() : events_of_->finish();
      if (!good && !reader_->done()) e.why = lines_ ? lines_->error() : events_of_->error();
    }
    // The terminator was read: how the connection ends after it does not matter.
    if (e.why && !reader_->done()) return finish(std::move(*reader_).fail(std::move(*e.why)));
    finish(std::move(*reader_).finish());
  }

  /// A reply that did not arrive as a whole: what its head told is kept, what it said is not looked at.
  model_answer failed(problem why) {
    if (why.kind == failure_kind::timed_out || why.kind == failure_kind::network_error) why.place.clear();
    return wire::stream_reader(to_, what_, sent_, reply_).fail(std::move(why));
  }

  void finish(model_answer answer) {
    if (std::exchange(finished_, true)) return;
    auto& times = answer ? answer->timings : answer.error().timings;
    times.total = since(began_);
    times.first_token = first_;
    auto& went = answer ? answer->exchange : answer.error().exchange;
    if (!went) went.emplace();
    went->bytes_sent = bytes_sent_;
    went->bytes_received = bytes_received_;
    if (answer) answer->given = sent_.given;
    auto done = std::exchange(events_.done, nullptr);
    if (done) done(std::move(answer));
  }

  const wire::provider to_;
  const model_request what_;
  wire::encoded sent_;
  call_events events_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();

  // Of the loop thread.
  wire::http_reply reply_ = {};
  std::optional<wire::stream_reader> reader_ = {};
  std::optional<http::sse_decoder> events_of_ = {};
  std::optional<http::json_lines_decoder> lines_ = {};
  std::optional<problem> broken_ = {};
  std::optional<duration> first_ = {};
  std::uint64_t pieces_ = 0;
  std::uint64_t bytes_sent_ = 0;
  std::uint64_t bytes_received_ = 0;
  bool finished_ = false;

  std::mutex lock_;
  http::handle handle_ = {};
  std::unique_ptr<timer> lingering_ = {};
  bool cancelled_ = false;
};

class provider_handle final : public call_handle {
 public:
  explicit provider_handle(std::shared_ptr<provider_call> of) : of_(std::move(of)) {}
  provider_handle(const provider_handle&) = delete;
  provider_handle& operator=(const provider_handle&) = delete;
  ~provider_handle() override { of_->let_go(); }
  void cancel() noexcept override { of_->cancel(); }

 private:
  const std::shared_ptr<provider_call> of_;
};

class no_call final : public call_handle {
 public:
  void cancel() noexcept override {}
};

class provider_model final : public model {
 public:
  provider_model(std::string name, wire::provider what, reach how, std::shared_ptr<http::client> through)
      : name_(std::move(name)), what_(std::move(what)), how_(std::move(how)), through_(std::move(through)) {}

  std::string_view name() const noexcept override { return name_; }
  const capabilities& can() const noexcept override { return what_.can; }

  std::unique_ptr<call_handle> start(model_request request, call_events events) override {
    auto sent = wire::encode(what_, request, how_.always_stream || static_cast<bool>(events.delta));
    if (!sent) {
      model_failure f;
      f.why = std::move(sent.error());
      events.done(std::move(f));
      return std::make_unique<no_call>();
    }
    auto call =
        std::make_shared<provider_call>(what_, std::move(request), std::move(*sent), std::move(events));
    call->begin(*through_, how_);
    return std::make_unique<provider_handle>(std::move(call));
  }

 private:
  const std::string name_;
  const wire::provider what_;
  const reach how_;
  const std::shared_ptr<http::client> through_;
};

}  // namespace

result<std::shared_ptr<http::client>> shared_http() {
  static std::mutex lock;
  static std::weak_ptr<http::client> known;
  const std::scoped_lock hold(lock);
  if (auto there = known.lock()) return there;
  auto made = http::client::open();
  if (!made) return made.error();
  auto shared = std::make_shared<http::client>(std::move(*made));
  known = shared;
  return shared;
}

model_ptr make_provider_model(std::string name, wire::provider what, reach how,
                              std::shared_ptr<http::client> through) {
  return std::make_shared<provider_model>(std::move(name), std::move(what), std::move(how),
                                          std::move(through));
}

}  // namespace connecting
}  // namespace v0
}  // namespace tenon
