// libcurl's multi interface on an Asio loop with a thread of its own.
//
// libcurl says which sockets to watch and when to wake it; Asio watches and wakes. Everything below `run`
// happens on the loop's thread, one thing at a time, so nothing there is locked; post() and the flags of a
// transfer are all that other threads touch.
//
// The trap: inside one of libcurl's callbacks no transfer may be added or removed. So what an event wants is
// posted, and a transfer ends only in drain(), expire() or a posted cancellation, never in a callback.
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <curl/curl.h>
#include <memory>
#include <thread>
#include <unordered_map>
#include <utility>

#include <tenon/http.hpp>

namespace tenon {
inline namespace v0 {
namespace http {
namespace detail {

class loop {
 public:
  /// Null: libcurl or the system has nothing left.
  static std::shared_ptr<loop> open(const client_options& how);
  loop(const loop&) = delete;
  loop& operator=(const loop&) = delete;
  ~loop();

  bool on_thread() const noexcept { return std::this_thread::get_id() == thread_id_; }
  template <class F>
  void post(F&& what) {
    boost::asio::post(context_, std::forward<F>(what));
  }
  /// Ends everything and the thread; waits for it unless called on it.
  void stop();

  // On the loop's thread:
  void begin(const std::shared_ptr<transfer>& what);
  void cancel(const std::shared_ptr<transfer>& what);
  boost::asio::io_context& context() noexcept { return context_; }
  /// The time of a transfer is over: ends it if a limit was met, else waits on.
  void expire(const std::shared_ptr<transfer>& what);

 private:
  struct watched;

  loop();
  bool prepare(const client_options& how);
  void run() noexcept;
  void shut_down();
  int on_socket(curl_socket_t socket, int wanted) noexcept;
  void on_timer(long milliseconds) noexcept;
  void listen(const std::shared_ptr<watched>& socket);
  void ready(const std::shared_ptr<watched>& socket, std::size_t direction);
  void act(curl_socket_t socket, int directions);
  void drain();
  /// False: it is not under way here (any more).
  bool take_out(const std::shared_ptr<transfer>& what);

  boost::asio::io_context context_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  boost::asio::steady_timer timer_;
  client_options options_ = {};
  CURLM* multi_ = nullptr;
  std::unordered_map<curl_socket_t, std::shared_ptr<watched>> sockets_;
  std::unordered_map<CURL*, std::shared_ptr<transfer>> transfers_;
  bool stopping_ = false;
  std::thread thread_;
  std::thread::id thread_id_;  // stays when the thread is on its own
};

}  // namespace detail
}  // namespace http
}  // namespace v0
}  // namespace tenon
