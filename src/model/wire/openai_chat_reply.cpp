// The reply of Chat Completions, whole and in chunks: a choice with a message, or with a delta of one. Both
// are read by the same functions, as services put the one where the other belongs.
#include "openai_chat.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

struct finish_row {
  std::string_view word;
  finish_reason means;
};
constexpr std::array finish_words{
    finish_row{"stop", finish_reason::stop},
    finish_row{"eos", finish_reason::stop},  // Together
    finish_row{"length", finish_reason::length},
    finish_row{"model_length", finish_reason::length},  // Mistral
    finish_row{"max_tokens", finish_reason::length},
    finish_row{"tool_calls", finish_reason::tool_calls},
    finish_row{"function_call", finish_reason::tool_calls},
    finish_row{"content_filter", finish_reason::content_filter},
    finish_row{"refusal", finish_reason::refusal},     // OpenRouter
    finish_row{"repetition", finish_reason::runaway},  // vLLM
};

struct failed_row {
  std::string_view word;
  std::string_view code;
  std::string_view message;
};
// Finish reasons that are errors which nobody explains further.
constexpr std::array failed_words{
    failed_row{"error", "server_error", "the service broke the reply off with an error"},
    failed_row{"abort", "server_error", "the service broke the reply off"},
    failed_row{"insufficient_system_resource", "server_is_overloaded", "the service had too much to do"},
};

void read_finish(std::string_view word, collector& into) {
  for (const auto& row : failed_words) {
    if (row.word != word) continue;
    into.fail({.words = {std::string(word), std::string(row.code)}, .message = std::string(row.message)});
    return;
  }
  const auto* row = std::find_if(finish_words.begin(), finish_words.end(),
                                 [&](const finish_row& r) { return r.word == word; });
  into.set_finish(row == finish_words.end() ? finish_reason::other : row->means, word);
}

std::optional<std::uint64_t> first_count(
    const value& of, std::initializer_list<std::initializer_list<std::string_view>> paths) {
  for (const auto& path : paths) {
    if (const auto found = count_of(of, path)) return found;
  }
  return std::nullopt;
}

void read_usage(const value& counts, collector& into) {
  into.set_usage({
      .input_tokens = count_of(counts, "prompt_tokens"),
      .output_tokens = count_of(counts, "completion_tokens"),
      // OpenAI, DeepSeek, and three spellings of Mistral
      .cached_input_tokens = first_count(counts, {{"prompt_tokens_details", "cached_tokens"},
                                                  {"prompt_cache_hit_tokens"},
                                                  {"num_cached_tokens"},
                                                  {"prompt_token_details", "cached_tokens"}}),
      .reasoning_tokens = count_of(counts, {"completion_tokens_details", "reasoning_tokens"}),
      .cache_write_tokens = count_of(counts, {"prompt_tokens_details", "cache_write_tokens"}),
  });
  into.set_total(count_of(counts, "total_tokens"));
}

/// {"type":"thinking","thinking":"…"} or with a list of text parts.
void read_thinking(const value& part, collector& into) {
  into.add_reasoning(text_of(part, "thinking"));
  for (const auto& piece : items_of(part, "thinking")) into.add_reasoning(text_of(piece, "text"));
}

void read_part(const value& part, collector& into) {
  if (part.is_string()) return into.add_text(part.string());
  const auto type = text_of(part, "type");
  if (type == "text" || type == "output_text") return into.add_text(text_of(part, "text"));
  if (type == "thinking" || type == "reasoning") return read_thinking(part, into);
  if (type == "refusal") return into.add_refusal(text_of(part, "refusal"));
  // A reference marks a place in the text and is none itself; what we do not know is not the answer.
  into.note("a part of the reply was not read: " + excerpt(type));
}

void read_content(const value& content, collector& into) {
  if (content.is_string()) return into.add_text(content.string());
  if (content.is_array()) {
    for (const auto& part : content.items()) read_part(part, into);
  } else if (content.is_object()) {
    read_part(content, into);
  }
}

/// One of three names, and some gateways say the same under two of them.
void read_reasoning(const value& message, collector& into) {
  for (const auto name : {"reasoning_content", "reasoning", "thinking"}) {
    const auto text = text_of(message, name);
    if (text.empty()) continue;
    into.add_reasoning(text);
    return;
  }
}

void read_calls(const value& message, bool whole, collector& into) {
  const auto calls = items_of(message, "tool_calls");
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const auto& call = calls[i];
    const value* function = member_of(call, "function");
    const value* custom = function == nullptr ? member_of(call, "custom") : nullptr;
    const value nothing;
    const value& what = function != nullptr ? *function : custom != nullptr ? *custom : nothing;
    call_piece piece{.position = i, .siblings = calls.size(), .id = text_of(call, "id")};
    // In a whole message every entry is a call of its own, whatever it says of itself.
    piece.index = whole ? std::optional<std::uint64_t>(i) : count_of(call, "index");
    piece.name = text_of(what, "name");
    piece.arguments = member_of(what, custom != nullptr ? "input" : "arguments");
    into.add_call(piece);
  }
  const value* old = calls.empty() ? member_of(message, "function_call") : nullptr;
  if (old != nullptr) {
    into.add_call({.index = 0, .name = text_of(*old, "name"), .arguments = member_of(*old, "arguments")});
  }
}

void read_message(const value& message, bool whole, collector& into) {
  if (const value* content = member_of(message, "content")) read_content(*content, into);
  read_reasoning(message, into);
  into.add_refusal(text_of(message, "refusal"));
  read_calls(message, whole, into);
}

/// What stands around the choices.
void read_envelope(const value& body, collector& into) {
  into.set_id(text_of(body, "id"));
  into.set_model(text_of(body, "model"));
  const value* usage = member_of(body, "usage");
  if (usage == nullptr) usage = member_of(body, {"x_groq", "usage"});
  if (usage != nullptr) read_usage(*usage, into);
  if (const auto stopped = text_of(body, {"x_groq", "error"}); !stopped.empty()) {
    into.fail({.words = {"server_error"}, .message = std::string(stopped)});
  }
}

void read_choice(const value& choice, bool whole, collector& into) {
  if (find_error(choice) != nullptr) return into.fail(read_error(choice));
  const value* message = member_of(choice, whole ? "message" : "delta");
  if (message == nullptr) message = member_of(choice, whole ? "delta" : "message");
  if (message != nullptr) read_message(*message, whole, into);
  if (const value* usage = member_of(choice, "usage")) read_usage(*usage, into);
  read_finish(text_of(choice, "finish_reason"), into);
  if (whole && message == nullptr && !into.failed()) {
    into.fail_protocol("no_message", "the choice in the reply has no message");
  }
}

/// The completion itself, which a gateway may have put below another name.
const value* completion_in(const value& body, collector& into) {
  if (member_of(body, "choices") != nullptr || !body.is_object()) return &body;
  for (const auto& m : body.members()) {
    const value* choices = member_of(m.value, "choices");
    if (choices == nullptr || !choices->is_array()) continue;
    into.note("the reply stood below the name " + excerpt(m.name));
    return &m.value;
  }
  return &body;
}

class chunks final : public stream_adapter {
 public:
  void event(std::string_view /*name*/, const value& data, collector& into) override {
    read_envelope(data, into);
    for (const auto& choice : items_of(data, "choices")) {
      // Only one was asked for.
      if (count_of(choice, "index").value_or(0) != 0) continue;
      has_choice_ = true;
      read_choice(choice, false, into);
    }
  }

  void end(collector& into) override {
    if (into.ended() && !has_choice_) into.fail_protocol("no_choices", "the stream held no choice");
  }

 private:
  bool has_choice_ = false;
};

}  // namespace

void read_completion(const value& body, collector& into) {
  const value& completion = *completion_in(body, into);
  read_envelope(completion, into);
  const auto choices = items_of(completion, "choices");
  if (choices.empty()) {
    const auto words = text_of(body, "message");
    into.fail_protocol("no_choices",
                       "the reply has no choices" + (words.empty() ? std::string() : ": " + excerpt(words)));
    return;
  }
  if (choices.size() > 1) into.note("the reply has several choices; the first is read");
  read_choice(choices.front(), true, into);
}

std::unique_ptr<stream_adapter> open_completion() {
  return std::make_unique<chunks>();
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
