// The snippets of docs/http.md, compiled and run. The last test holds the page to this file: every line of a
// snippet stands here too.
#include "asking.hpp"

#include <fstream>
#include <future>
#include <gtest/gtest.h>
#include <set>
#include <stop_token>
#include <string>

#include <tenon/sse.hpp>

namespace {

using test::connection;
using test::received;
using test::server;

std::string ask(const std::string& url, const std::string& key, std::stop_token stop) {
  tenon::result<tenon::http::client> client = tenon::http::client::open();
  if (!client) return tenon::explain(client.error());

  tenon::http::request what;
  what.method = "POST";
  what.url = url;
  what.headers = {{"Content-Type", "application/json"}, {"Authorization", "Bearer " + key, true}};
  what.body = R"({"model": "m", "stream": false})";
  const auto got = tenon::http::call(*client, what, stop);
  if (!got) return tenon::explain(got.error().why);
  return std::to_string(got->status) + " " + got->body;
}

struct printer final : tenon::http::stream_handler {
  bool on_event(const tenon::http::stream_event& e) override { return seen += e.data, e.data != "[DONE]"; }
  bool on_stray(std::string_view line) override { return seen += line, false; }
  std::string seen;
};

std::string read_stream(tenon::http::client& client, const tenon::http::request& what) {
  // clang-format off
  printer to;
  tenon::http::sse_decoder decoder(to);
  std::promise<tenon::http::ending> ended;
  tenon::http::handle running = client.start(
      what, {.data = [&](std::string_view bytes) { decoder.feed(bytes); },
             .done = [&](tenon::http::ending how) { ended.set_value(std::move(how)); }});
  const tenon::http::ending how = ended.get_future().get();
  if (!how.why) decoder.finish();
  // clang-format on
  return to.seen;
}

TEST(Docs, the_snippets_do_what_the_page_says) {
  server s([](connection& c, const received& r) {
    const auto key = tenon::http::find_header(r.headers, "authorization");
    return c.answer(key == "Bearer k" ? "yes" : "data: a\n\n: c\n\ndata: b\n\ndata: [DONE]");
  });
  EXPECT_EQ(ask(s.url(), "k", {}), "200 yes");
  auto client = test::open_client();
  EXPECT_EQ(read_stream(client, test::get(s.url())), "ab[DONE]");
}

std::string stripped(const std::string& line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first == std::string::npos ? std::string() : line.substr(first);
}

TEST(Docs, every_line_of_a_snippet_stands_in_this_file) {
  std::set<std::string> here;
  std::ifstream self(TENON_TEST_FILES "/docs_test.cpp");
  for (std::string line; std::getline(self, line);) here.insert(stripped(line));
  std::ifstream page(TENON_SOURCE_ROOT "/docs/http.md");
  int lines = 0;
  bool in_code = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) {
      in_code = line == "```cpp";
    } else if (in_code) {
      ++lines;
      EXPECT_TRUE(here.contains(stripped(line))) << line;
    }
  }
  EXPECT_GT(lines, 20);
}

}  // namespace
