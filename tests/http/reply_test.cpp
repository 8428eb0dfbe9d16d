// Replies in every shape that the wire has for them, and the ways in which one is not whole (S5-21).
#include "asking.hpp"

#include <gtest/gtest.h>
#include <string>
#include <zlib.h>

namespace {

using test::connection;
using test::get;
using test::post;
using test::received;
using test::server;
using test::verdict;

/// A server that writes these bytes after each request, then closes.
server::behaviour saying(std::string bytes) {
  return [bytes = std::move(bytes)](connection& c, const received&) {
    c.write(bytes);
    return false;
  };
}

std::string zipped(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()), '\0');
  std::string in = text;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

TEST(Reply, status_headers_and_body_come_as_they_were_sent) {
  server s([](connection& c, const received&) {
    return c.answer("{\"error\":1}",
                    "Content-Type: application/json\r\nRetry-After: 2\r\nX-Two: a\r\nx-two: b\r\n",
                    "429 Too Many Requests");
  });
  auto client = test::open_client();
  const auto got = test::http::call(client, get(s.url()));
  ASSERT_TRUE(got) << tenon::explain(got.error().why);
  EXPECT_EQ(got->status, 429);
  EXPECT_EQ(got->body, "{\"error\":1}");
  EXPECT_EQ(test::http::find_header(got->headers, "RETRY-after"), "2");
  EXPECT_EQ(test::http::find_header(got->headers, "x-two"), "a");
  EXPECT_EQ(got->headers.size(), 5U);
  EXPECT_EQ(got->spent.requests, 1U);
  EXPECT_EQ(got->spent.bytes_received, 11U);
  EXPECT_TRUE(got->spent.connected && got->spent.first_byte);
}

TEST(Reply, the_request_arrives_as_it_was_given) {
  received seen;
  server s([&seen](connection& c, const received& r) {
    seen = r;
    return c.answer("ok");
  });
  auto client = test::open_client();
  auto what =
      post(s.url("/v1/chat?a=b"), std::string(3 << 20U, 'x'));  // large enough for libcurl to ask first
  what.headers = {{"Authorization", "Bearer k", true}, {"Content-Type", "application/json"}, {"X-Empty", ""}};
  ASSERT_EQ(verdict(test::http::call(client, what)), "whole");
  EXPECT_EQ(seen.line, "POST /v1/chat?a=b HTTP/1.1");
  EXPECT_EQ(seen.body, what.body);
  EXPECT_EQ(test::http::find_header(seen.headers, "authorization"), "Bearer k");
  EXPECT_EQ(test::http::find_header(seen.headers, "content-type"), "application/json");
  EXPECT_TRUE(test::http::find_header(seen.headers, "x-empty"));
  EXPECT_FALSE(test::http::find_header(seen.headers, "expect"));
  EXPECT_TRUE(test::http::find_header(seen.headers, "accept-encoding")->find("gzip") !=
              std::string_view::npos);
}

TEST(Reply, other_methods_and_bodies_without_a_type_are_sent_as_such) {
  std::vector<received> seen;
  server s([&seen](connection& c, const received& r) {
    seen.push_back(r);
    return r.line.starts_with("HEAD") ? c.write("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n")
                                      : c.answer("ok");
  });
  auto client = test::open_client();
  for (const char* method : {"PUT", "DELETE", "HEAD", "PATCH"}) {
    auto what = get(s.url());
    what.method = method;
    if (what.method == "PUT") what.body = "b";
    EXPECT_EQ(verdict(test::http::call(client, what)), "whole") << method;
  }
  ASSERT_EQ(seen.size(), 4U);
  EXPECT_EQ(seen[0].line, "PUT / HTTP/1.1");
  EXPECT_EQ(seen[0].body, "b");
  EXPECT_FALSE(test::http::find_header(seen[0].headers, "content-type"));
  EXPECT_EQ(seen[1].line, "DELETE / HTTP/1.1");
  EXPECT_EQ(test::http::find_header(seen[3].headers, "content-length"), "0");
}

TEST(Reply, chunks_of_one_byte_gzip_and_a_body_until_the_close_are_whole) {
  std::string chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (const char c : std::string("one by one")) chunks += std::string("1\r\n") + c + "\r\n";
  chunks += "0\r\nX-Trailer: t\r\n\r\n";
  const std::string zip = zipped("zipped text");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {chunks, "one by one"},
      {"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + std::to_string(zip.size()) +
           "\r\n\r\n" + zip,
       "zipped text"},
      {"HTTP/1.0 200 OK\r\n\r\nuntil the close", "until the close"},
      {"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nno length", "no length"},
      {"HTTP/1.1 204 No Content\r\n\r\n", ""},
      {"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 200 "
       "OK\r\nContent-Length: "
       "1\r\n\r\nx",
       "x"},
  };
  auto client = test::open_client();
  for (const auto& [bytes, body] : cases) {
    server s(saying(bytes));
    const auto got = test::http::call(client, get(s.url()));
    ASSERT_TRUE(got) << bytes << tenon::explain(got.error().why);
    EXPECT_EQ(got->body, body);
    EXPECT_FALSE(test::http::find_header(got->headers, "x-trailer"));
    EXPECT_FALSE(test::http::find_header(got->headers, "link"));
  }
}

TEST(Reply, what_is_not_whole_says_so_and_shows_what_had_come) {
  struct entry {
    std::string bytes, expected, body;
  };
  const std::vector<entry> cases = {
      {"", "network_error connection_closed", ""},
      {"HTTP/1.1 200 OK\r\nContent-", "incomplete_stream head_cut", ""},
      {"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this", "incomplete_stream body_cut", "only this"},
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n", "incomplete_stream body_cut",
       "half"},
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nzz\r\n",
       "incomplete_stream body_cut", "half"},
      {"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 8\r\n\r\nnot gzip",
       "protocol_error content_encoding", ""},
      {"SSH-2.0-OpenSSH_9.2\r\n", "protocol_error invalid_reply", ""},
  };
  auto client = test::open_client();
  for (const auto& c : cases) {
    server s(saying(c.bytes));
    const auto got = test::http::call(client, post(s.url("/v1?key=1"), "{}"));
    EXPECT_EQ(verdict(got), c.expected) << c.bytes;
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().partial.body, c.body) << c.bytes;
    EXPECT_EQ(got.error().why.place, s.url("/v1"));
    EXPECT_EQ(got.error().partial.spent.requests, 1U);
    EXPECT_EQ(s.requests(), 1U) << "S5-20: what failed is not sent again";
  }
}

TEST(Reply, a_reset_before_the_head_and_within_the_body_are_told_apart) {
  server before([](connection& c, const received&) {
    c.reset();
    return false;
  });
  test::signal read;
  server within([&read](connection& c, const received&) {
    c.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
    read.wait();
    c.reset();
    return false;
  });
  auto client = test::open_client();
  EXPECT_EQ(verdict(test::http::call(client, get(before.url()))), "network_error connection_reset");
  test::listener l;
  l.on_data = [&read] { read.give(); };
  const auto running = client.start(get(within.url()), l.events());
  EXPECT_EQ(verdict(l.wait().why), "incomplete_stream body_cut");
  EXPECT_EQ(l.head.status, 200);
  EXPECT_EQ(l.body, "half");
}

TEST(Reply, a_body_over_its_limit_is_a_failure_however_it_is_packed) {
  const std::string bomb = zipped(std::string(std::size_t{1} << 22U, 'a'));
  server s([&bomb](connection& c, const received& r) {
    if (r.line.starts_with("GET /gzip")) return c.answer(bomb, "Content-Encoding: gzip\r\n");
    if (r.line.starts_with("GET /exact")) return c.answer(std::string(1 << 20U, 'a'));
    if (r.line.starts_with("GET /line")) {
      return c.write("HTTP/1.1 200 OK\r\nX-Long: " + std::string(200'000, 'h') +
                     "\r\nContent-Length: 0\r\n\r\n");
    }
    if (r.line.starts_with("GET /head")) {
      c.write("HTTP/1.1 200 OK\r\n");
      while (c.write("X-Long: " + std::string(1000, 'h') + "\r\n")) {
      }
      return false;
    }
    c.write("HTTP/1.1 200 OK\r\n\r\n");
    while (c.write(std::string(4096, 'e'))) {
    }
    return false;
  });
  auto client = test::open_client();
  for (const auto& [path, expected] : {std::pair{"/exact", "whole"},
                                       {"/gzip", "protocol_error max_body"},
                                       {"/endless", "protocol_error max_body"},
                                       {"/head", "protocol_error max_head"},
                                       {"/line", "protocol_error max_head"}}) {
    auto what = get(s.url(path));
    what.max_body = std::size_t{1} << 20U;
    const auto got = test::http::call(client, what);
    EXPECT_EQ(verdict(got), expected) << path;
    EXPECT_TRUE(got || got.error().partial.body.size() <= what.max_body);
  }
}

TEST(Reply, a_redirect_is_a_reply_and_the_key_goes_nowhere_else) {
  server other([](connection& c, const received&) { return c.answer("stolen"); });
  server s([&other](connection& c, const received&) {
    return c.answer("", "Location: " + other.url() + "\r\n", "307 Temporary Redirect");
  });
  auto client = test::open_client();
  auto what = post(s.url(), "{}");
  what.headers = {{"Authorization", "Bearer k", true}};
  const auto got = test::http::call(client, what);
  ASSERT_TRUE(got);
  EXPECT_EQ(got->status, 307);
  EXPECT_EQ(test::http::find_header(got->headers, "location"), other.url());
  EXPECT_EQ(other.connections(), 0U);
}

}  // namespace
