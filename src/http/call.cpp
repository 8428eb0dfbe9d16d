// The blocking face: starts, collects, waits.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <utility>

#include <tenon/http.hpp>

namespace tenon {
inline namespace v0 {
namespace http {
namespace {

/// Shared with the events, which may still be inside the last of them when the waiting ends.
struct waiting {
  reply got = {};
  std::optional<problem> why = {};
  std::mutex gate = {};
  std::condition_variable over = {};
  bool done = false;

  void finish(ending end) {
    const std::lock_guard lock(gate);
    why = std::move(end.why);
    got.spent = end.spent;
    done = true;
    over.notify_all();
  }
  void wait() {
    std::unique_lock lock(gate);
    over.wait(lock, [this] { return done; });
  }
};

}  // namespace

result<reply, call_failure> call(client& through, request what, std::stop_token stop) {
  if (through.on_loop_thread()) {
    return call_failure{
        .why = {.kind = failure_kind::invalid_argument,
                .code = "on_loop_thread",
                .message = "a blocking call on the client's loop thread would wait for ever"}};
  }
  const auto shared = std::make_shared<waiting>();
  events to;
  to.head = [shared](const head& h) {
    shared->got.status = h.status;
    shared->got.headers = h.headers;
  };
  to.data = [shared](std::string_view bytes) { shared->got.body += bytes; };
  to.done = [shared](ending end) { shared->finish(std::move(end)); };
  handle running = through.start(std::move(what), std::move(to));
  const std::stop_callback on_stop(std::move(stop), [&running] { running.cancel(); });
  shared->wait();
  if (shared->why) return call_failure{.why = std::move(*shared->why), .partial = std::move(shared->got)};
  return std::move(shared->got);
}

}  // namespace http
}  // namespace v0
}  // namespace tenon
