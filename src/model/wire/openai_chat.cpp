// OpenAI Chat Completions and its many relatives: the request. What a service does differently stands in its
// row of profiles.cpp.
#include "openai_chat.hpp"

#include "adapter.hpp"
#include "text.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <tenon/reader.hpp>
#include <tenon/utf8.hpp>
#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

/// Every service that has a JSON mode refuses it, or fills the answer with blanks, where nothing in the
/// messages speaks of JSON.
constexpr std::string_view json_sentence = "Answer with one JSON object.";

/// Text that is JSON of our own: a row of the table, a lowered schema.
value own_json(std::string_view text) {
  auto made = json::read(text);
  return made ? std::move(made->root) : value();
}

/// llama.cpp's server takes a grammar, and has its own reading of a schema beside it. Models that think
/// before they answer need the latter: it leaves them their thoughts.
result<schema::dialect> native_dialect(const provider& p) {
  const bool choice = p.how->native == schema::dialect::gbnf;
  if (!choice || p.schema_field.empty() || p.schema_field == "grammar") return p.how->native;
  if (p.schema_field == "response_format") return schema::dialect::llamacpp;
  return problem{.kind = failure_kind::invalid_argument,
                 .code = "schema_field",
                 .place = "schema_field",
                 .expected = "grammar, response_format",
                 .found = excerpt(p.schema_field),
                 .message = "the service has no field of this name for a schema"};
}

class request_writer {
 public:
  request_writer(const provider& p, const model_request& what) : p_(p), how_(*p.how), what_(what) {}

  result<encoded> write(bool streamed) {
    const bool tool = what_.mode == output_mode::tool;
    auto at = address(p_, {}, tool ? how_.tool_path : std::string_view());
    if (!at) return std::move(at).error();
    body_ = value::object({{"model", p_.model}});
    put_messages();
    put_settings();
    if (auto bad = put_shape()) return *std::move(bad);
    if (!how_.extra.empty()) {
      const auto extra = own_json(how_.extra);
      for (const auto& m : extra.members()) body_.set(m.name, m.value);
    }
    if (streamed) {
      body_.set("stream", true);
      if (!how_.stream_options.empty()) body_.set("stream_options", own_json(how_.stream_options));
    }
    made_.request = *std::move(at);
    made_.request.body = json::write(body_);
    return std::move(made_);
  }

 private:
  void put_messages();
  void put_settings();
  std::optional<problem> put_shape();
  void put_schema(value schema);
  void put_grammar(const std::string& text);
  void put_tool(value schema);

  const provider& p_;
  const profile& how_;
  const model_request& what_;
  value body_ = {};
  encoded made_ = {};
};

void request_writer::put_messages() {
  auto messages = value::array();
  bool says_json = false;
  for (const auto& m : what_.messages) {
    says_json = says_json || find_letters(m.text, "json") != std::string_view::npos;
    auto who = to_string(m.who);
    if (m.who == role::tool) {
      // The result of a call needs the call's id, which our vocabulary does not carry.
      who = to_string(role::user);
      made_.notes.emplace_back("the result of a tool is sent as a message of the user");
    }
    messages.push_back(value::object({{"role", who}, {"content", utf8::sanitized(m.text)}}));
  }
  if (what_.mode == output_mode::json_object && !says_json) {
    made_.notes.emplace_back("the JSON mode needs the word JSON in the messages; a sentence was added");
    messages.push_back(value::object({{"role", "user"}, {"content", json_sentence}}));
  }
  body_.set("messages", std::move(messages));
}

void request_writer::put_settings() {
  if (what_.max_output_tokens) body_.set(how_.cap_field, *what_.max_output_tokens);
  if (what_.temperature) {
    if (p_.can.temperature) {
      body_.set("temperature", temperature_value(*what_.temperature));
    } else {
      made_.notes.emplace_back("temperature has no effect: the model does not take it");
    }
  }
  if (!what_.seed) return;
  if (how_.seed_field.empty()) {
    made_.notes.emplace_back("seed has no effect: the service does not take it");
  } else if (*what_.seed > std::numeric_limits<std::int64_t>::max()) {
    made_.notes.emplace_back("seed was left out: services take 63 bits");
  } else {
    body_.set(how_.seed_field, *what_.seed);
  }
}

void request_writer::put_schema(value schema) {
  auto named = value::object({{"name", answer_name}, {"strict", true}, {"schema", std::move(schema)}});
  body_.set("response_format", value::object({{"type", "json_schema"}, {"json_schema", std::move(named)}}));
}

/// The grammar holds from the first token on. Where a template would open a block of thoughts before it, the
/// answer would stand in there.
void request_writer::put_grammar(const std::string& text) {
  body_.set("grammar", text);
  body_.set("chat_template_kwargs", value::object({{"enable_thinking", false}}));
}

void request_writer::put_tool(value schema) {
  auto function = value::object(
      {{"name", answer_name}, {"description", answer_description}, {"parameters", std::move(schema)}});
  if (how_.strict_tools) function.set("strict", true);
  auto tools = value::array();
  tools.push_back(value::object({{"type", "function"}, {"function", std::move(function)}}));
  body_.set("tools", std::move(tools));
  if (how_.named_choice) {
    body_.set("tool_choice",
              value::object({{"type", "function"}, {"function", value::object({{"name", answer_name}})}}));
  } else {
    body_.set("tool_choice", "required");
  }
  if (how_.one_call) body_.set("parallel_tool_calls", false);
}

std::optional<problem> request_writer::put_shape() {
  switch (what_.mode) {
    case output_mode::native:
    case output_mode::tool: {
      const bool tool = what_.mode == output_mode::tool;
      auto to = tool ? result<schema::dialect>(how_.tool) : native_dialect(p_);
      if (!to) return std::move(to).error();
      auto carried = carry_schema(what_, *to, made_.notes);
      if (!carried) return std::move(carried).error();
      made_.given = std::move(carried->given);
      if (*to == schema::dialect::gbnf) {
        put_grammar(carried->text);
        break;
      }
      auto schema = own_json(carried->text);
      tool ? put_tool(std::move(schema)) : put_schema(std::move(schema));
      break;
    }
    case output_mode::json_object:
      body_.set("response_format", value::object({{"type", "json_object"}}));
      break;
    case output_mode::automatic:
    case output_mode::prompt:
      break;
  }
  return std::nullopt;
}

result<encoded> encode_request(const provider& p, const model_request& what, bool streamed) {
  return request_writer(p, what).write(streamed);
}

}  // namespace

const adapter& openai_chat_adapter() noexcept {
  static constexpr adapter table{.encode = encode_request, .read = read_completion, .open = open_completion};
  return table;
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
