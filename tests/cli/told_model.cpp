// The program's models for its tests: `--model told:FILE` says what it is told, line by line, when it is
// told.
//
//   {"delta": "{\"sum"}      a piece of the reply
//   {"end": "stop"}          the reply ends; "length" where the output cap cut it off
//   {"fail": "overloaded"}   the call fails with this kind
//
// FILE may be a FIFO, and then nothing happens before a test says so. At the end of a file that has no end of
// a reply the model hangs, until it is cancelled or the time of its attempt is over.
#include "asking.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <poll.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include <tenon/reader.hpp>

namespace tenon::cli {

namespace {

constexpr std::string_view prefix = "told:";

model_failure failed(failure_kind kind, std::string message) {
  model_failure f;
  f.why.kind = kind;
  f.why.code = to_string(kind);
  f.why.message = std::move(message);
  return f;
}

class told_call final : public call_handle {
 public:
  told_call(std::string path, const model_request& what, call_events events) : events_(std::move(events)) {
    if (what.timeout) until_ = std::chrono::steady_clock::now() + *what.timeout;
    if (::pipe(wake_.data()) != 0) wake_ = {-1, -1};
    // Written to by nobody else here; opened so that a FIFO neither waits for a writer nor ends with one.
    file_ = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    thread_ = std::jthread([this] { run(); });
  }
  told_call(const told_call&) = delete;
  told_call& operator=(const told_call&) = delete;
  ~told_call() override {
    told_call::cancel();
    thread_.join();
    for (const int fd : {file_, wake_[0], wake_[1]}) ::close(fd);
  }

  void cancel() noexcept override {
    const char byte = 'c';
    if (::write(wake_[1], &byte, 1) != 1) std::terminate();
  }

 private:
  void run() {
    std::uint64_t pieces = 0;
    for (;;) {
      const auto line = next_line();
      if (!line) return events_.done(failure_);
      const auto read = json::read(*line);
      if (!read) return events_.done(failed(failure_kind::protocol_error, *line));
      const value& told = read->root;
      if (const auto* delta = told.find("delta")) {
        text_ += delta->string();
        if (events_.delta) events_.delta(delta->string(), ++pieces);
      } else if (const auto* end = told.find("end")) {
        return events_.done(
            reply(end->string() == "length" ? finish_reason::length : finish_reason::stop, pieces));
      } else {
        const auto kind = failure_kind_from(told.find("fail")->string());
        return events_.done(failed(kind.value_or(failure_kind::protocol_error), "as it was told"));
      }
    }
  }

  model_reply reply(finish_reason why, std::uint64_t tokens) const {
    model_reply r;
    r.text = text_;
    r.finish = why;
    r.finish_text = to_string(why);
    r.usage.input_tokens = 1;
    r.usage.output_tokens = tokens;
    return r;
  }

  /// Empty: `failure_` says why there is none. Whether it was cancelled is asked before every line.
  std::optional<std::string> next_line() {
    for (;;) {
      const auto end = read_.find('\n');
      const bool there = end != std::string::npos;
      std::array<pollfd, 2> both{{{wake_[0], POLLIN, 0}, {there || over_ ? -1 : file_, POLLIN, 0}}};
      const int ready = ::poll(both.data(), both.size(), there ? 0 : left());
      if (ready < 0 && errno == EINTR) continue;
      if (both[0].revents != 0) {
        failure_ = failed(failure_kind::cancelled, "the call was cancelled");
        return std::nullopt;
      }
      if (there) {
        std::string line = read_.substr(0, end);
        read_.erase(0, end + 1);
        return line;
      }
      if (ready == 0) {
        failure_ = failed(failure_kind::timed_out, "the attempt took longer than its time limit");
        return std::nullopt;
      }
      read_more();
    }
  }

  void read_more() {
    std::array<char, 4096> buffer{};
    const auto got = ::read(file_, buffer.data(), buffer.size());
    over_ = got <= 0;
    if (got > 0) read_.append(buffer.data(), static_cast<std::size_t>(got));
  }

  /// Milliseconds.
  int left() const {
    if (!until_) return -1;
    const auto span =
        std::chrono::ceil<std::chrono::milliseconds>(*until_ - std::chrono::steady_clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(span.count(), 0, 86'400'000));
  }

  call_events events_;
  std::optional<std::chrono::steady_clock::time_point> until_;
  std::array<int, 2> wake_{};
  int file_ = -1;
  bool over_ = false;
  std::string read_;
  std::string text_;
  model_failure failure_;
  std::jthread thread_;
};

class told_model final : public model {
 public:
  explicit told_model(std::string path) : path_(std::move(path)) {}
  std::string_view name() const noexcept override { return "told"; }
  const capabilities& can() const noexcept override { return can_; }
  std::unique_ptr<call_handle> start(model_request what, call_events events) override {
    return std::make_unique<told_call>(path_, what, std::move(events));
  }

 private:
  std::string path_;
  capabilities can_ = {};
};

}  // namespace

result<model_ptr, fault> open_named(std::string_view name, const configuration&) {
  if (!name.starts_with(prefix))
    return usage_fault("the program for the tests opens no other model than told:FILE");
  return model_ptr(std::make_shared<told_model>(std::string(name.substr(prefix.size()))));
}

}  // namespace tenon::cli
