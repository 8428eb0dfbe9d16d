// Who may touch what, and when, is said in loop.hpp.
#include "loop.hpp"

#include "transfer.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <new>
#include <pthread.h>
#include <system_error>
#include <vector>

#include <tenon/loop_thread.hpp>

namespace tenon {
inline namespace v0 {
namespace http {
namespace detail {
namespace {

using boost::asio::posix::stream_descriptor;

constexpr std::size_t reading = 0;
constexpr std::size_t writing = 1;

/// No signal handler of the program runs on our thread, and a connection that is gone is an error code there,
/// never SIGPIPE. A new thread inherits the mask.
class signals_blocked {
 public:
  signals_blocked() noexcept {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  signals_blocked(const signals_blocked&) = delete;
  signals_blocked& operator=(const signals_blocked&) = delete;
  ~signals_blocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_ = {};
};

}  // namespace

/// A socket of libcurl's, borrowed: libcurl opens and closes it.
struct loop::watched {
  explicit watched(boost::asio::io_context& context) : descriptor(context) {}
  stream_descriptor descriptor;
  curl_socket_t socket = CURL_SOCKET_BAD;
  std::array<bool, 2> wanted = {};
  std::array<bool, 2> listening = {};
  bool gone = false;
};

loop::loop() : work_(boost::asio::make_work_guard(context_)), timer_(context_) {}

loop::~loop() {
  if (multi_ != nullptr) curl_multi_cleanup(multi_);
}

std::shared_ptr<loop> loop::open(const client_options& how) {
  // Thread safe since 7.84, and never undone: others in this program may use libcurl too.
  static const bool usable = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  if (!usable) return nullptr;
  try {
    std::shared_ptr<loop> made(new loop());
    if (!made->prepare(how)) return nullptr;
    const signals_blocked quiet;
    made->thread_ = std::thread([made] { made->run(); });
    made->thread_id_ = made->thread_.get_id();
    return made;
  } catch (const std::system_error&) {  // no thread, or no descriptor for the loop
    return nullptr;
  }
}

bool loop::prepare(const client_options& how) {
  options_ = how;
  multi_ = curl_multi_init();
  if (multi_ == nullptr) return false;
  const auto set = [this](CURLMoption option, auto content) {
    return curl_multi_setopt(multi_, option, content) == CURLM_OK;
  };
  const auto socket = [](CURL*, curl_socket_t s, int wanted, void* self, void*) noexcept {
    return static_cast<loop*>(self)->on_socket(s, wanted);
  };
  const auto timer = [](CURLM*, long milliseconds, void* self) noexcept {
    static_cast<loop*>(self)->on_timer(milliseconds);
    return 0;
  };
  return set(CURLMOPT_SOCKETFUNCTION, static_cast<curl_socket_callback>(socket)) &&
         set(CURLMOPT_SOCKETDATA, this) &&
         set(CURLMOPT_TIMERFUNCTION, static_cast<curl_multi_timer_callback>(timer)) &&
         set(CURLMOPT_TIMERDATA, this) &&
         set(CURLMOPT_MAXCONNECTS, static_cast<long>(std::max<std::size_t>(how.max_connections, 1)));
}

void loop::run() noexcept {
  const loop_thread_mark mark;
  for (;;) {
    try {
      context_.run();
      return;
    } catch (...) {  // no memory for a handler: what waited for it meets its limit of time
      continue;
    }
  }
}

void loop::stop() {
  post([this] { shut_down(); });
  if (on_thread()) {
    thread_.detach();
  } else {
    thread_.join();
  }
}

void loop::shut_down() {
  stopping_ = true;
  while (!transfers_.empty()) {
    const std::shared_ptr<transfer> next = transfers_.begin()->second;
    take_out(next);
    next->end_cancelled();
  }
  curl_multi_cleanup(std::exchange(multi_, nullptr));
  timer_.cancel();
  work_.reset();
}

// ---------------------------------------------------------------- transfers

void loop::begin(const std::shared_ptr<transfer>& what) {
  if (stopping_ || what->cancelled()) return what->end_cancelled();
  CURLcode code = CURLE_OUT_OF_MEMORY;
  try {
    if (what->prepare(*this, options_)) {
      transfers_.emplace(what->easy(), what);
      if (curl_multi_add_handle(multi_, what->easy()) == CURLM_OK) return;
      take_out(what);
    } else {
      code = CURLE_OK;  // the transfer itself knows why not
    }
  } catch (const std::bad_alloc&) {
    take_out(what);
  }
  what->end(code);
}

bool loop::take_out(const std::shared_ptr<transfer>& what) {
  const auto found = transfers_.find(what->easy());
  if (found == transfers_.end()) return false;
  curl_multi_remove_handle(multi_, what->easy());
  transfers_.erase(found);
  return true;
}

void loop::cancel(const std::shared_ptr<transfer>& what) {
  if (take_out(what)) what->end_cancelled();
}

void loop::expire(const std::shared_ptr<transfer>& what) {
  if (!what->out_of_time(std::chrono::time_point_cast<duration>(std::chrono::steady_clock::now()))) {
    return what->wait();
  }
  if (take_out(what)) what->end(CURLE_OK);
}

void loop::act(curl_socket_t socket, int directions) {
  if (multi_ == nullptr) return;
  int running = 0;
  curl_multi_socket_action(multi_, socket, directions, &running);
  drain();
}

void loop::drain() {
  int left = 0;
  while (multi_ != nullptr) {
    const CURLMsg* const message = curl_multi_info_read(multi_, &left);
    if (message == nullptr) return;
    if (message->msg != CURLMSG_DONE) continue;
    const CURLcode code = message->data.result;  // gone with the handle
    const auto found = transfers_.find(message->easy_handle);
    if (found == transfers_.end()) continue;
    const std::shared_ptr<transfer> done = found->second;
    take_out(done);
    done->end(code);
  }
}

// ---------------------------------------------------------------- sockets and the timer

int loop::on_socket(curl_socket_t socket, int wanted) noexcept {
  try {
    const auto found = sockets_.find(socket);
    if (wanted == CURL_POLL_REMOVE) {
      if (found == sockets_.end()) return 0;
      found->second->gone = true;
      found->second->descriptor.release();  // ends its waits; libcurl closes it
      sockets_.erase(found);
      return 0;
    }
    std::shared_ptr<watched> w;
    if (found == sockets_.end()) {
      w = std::make_shared<watched>(context_);
      w->socket = socket;
      boost::system::error_code error;
      if (w->descriptor.assign(socket, error)) return -1;
      sockets_.emplace(socket, w);
    } else {
      w = found->second;
    }
    w->wanted = {wanted != CURL_POLL_OUT, wanted != CURL_POLL_IN};
    listen(w);
    return 0;
  } catch (...) {  // no memory
    return -1;
  }
}

void loop::listen(const std::shared_ptr<watched>& socket) {
  for (const std::size_t d : {reading, writing}) {
    if (!socket->wanted[d] || socket->listening[d]) continue;
    socket->descriptor.async_wait(d == reading ? stream_descriptor::wait_read : stream_descriptor::wait_write,
                                  [this, socket, d](const boost::system::error_code&) { ready(socket, d); });
    socket->listening[d] = true;
  }
}

void loop::ready(const std::shared_ptr<watched>& socket, std::size_t direction) {
  socket->listening[direction] = false;
  if (socket->gone || !socket->wanted[direction]) return;
  act(socket->socket, direction == reading ? CURL_CSELECT_IN : CURL_CSELECT_OUT);
  if (!socket->gone) listen(socket);
}

void loop::on_timer(long milliseconds) noexcept {
  try {
    if (milliseconds < 0) {
      timer_.cancel();
      return;
    }
    timer_.expires_after(std::chrono::milliseconds(milliseconds));
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (!error) act(CURL_SOCKET_TIMEOUT, 0);
    });
  } catch (...) {  // no memory: the requests meet their limits of time
    return;
  }
}

}  // namespace detail
}  // namespace http
}  // namespace v0
}  // namespace tenon
