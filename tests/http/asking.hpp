// What the tests of the client ask with: a client, a request that goes past any proxy of the environment, and
// a listener that writes down what it was told.
#pragma once

#include "server.hpp"

#include <condition_variable>
#include <gtest/gtest.h>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <tenon/http.hpp>

namespace test {

namespace http = tenon::http;
using namespace std::chrono_literals;

inline http::client open_client(http::client_options how = {}) {
  return *http::client::open(how);
}

inline http::request get(std::string url) {
  http::request what;
  what.url = std::move(url);
  what.proxy = "none";
  return what;
}

inline http::request post(std::string url, std::string body) {
  http::request what = get(std::move(url));
  what.method = "POST";
  what.body = std::move(body);
  return what;
}

/// Writes down every event and checks their order.
class listener {
 public:
  http::events events() {
    http::events to;
    to.head = [this](const http::head& h) {
      EXPECT_EQ(heads++, 0);
      EXPECT_FALSE(end) << "a head after done";
      head = h;
      if (on_head) on_head();
    };
    to.data = [this](std::string_view bytes) {
      EXPECT_EQ(heads, 1) << "data before a head";
      EXPECT_FALSE(end) << "data after done";
      body += bytes;
      if (on_data) on_data();
    };
    to.done = [this](http::ending how) {
      if (on_done) on_done();
      const std::lock_guard lock(gate_);
      ++dones;
      end = std::move(how);
      changed_.notify_all();
    };
    return to;
  }
  /// The end, when it has come.
  const http::ending& wait() {
    std::unique_lock lock(gate_);
    changed_.wait(lock, [this] { return end.has_value(); });
    return *end;
  }
  int told_done() {
    const std::lock_guard lock(gate_);
    return dones;
  }

  std::function<void()> on_head;
  std::function<void()> on_data;
  std::function<void()> on_done;
  int heads = 0;
  int dones = 0;
  http::head head;
  std::string body;
  std::optional<http::ending> end;

 private:
  std::mutex gate_;
  std::condition_variable changed_;
};

/// "kind code" of how it ended, "whole" if all came.
inline std::string verdict(const std::optional<tenon::problem>& why) {
  return why ? std::string(tenon::to_string(why->kind)) + " " + why->code : "whole";
}
inline std::string verdict(const tenon::result<http::reply, http::call_failure>& got) {
  return got ? "whole" : verdict(got.error().why);
}

}  // namespace test
