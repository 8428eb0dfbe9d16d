// The server that all services are played on, one cell at a time: the first request meets the fault, the next
// ones are answered right. What was asked for is read from the request alone, so that a request that asks for
// something else shows.
//
// Every reply leaves in one piece, so that the client reads it in one piece and no limit of time, however
// small, can fall within it.
#pragma once

#include "dialect.hpp"
#include "server.hpp"

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

namespace matrix {

struct asked {
  output_mode mode = output_mode::prompt;
  bool streamed = false;
  bool has_key = false;
  bool is_post = false;
};

class stage {
 public:
  void set(const value& fault, const service& at) {
    const std::lock_guard lock(gate_);
    fault_ = &fault;
    at_ = &at;
    asked_.clear();
  }
  std::vector<asked> heard() const {
    const std::lock_guard lock(gate_);
    return asked_;
  }
  std::string url() const { return server_.url(""); }

 private:
  static asked read(const test::received& r) {
    const auto has = [&](std::string_view text) { return r.body.find(text) != std::string::npos; };
    asked a;
    a.is_post = r.line.starts_with("POST ");
    a.streamed = has("\"stream\":true") || r.line.find(":streamGenerateContent?alt=sse") != std::string::npos;
    if (has("\"tools\":")) {
      a.mode = output_mode::tool;
    } else if (has("\"json_object\"") || has("\"format\":\"json\"")) {
      a.mode = output_mode::json_object;
    } else if (has("\"json_schema\"") || has("\"grammar\":") || has("\"responseJsonSchema\"") ||
               has("\"format\":{")) {
      a.mode = output_mode::native;
    } else if (has("\"responseMimeType\"")) {
      a.mode = output_mode::json_object;
    }
    for (const auto& h : r.headers) a.has_key = a.has_key || h.value.find(canary) != std::string::npos;
    return a;
  }

  bool serve(test::connection& c, const test::received& r) {
    const auto a = read(r);
    const value* fault = nullptr;
    const service* at = nullptr;
    bool first = false;
    {
      const std::lock_guard lock(gate_);
      asked_.push_back(a);
      first = asked_.size() == 1;
      fault = fault_;
      at = at_;
    }
    if (first || flag_in(*fault, "always")) return meet(c, *fault, *at, a);
    const bool tool = a.mode == output_mode::tool;
    return send(c, *at, a, render(*at, {.shape = tool ? "call" : "text"}));
  }

  static wish wish_for(const value& fault, const asked& a) {
    const bool tool = a.mode == output_mode::tool;
    wish w{.shape = text_in(fault, "shape", "answer"),
           .text = text_in(fault, "text", "right"),
           .ending = text_in(fault, "ending"),
           .usage = flag_in(fault, "usage", true)};
    if (w.shape == "answer") w.shape = tool ? "call" : "text";
    if (w.shape == "stray") w.shape = tool ? "text" : "call";
    return w;
  }

  static bool meet(test::connection& c, const value& fault, const service& at, const asked& a) {
    const auto how = text_in(fault, "how");
    if (how == "error") return send_error(c, fault, at, a);
    if (how == "page") {
      const auto page =
          "<html><head><title>" + text_in(fault, "title") + "</title></head><body></body></html>";
      return c.answer(page, head(at, "text/html"));
    }
    const auto reply = render(at, wish_for(fault, a));
    if (how == "reply") return send(c, at, a, reply);
    if (how == "in_band") return send_in_band(c, fault, at, a, reply);
    if (how == "unended") return c.write(stream_head(at) + chunk(reply.first + reply.rest) + last_chunk);
    if (how == "broken") {
      if (!a.streamed) return c.answer(reply.whole.substr(0, reply.whole.size() / 2), head(at));
      const std::string bad = at.speaks == "ollama" ? "{\"model\":\n" : "data: {\"id\":\n\n";
      return c.write(stream_head(at) + chunk(reply.first + bad) + last_chunk);
    }
    return break_off(c, how, at, a, reply);
  }

  /// Half of it, and then no more.
  static bool break_off(test::connection& c, std::string_view how, const service& at, const asked& a,
                        const rendered& reply) {
    const auto half = reply.whole.substr(0, reply.whole.size() / 2);
    c.write(a.streamed ? stream_head(at) + chunk(reply.first)
                       : "HTTP/1.1 200 OK\r\n" + head(at) +
                             "Content-Length: " + std::to_string(reply.whole.size()) + "\r\n\r\n" + half);
    if (how == "stall") c.wait_for_close();
    if (how == "reset") c.reset();
    return false;
  }

  static bool send_error(test::connection& c, const value& fault, const service& at, const asked& a) {
    const value* line = book::instance().error(at, text_in(fault, "error", text_in(fault, "fault")));
    if (line == nullptr) throw std::runtime_error("no error for " + at.name);
    const bool tool = a.mode == output_mode::tool && line->find("tool") != nullptr;
    const value& body = *line->find(tool ? "tool" : "body");
    const auto status = std::string(line->find("status")->literal());
    if (status == "200" && a.streamed)
      return c.write(stream_head(at) + chunk(framed(body, at.speaks)) + last_chunk);
    std::string headers = head(at);
    if (const value* more = line->find("headers")) {
      for (const auto& m : more->members())
        headers += std::string(m.name) + ": " + std::string(m.value.string()) + "\r\n";
    }
    return c.answer(with_key(json::write(body)), headers, status + " Status");
  }

  static bool send_in_band(test::connection& c, const value& fault, const service& at, const asked& a,
                           const rendered& reply) {
    const value& line = *book::instance().error(at, text_in(fault, "error"));
    if (a.streamed) {
      return c.write(stream_head(at) + chunk(reply.first + framed(*line.find("body"), at.speaks)) +
                     last_chunk);
    }
    const value* whole = line.find("whole");
    return c.answer(json::write(whole != nullptr ? *whole : *line.find("body")), head(at));
  }

  static bool send(test::connection& c, const service& at, const asked& a, const rendered& reply) {
    if (!a.streamed) return c.answer(reply.whole, head(at));
    return c.write(stream_head(at) + chunk(reply.first + reply.rest + reply.mark) + last_chunk);
  }

  static std::string with_key(std::string text) {
    for (auto at = text.find("@KEY"); at != std::string::npos; at = text.find("@KEY"))
      text.replace(at, 4, canary);
    return text;
  }
  static std::string head(const service& at, std::string_view type = "application/json") {
    std::string made = "Content-Type: " + std::string(type) + "\r\n";
    if (!at.id_header.empty()) made += at.id_header + ": " + std::string(request_id) + "\r\n";
    return made;
  }
  static std::string stream_head(const service& at) {
    return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n" +
           head(at, at.speaks == "ollama" ? "application/x-ndjson" : "text/event-stream") + "\r\n";
  }
  static std::string chunk(const std::string& text) {
    if (text.empty()) return {};
    std::ostringstream size;
    size << std::hex << text.size();
    return size.str() + "\r\n" + text + "\r\n";
  }
  static constexpr const char* last_chunk = "0\r\n\r\n";

  mutable std::mutex gate_;
  const value* fault_ = nullptr;
  const service* at_ = nullptr;
  std::vector<asked> asked_ = {};
  test::server server_{[this](test::connection& c, const test::received& r) { return serve(c, r); }};
};

}  // namespace matrix
