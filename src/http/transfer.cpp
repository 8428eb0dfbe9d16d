// How a transfer goes: connecting → waiting for the head → reading. libcurl's callbacks move it on, its timer
// ends it, and whatever ends it first is what it ends as.
#include "transfer.hpp"

#include "failure.hpp"
#include "loop.hpp"
#include "options.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <sys/socket.h>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace http {
namespace detail {
namespace {

instant now() noexcept {
  return std::chrono::time_point_cast<duration>(std::chrono::steady_clock::now());
}

/// Longer than anybody waits, and short enough to be added to any instant.
constexpr duration forever = std::chrono::hours(24 * 365);

std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view spaces = " \t\r\n";
  const std::size_t first = text.find_first_not_of(spaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

}  // namespace

transfer::transfer(request what, events to) : what_(std::move(what)), tell_(std::move(to)) {}

transfer::~transfer() {
  if (easy_ != nullptr) curl_easy_cleanup(easy_);
  curl_slist_free_all(headers_);
}

bool transfer::prepare(loop& where, const client_options& how) {
  started_ = heard_ = now();
  loop_ = &where;
  why_ = check(what_, place_);
  if (why_) return false;
  easy_ = curl_easy_init();
  headers_ = header_list(what_);
  if (easy_ == nullptr || headers_ == nullptr) throw std::bad_alloc();
  option_setter set(easy_);
  set(CURLOPT_PRIVATE, this);
  set(CURLOPT_ERRORBUFFER, error_.data());
  set(CURLOPT_PREREQFUNCTION, &transfer::on_send);
  set(CURLOPT_PREREQDATA, this);
  set(CURLOPT_OPENSOCKETFUNCTION, &transfer::on_open);
  set(CURLOPT_OPENSOCKETDATA, this);
  set(CURLOPT_HEADERFUNCTION, &transfer::on_header);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_WRITEFUNCTION, &transfer::on_data);
  set(CURLOPT_WRITEDATA, this);
  set(CURLOPT_XFERINFOFUNCTION, &transfer::on_progress);
  set(CURLOPT_XFERINFODATA, this);
  set(CURLOPT_NOPROGRESS, 0L);
  set_options(set, what_, headers_, how);
  if (set.first_error() != CURLE_OK) {
    why_ = option_failure(set.first_error(), set.first_option(), place_);
    return false;
  }
  timer_.emplace(where.context());
  wait();
  return true;
}

// ---------------------------------------------------------------- time

transfer::due transfer::next_due() const {
  due next{started_ + forever, "total"};
  const auto consider = [&next](instant from, const std::optional<duration>& limit, std::string_view code) {
    if (!limit) return;
    const instant at = from + std::min(*limit, forever);
    if (at < next.at) next = {at, code};
  };
  if (phase_ == phase::connecting) consider(started_, what_.within.connect, "connect");
  if (phase_ == phase::waiting) consider(sent_, what_.within.first_byte, "first_byte");
  if (phase_ == phase::reading) consider(heard_, what_.within.idle, "idle");
  consider(started_, what_.within.total, "total");
  return next;
}

bool transfer::out_of_time(instant present) {
  const due next = next_due();
  if (present < next.at) return false;
  why_ = time_failure(next.code, what_.within, place_);
  return true;
}

void transfer::wait() {
  timer_->expires_at(next_due().at);
  timer_->async_wait([self = shared_from_this()](const boost::system::error_code& error) {
    if (!error && !self->over_.load()) self->loop_->expire(self);
  });
}

void transfer::heard() {
  heard_ = now();
  if (phase_ == phase::reading) return;  // the timer looks at heard_ when it fires
  phase_ = phase::reading;
  spent_.first_byte = heard_ - started_;
  wait();
}

// ---------------------------------------------------------------- libcurl's callbacks

/// Called each time a request is about to be sent. A second time is libcurl repeating it by itself, on a new
/// connection, because the one that was kept alive had died: that is for whoever counts attempts to decide.
int transfer::on_send(void* self, char*, char*, int, int) noexcept {
  auto& t = *static_cast<transfer*>(self);
  if (t.spent_.requests > 0 || t.cancelled()) return CURL_PREREQFUNC_ABORT;
  t.spent_.requests = 1;
  long made = 0;
  t.spent_.reused = curl_easy_getinfo(t.easy_, CURLINFO_NUM_CONNECTS, &made) == CURLE_OK && made == 0;
  t.phase_ = phase::waiting;
  t.sent_ = now();
  t.spent_.connected = t.sent_ - t.started_;
  try {
    t.wait();
  } catch (...) {
    t.stop(failure_kind::network_error, "out_of_memory", "no memory for a timer");
    return CURL_PREREQFUNC_ABORT;
  }
  return CURL_PREREQFUNC_OK;
}

/// As above: once the request was sent there is no second connection for it.
curl_socket_t transfer::on_open(void* self, curlsocktype, curl_sockaddr* address) noexcept {
  const auto& t = *static_cast<transfer*>(self);
  if (t.spent_.requests > 0) return CURL_SOCKET_BAD;
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

std::size_t transfer::on_header(char* data, std::size_t, std::size_t size, void* self) noexcept {
  auto& t = *static_cast<transfer*>(self);
  try {
    return t.take_line({data, size}) ? size : 0;
  } catch (...) {
    t.stop(failure_kind::network_error, "out_of_memory", "no memory for the reply's head");
    return 0;
  }
}

std::size_t transfer::on_data(char* data, std::size_t, std::size_t size, void* self) noexcept {
  auto& t = *static_cast<transfer*>(self);
  try {
    return t.take_data({data, size}) ? size : size + 1;
  } catch (...) {
    t.stop(failure_kind::network_error, "out_of_memory", "no memory for the reply's body");
    return size + 1;
  }
}

/// Counts the bytes as they come off the connection, which a decoder of gzip may hold back for a while.
int transfer::on_progress(void* self, curl_off_t, curl_off_t received, curl_off_t, curl_off_t) noexcept {
  auto& t = *static_cast<transfer*>(self);
  if (t.phase_ == phase::reading && received != t.raw_received_) t.heard_ = now();
  t.raw_received_ = received;
  return t.cancelled() ? 1 : 0;
}

bool transfer::take_line(std::string_view line) {
  heard();
  if (cancelled()) return false;
  if (line.size() > what_.max_head - head_bytes_) {
    return stop(failure_kind::protocol_error, "max_head",
                "the reply's head is longer than " + std::to_string(what_.max_head) + " bytes");
  }
  head_bytes_ += line.size();
  if (head_told_) return true;  // trailers
  if (!in_head_) {
    in_head_ = true;
    head_ = {};
    return true;  // the status line
  }
  const std::string_view text = trimmed(line);
  if (text.empty()) return tell_head();
  if ((line.front() == ' ' || line.front() == '\t') && !head_.headers.empty()) {
    head_.headers.back().value += ' ';
    head_.headers.back().value += text;
    return true;
  }
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return true;
  header field{std::string(text.substr(0, colon)), std::string(trimmed(text.substr(colon + 1)))};
  field.secret = same_name(field.name, "set-cookie");
  head_.headers.push_back(std::move(field));
  return true;
}

bool transfer::tell_head() {
  in_head_ = false;
  long status = 0;
  curl_easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &status);
  if (status < 200 && status != 101) return true;  // an interim one; the final one follows
  head_told_ = true;
  head_.status = static_cast<int>(status);
  return tell([this] {
    if (tell_.head) tell_.head(head_);
  });
}

bool transfer::take_data(std::string_view bytes) {
  heard();
  if (cancelled()) return false;
  if (bytes.size() > what_.max_body - spent_.bytes_received) {
    return stop(failure_kind::protocol_error, "max_body",
                "the reply's body is longer than " + std::to_string(what_.max_body) + " bytes");
  }
  spent_.bytes_received += bytes.size();
  return tell([this, bytes] {
    if (tell_.data) tell_.data(bytes);
  });
}

template <class F>
bool transfer::tell(F&& call) {
  try {
    call();
  } catch (const std::bad_alloc&) {
    return stop(failure_kind::network_error, "out_of_memory", "an event of the request found no memory");
  } catch (...) {
    return stop(failure_kind::invalid_argument, "handler_threw",
                "an event of the request threw an exception");
  }
  return !cancelled();
}

bool transfer::stop(failure_kind kind, std::string_view code, std::string message) {
  if (!why_) {
    why_ = problem{.kind = kind, .code = std::string(code), .place = place_, .message = std::move(message)};
  }
  return false;
}

// ---------------------------------------------------------------- the end

void transfer::end(CURLcode code) {
  // libcurl is content with a head that breaks off between two lines.
  if (code == CURLE_OK && !why_ && !head_told_) code = CURLE_RECV_ERROR;
  if (!why_ && code != CURLE_OK) {
    if (cancelled()) return end_cancelled();
    long system_error = 0;
    long tunnel = 0;
    if (easy_ != nullptr) {
      curl_easy_getinfo(easy_, CURLINFO_OS_ERRNO, &system_error);
      curl_easy_getinfo(easy_, CURLINFO_HTTP_CONNECTCODE, &tunnel);
    }
    why_ = failure_of({.code = code,
                       .sent = spent_.requests > 0,
                       .heard = phase_ == phase::reading,
                       .head = head_told_,
                       .system_error = system_error,
                       .tunnel_status = tunnel,
                       .text = error_.data()},
                      what_, place_);
  }
  finish();
}

void transfer::end_cancelled() {
  why_ = problem{.kind = failure_kind::cancelled,
                 .code = "cancelled",
                 .place = place_,
                 .message = "the request was cancelled"};
  finish();
}

/// What the events hold is let go with them, here and not when the last handle goes.
void transfer::finish() {
  timer_.reset();
  if (easy_ != nullptr) curl_easy_cleanup(std::exchange(easy_, nullptr));
  if (started_ != instant()) spent_.total = now() - started_;
  over_.store(true);
  const events to = std::exchange(tell_, {});
  if (!to.done) return;
  try {
    to.done({.why = std::move(why_), .spent = spent_});
  } catch (...) {  // there is nobody left to tell
    return;
  }
}

}  // namespace detail
}  // namespace http
}  // namespace v0
}  // namespace tenon
