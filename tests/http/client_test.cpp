// What the client refuses, what it does with handlers that misbehave, and what it never shows.
#include "asking.hpp"

#include <cstdlib>
#include <gtest/gtest.h>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using test::connection;
using test::get;
using test::post;
using test::received;
using test::server;
using test::verdict;

TEST(Client, a_blocking_call_on_the_loops_thread_fails_at_once) {  // S2-53
  server s([](connection& c, const received&) { return c.answer("ok"); });
  auto client = test::open_client();
  EXPECT_FALSE(client.on_loop_thread());
  test::listener l;
  std::string within;
  bool on_loop = false;
  l.on_head = [&] {
    on_loop = client.on_loop_thread();
    within = verdict(test::http::call(client, get(s.url())));
  };
  const auto running = client.start(get(s.url()), l.events());
  EXPECT_EQ(verdict(l.wait().why), "whole");
  EXPECT_TRUE(on_loop);
  EXPECT_EQ(within, "invalid_argument on_loop_thread");
  EXPECT_EQ(s.requests(), 1U);
}

TEST(Client, another_clients_loop_may_be_waited_for) {
  server s([](connection& c, const received&) { return c.answer("ok"); });
  auto client = test::open_client();
  auto other = test::open_client();
  test::listener l;
  std::string within;
  l.on_head = [&] { within = verdict(test::http::call(other, get(s.url()))); };
  const auto running = client.start(get(s.url()), l.events());
  l.wait();
  EXPECT_EQ(within, "whole");
}

TEST(Client, an_event_that_throws_ends_its_own_request_and_no_other) {
  server s([](connection& c, const received&) { return c.answer("body"); });
  auto client = test::open_client();
  for (int where = 0; where < 2; ++where) {
    test::listener l;
    (where == 0 ? l.on_head : l.on_data) = [] { throw std::runtime_error("boom"); };
    const auto running = client.start(get(s.url()), l.events());
    EXPECT_EQ(verdict(l.wait().why), "invalid_argument handler_threw");
  }
  test::signal told;
  const auto running =
      client.start(get(s.url()), {.head = {}, .data = {}, .done = [&told](test::http::ending) {
                                    told.give();
                                    throw std::runtime_error("boom");
                                  }});
  told.wait();
  EXPECT_EQ(verdict(test::http::call(client, get(s.url()))), "whole");
}

TEST(Client, events_may_be_left_out) {
  server s([](connection& c, const received&) { return c.answer("body"); });
  auto client = test::open_client();
  auto silent = client.start(get(s.url()), {});
  test::listener l;
  const auto running = client.start(get(s.url()), {.head = {}, .data = {}, .done = l.events().done});
  EXPECT_EQ(verdict(l.wait().why), "whole");
  EXPECT_EQ(l.end->spent.bytes_received, 4U);
}

TEST(Client, what_the_events_hold_is_let_go_when_done_was_told) {
  server s([](connection& c, const received&) { return c.answer("body"); });
  auto client = test::open_client();
  auto held = std::make_shared<int>(1);
  const std::weak_ptr<int> seen = held;
  test::listener l;
  auto events = l.events();
  events.data = [held](std::string_view) {};
  held.reset();
  const auto running = client.start(get(s.url()), std::move(events));
  l.wait();
  EXPECT_EQ(verdict(test::http::call(client, get(s.url()))), "whole");  // one turn of the loop later
  EXPECT_TRUE(seen.expired());
}

TEST(Client, a_request_that_cannot_be_sent_says_which_part_is_wrong) {
  struct entry {
    std::string part;
    std::function<void(test::http::request&)> spoil;
  };
  const std::vector<entry> cases = {
      {"url", [](auto& r) { r.url = ""; }},
      {"url", [](auto& r) { r.url = "ftp://127.0.0.1/"; }},
      {"url", [](auto& r) { r.url = "file:///etc/passwd"; }},
      {"url", [](auto& r) { r.url = "http://"; }},
      {"url", [](auto& r) { r.url = "http://user:hunter2@127.0.0.1/"; }},
      {"url", [](auto& r) { r.url = "http://127.0.0.1/a b"; }},
      {"url", [](auto& r) { r.url = "http://127.0.0.1/\r\nX: y"; }},
      {"url", [](auto& r) { r.url = "http://127.0.0.1:99999/"; }},
      {"method", [](auto& r) { r.method = ""; }},
      {"method", [](auto& r) { r.method = "GET / HTTP/1.1\r\nX: y\r\n"; }},
      {"method", [](auto& r) { r.method = "CONNECT"; }},
      {"method", [](auto& r) { r.method = "HEAD", r.body = "b"; }},
      {"header", [](auto& r) { r.headers = {{"Bad Name", "v"}}; }},
      {"header", [](auto& r) { r.headers = {{"", "v"}}; }},
      {"header", [](auto& r) { r.headers = {{"X", "v\r\nInjected: 1"}}; }},
      {"header", [](auto& r) { r.headers = {{"X", std::string("v\0w", 3)}}; }},
      {"header", [](auto& r) { r.headers = {{"content-length", "3"}}; }},
      {"header", [](auto& r) { r.headers = {{"Transfer-Encoding", "chunked"}}; }},
      {"header", [](auto& r) { r.headers = {{"Expect", "100-continue"}}; }},
      {"proxy", [](auto& r) { r.proxy = std::string("a\0b", 3); }},
  };
  server s([](connection& c, const received&) { return c.answer("ok"); });
  auto client = test::open_client();
  for (const auto& c : cases) {
    auto what = get(s.url());
    c.spoil(what);
    const auto got = test::http::call(client, what);
    EXPECT_EQ(verdict(got), "invalid_argument " + c.part) << what.url << what.method;
    ASSERT_FALSE(got);
    EXPECT_EQ(tenon::explain(got.error().why).find("hunter2"), std::string::npos);
  }
  EXPECT_EQ(s.connections(), 0U);
}

/// All that a problem says.
std::string everything(const tenon::problem& p) {
  return tenon::explain(p) + p.code + p.place + p.rule + p.expected + p.found + p.nearest + p.message;
}

TEST(Client, no_failure_shows_a_secret) {
  server s([](connection& c, const received& r) {
    if (r.line.find("/cut") != std::string::npos) c.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nsk-3");
    if (r.line.find("/echo") != std::string::npos) c.write("Bearer sk-secret\r\n");
    return false;
  });
  server proxy([](connection& c, const received&) { return c.answer("", "", "403 Forbidden"); });
  const test::deaf_port nobody;
  auto client = test::open_client();
  const std::string secret_proxy = "http://me:sk-secret@127.0.0.1:";
  struct entry {
    std::string url, proxy;
  };
  const std::vector<entry> cases = {
      {s.url("/cut?key=sk-secret"), "none"},
      {s.url("/echo?key=sk-secret#sk-secret"), "none"},
      {s.url("/closed?key=sk-secret"), "none"},
      {s.url("/?key=sk-secret", "https"), "none"},
      {nobody.url("/?key=sk-secret"), "none"},
      {"http://nobody.invalid/?key=sk-secret", "none"},
      {"http://sk-secret:sk-secret@127.0.0.1/", "none"},
      {"http://127.0.0.1:sk-secret/", "none"},
      {"https://nobody.invalid/?key=sk-secret", secret_proxy + std::to_string(proxy.port())},
      {"http://nobody.invalid/?key=sk-secret", secret_proxy + std::to_string(nobody.port())},
      {"http://nobody.invalid/?key=sk-secret", "odd://me:sk-secret@127.0.0.1"},
      {"http://nobody.invalid/?key=sk-secret", "http://me:sk-secret@nobody.invalid:sk-secret"},
  };
  for (const auto& c : cases) {
    auto what = post(c.url, "{}");
    what.proxy = c.proxy;
    what.within.connect = 50ms;  // the server behind https waits for a request as the client waits for TLS
    what.headers = {{"Authorization", "Bearer sk-secret", true}, {"x-api-key", "sk-secret", true}};
    const auto got = test::http::call(client, what);
    ASSERT_FALSE(got) << c.url;
    EXPECT_EQ(everything(got.error().why).find("sk-secret"), std::string::npos)
        << everything(got.error().why);
    EXPECT_FALSE(got.error().why.message.empty());
  }
}

TEST(Client, a_cookie_that_is_set_counts_as_a_secret) {
  server s([](connection& c, const received&) { return c.answer("", "set-cookie: session=1\r\nX: y\r\n"); });
  auto client = test::open_client();
  const auto got = test::http::call(client, get(s.url()));
  ASSERT_TRUE(got);
  for (const auto& h : got->headers) EXPECT_EQ(h.secret, h.name == "set-cookie") << h.name;
}

}  // namespace
