// Cancelling: at any moment, from any thread, any number of times; `done` is told once, and the server sees
// the connection close.
#include "asking.hpp"

#include <atomic>
#include <gtest/gtest.h>
#include <optional>
#include <thread>

namespace {

using test::connection;
using test::get;
using test::received;
using test::server;
using test::verdict;

/// Tells that a request came, says this much, and tells when the client has closed.
struct watched_server {
  explicit watched_server(std::string bytes)
      : s([this, bytes = std::move(bytes)](connection& c, const received&) {
          c.write(bytes);
          asked.give();
          c.wait_for_close();
          closed.give();
          return false;
        }) {}
  test::signal asked;
  test::signal closed;
  server s;
};

constexpr const char* half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf";

TEST(Cancel, a_request_that_waits_for_its_reply_ends_and_its_connection_closes) {
  watched_server w("");
  auto client = test::open_client();
  test::listener l;
  auto running = client.start(get(w.s.url()), l.events());
  w.asked.wait();
  running.cancel();
  running.cancel();
  EXPECT_EQ(verdict(l.wait().why), "cancelled cancelled");
  w.closed.wait();
  EXPECT_EQ(l.heads, 0);
  EXPECT_EQ(l.end->spent.requests, 1U);
}

TEST(Cancel, within_the_body_ends_it_too) {
  watched_server w(half);
  auto client = test::open_client();
  test::listener l;
  test::signal came;
  l.on_data = [&came] { came.give(); };
  auto running = client.start(get(w.s.url()), l.events());
  came.wait();
  running.cancel();
  EXPECT_EQ(verdict(l.wait().why), "cancelled cancelled");
  w.closed.wait();
  EXPECT_EQ(l.body, "half");
}

TEST(Cancel, from_within_an_event_nothing_more_is_told_but_done) {
  for (const bool in_head : {true, false}) {
    watched_server w(half);
    auto client = test::open_client();
    test::listener l;
    std::optional<test::http::handle> running;
    test::signal stored;
    const auto cancel = [&] {
      stored.wait();
      running->cancel();
    };
    (in_head ? l.on_head : l.on_data) = cancel;
    running = client.start(get(w.s.url()), l.events());
    stored.give();
    EXPECT_EQ(verdict(l.wait().why), "cancelled cancelled");
    w.closed.wait();
    EXPECT_EQ(l.body, in_head ? "" : "half");
  }
}

TEST(Cancel, by_letting_the_handle_go) {
  watched_server w("");
  auto client = test::open_client();
  test::listener l;
  {
    const auto running = client.start(get(w.s.url()), l.events());
    w.asked.wait();
  }
  EXPECT_EQ(verdict(l.wait().why), "cancelled cancelled");
  w.closed.wait();
}

TEST(Cancel, by_assigning_another_request_to_the_handle) {
  watched_server w("");
  server quick([](connection& c, const received&) { return c.answer("quick"); });
  auto client = test::open_client();
  test::listener first;
  test::listener second;
  auto running = client.start(get(w.s.url()), first.events());
  w.asked.wait();
  running = client.start(get(quick.url()), second.events());
  EXPECT_EQ(verdict(first.wait().why), "cancelled cancelled");
  EXPECT_EQ(verdict(second.wait().why), "whole");
}

TEST(Cancel, before_it_began_nothing_reaches_the_server) {
  server s([](connection& c, const received&) { return c.answer("ok"); });
  auto client = test::open_client();
  test::listener outer;
  test::listener inner;
  // On the loop's thread itself: what is started there cannot have begun before it is cancelled.
  outer.on_head = [&] { client.start(get(s.url("/inner")), inner.events()).cancel(); };
  const auto running = client.start(get(s.url("/outer")), outer.events());
  EXPECT_EQ(verdict(outer.wait().why), "whole");
  EXPECT_EQ(verdict(inner.wait().why), "cancelled cancelled");
  EXPECT_EQ(inner.end->spent.requests, 0U);
  EXPECT_EQ(s.requests(), 1U);
}

TEST(Cancel, after_the_end_does_nothing) {
  server s([](connection& c, const received&) { return c.answer("ok"); });
  auto client = test::open_client();
  test::listener l;
  auto running = client.start(get(s.url()), l.events());
  l.wait();
  running.cancel();
  EXPECT_EQ(verdict(test::http::call(client, get(s.url()))), "whole");
  EXPECT_EQ(verdict(l.end->why), "whole");
  EXPECT_EQ(l.told_done(), 1);
  EXPECT_EQ(s.connections(), 1U) << "the connection is still there for the next";
}

TEST(Cancel, from_many_threads_at_any_moment_done_is_told_exactly_once) {
  server s([](connection& c, const received&) { return c.answer("some body"); });
  auto client = test::open_client();
  for (int round = 0; round < 200; ++round) {
    test::listener l;
    auto running = client.start(get(s.url()), l.events());
    std::thread one([&running] { running.cancel(); });
    std::thread two([&running, round] {
      if (round % 2 == 0) std::this_thread::yield();
      running.cancel();
    });
    one.join();
    two.join();
    const std::string how = verdict(l.wait().why);
    EXPECT_TRUE(how == "whole" || how == "cancelled cancelled") << how;
  }
}

TEST(Cancel, a_stop_request_ends_a_blocking_call) {
  watched_server w("");
  auto client = test::open_client();
  std::stop_source source;
  std::thread stopper([&] {
    w.asked.wait();
    source.request_stop();
  });
  EXPECT_EQ(verdict(test::http::call(client, get(w.s.url()), source.get_token())), "cancelled cancelled");
  stopper.join();
  w.closed.wait();
  EXPECT_EQ(verdict(test::http::call(client, get(w.s.url()), source.get_token())), "cancelled cancelled");
}

TEST(Cancel, the_end_of_the_client_ends_everything_before_its_destructor_returns) {
  watched_server w("");
  test::listener l;
  test::http::handle running;
  {
    auto client = test::open_client();
    running = client.start(get(w.s.url()), l.events());
    w.asked.wait();
  }
  EXPECT_EQ(l.told_done(), 1);
  EXPECT_EQ(verdict(l.end->why), "cancelled cancelled");
  w.closed.wait();
  running.cancel();  // a handle may outlive its client
}

TEST(Cancel, a_client_that_is_destroyed_within_an_event_ends_afterwards) {
  watched_server w("");
  server s([](connection& c, const received&) { return c.answer("ok"); });
  test::listener waits;
  test::listener l;
  std::optional<test::http::client> client(test::open_client());
  test::signal stored;
  l.on_done = [&] {
    stored.wait();
    client.reset();
  };
  const auto other = client->start(get(w.s.url()), waits.events());
  w.asked.wait();
  const auto running = client->start(get(s.url()), l.events());
  stored.give();
  EXPECT_EQ(verdict(l.wait().why), "whole");
  EXPECT_EQ(verdict(waits.wait().why), "cancelled cancelled");
  w.closed.wait();
}

}  // namespace
