// A typed call of Chat Completions to servers of the test's own, through the real client.
#pragma once

#include "server.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include <tenon/client.hpp>
#include <tenon/configuration.hpp>
#include <tenon/connect.hpp>

namespace over_http {

using namespace tenon;
using test::connection;
using test::received;
using test::server;

struct Trip {
  std::string city;
  int days = 0;
};

inline constexpr std::string_view right =
    R"({"id":"reply-1","object":"chat.completion","model":"m-2026","choices":[{"index":0,"finish_reason":"stop",)"
    R"("message":{"role":"assistant","content":"{\"city\":\"Paris\",\"days\":3}"}}],)"
    R"("usage":{"prompt_tokens":20,"completion_tokens":9,"total_tokens":29}})";
inline constexpr std::string_view json_type = "Content-Type: application/json\r\n";

inline bool answer_right(connection& c, const received&) {
  return c.answer(right, json_type);
}

/// A model per server, "s0:m", "s1:m" …, all of the same dialect.
class services {
 public:
  void add(const server& at) {
    const auto name = "s" + std::to_string(count_++);
    auto& mine = how_.providers[name];
    mine.profile = "openai-compatible";
    mine.base_url = at.url("");
    mine.key_variable = "TENON_TEST_KEY";
    mine.proxy = "none";
  }
  model_ptr open(std::size_t number) const {
    ::setenv("TENON_TEST_KEY", "k", 1);
    auto made = open_model("s" + std::to_string(number) + ":m", how_);
    if (!made) throw std::runtime_error(explain(made.error()));
    return *made;
  }

 private:
  configuration how_ = {};
  std::size_t count_ = 0;
};

inline model_ptr only(const server& at) {
  services all;
  all.add(at);
  return all.open(0);
}

/// No limit of time: the machine may be slow.
inline policy patient(policy p) {
  p.attempt_timeout.reset();
  p.total_timeout.reset();
  return p;
}

inline request question() {
  return {.prompt = "Where to, and for how long?"};
}

}  // namespace over_http
