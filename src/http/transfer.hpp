// One request from start to end: its libcurl handle, its times, what it tells. All but the two flags belongs
// to the loop's thread.
#pragma once

#include <array>
#include <atomic>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <curl/curl.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <tenon/http.hpp>

namespace tenon {
inline namespace v0 {
namespace http {
namespace detail {

class loop;

class transfer : public std::enable_shared_from_this<transfer> {
 public:
  transfer(request what, events to);
  transfer(const transfer&) = delete;
  transfer& operator=(const transfer&) = delete;
  ~transfer();

  // From any thread:
  /// False if it was asked before, or has ended.
  bool ask_to_cancel() noexcept { return !cancelled_.exchange(true) && !over_.load(); }
  bool cancelled() const noexcept { return cancelled_.load(); }

  /// Makes the handle and starts the clock. False: why() says what is wrong with the request.
  bool prepare(loop& where, const client_options& how);
  CURL* easy() const noexcept { return easy_; }
  /// Sets why() if a limit of time was met.
  bool out_of_time(instant present);
  /// Waits for the earliest limit that could be met next.
  void wait();
  /// It is over: as why() says if something is there, else as libcurl does. Tells `done`. The handle must be
  /// out of the loop's multi handle.
  void end(CURLcode code);
  void end_cancelled();

 private:
  enum class phase : std::uint8_t { connecting, waiting, reading };
  struct due {
    instant at;
    std::string_view code;
  };

  static int on_send(void* self, char*, char*, int, int) noexcept;
  static curl_socket_t on_open(void* self, curlsocktype, curl_sockaddr* address) noexcept;
  static std::size_t on_header(char* data, std::size_t, std::size_t size, void* self) noexcept;
  static std::size_t on_data(char* data, std::size_t, std::size_t size, void* self) noexcept;
  static int on_progress(void* self, curl_off_t, curl_off_t received, curl_off_t, curl_off_t) noexcept;

  bool take_line(std::string_view line);
  bool tell_head();
  bool take_data(std::string_view bytes);
  void heard();
  due next_due() const;
  /// Why it is to be stopped; the first one counts.
  bool stop(failure_kind kind, std::string_view code, std::string message);
  /// Calls an event. False: it threw, or the request is cancelled now.
  template <class F>
  bool tell(F&& call);
  void finish();

  request what_;
  events tell_;
  loop* loop_ = nullptr;
  CURL* easy_ = nullptr;
  curl_slist* headers_ = nullptr;
  std::array<char, CURL_ERROR_SIZE> error_ = {};
  std::string place_ = {};
  phase phase_ = phase::connecting;
  instant started_ = {};
  instant sent_ = {};
  instant heard_ = {};
  curl_off_t raw_received_ = 0;
  std::optional<boost::asio::steady_timer> timer_ = {};
  head head_ = {};
  std::size_t head_bytes_ = 0;
  bool in_head_ = false;
  bool head_told_ = false;
  std::optional<problem> why_ = {};
  account spent_ = {};
  std::atomic<bool> cancelled_ = false;
  std::atomic<bool> over_ = false;
};

}  // namespace detail
}  // namespace http
}  // namespace v0
}  // namespace tenon
