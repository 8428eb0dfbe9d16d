// However a text is cut into events, and whatever stands between them, a stream is read as the whole body
// that says the same: all cuts of a short text, in each family, as text and as arguments of a call.
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include <tenon/wire.hpp>
#include <tenon/writer.hpp>

namespace tenon {
namespace {

using pieces = std::vector<std::string>;

/// How a family says a text in pieces, and in one body. `call`: the text is the arguments of a call.
struct speech {
  std::string_view profile;
  std::function<value(const std::string& text, bool call)> body;
  std::function<std::vector<value>(const pieces& text, bool call)> events;
  value noise;  // an event that says nothing
};

value object(std::initializer_list<std::pair<std::string_view, value>> members) {
  return value::object(members);
}

value list(value one) {
  return value::array({std::move(one)});
}

value parsed(const std::string& text) {
  return *json::read_unique(text);
}

std::string joined(const pieces& text) {
  std::string whole;
  for (const auto& piece : text) whole += piece;
  return whole;
}

// Chat Completions

value chat_part(const std::string& text, bool call) {
  if (!call) return object({{"content", text}});
  auto function = object({{"name", "answer"}, {"arguments", text}});
  return object(
      {{"tool_calls", list(object({{"index", 0}, {"id", "c"}, {"function", std::move(function)}}))}});
}

value chat_body(const std::string& text, bool call) {
  return object({{"id", "r"},
                 {"model", "m"},
                 {"choices", list(object({{"message", chat_part(text, call)},
                                          {"finish_reason", call ? "tool_calls" : "stop"}}))},
                 {"usage", object({{"prompt_tokens", 3}, {"completion_tokens", 9}})}});
}

std::vector<value> chat_events(const pieces& text, bool call) {
  std::vector<value> all;
  for (const auto& piece : text) {
    all.push_back(object({{"id", "r"},
                          {"model", "m"},
                          {"choices", list(object({{"index", 0}, {"delta", chat_part(piece, call)}}))}}));
  }
  auto last =
      object({{"index", 0}, {"delta", value::object()}, {"finish_reason", call ? "tool_calls" : "stop"}});
  all.push_back(object({{"choices", list(std::move(last))}}));
  all.push_back(object(
      {{"choices", value::array()}, {"usage", object({{"prompt_tokens", 3}, {"completion_tokens", 9}})}}));
  return all;
}

// Anthropic

value anthropic_body(const std::string& text, bool call) {
  auto block = call ? object({{"type", "tool_use"}, {"id", "c"}, {"name", "answer"}, {"input", parsed(text)}})
                    : object({{"type", "text"}, {"text", text}});
  return object({{"id", "r"},
                 {"type", "message"},
                 {"model", "m"},
                 {"content", list(std::move(block))},
                 {"stop_reason", call ? "tool_use" : "end_turn"},
                 {"usage", object({{"input_tokens", 3}, {"output_tokens", 9}})}});
}

std::vector<value> anthropic_events(const pieces& text, bool call) {
  auto usage = object({{"input_tokens", 3}, {"output_tokens", 1}});
  auto block =
      call ? object({{"type", "tool_use"}, {"id", "c"}, {"name", "answer"}, {"input", value::object()}})
           : object({{"type", "text"}, {"text", ""}});
  std::vector<value> all{
      object({{"type", "message_start"},
              {"message",
               object({{"id", "r"}, {"model", "m"}, {"content", value::array()}, {"usage", usage}})}}),
      object({{"type", "content_block_start"}, {"index", 0}, {"content_block", std::move(block)}})};
  for (const auto& piece : text) {
    auto delta = call ? object({{"type", "input_json_delta"}, {"partial_json", piece}})
                      : object({{"type", "text_delta"}, {"text", piece}});
    all.push_back(object({{"type", "content_block_delta"}, {"index", 0}, {"delta", std::move(delta)}}));
  }
  all.push_back(object({{"type", "content_block_stop"}, {"index", 0}}));
  all.push_back(object({{"type", "message_delta"},
                        {"delta", object({{"stop_reason", call ? "tool_use" : "end_turn"}})},
                        {"usage", object({{"output_tokens", 9}})}}));
  all.push_back(object({{"type", "message_stop"}}));
  return all;
}

// Responses

value responses_item(const std::string& text, bool call) {
  if (call)
    return object({{"type", "function_call"}, {"call_id", "c"}, {"name", "answer"}, {"arguments", text}});
  return object({{"type", "message"}, {"content", list(object({{"type", "output_text"}, {"text", text}}))}});
}

value responses_body(const std::string& text, bool call) {
  return object({{"id", "r"},
                 {"model", "m"},
                 {"status", "completed"},
                 {"output", list(responses_item(text, call))},
                 {"usage", object({{"input_tokens", 3}, {"output_tokens", 9}})}});
}

std::vector<value> responses_events(const pieces& text, bool call) {
  std::vector<value> all{
      object({{"type", "response.created"}, {"response", object({{"id", "r"}, {"model", "m"}})}}),
      object(
          {{"type", "response.output_item.added"}, {"output_index", 0}, {"item", responses_item("", call)}})};
  for (const auto& piece : text) {
    all.push_back(
        object({{"type", call ? "response.function_call_arguments.delta" : "response.output_text.delta"},
                {"output_index", 0},
                {"content_index", 0},
                {"delta", piece}}));
  }
  all.push_back(object({{"type", "response.output_item.done"},
                        {"output_index", 0},
                        {"item", responses_item(joined(text), call)}}));
  all.push_back(object({{"type", "response.completed"}, {"response", responses_body(joined(text), call)}}));
  return all;
}

// Gemini: a call comes whole.

value gemini_part(const std::string& text, bool call) {
  if (!call) return object({{"text", text}});
  return object({{"functionCall", object({{"id", "c"}, {"name", "answer"}, {"args", parsed(text)}})}});
}

value gemini_body(const std::string& text, bool call) {
  return object({{"candidates", list(object({{"content", object({{"parts", list(gemini_part(text, call))}})},
                                             {"finishReason", "STOP"}}))},
                 {"usageMetadata", object({{"promptTokenCount", 3}, {"candidatesTokenCount", 9}})},
                 {"modelVersion", "m"},
                 {"responseId", "r"}});
}

std::vector<value> gemini_events(const pieces& text, bool call) {
  std::vector<value> all;
  const auto parts = call ? pieces{joined(text)} : text;
  for (const auto& piece : parts) {
    auto candidate = object({{"content", object({{"parts", list(gemini_part(piece, call))}})}});
    auto counts = object({{"promptTokenCount", 3}, {"candidatesTokenCount", all.size()}});
    all.push_back(object({{"candidates", list(std::move(candidate))},
                          {"usageMetadata", std::move(counts)},
                          {"modelVersion", "m"},
                          {"responseId", "r"}}));
  }
  auto last = object({{"finishReason", "STOP"}});
  all.push_back(object({{"candidates", list(std::move(last))},
                        {"usageMetadata", object({{"promptTokenCount", 3}, {"candidatesTokenCount", 9}})}}));
  return all;
}

// Ollama: a call comes whole.

value ollama_message(const std::string& text, bool call) {
  if (!call) return object({{"role", "assistant"}, {"content", text}});
  auto function = object({{"name", "answer"}, {"arguments", parsed(text)}});
  return object(
      {{"content", ""}, {"tool_calls", list(object({{"id", "c"}, {"function", std::move(function)}}))}});
}

value ollama_line(value message, bool done) {
  auto line = object({{"model", "m"}, {"message", std::move(message)}, {"done", done}});
  if (!done) return line;
  line.set("done_reason", "stop");
  line.set("prompt_eval_count", 3);
  line.set("eval_count", 9);
  return line;
}

value ollama_body(const std::string& text, bool call) {
  return ollama_line(ollama_message(text, call), true);
}

std::vector<value> ollama_events(const pieces& text, bool call) {
  std::vector<value> all;
  for (const auto& piece : call ? pieces{joined(text)} : text) {
    all.push_back(ollama_line(ollama_message(piece, call), false));
  }
  all.push_back(ollama_line(ollama_message("", false), true));
  return all;
}

std::vector<speech> languages() {
  return {{"openai", chat_body, chat_events, object({{"choices", value::array()}})},
          {"anthropic", anthropic_body, anthropic_events, object({{"type", "ping"}})},
          {"openai-responses", responses_body, responses_events, object({{"type", "response.aurora"}})},
          {"gemini", gemini_body, gemini_events, object({{"responseId", "r"}})},
          {"ollama", ollama_body, ollama_events, object({{"model", "m"}, {"done", false}})}};
}

// The text, cut at the bits of a number: five places that hurt.
const pieces grains = {"{\"a", "\":", "\"é", "😀\\", "n\"", "}"};

pieces cut(unsigned where) {
  pieces all{grains.front()};
  for (std::size_t i = 1; i < grains.size(); ++i) {
    if (((where >> (i - 1)) & 1U) != 0)
      all.push_back(grains[i]);
    else
      all.back() += grains[i];
  }
  return all;
}

wire::provider provider_of(const speech& language) {
  wire::provider p;
  p.how = wire::find_profile(language.profile);
  p.model = "m";
  return p;
}

model_request request_of(bool call) {
  model_request what;
  what.mode = call ? output_mode::tool : output_mode::prompt;
  return what;
}

model_answer whole(const speech& language, bool call) {
  wire::http_reply got{.status = 200,
                       .headers = {{"content-type", "application/json"}},
                       .body = json::write(language.body(joined(grains), call))};
  return wire::decode(provider_of(language), request_of(call), {}, got);
}

model_answer streamed(const speech& language, bool call, unsigned where, bool noisy, std::string& told) {
  wire::stream_reader reader(provider_of(language), request_of(call), {},
                             {.status = 200, .headers = {}, .body = {}});
  const auto say = [&](const value& event) {
    const value* type = event.find("type");
    told += reader.event(type == nullptr ? std::string_view() : type->string(), json::write(event));
  };
  for (const auto& event : language.events(cut(where), call)) {
    if (noisy) say(language.noise);
    say(event);
  }
  return std::move(reader).finish();
}

void expect_same(const model_reply& a, const model_reply& b) {
  EXPECT_EQ(a.text, b.text);
  EXPECT_EQ(a.finish, b.finish);
  EXPECT_EQ(a.finish_text, b.finish_text);
  EXPECT_EQ(a.usage, b.usage);
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.model, b.model);
  ASSERT_EQ(a.tool_calls.size(), b.tool_calls.size());
  for (std::size_t i = 0; i < a.tool_calls.size(); ++i) {
    EXPECT_EQ(a.tool_calls[i].id, b.tool_calls[i].id);
    EXPECT_EQ(a.tool_calls[i].name, b.tool_calls[i].name);
    // Where arguments are an object on the wire, their spelling is the writer's.
    EXPECT_EQ(parsed(a.tool_calls[i].arguments), parsed(b.tool_calls[i].arguments));
  }
}

TEST(WireStreams, every_cut_of_a_text_reads_as_the_whole) {
  for (const auto& language : languages()) {
    for (const bool call : {false, true}) {
      const auto expected = whole(language, call);
      ASSERT_TRUE(expected) << language.profile << ": " << explain(expected.error().why);
      for (unsigned where = 0; where < 1U << (grains.size() - 1); ++where) {
        for (const bool noisy : {false, true}) {
          SCOPED_TRACE(std::string(language.profile) + " cut at " + std::to_string(where));
          std::string told;
          const auto answer = streamed(language, call, where, noisy, told);
          ASSERT_TRUE(answer) << explain(answer.error().why);
          expect_same(*answer, *expected);
          EXPECT_EQ(told, call ? answer->tool_calls.at(0).arguments : answer->text);
        }
      }
    }
  }
}

// The transport failed: what had come joins that failure, at every place.
TEST(WireStreams, S5_35_a_transport_that_fails_keeps_what_had_come) {
  for (const auto& language : languages()) {
    const auto events = language.events(grains, false);
    for (std::size_t count = 0; count + 1 < events.size(); ++count) {
      wire::stream_reader reader(provider_of(language), request_of(false), {},
                                 {.status = 200, .headers = {}, .body = {}});
      std::string told;
      for (std::size_t i = 0; i < count; ++i) {
        const value* type = events[i].find("type");
        told += reader.event(type == nullptr ? std::string_view() : type->string(), json::write(events[i]));
      }
      const auto answer = std::move(reader).fail({.kind = failure_kind::network_error, .code = "reset"});
      ASSERT_FALSE(answer);
      EXPECT_EQ(answer.error().why.kind, failure_kind::network_error);
      EXPECT_EQ(answer.error().partial_text, told) << language.profile << " after " << count;
    }
  }
}

}  // namespace
}  // namespace tenon
