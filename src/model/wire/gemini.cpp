// Google Gemini, generateContent and streamGenerateContent.
//
// Three traps. Its output leaves out the thoughts, so they are added here. A stream has no end mark: it is
// whole if a finish reason came before the body ended. And a prompt that is blocked is a success without
// candidates.
#include "adapter.hpp"
#include "paused.hpp"
#include "turns.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <tenon/reader.hpp>
#include <tenon/utf8.hpp>
#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

constexpr std::string_view json_type = "application/json";

// Where the schema goes: JSON Schema in the first and the last, the Schema message of OpenAPI 3.0 in the
// other.
constexpr std::string_view in_json_schema = "responseJsonSchema";
constexpr std::string_view in_open_api = "responseSchema";
constexpr std::string_view in_format = "responseFormat";

result<std::string_view> schema_field(const provider& p) {
  if (p.schema_field.empty()) return in_json_schema;
  for (const auto known : {in_json_schema, in_open_api, in_format}) {
    if (p.schema_field == known) return known;
  }
  return problem{.kind = failure_kind::invalid_argument,
                 .code = "schema_field",
                 .place = "schema_field",
                 .expected = "responseJsonSchema, responseSchema or responseFormat",
                 .found = excerpt(p.schema_field),
                 .message = "Gemini has no such place for a schema"};
}

value parts_of(std::string_view text) {
  return value::array({value::object({{"text", text}})});
}

void add_sampling(value& config, const provider& p, const model_request& what, encoded& made) {
  if (what.max_output_tokens) config.set("maxOutputTokens", *what.max_output_tokens);
  if (what.temperature && p.can.temperature) {
    config.set("temperature", temperature_value(*what.temperature));
  } else if (what.temperature) {
    made.notes.emplace_back("temperature was left out: the model does not take it");
  }
  if (!what.seed) return;
  if (*what.seed > std::numeric_limits<std::int32_t>::max()) {
    made.notes.emplace_back("seed was left out: the provider takes 31 bits");
  } else {
    config.set("seed", *what.seed);
  }
}

/// The constraint on the text, or the one function that must be called.
std::optional<problem> add_shape(value& body, value& config, const provider& p, const model_request& what,
                                 encoded& made) {
  if (what.mode == output_mode::json_object) config.set("responseMimeType", json_type);
  if (what.mode != output_mode::native && what.mode != output_mode::tool) return std::nullopt;
  const auto field = schema_field(p);
  if (!field) return field.error();
  const bool open_api = *field == in_open_api;
  const bool native = what.mode == output_mode::native;
  const auto dialect = open_api ? schema::dialect::gemini_openapi : native ? p.how->native : p.how->tool;
  auto carried = carry_schema(what, dialect, made.notes);
  if (!carried) return std::move(carried).error();
  auto schema = json::read(carried->text);
  if (!schema) return std::move(schema).error();
  made.given = std::move(carried->given);
  if (native && *field == in_format) {
    config.set(in_format, value::object({{"text", value::object({{"mimeType", json_type},
                                                                 {"schema", std::move(schema->root)}})}}));
  } else if (native) {
    config.set("responseMimeType", json_type);
    config.set(*field, std::move(schema->root));
  } else {
    auto function = value::object({{"name", answer_name}, {"description", answer_description}});
    function.set(open_api ? "parameters" : "parametersJsonSchema", std::move(schema->root));
    body.set("tools",
             value::array({value::object({{"functionDeclarations", value::array({std::move(function)})}})}));
    auto calling = value::object({{"mode", "ANY"}, {"allowedFunctionNames", value::array({answer_name})}});
    body.set("toolConfig", value::object({{"functionCallingConfig", std::move(calling)}}));
  }
  return std::nullopt;
}

result<encoded> encode_request(const provider& p, const model_request& what, bool streamed) {
  auto request = address(p, streamed ? "streamGenerateContent" : "generateContent");
  if (!request) return std::move(request).error();
  encoded made{.request = *std::move(request)};
  // Without this the stream is one JSON array, sent in pieces.
  if (streamed) made.request.url += "?alt=sse";

  auto body = value::object();
  if (const auto system = system_text(what); !system.empty()) {
    body.set("systemInstruction", value::object({{"parts", parts_of(system)}}));
  }
  auto contents = value::array();
  for (const auto& turn : turns_of(what.messages)) {
    contents.push_back(value::object(
        {{"role", turn.who == role::assistant ? "model" : "user"}, {"parts", parts_of(turn.text)}}));
  }
  if (contents.size() == 0) return nothing_said();
  body.set("contents", std::move(contents));
  auto config = value::object();
  add_sampling(config, p, what, made);
  if (auto wrong = add_shape(body, config, p, what, made)) return *std::move(wrong);
  if (config.size() > 0) body.set("generationConfig", std::move(config));
  made.request.body = json::write(body);
  return made;
}

/// Chunks repeat what they count, and leave out what did not change. Thoughts stand beside the candidates.
class counts {
 public:
  void hear(const value* said, collector& into) {
    if (said == nullptr) return;
    keep(input_, count_of(*said, "promptTokenCount"));
    keep(candidates_, count_of(*said, "candidatesTokenCount"));
    keep(cached_, count_of(*said, "cachedContentTokenCount"));
    keep(thoughts_, count_of(*said, "thoughtsTokenCount"));
    tenon::usage u{.input_tokens = input_,
                   .output_tokens = candidates_,
                   .cached_input_tokens = cached_,
                   .reasoning_tokens = thoughts_};
    if (thoughts_) u.output_tokens = candidates_.value_or(0) + *thoughts_;
    into.set_usage(u);
  }

 private:
  using number = std::optional<std::uint64_t>;
  static void keep(number& old, const number& said) {
    if (said) old = said;
  }
  number input_, candidates_, cached_, thoughts_;
};

/// What a finish reason comes to.
enum class ending : std::uint8_t {
  stop,
  length,
  filter,
  bad_call,  // a call that is none: the correction can ask for a better one
  failure,
  paused,
  other,
};

struct reason {
  std::string_view word;
  ending means;
};

constexpr std::array reasons = {
    reason{"STOP", ending::stop},
    reason{"MAX_TOKENS", ending::length},
    reason{"SAFETY", ending::filter},
    reason{"RECITATION", ending::filter},
    reason{"BLOCKLIST", ending::filter},
    reason{"PROHIBITED_CONTENT", ending::filter},
    reason{"SPII", ending::filter},
    reason{"LANGUAGE", ending::filter},
    reason{"MODEL_ARMOR", ending::filter},
    reason{"MALFORMED_FUNCTION_CALL", ending::bad_call},
    reason{"UNEXPECTED_TOOL_CALL", ending::bad_call},
    reason{"TOO_MANY_TOOL_CALLS", ending::bad_call},
    reason{"MALFORMED_RESPONSE", ending::failure},
    reason{"MISSING_THOUGHT_SIGNATURE", ending::failure},
    reason{"OTHER", ending::failure},
    reason{"CONTINUATION", ending::paused},
};

ending meaning_of(std::string_view word) {
  if (word.starts_with("IMAGE_")) return ending::filter;
  const auto found =
      std::find_if(reasons.begin(), reasons.end(), [word](const reason& one) { return one.word == word; });
  return found == reasons.end() ? ending::other : found->means;
}

/// One GenerateContentResponse or many, each with more of the text.
class candidate_reader {
 public:
  void read(const value& said, collector& into) {
    into.set_id(text_of(said, "responseId"));
    into.set_model(text_of(said, "modelVersion"));
    counts_.hear(member_of(said, "usageMetadata"), into);
    if (const auto why = text_of(said, {"promptFeedback", "blockReason"}); !why.empty()) {
      blocked_ = true;
      into.set_finish(finish_reason::content_filter, why);
    }
    for (const auto& candidate : items_of(said, "candidates")) {
      if (count_of(candidate, "index").value_or(0) == 0) return read_candidate(candidate, into);
    }
  }

  /// Calls wait for the reason, because some reasons disown them.
  void tell_calls(collector& into) {
    for (const auto& call : std::exchange(calls_, {})) {
      into.add_call({.index = told_++,
                     .id = text_of(call, "id"),
                     .name = text_of(call, "name"),
                     .arguments = member_of(call, "args")});
    }
  }

 private:
  void read_candidate(const value& candidate, collector& into) {
    if (const value* content = member_of(candidate, "content")) {
      for (const auto& part : items_of(*content, "parts")) read_part(part, into);
    }
    const auto word = text_of(candidate, "finishReason");
    // A prompt that was blocked has no reply, whatever else is said.
    if (!word.empty() && !blocked_) finish(word, candidate, into);
  }

  void read_part(const value& part, collector& into) {
    if (const value* call = member_of(part, "functionCall")) {
      const bool whole = member_of(*call, "partialArgs") == nullptr && !flag_of(*call, "willContinue");
      if (!whole) {
        return into.fail_protocol("partial_arguments",
                                  "the arguments of a call came in pieces, which was not asked for");
      }
      if (calls_.size() < collector::max_calls) calls_.push_back(*call);
      return;
    }
    const auto text = text_of(part, "text");
    if (flag_of(part, "thought"))
      into.add_reasoning(text);
    else
      into.add_text(text);
  }

  void finish(std::string_view word, const value& candidate, collector& into) {
    const auto said = text_of(candidate, "finishMessage");
    if (!said.empty()) into.note("the provider says of " + excerpt(word) + ": " + excerpt(said, 400));
    switch (meaning_of(word)) {
      case ending::stop:
        return end(finish_reason::stop, word, into);
      case ending::length:
        return end(finish_reason::length, word, into);
      case ending::filter:
        return end(finish_reason::content_filter, word, into);
      case ending::bad_call:
        disown_calls(into);
        into.disown();
        return into.set_finish(finish_reason::tool_calls, word);
      case ending::failure:
        return fail(word, said, into);
      case ending::paused:
        return into.fail(paused(word));
      case ending::other:
        break;
    }
    end(finish_reason::other, word, into);
  }

  static void fail(std::string_view word, std::string_view said, collector& into) {
    said_error error{.words = {std::string(word)}, .message = std::string(said)};
    if (said.empty()) error.message = "the model could not finish its reply";
    // It is our request that lacks something, and it will lack it again.
    if (word == "MISSING_THOUGHT_SIGNATURE") error.should_retry = false;
    into.fail(std::move(error));
  }

  void end(finish_reason how, std::string_view word, collector& into) {
    tell_calls(into);
    into.set_finish(how, word);
  }

  /// Their arguments are kept for the report, as text.
  void disown_calls(collector& into) {
    for (const auto& call : std::exchange(calls_, {})) {
      if (const value* arguments = member_of(call, "args")) into.add_text(json::write(*arguments));
    }
  }

  counts counts_;
  std::vector<value> calls_;
  std::uint64_t told_ = 0;
  bool blocked_ = false;
};

bool is_response(const value& body) {
  const value* candidates = member_of(body, "candidates");
  if (candidates != nullptr) return candidates->is_array();
  return member_of(body, "promptFeedback") != nullptr || member_of(body, "usageMetadata") != nullptr;
}

void read_body(const value& body, collector& into) {
  if (!is_response(body)) {
    return into.fail_protocol("response", "the body is no GenerateContentResponse of Gemini");
  }
  candidate_reader reader;
  reader.read(body, into);
  reader.tell_calls(into);
}

class events final : public stream_adapter {
 public:
  void event(std::string_view /*name*/, const value& data, collector& into) override {
    reader_.read(data, into);
  }

  void end(collector& into) override {
    reader_.tell_calls(into);
    check_end(into);
    if (into.finished()) into.end();
  }

 private:
  candidate_reader reader_;
};

std::unique_ptr<stream_adapter> open_stream() {
  return std::make_unique<events>();
}

}  // namespace

const adapter& gemini_adapter() noexcept {
  static constexpr adapter table{.encode = encode_request, .read = read_body, .open = open_stream};
  return table;
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
