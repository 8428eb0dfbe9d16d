// Connections: kept, shared out, dead, refused, through a proxy. What was on the wire is what is reported
// (S5-20).
#include "asking.hpp"

#include <array>
#include <condition_variable>
#include <cstdlib>
#include <gtest/gtest.h>
#include <memory>
#include <mutex>
#include <vector>

namespace {

using test::connection;
using test::get;
using test::post;
using test::received;
using test::server;
using test::verdict;

TEST(Connection, one_connection_serves_requests_that_follow_each_other) {
  server s([](connection& c, const received&) { return c.answer("ok"); });
  auto client = test::open_client();
  for (int i = 0; i < 10; ++i) {
    const auto got = test::http::call(client, post(s.url(), "{}"));
    ASSERT_EQ(verdict(got), "whole");
    EXPECT_EQ(got->spent.reused, i > 0);
    EXPECT_EQ(got->spent.requests, 1U);
  }
  EXPECT_EQ(s.connections(), 1U);
  EXPECT_EQ(s.requests(), 10U);
}

TEST(Connection, a_hundred_requests_are_under_way_at_once) {
  std::mutex gate;
  std::condition_variable changed;
  std::size_t waiting = 0;
  server s([&](connection& c, const received& r) {
    {
      std::unique_lock lock(gate);
      ++waiting;
      changed.notify_all();
      changed.wait(lock, [&] { return waiting == 100; });  // nobody is answered before all are here
    }
    return c.answer(r.body);
  });
  auto client = test::open_client();
  std::array<test::listener, 100> listeners;
  std::vector<test::http::handle> running;
  for (std::size_t i = 0; i < listeners.size(); ++i) {
    running.push_back(client.start(post(s.url(), std::to_string(i)), listeners[i].events()));
  }
  for (std::size_t i = 0; i < listeners.size(); ++i) {
    EXPECT_EQ(verdict(listeners[i].wait().why), "whole");
    EXPECT_EQ(listeners[i].body, std::to_string(i));
  }
  EXPECT_EQ(s.connections(), 100U);
}

TEST(Connection, requests_from_many_threads_do_not_mix) {
  server s([](connection& c, const received& r) { return c.answer(r.body); });
  auto client = test::open_client();
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&client, &s, t] {
      for (int i = 0; i < 25; ++i) {
        const std::string body = std::to_string(t) + "/" + std::to_string(i);
        const auto got = test::http::call(client, post(s.url(), body));
        ASSERT_EQ(verdict(got), "whole");
        EXPECT_EQ(got->body, body);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(s.requests(), 200U);
  EXPECT_LE(s.connections(), 8U);
}

TEST(Connection, one_that_dies_under_a_second_request_is_a_failure_and_not_a_silent_repetition) {
  for (const bool with_reset : {false, true}) {
    std::atomic<int> seen = 0;
    server s([&seen, with_reset](connection& c, const received&) {
      if (seen++ == 0) return c.answer("first");
      if (with_reset) c.reset();
      return false;  // read, and closed without a word: whether it was acted on, nobody knows
    });
    auto client = test::open_client();
    ASSERT_EQ(verdict(test::http::call(client, post(s.url(), "{}"))), "whole");
    const auto got = test::http::call(client, post(s.url(), "{}"));
    EXPECT_EQ(verdict(got), "network_error connection_closed");
    ASSERT_FALSE(got);
    EXPECT_TRUE(got.error().partial.spent.reused);
    EXPECT_EQ(got.error().partial.spent.requests, 1U);
    EXPECT_EQ(s.requests(), 2U);
    EXPECT_EQ(s.connections(), 1U) << "not even a connection was made for a repetition";
  }
}

TEST(Connection, a_repetition_is_refused_also_where_another_kept_connection_could_carry_it) {
  std::atomic<int> seen = 0;
  test::signal both;
  server s([&](connection& c, const received&) {
    const int which = seen++;
    if (which == 1) both.give();
    if (which < 2) {
      both.wait();
      return c.answer("ok");
    }
    return false;
  });
  auto client = test::open_client();
  std::array<test::listener, 2> listeners;
  std::vector<test::http::handle> running;
  for (auto& l : listeners) running.push_back(client.start(post(s.url(), "{}"), l.events()));
  for (auto& l : listeners) ASSERT_EQ(verdict(l.wait().why), "whole");
  EXPECT_EQ(s.connections(), 2U);
  EXPECT_EQ(verdict(test::http::call(client, post(s.url(), "{}"))), "network_error connection_closed");
  EXPECT_EQ(s.requests(), 3U);
}

TEST(Connection, one_that_the_server_closed_while_it_was_idle_is_not_used_again) {
  test::signal closed;
  std::atomic<int> seen = 0;
  server s([&](connection& c, const received&) {
    c.answer("ok");
    if (seen++ > 0) return true;
    c.close();
    closed.give();
    return false;
  });
  auto client = test::open_client();
  ASSERT_EQ(verdict(test::http::call(client, post(s.url(), "{}"))), "whole");
  closed.wait();
  const auto got = test::http::call(client, post(s.url(), "{}"));
  ASSERT_EQ(verdict(got), "whole");
  EXPECT_FALSE(got->spent.reused);
  EXPECT_EQ(s.requests(), 2U);
  EXPECT_EQ(s.connections(), 2U);
}

TEST(Connection, a_refused_one_and_a_name_that_does_not_resolve_are_told_apart) {
  const test::deaf_port nobody;
  auto client = test::open_client();
  const auto refused = test::http::call(client, get(nobody.url()));
  EXPECT_EQ(verdict(refused), "network_error connection_refused");
  EXPECT_EQ(refused.error().partial.spent.requests, 0U);
  // RFC 6761, section 6.4: no name under .invalid exists. Without any resolver the code is the same.
  EXPECT_EQ(verdict(test::http::call(client, get("http://nobody.invalid/"))), "network_error dns");
}

TEST(Connection, a_proxy_gets_the_whole_address_and_its_own_password) {
  received seen;
  server proxy([&seen](connection& c, const received& r) {
    seen = r;
    return c.answer("through");
  });
  auto client = test::open_client();
  auto what = get("http://nobody.invalid/path?q=1");
  what.proxy = "http://user:pw@127.0.0.1:" + std::to_string(proxy.port());
  const auto got = test::http::call(client, what);
  ASSERT_TRUE(got) << tenon::explain(got.error().why);
  EXPECT_EQ(got->body, "through");
  EXPECT_EQ(seen.line, "GET http://nobody.invalid/path?q=1 HTTP/1.1");
  EXPECT_EQ(test::http::find_header(seen.headers, "proxy-authorization"), "Basic dXNlcjpwdw==");
}

TEST(Connection, a_proxy_that_refuses_a_tunnel_is_named_as_the_culprit) {
  server proxy(
      [](connection& c, const received&) { return c.answer("no", "", "407 Proxy Authentication Required"); });
  auto client = test::open_client();
  auto what = get("https://nobody.invalid/");
  what.proxy = proxy.url();
  what.headers = {{"Authorization", "Bearer k", true}};
  const auto got = test::http::call(client, what);
  EXPECT_EQ(verdict(got), "network_error proxy");
  EXPECT_EQ(got.error().why.found, "status 407");
  EXPECT_EQ(got.error().partial.spent.requests, 0U) << "the request itself never left";
  EXPECT_EQ(got.error().partial.status, 0) << "the proxy's head is not the reply's";
}

TEST(Connection, without_a_word_the_environment_names_the_proxy_and_none_is_none) {
  server proxy([](connection& c, const received&) { return c.answer("through"); });
  server s([](connection& c, const received&) { return c.answer("straight"); });
  ::setenv("http_proxy", proxy.url().c_str(), 1);
  ::unsetenv("no_proxy");
  {
    auto client = test::open_client();
    auto what = get(s.url());
    EXPECT_EQ(test::http::call(client, what)->body, "straight");
    what.proxy = "";
    EXPECT_EQ(test::http::call(client, what)->body, "through");
  }
  ::unsetenv("http_proxy");
}

}  // namespace
