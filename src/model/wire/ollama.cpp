// Ollama's own API, /api/chat.
//
// Two traps. A prompt that is longer than the context is cut in silence, and so is what the model reads while
// it writes: `truncate` and `shift` make errors of both. And the schema of `format` never reaches the model
// as text (capabilities::schema_invisible). `think` is left to the server: it depends on the model whether
// the word is known.
#include "adapter.hpp"
#include "paused.hpp"

#include <limits>
#include <utility>

#include <tenon/reader.hpp>
#include <tenon/utf8.hpp>
#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

void add_options(value& body, const provider& p, const model_request& what, encoded& made) {
  auto options = value::object();
  if (what.temperature && p.can.temperature) {
    options.set("temperature", temperature_value(*what.temperature));
  } else if (what.temperature) {
    made.notes.emplace_back("temperature was left out: the model does not take it");
  }
  if (what.seed && *what.seed <= std::numeric_limits<std::int64_t>::max()) {
    options.set("seed", *what.seed);
  } else if (what.seed) {
    made.notes.emplace_back("seed was left out: the provider takes 63 bits");
  }
  if (what.max_output_tokens) options.set("num_predict", *what.max_output_tokens);
  // The server's own default is small, whatever the model can.
  if (p.can.context_tokens > 0) options.set("num_ctx", p.can.context_tokens);
  if (options.size() > 0) body.set("options", std::move(options));
}

std::optional<problem> add_shape(value& body, const provider& p, const model_request& what, encoded& made) {
  if (what.mode == output_mode::json_object) body.set("format", "json");
  if (what.mode != output_mode::native && what.mode != output_mode::tool) return std::nullopt;
  const bool native = what.mode == output_mode::native;
  auto carried = carry_schema(what, native ? p.how->native : p.how->tool, made.notes);
  if (!carried) return std::move(carried).error();
  auto schema = json::read(carried->text);
  if (!schema) return std::move(schema).error();
  made.given = std::move(carried->given);
  if (native) {
    body.set("format", std::move(schema->root));
    return std::nullopt;
  }
  auto function = value::object(
      {{"name", answer_name}, {"description", answer_description}, {"parameters", std::move(schema->root)}});
  body.set("tools", value::array({value::object({{"type", "function"}, {"function", std::move(function)}})}));
  made.notes.emplace_back("the provider cannot force a tool call; the model may answer in text");
  return std::nullopt;
}

result<encoded> encode_request(const provider& p, const model_request& what, bool streamed) {
  auto request = address(p);
  if (!request) return std::move(request).error();
  encoded made{.request = *std::move(request)};
  auto body = value::object({{"model", utf8::sanitized(p.model)}});
  auto messages = value::array();
  for (const auto& one : what.messages) {
    const auto who = one.who == role::tool ? role::user : one.who;
    messages.push_back(value::object({{"role", to_string(who)}, {"content", utf8::sanitized(one.text)}}));
  }
  body.set("messages", std::move(messages));
  if (auto wrong = add_shape(body, p, what, made)) return *std::move(wrong);
  add_options(body, p, what, made);
  body.set("truncate", false);
  body.set("shift", false);
  body.set("stream", streamed);
  made.request.body = json::write(body);
  return made;
}

finish_reason finish_of(std::string_view word) {
  if (word == "stop") return finish_reason::stop;
  if (word == "length") return finish_reason::length;
  return finish_reason::other;  // load, unload, and words of tomorrow
}

/// One line of a stream, or the one body: the shape is the same.
class line_reader {
 public:
  bool done() const noexcept { return done_; }

  void read(const value& line, collector& into) {
    into.set_model(text_of(line, "model"));
    if (const value* message = member_of(line, "message")) read_message(*message, into);
    tenon::usage counts;
    counts.input_tokens = count_of(line, "prompt_eval_count");
    counts.output_tokens = count_of(line, "eval_count");
    into.set_usage(counts);
    if (flag_of(line, "done")) finish(line, into);
  }

 private:
  void read_message(const value& message, collector& into) {
    into.add_reasoning(text_of(message, "thinking"));
    into.add_text(text_of(message, "content"));
    for (const auto& call : items_of(message, "tool_calls")) {
      // Each comes whole. The server's own indexes start again with every line.
      const value* function = member_of(call, "function");
      if (function == nullptr) continue;
      into.add_call({.index = calls_++,
                     .id = text_of(call, "id"),
                     .name = text_of(*function, "name"),
                     .arguments = member_of(*function, "arguments")});
    }
  }

  /// An empty reason is what the server writes when its own connection to the model closed: no reply.
  void finish(const value& line, collector& into) {
    const value* reason = member_of(line, "done_reason");
    const bool closed = reason != nullptr && reason->is_string() && reason->string().empty();
    if (closed) return;
    done_ = true;
    into.set_finish(finish_of(text_of(line, "done_reason")), text_of(line, "done_reason"));
    into.end();
  }

  std::uint64_t calls_ = 0;
  bool done_ = false;
};

void read_body(const value& body, collector& into) {
  if (member_of(body, "message") == nullptr) {
    return into.fail_protocol("message", "the body is no chat response of Ollama");
  }
  line_reader().read(body, into);
  if (!into.ended()) into.fail_protocol("not_done", "the reply says of itself that it is not done");
}

class events final : public stream_adapter {
 public:
  void event(std::string_view /*name*/, const value& data, collector& into) override {
    reader_.read(data, into);
  }

  void end(collector& into) override {
    if (!reader_.done()) check_end(into);
  }

 private:
  line_reader reader_;
};

std::unique_ptr<stream_adapter> open_stream() {
  return std::make_unique<events>();
}

}  // namespace

const adapter& ollama_adapter() noexcept {
  static constexpr adapter table{.encode = encode_request, .read = read_body, .open = open_stream};
  return table;
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
