#include "script.hpp"

#include "kinds.hpp"

#include <array>
#include <charconv>
#include <utility>

#include <tenon/wire.hpp>
#include <tenon/writer.hpp>

namespace cases {

namespace {

using tenon::value;

std::string text_of(const value* v) {
  return v != nullptr && v->is_string() ? std::string(v->string()) : std::string();
}

std::optional<std::string> arguments_of(const value* given) {
  if (given == nullptr) return std::nullopt;
  if (given->is_string()) return std::string(given->string());
  if (const value* described = given->find("generate"); described != nullptr && described->is_string())
    return written_out(described->string());
  return tenon::json::write(*given);
}

tenon::finish_reason finish_of(std::string_view word) {
  constexpr std::array known = {
      std::pair{std::string_view("stop"), tenon::finish_reason::stop},
      std::pair{std::string_view("length"), tenon::finish_reason::length},
      std::pair{std::string_view("content_filter"), tenon::finish_reason::content_filter},
      std::pair{std::string_view("refusal"), tenon::finish_reason::refusal},
      std::pair{std::string_view("tool_calls"), tenon::finish_reason::tool_calls},
  };
  for (const auto& [name, reason] : known)
    if (name == word) return reason;
  return tenon::finish_reason::other;
}

std::optional<std::uint64_t> tokens(const value& usage, std::string_view name) {
  const value* count = usage.find(name);
  return count != nullptr ? count->to_uint64() : std::nullopt;
}

bool is_wire_form(const value& reply) {
  const value* content = reply.find("content");
  return reply.find("output") != nullptr || reply.find("choices") != nullptr ||
         (content != nullptr && !content->is_null() && !content->is_string());
}

/// The body of a service, through its adapter: Responses, Chat Completions, or else Anthropic's Messages.
script_line through_adapter(value body) {
  const auto profile = body.find("output") != nullptr    ? "openai-responses"
                       : body.find("choices") != nullptr ? "openai"
                                                         : "anthropic";
  // Cases are reduced: what every body of this form begins with is left out.
  if (body.find("content") != nullptr && body.find("type") == nullptr) body.set("type", "message");
  tenon::wire::provider from;
  from.how = tenon::wire::find_profile(profile);
  from.model = "m";
  return {tenon::step::answers([from, text = tenon::json::write(body)](const tenon::model_request& what) {
    return tenon::wire::decode(from, what, {}, {.status = 200, .headers = {}, .body = text});
  })};
}

/// A failure of the provider, by one of the cases' kinds.
std::optional<script_line> failing(const value& error) {
  const std::string word = error.is_string() ? std::string(error.string()) : text_of(error.find("kind"));
  for (const auto kind : {tenon::failure_kind::provider_error, tenon::failure_kind::rate_limited,
                          tenon::failure_kind::overloaded, tenon::failure_kind::quota_exhausted,
                          tenon::failure_kind::protocol_error, tenon::failure_kind::incomplete_stream,
                          tenon::failure_kind::timed_out}) {
    if (is_kind({.kind = kind}, word) || to_string(kind) == word)
      return script_line{tenon::step::fails(kind)};
  }
  return std::nullopt;
}

/// False where a tool call has no arguments to speak of.
bool take_tool_calls(const value& reply, tenon::model_reply& made) {
  const value* calls = reply.find("tool_calls");
  if (calls == nullptr) return true;
  made.finish = tenon::finish_reason::tool_calls;
  for (const value& call : calls->items()) {
    auto arguments = arguments_of(call.find("arguments"));
    if (!arguments) return false;
    made.tool_calls.push_back({text_of(call.find("id")), text_of(call.find("name")), *std::move(arguments)});
  }
  return true;
}

}  // namespace

std::optional<script_line> line_of(const value& reply) {
  if (reply.is_string()) return script_line{tenon::step::reply(std::string(reply.string()))};
  if (!reply.is_object()) return std::nullopt;
  if (is_wire_form(reply)) return through_adapter(reply);
  if (const value* error = reply.find("error")) return failing(*error);
  tenon::model_reply made;
  std::vector<std::string> pieces;
  made.text = text_of(reply.find("text")) + text_of(reply.find("content"));
  if (const value* stream = reply.find("stream"); stream != nullptr && stream->is_array()) {
    for (const value& piece : stream->items()) made.text += pieces.emplace_back(piece.string());
  }
  if (!take_tool_calls(reply, made)) return std::nullopt;
  if (const std::string word = text_of(reply.find("finish_reason")); !word.empty()) {
    made.finish = finish_of(word);
    made.finish_text = word;
  }
  if (const std::string words = text_of(reply.find("refusal")); !words.empty()) made.refusal = words;
  made.id = text_of(reply.find("id"));
  if (const value* usage = reply.find("usage"); usage != nullptr && usage->is_object()) {
    made.usage.input_tokens = tokens(*usage, "input");
    made.usage.output_tokens = tokens(*usage, "output");
  }
  return script_line{tenon::step::reply(std::move(made)), std::move(pieces)};
}

std::string written_out(std::string_view description) {
  if (const auto remark = description.rfind(" (");
      remark != std::string_view::npos && description.ends_with(')'))
    description = description.substr(0, remark);
  std::string text;
  while (!description.empty()) {
    constexpr std::string_view word = " letters ";
    const auto open = description.find('<');
    const auto middle = description.find(word, open);
    const auto close = description.find('>', middle);
    std::size_t count = 0;
    if (close == std::string_view::npos || close != middle + word.size() + 1) break;
    const char* const begin = description.data() + open + 1;
    if (std::from_chars(begin, description.data() + middle, count).ptr != description.data() + middle) break;
    text.append(description.substr(0, open)).append(count, description[close - 1]);
    description.remove_prefix(close + 1);
  }
  return text.append(description);
}

}  // namespace cases
