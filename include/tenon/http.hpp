// An HTTP client on one event loop: requests go out, replies come back in pieces, failures are values.
//
// A client owns one thread, on which its loop runs and every event is told; any thread may start and cancel.
// One request started is at most one request on the wire: nothing is ever repeated, not even when a
// connection that was kept alive turns out to be dead (account::requests is 0 or 1). Redirects are not
// followed: a 3xx is a reply like any other, so a key never goes to another host. Knows nothing of models.
//
// The trap: an event is told on the loop's own thread, so a slow handler holds up every other request of this
// client, and waiting there for another reply would wait for ever (call() refuses: code "on_loop_thread").
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/clock.hpp>
#include <tenon/problem.hpp>
#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {
namespace http {

struct header {
  std::string name = {};
  std::string value = {};
  /// Never shown: not in a message, an excerpt, a place.
  bool secret = false;
  friend bool operator==(const header&, const header&) = default;
};

/// The value of the first header with this name, whatever its letter case; empty if there is none.
std::optional<std::string_view> find_header(const std::vector<header>& headers,
                                            std::string_view name) noexcept;

/// How long one request may take; an empty one is no limit. Over one, the request ends as timed_out with the
/// member's name as code. Measured by the machine's steady clock.
struct time_limits {
  /// From the start until the request can be sent: name resolution, connection, proxy and TLS.
  std::optional<duration> connect = std::chrono::seconds(10);
  /// From then until the first byte of the reply's head.
  std::optional<duration> first_byte = std::chrono::minutes(10);
  /// From one byte of the reply to the next.
  std::optional<duration> idle = std::chrono::minutes(1);
  /// From the start to the end.
  std::optional<duration> total = {};
};

struct request {
  std::string method = "GET";
  /// http or https, without a user and password in it: those belong into a secret header.
  std::string url = {};
  /// In this order. Host, Content-Length and the like are made from the rest; Content-Length,
  /// Transfer-Encoding and Expect cannot be given. gzip and deflate (and what else libcurl can undo) are
  /// offered and undone.
  std::vector<header> headers = {};
  std::string body = {};
  time_limits within = {};
  /// Bytes of the reply's body, decoded. One more ends the request: protocol_error, code "max_body".
  std::size_t max_body = std::size_t{64} << 20;
  /// Bytes of the reply's head. One more ends the request: protocol_error, code "max_head"; so does a
  /// line of 100 KiB. Beyond 300 KB libcurl may end it by itself, as incomplete_stream, code "head_cut".
  std::size_t max_head = std::size_t{256} << 10;
  /// HTTP/2 where TLS offers it; several requests then share a connection. Otherwise HTTP/1.1.
  bool http2 = false;
  /// Empty: as the environment says (https_proxy, http_proxy, all_proxy, no_proxy, as libcurl reads them).
  /// "none": no proxy. Else the proxy's URL, which may hold a user and a password; no_proxy does not matter.
  std::string proxy = {};
  /// A file of certificates (PEM) to trust in place of the system's. Empty: the system's.
  std::string ca_file = {};
};

struct head {
  int status = 0;
  /// In order, names as they were sent. Those of the final reply only: neither an interim one (100, 103) nor
  /// trailers. Set-Cookie is marked secret.
  std::vector<header> headers = {};
};

/// What a request cost.
struct account {
  /// Requests put on the wire: 0 or 1. 1 once the sending began, whether or not all of it arrived.
  unsigned requests = 0;
  /// It went over a connection that was kept alive.
  bool reused = false;
  /// Of the reply's body, decoded.
  std::uint64_t bytes_received = 0;
  /// Since the start; empty for what did not come.
  std::optional<duration> connected = {};
  std::optional<duration> first_byte = {};
  duration total = {};
};

/// How a request ended.
struct ending {
  /// Empty: the reply is whole, whatever its status. Otherwise
  ///   timed_out          connect, first_byte, idle, total
  ///   network_error      no byte of a reply: dns, proxy, connection_refused, unreachable, connection_reset,
  ///                      connection_closed, tls, network; out_of_memory
  ///   incomplete_stream  head_cut, body_cut: it ended before its length, or broke off
  ///   protocol_error     invalid_reply, content_encoding, max_body, max_head
  ///   invalid_argument   url, method, header, proxy, ca_file, option; handler_threw: an event threw an
  ///   exception cancelled          cancelled
  /// `place` is the URL without query and fragment. What had come before it failed was told by the events.
  std::optional<problem> why = {};
  account spent = {};
};

/// What the caller wants to hear; each may be empty. Told on the client's loop thread, in the order head,
/// data…, done. An exception ends the request as invalid_argument, code "handler_threw".
struct events {
  /// At most once.
  std::function<void(const head&)> head = {};
  /// The next bytes of the body, decoded; cut anywhere. They live only during the call.
  std::function<void(std::string_view)> data = {};
  /// Exactly once, last, always after `start` was entered and possibly before it returns.
  std::function<void(ending)> done = {};
};

namespace detail {
class loop;
class transfer;
}  // namespace detail

/// A request under way. Destroying it cancels. May outlive its client. Movable; one thread at a time, but
/// cancel() may be called from any.
class handle {
 public:
  handle() noexcept = default;
  ~handle();
  handle(handle&& other) noexcept = default;
  handle& operator=(handle&& other) noexcept;

  /// Idempotent, from any thread, within an event too. `done` is still told, once, as cancelled unless the
  /// request had ended before. No head and no data is told that had not begun to be told before. The
  /// connection is closed (of HTTP/2, the stream), so the server learns of it.
  void cancel() noexcept;

 private:
  friend class client;
  handle(std::shared_ptr<detail::loop> where, std::shared_ptr<detail::transfer> what) noexcept;
  std::shared_ptr<detail::loop> loop_;
  std::shared_ptr<detail::transfer> transfer_;
};

struct client_options {
  /// Connections that are kept open, used or not; the one that was idle longest goes first.
  std::size_t max_connections = 64;
  /// One that was idle for longer is not used again.
  duration max_idle_time = std::chrono::seconds(30);
};

/// Safe from many threads. Destroying it cancels what is under way, tells every `done`, then ends the thread;
/// destroyed within an event, it does so once that event has returned.
class client {
 public:
  /// Errors: network_error, code "http_client", if there is no thread, descriptor or libcurl to be had.
  static result<client> open(client_options how = {});
  ~client();
  client(client&&) noexcept;
  client& operator=(client&&) noexcept;

  /// Never waits. Whatever is wrong with the request is told by `done`.
  handle start(request what, events to);
  /// True on the thread on which events are told.
  bool on_loop_thread() const noexcept;

 private:
  explicit client(std::shared_ptr<detail::loop> made) noexcept;
  std::shared_ptr<detail::loop> loop_;
};

struct reply {
  int status = 0;
  std::vector<header> headers = {};
  std::string body = {};
  account spent = {};
};

struct call_failure {
  problem why = {};
  /// What had arrived; status 0 if no head had.
  reply partial = {};
};

/// Starts and waits. A stop request cancels. On the client's loop thread, where it would wait for ever, it
/// fails at once: invalid_argument, code "on_loop_thread" (S2-53).
result<reply, call_failure> call(client& through, request what, std::stop_token stop = {});

}  // namespace http
}  // namespace v0
}  // namespace tenon
