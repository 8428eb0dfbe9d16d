// Anthropic Messages, versions 2023-06-01 and 2026-10-21.
//
// Three traps. The input of its usage leaves out what the cache read and wrote, so the three are added here.
// The counts of a stream are cumulative, in message_start and in each message_delta. And a refusal may come
// after text that reads well: what counts is the stop reason.
#include "adapter.hpp"
#include "paused.hpp"
#include "preamble.hpp"
#include "text.hpp"
#include "turns.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <tenon/reader.hpp>
#include <tenon/utf8.hpp>
#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

constexpr std::string_view version_header = "anthropic-version";
constexpr std::string_view first_version = "2023-06-01";
/// From here on the parameters of sampling are refused, even at their defaults. Versions are dates, so they
/// compare as text.
constexpr std::string_view without_sampling = "2026-10-21";
/// max_tokens is required; this is sent where nobody says more.
constexpr std::uint32_t default_cap = 4096;

std::string_view version_of(const provider& p) {
  if (!p.api_version.empty()) return p.api_version;
  return p.how->api_version.empty() ? first_version : p.how->api_version;
}

std::optional<problem> check_version(std::string_view version) {
  const bool plain = version.size() <= 32 && std::all_of(version.begin(), version.end(), [](char c) {
                       return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '-';
                     });
  if (plain) return std::nullopt;
  return problem{.kind = failure_kind::invalid_argument,
                 .code = "api_version",
                 .place = "api_version",
                 .expected = "a date such as 2023-06-01",
                 .found = excerpt(version),
                 .message = "the version of the Anthropic API is no date"};
}

/// The user's own header of this name comes first.
void add_version(std::vector<header>& headers, std::string_view version) {
  const bool said = std::any_of(headers.begin(), headers.end(),
                                [](const header& one) { return same_letters(one.name, version_header); });
  if (!said) headers.push_back({.name = std::string(version_header), .value = std::string(version)});
}

void add_sampling(value& body, const provider& p, const model_request& what, encoded& made) {
  if (what.temperature) {
    if (!p.can.temperature) {
      made.notes.emplace_back("temperature was left out: the model does not take it");
    } else if (version_of(p) >= without_sampling) {
      made.notes.emplace_back("temperature was left out: version " + std::string(version_of(p)) +
                              " of the API does not take it");
    } else {
      body.set("temperature", temperature_value(*what.temperature));
    }
  }
  if (what.seed) made.notes.emplace_back("seed was left out: the provider has none");
}

std::uint32_t cap_of(const provider& p, const model_request& what, encoded& made) {
  if (what.max_output_tokens) return *what.max_output_tokens;
  const auto cap = p.can.max_output_tokens > 0 ? p.can.max_output_tokens : default_cap;
  made.notes.push_back("the provider demands an output cap; " + std::to_string(cap) + " tokens were sent");
  return cap;
}

std::string system_of(const model_request& what, encoded& made) {
  auto text = system_text(what);
  const bool asks = what.mode == output_mode::prompt || what.mode == output_mode::json_object;
  if (!asks || !what.shape) return text;
  if (!text.empty()) text += "\n\n";
  text += json_preamble;
  if (what.mode == output_mode::json_object) {
    made.notes.emplace_back(
        "the provider has no JSON mode without a schema; the system message asks for JSON");
  }
  return text;
}

std::optional<problem> add_shape(value& body, const provider& p, const model_request& what, encoded& made) {
  if (what.mode != output_mode::native && what.mode != output_mode::tool) return std::nullopt;
  const bool native = what.mode == output_mode::native;
  auto carried = carry_schema(what, native ? p.how->native : p.how->tool, made.notes);
  if (!carried) return std::move(carried).error();
  auto schema = json::read(carried->text);
  if (!schema) return std::move(schema).error();
  made.given = std::move(carried->given);
  if (native) {
    body.set("output_config",
             value::object({{"format", value::object({{"type", "json_schema"}, {"schema", schema->root}})}}));
    return std::nullopt;
  }
  body.set("tools", value::array({value::object({{"name", answer_name},
                                                 {"description", answer_description},
                                                 {"input_schema", schema->root},
                                                 {"strict", true}})}));
  body.set("tool_choice",
           value::object({{"type", "tool"}, {"name", answer_name}, {"disable_parallel_tool_use", true}}));
  return std::nullopt;
}

result<encoded> encode_request(const provider& p, const model_request& what, bool streamed) {
  if (auto wrong = check_version(version_of(p))) return *std::move(wrong);
  auto request = address(p);
  if (!request) return std::move(request).error();
  encoded made{.request = *std::move(request)};
  add_version(made.request.headers, version_of(p));

  auto body = value::object({{"model", utf8::sanitized(p.model)}, {"max_tokens", cap_of(p, what, made)}});
  if (auto system = system_of(what, made); !system.empty()) body.set("system", std::move(system));
  auto messages = value::array();
  for (auto& turn : turns_of(what.messages)) {
    messages.push_back(value::object({{"role", to_string(turn.who)}, {"content", std::move(turn.text)}}));
  }
  if (messages.size() == 0) return nothing_said();
  body.set("messages", std::move(messages));
  add_sampling(body, p, what, made);
  if (auto wrong = add_shape(body, p, what, made)) return *std::move(wrong);
  body.set("stream", streamed);
  made.request.body = json::write(body);
  return made;
}

/// The counts as they were last told, and their sum in our terms.
class counts {
 public:
  void hear(const value* said) {
    if (said == nullptr) return;
    replace(input_, count_of(*said, "input_tokens"));
    replace(read_, count_of(*said, "cache_read_input_tokens"));
    replace(written_, count_of(*said, "cache_creation_input_tokens"));
    replace(output_, count_of(*said, "output_tokens"));
    replace(thought_, count_of(*said, {"output_tokens_details", "thinking_tokens"}));
  }
  void tell(collector& into) const {
    tenon::usage sum;
    sum.output_tokens = output_;
    sum.cached_input_tokens = read_;
    sum.reasoning_tokens = thought_;
    sum.cache_write_tokens = written_;
    if (input_) sum.input_tokens = *input_ + read_.value_or(0) + written_.value_or(0);
    into.set_usage(sum);
  }

 private:
  static void replace(std::optional<std::uint64_t>& old, std::optional<std::uint64_t> said) {
    if (said) old = said;
  }
  std::optional<std::uint64_t> input_, read_, written_, output_, thought_;
};

struct stop_word {
  std::string_view word;
  finish_reason finish;
};

constexpr std::array stop_words = {
    stop_word{"end_turn", finish_reason::stop},
    stop_word{"stop_sequence", finish_reason::stop},
    stop_word{"max_tokens", finish_reason::length},
    stop_word{"model_context_window_exceeded", finish_reason::length},
    stop_word{"tool_use", finish_reason::tool_calls},
    stop_word{"refusal", finish_reason::refusal},
};

void tell_refusal(const value* details, collector& into) {
  if (details == nullptr) return;
  const auto words = text_of(*details, "explanation");
  into.add_refusal(words.empty() ? text_of(*details, "category") : words);
}

/// `from` is the message, or the delta that carries the reason.
void tell_stop(std::string_view word, const value* details, collector& into) {
  if (word == "pause_turn") return into.fail(paused(word));
  const auto known = std::find_if(stop_words.begin(), stop_words.end(),
                                  [word](const stop_word& one) { return one.word == word; });
  const auto finish = known == stop_words.end() ? finish_reason::other : known->finish;
  if (finish == finish_reason::refusal) tell_refusal(details, into);
  into.set_finish(finish, word);
}

void read_block(const value& block, collector& into) {
  const auto type = text_of(block, "type");
  if (type == "text") into.add_text(text_of(block, "text"));
  if (type == "thinking") into.add_reasoning(text_of(block, "thinking"));
  if (type == "tool_use") {
    into.add_call(
        {.id = text_of(block, "id"), .name = text_of(block, "name"), .arguments = member_of(block, "input")});
  }
}

void read_body(const value& body, collector& into) {
  const value* content = member_of(body, "content");
  const bool speaks = content != nullptr ? content->is_array() : !text_of(body, "stop_reason").empty();
  if (text_of(body, "type") != "message" || !speaks) {
    return into.fail_protocol("message", "the body is no message of the Anthropic API");
  }
  into.set_id(text_of(body, "id"));
  into.set_model(text_of(body, "model"));
  for (const auto& block : items_of(body, "content")) read_block(block, into);
  counts told;
  told.hear(member_of(body, "usage"));
  told.tell(into);
  tell_stop(text_of(body, "stop_reason"), member_of(body, "stop_details"), into);
}

class events final : public stream_adapter {
 public:
  void event(std::string_view name, const value& data, collector& into) override {
    const auto type = data.find("type") != nullptr ? text_of(data, "type") : name;
    if (type == "message_start") return start(data, into);
    if (type == "content_block_start") return start_block(data, into);
    if (type == "content_block_delta") return grow_block(data, into);
    if (type == "content_block_stop") return stop_block(count_of(data, "index").value_or(0), into);
    if (type == "message_delta") return change(data, into);
    if (type == "message_stop") return stop(into);
    // ping, and whatever comes tomorrow
  }

  void end(collector& into) override {
    if (!stopped_) check_end(into);
  }

 private:
  void start(const value& data, collector& into) {
    const value* message = member_of(data, "message");
    if (message == nullptr) return;
    into.set_id(text_of(*message, "id"));
    into.set_model(text_of(*message, "model"));
    told_.hear(member_of(*message, "usage"));
    told_.tell(into);
  }

  void start_block(const value& data, collector& into) {
    const value* block = member_of(data, "content_block");
    if (block == nullptr) return;
    if (text_of(*block, "type") != "tool_use") return read_block(*block, into);
    const auto index = count_of(data, "index").value_or(0);
    into.add_call({.index = index, .id = text_of(*block, "id"), .name = text_of(*block, "name")});
    // An empty object announces pieces; a full one is all there is, unless pieces come.
    if (const value* input = member_of(*block, "input"); input != nullptr && input->size() > 0) {
      whole_[index] = *input;
    }
  }

  void grow_block(const value& data, collector& into) {
    const value* delta = member_of(data, "delta");
    if (delta == nullptr) return;
    const auto type = text_of(*delta, "type");
    if (type == "text_delta") into.add_text(text_of(*delta, "text"));
    if (type == "thinking_delta") into.add_reasoning(text_of(*delta, "thinking"));
    if (type == "input_json_delta") {
      const auto index = count_of(data, "index").value_or(0);
      const auto piece = text_of(*delta, "partial_json");
      if (piece.empty()) return;
      whole_.erase(index);
      into.add_arguments(index, piece);
    }
  }

  void stop_block(std::uint64_t index, collector& into) {
    const auto found = whole_.find(index);
    if (found == whole_.end()) return;
    into.add_call({.index = index, .arguments = &found->second});
    whole_.erase(found);
  }

  void change(const value& data, collector& into) {
    told_.hear(member_of(data, "usage"));
    told_.tell(into);
    const value* delta = member_of(data, "delta");
    if (delta == nullptr) return;
    if (const auto word = text_of(*delta, "stop_reason"); !word.empty()) reason_ = word;
    if (const value* details = member_of(*delta, "stop_details")) details_ = *details;
  }

  /// The reason is told only now: without the end mark, what came is not a reply.
  void stop(collector& into) {
    while (!whole_.empty()) stop_block(whole_.begin()->first, into);
    if (reason_.empty()) {
      return into.fail_protocol("no_stop_reason", "the message stopped, and nothing said why");
    }
    tell_stop(reason_, &details_, into);
    stopped_ = true;
    into.end();
  }

  counts told_;
  std::map<std::uint64_t, value> whole_;  // input of calls that have had no piece yet, by block
  std::string reason_;
  value details_;
  bool stopped_ = false;
};

std::unique_ptr<stream_adapter> open_stream() {
  return std::make_unique<events>();
}

}  // namespace

const adapter& anthropic_adapter() noexcept {
  static constexpr adapter table{.encode = encode_request, .read = read_body, .open = open_stream};
  return table;
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
