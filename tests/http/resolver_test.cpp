// A name whose resolution hangs holds up nobody: not the one who cancels, not the other requests, not the end
// of the client. The resolver of this program is a stand-in that hangs on one name until it is let go.
#include "asking.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <netdb.h>
#include <optional>
#include <string_view>

namespace {

constexpr std::string_view hanging = "hangs.invalid";

/// What the stand-in waits for; made anew by each test.
struct gate {
  test::signal asked;
  test::signal open;
  test::signal left;
};
std::atomic<gate*> current = nullptr;

}  // namespace

// libcurl calls this one: a program's own functions come before those of the libraries.
extern "C" int getaddrinfo(const char* name, const char* service, const addrinfo* hints, addrinfo** out) {
  if (name != nullptr && name == hanging) {
    gate* const at = current.load();
    at->asked.give();
    at->open.wait();
    at->left.give();
    return EAI_NONAME;
  }
  static const auto real = reinterpret_cast<decltype(&::getaddrinfo)>(::dlsym(RTLD_NEXT, "getaddrinfo"));
  return real(name, service, hints, out);
}

namespace {

using test::connection;
using test::get;
using test::received;
using test::server;
using test::verdict;

using namespace std::chrono_literals;

class Resolver : public testing::Test {
 protected:
  void SetUp() override { current = &gate_; }
  void TearDown() override {
    gate_.open.give();
    gate_.left.wait();
  }
  gate gate_;
};

TEST_F(Resolver, cancelling_does_not_wait_for_it_and_other_requests_go_on) {
  server s([](connection& c, const received&) { return c.answer("ok"); });
  auto client = test::open_client();
  test::listener l;
  auto running = client.start(get("http://hangs.invalid/"), l.events());
  gate_.asked.wait();
  EXPECT_EQ(verdict(test::http::call(client, get(s.url()))), "whole");
  running.cancel();
  EXPECT_EQ(verdict(l.wait().why), "cancelled cancelled");
  EXPECT_EQ(verdict(test::http::call(client, get(s.url()))), "whole");
}

TEST_F(Resolver, connect_is_the_limit_that_ends_it) {
  auto client = test::open_client();
  auto what = get("http://hangs.invalid/");
  what.within = {.connect = 30ms, .first_byte = {}, .idle = {}, .total = {}};
  EXPECT_EQ(verdict(test::http::call(client, what)), "timed_out connect");
}

TEST_F(Resolver, the_end_of_the_client_does_not_wait_for_it) {
  test::listener l;
  {
    auto client = test::open_client();
    const auto running = client.start(get("http://hangs.invalid/"), l.events());
    gate_.asked.wait();
  }
  EXPECT_EQ(verdict(l.wait().why), "cancelled cancelled");
}

}  // namespace
