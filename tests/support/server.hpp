// A small server for tests: plain sockets, one thread per connection, and a function that says what is done
// with each request. It counts connections and requests, so that a test can tell what was on the wire.
//
// Nothing here sleeps: who has to wait, waits for the other side to speak or to close.
#pragma once

#include <arpa/inet.h>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <netinet/in.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <tenon/http.hpp>

namespace test {

struct received {
  std::string line;  // "GET /path HTTP/1.1"
  std::vector<tenon::http::header> headers;
  std::string body;
};

/// The server's side of one connection.
class connection {
 public:
  explicit connection(int socket) : socket_(socket) {}
  connection(const connection&) = delete;
  connection& operator=(const connection&) = delete;
  ~connection() { close(); }

  /// The next request; nothing if the other side closed.
  std::optional<received> read() {
    std::size_t end = std::string::npos;
    while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
      if (!more()) return std::nullopt;
    }
    received got;
    std::string_view head(buffer_.data(), end + 2);
    got.line = take_line(head);
    while (!head.empty()) {
      const std::string line = take_line(head);
      const std::size_t colon = line.find(':');
      const std::size_t content = line.find_first_not_of(' ', colon + 1);
      got.headers.push_back({line.substr(0, colon), content < line.size() ? line.substr(content) : ""});
    }
    buffer_.erase(0, end + 4);
    const auto length = tenon::http::find_header(got.headers, "content-length");
    const std::size_t size = length ? std::stoul(std::string(*length)) : 0;
    while (buffer_.size() < size) {
      if (!more()) return std::nullopt;
    }
    got.body = buffer_.substr(0, size);
    buffer_.erase(0, size);
    return got;
  }

  /// False: the other side is gone.
  bool write(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  /// A reply with this body.
  bool answer(std::string_view body, std::string_view headers = {},
              std::string_view status = "200 OK") const {
    return write("HTTP/1.1 " + std::string(status) + "\r\n" + std::string(headers) +
                 "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body));
  }
  /// Returns when the other side has closed.
  void wait_for_close() {
    while (more()) {
    }
  }
  /// The polite end; more may be read.
  void close_sending() const { ::shutdown(socket_, SHUT_WR); }
  /// The rude end: the other side gets a reset.
  void reset() {
    const linger at_once{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close();
  }
  void close() {
    const std::lock_guard lock(gate_);
    if (socket_ >= 0) ::close(std::exchange(socket_, -1));
  }
  /// From another thread: whoever waits here waits no longer.
  void interrupt() {
    const std::lock_guard lock(gate_);
    if (socket_ >= 0) ::shutdown(socket_, SHUT_RDWR);
  }

 private:
  static std::string take_line(std::string_view& text) {
    const std::size_t end = text.find("\r\n");
    std::string line(text.substr(0, end));
    text.remove_prefix(end + 2);
    return line;
  }
  bool more() {
    char bytes[4096];
    const ssize_t got = ::recv(socket_, bytes, sizeof bytes, 0);
    if (got <= 0) return false;
    buffer_.append(bytes, static_cast<std::size_t>(got));
    return true;
  }

  std::mutex gate_;
  int socket_;
  std::string buffer_;
};

/// An address on which nobody listens, and nobody else can.
class deaf_port {
 public:
  deaf_port() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the interface of sockets
    auto* const plain = reinterpret_cast<sockaddr*>(&address);
    if (::bind(socket_, plain, size) != 0 || ::getsockname(socket_, plain, &size) != 0) {
      throw std::runtime_error("no port for a test");
    }
    port_ = ntohs(address.sin_port);
  }
  deaf_port(const deaf_port&) = delete;
  deaf_port& operator=(const deaf_port&) = delete;
  ~deaf_port() { ::close(socket_); }

  std::string url(std::string_view path = "/", std::string_view scheme = "http") const {
    return std::string(scheme) + "://127.0.0.1:" + std::to_string(port_) + std::string(path);
  }
  std::uint16_t port() const noexcept { return port_; }

 protected:
  int socket_;

 private:
  std::uint16_t port_ = 0;
};

class server : public deaf_port {
 public:
  /// False: this connection takes no more requests.
  using behaviour = std::function<bool(connection&, const received&)>;

  explicit server(behaviour how) : how_(std::move(how)) {
    ::listen(socket_, 256);
    accepting_ = std::thread([this] { accept(); });
  }
  ~server() {
    ::shutdown(socket_, SHUT_RDWR);
    accepting_.join();
    for (const auto& open : connections_) open->interrupt();
    for (auto& serving : serving_) serving.join();
  }

  /// Connections that were accepted, and requests that were read to their end.
  std::size_t connections() const noexcept { return accepted_; }
  std::size_t requests() const noexcept { return requests_; }

 private:
  void accept() {
    for (;;) {
      const int socket = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
      if (socket < 0) return;
      ++accepted_;
      connections_.push_back(std::make_unique<connection>(socket));
      serving_.emplace_back([this, c = connections_.back().get()] { serve(*c); });
    }
  }
  void serve(connection& c) {
    while (const auto request = c.read()) {
      ++requests_;
      if (!how_(c, *request)) break;
    }
    c.close();
  }

  behaviour how_;
  std::atomic<std::size_t> accepted_ = 0;
  std::atomic<std::size_t> requests_ = 0;
  std::vector<std::unique_ptr<connection>> connections_;
  std::vector<std::thread> serving_;
  std::thread accepting_;
};

/// Something that one thread tells and another waits for.
class signal {
 public:
  void give() {
    const std::lock_guard lock(gate_);
    given_ = true;
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(gate_);
    changed_.wait(lock, [this] { return given_; });
  }

 private:
  std::mutex gate_;
  std::condition_variable changed_;
  bool given_ = false;
};

}  // namespace test
