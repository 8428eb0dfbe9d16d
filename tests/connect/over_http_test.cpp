// What only shows with a real connection: who closes it, who may wait where, and what goes to whom.
#include "over_http.hpp"

#include <atomic>
#include <condition_variable>
#include <gtest/gtest.h>
#include <mutex>
#include <thread>

#include <tenon/fake_clock.hpp>
#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

#if TENON_HTTP
namespace tenon {
namespace {

using namespace over_http;

constexpr std::string_view half_a_stream =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 9999\r\n\r\n"
    "data: {\"id\":\"reply-1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"{\\\"city\\\"\"}}]}\n\n";

TEST(OverHttp, a_cancelled_call_closes_its_connection) {
  for (const bool streamed : {false, true}) {
    test::signal asked;
    test::signal closed;
    server s([&](connection& c, const received&) {
      if (streamed) c.write(half_a_stream);
      asked.give();
      c.wait_for_close();
      closed.give();
      return false;
    });
    client_options how{.policy = patient(policies::incidentops())};
    if (streamed) how.observer.on_delta = [](std::string_view, std::uint64_t) {};
    const client c(only(s), std::move(how));
    std::stop_source stop;
    auto what = question();
    what.stop = stop.get_token();
    std::thread stopper([&] {
      asked.wait();
      stop.request_stop();
    });
    const auto got = c.ask<Trip>(what);
    stopper.join();
    closed.wait();
    ASSERT_FALSE(got);
    EXPECT_EQ(got.failure().kind, failure_kind::cancelled);
    EXPECT_EQ(s.requests(), 1U) << "what was cancelled is not asked again";
  }
}

TEST(OverHttp, a_pending_call_that_is_let_go_closes_its_connection) {
  test::signal asked;
  test::signal closed;
  test::signal told;
  server s([&](connection& c, const received&) {
    asked.give();
    c.wait_for_close();
    closed.give();
    return false;
  });
  failure_kind kind = failure_kind::invalid_argument;
  {
    const client c(only(s), {.policy = patient(policies::once())});
    auto running = c.start<Trip>(question(), [&](outcome<Trip> got) {
      if (!got) kind = got.failure().kind;
      told.give();
    });
    asked.wait();
  }
  told.wait();
  closed.wait();
  EXPECT_EQ(kind, failure_kind::cancelled);
}

/// The server answers nobody before it has heard all of them.
TEST(OverHttp, fifty_calls_are_under_way_at_once) {
  constexpr std::size_t calls = 50;
  std::mutex gate;
  std::condition_variable changed;
  std::size_t waiting = 0;
  std::size_t over = 0;
  std::size_t right_ones = 0;
  server s([&](connection& c, const received&) {
    {
      std::unique_lock lock(gate);
      ++waiting;
      changed.notify_all();
      changed.wait(lock, [&] { return waiting >= calls; });
    }
    return c.answer(right, json_type);
  });
  const client c(only(s), {.policy = patient(policies::incidentops())});
  std::vector<pending> running;
  for (std::size_t i = 0; i < calls; ++i) {
    running.push_back(c.start<Trip>(question(), [&](const outcome<Trip>& got) {
      const std::lock_guard lock(gate);
      if (got && got->city == "Paris" && got.attempts() == 1) ++right_ones;
      ++over;
      changed.notify_all();
    }));
  }
  std::unique_lock lock(gate);
  changed.wait(lock, [&] { return over == calls; });
  EXPECT_EQ(right_ones, calls);
  EXPECT_EQ(s.requests(), calls);
}

TEST(OverHttp, S2_53_who_waits_within_an_event_of_the_client_is_told_so) {
  server s([](connection& c, const received& r) {
    if (r.body.find("\"stream\":true") == std::string::npos) return answer_right(c, r);
    c.write(half_a_stream);
    return false;
  });
  const auto by = only(s);
  const client plain(by, {.policy = patient(policies::once())});
  const auto code_of = [](const outcome<Trip>& got) {
    if (got) return std::string("a value");
    return std::string(to_string(got.failure().kind)) + " " + got.failure().errors.front().code;
  };

  std::string in_delta;
  client_options how{.policy = patient(policies::once())};
  how.observer.on_delta = [&](std::string_view, std::uint64_t) {
    in_delta = code_of(plain.ask<Trip>(question()));
  };
  EXPECT_FALSE(client(by, std::move(how)).ask<Trip>(question())) << "the stream was cut";
  EXPECT_EQ(in_delta, "invalid_argument on_loop_thread");

  test::signal told;
  std::string in_handler;
  const auto running = plain.start<Trip>(question(), [&](const outcome<Trip>& got) {
    EXPECT_TRUE(got) << got.explain();
    in_handler = code_of(plain.ask<Trip>(question()));
    told.give();
  });
  told.wait();
  EXPECT_EQ(in_handler, "invalid_argument on_loop_thread");
}

TEST(OverHttp, R3_06_S5_77_another_provider_answers_and_is_booked_for_it) {
  server down([](connection& c, const received&) {
    return c.answer(R"({"error":{"message":"busy","type":"server_error","code":null}})", json_type,
                    "503 Busy");
  });
  server up(answer_right);
  services all;
  all.add(down);
  all.add(up);
  price_table prices;
  prices.set("s0:*", {.input = {1000}, .output = {1000}});
  prices.set("s1:*", {.input = {3}, .output = {5}});
  fake_clock time;
  const client c(all.open(0), {.policy = patient(policies::incidentops()),
                               .fallbacks = {all.open(1)},
                               .prices = prices,
                               .world = time.world()});
  const auto got = c.ask<Trip>(question());
  ASSERT_TRUE(got) << got.explain();
  const auto& attempts = got.report().attempts;
  ASSERT_EQ(attempts.size(), 2U);
  EXPECT_EQ(attempts[0].asked, "s0:m");
  EXPECT_EQ(attempts[0].fault, failure_kind::overloaded);
  EXPECT_FALSE(attempts[0].usage.known());
  EXPECT_EQ(attempts[1].asked, "s1:m");
  EXPECT_EQ(attempts[1].cause, attempt_cause::fallback);
  EXPECT_EQ(attempts[1].usage.input_tokens, 20U);
  EXPECT_EQ(got.report().cost.pico, 20U * 3 + 9U * 5);
  EXPECT_EQ(down.requests(), 1U);
  EXPECT_EQ(up.requests(), 1U);
}

TEST(OverHttp, R3_06_a_request_that_is_wrong_is_not_passed_on) {
  server strict([](connection& c, const received&) {
    return c.answer(R"({"error":{"message":"no","type":"invalid_request_error","code":null}})", json_type,
                    "400 No");
  });
  server up(answer_right);
  services all;
  all.add(strict);
  all.add(up);
  const client c(all.open(0), {.policy = patient(policies::incidentops()), .fallbacks = {all.open(1)}});
  const auto got = c.ask<Trip>(question());
  ASSERT_FALSE(got);
  EXPECT_EQ(got.failure().kind, failure_kind::bad_request);
  EXPECT_EQ(strict.requests(), 1U);
  EXPECT_EQ(up.requests(), 0U);
}

TEST(OverHttp, S3_28_a_forced_tool_that_is_not_called_has_a_status_of_its_own) {
  std::string body;
  server s([&](connection& c, const received& r) {
    body = r.body;
    return answer_right(c, r);  // the value, and as text
  });
  const client c(only(s), {.policy = patient(policies::once()), .mode = output_mode::tool});
  const auto got = c.ask<Trip>(question());
  ASSERT_FALSE(got);
  EXPECT_EQ(got.failure().kind, failure_kind::malformed_tool_call);
  EXPECT_EQ(got.failure().errors.at(0).code, "no_tool_call");
  EXPECT_NE(body.find("\"tool_choice\":\"required\""), std::string::npos) << body;
}

TEST(OverHttp, S3_18_the_schema_is_the_same_bytes_at_every_hop) {
  for (const auto mode : {output_mode::native, output_mode::json_object, output_mode::tool}) {
    std::mutex gate;
    std::vector<std::string> shapes;
    const auto note = [&](const received& r) {
      const auto body = json::read(r.body);
      const value* shape =
          body ? body->root.find(mode == output_mode::tool ? "tools" : "response_format") : nullptr;
      const std::lock_guard lock(gate);
      shapes.push_back(shape == nullptr ? "none" : json::write(*shape));
    };
    const auto failing = [&](std::string_view status) {
      return [&note, status](connection& c, const received& r) {
        note(r);
        return c.answer("{}", json_type, status);
      };
    };
    server first(failing("503 Busy"));
    server second(failing("429 Later"));
    server last([&note](connection& c, const received& r) {
      note(r);
      return c.answer(right, json_type);
    });
    services all;
    for (const auto* one : {&first, &second, &last}) all.add(*one);
    fake_clock time;
    const client c(all.open(0), {.policy = patient(policies::incidentops()),
                                 .mode = mode,
                                 .fallbacks = {all.open(1), all.open(2)},
                                 .world = time.world()});
    static_cast<void>(c.ask<Trip>(question()));
    ASSERT_EQ(shapes.size(), 3U) << to_string(mode);
    EXPECT_NE(shapes[0], "none");
    EXPECT_EQ(shapes[1], shapes[0]);
    EXPECT_EQ(shapes[2], shapes[0]);
  }
}

}  // namespace
}  // namespace tenon
#endif
