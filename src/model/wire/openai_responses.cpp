// OpenAI Responses.
//
// A stream says everything several times: in pieces, whole at the end of a part, and once more in its last
// event. The pieces count as they come, so that they can be shown; what is whole adds what was lost, and
// where it contradicts them, the stream is not believed, because a lost piece can leave JSON that reads well.
#include "adapter.hpp"
#include "paused.hpp"
#include "text.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <tenon/reader.hpp>
#include <tenon/utf8.hpp>
#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

/// The API answers 400 to its JSON mode where no message of the input has the word.
bool speaks_of_json(const model_request& what) {
  for (const auto& one : what.messages) {
    if (one.who != role::system && find_letters(one.text, "json") != std::string_view::npos) return true;
  }
  return false;
}

value input_of(const model_request& what, encoded& made) {
  auto input = value::array();
  for (const auto& one : what.messages) {
    if (one.who == role::system) continue;
    const auto who = one.who == role::assistant ? role::assistant : role::user;
    input.push_back(value::object({{"role", to_string(who)}, {"content", utf8::sanitized(one.text)}}));
  }
  if (what.mode == output_mode::json_object && !speaks_of_json(what)) {
    made.notes.emplace_back(
        "a message that asks for JSON was added, as the JSON mode of the provider demands");
    input.push_back(value::object({{"role", "user"}, {"content", "Answer in JSON."}}));
  }
  return input;
}

std::optional<problem> add_shape(value& body, const provider& p, const model_request& what, encoded& made) {
  if (what.mode == output_mode::json_object) {
    body.set("text", value::object({{"format", value::object({{"type", "json_object"}})}}));
  }
  if (what.mode != output_mode::native && what.mode != output_mode::tool) return std::nullopt;
  const bool native = what.mode == output_mode::native;
  auto carried = carry_schema(what, native ? p.how->native : p.how->tool, made.notes);
  if (!carried) return std::move(carried).error();
  auto schema = json::read(carried->text);
  if (!schema) return std::move(schema).error();
  made.given = std::move(carried->given);
  if (native) {
    auto format = value::object({{"type", "json_schema"}, {"name", answer_name}, {"strict", true}});
    format.set("schema", std::move(schema->root));
    body.set("text", value::object({{"format", std::move(format)}}));
    return std::nullopt;
  }
  auto tool =
      value::object({{"type", "function"}, {"name", answer_name}, {"description", answer_description}});
  tool.set("parameters", std::move(schema->root));
  tool.set("strict", true);
  body.set("tools", value::array({std::move(tool)}));
  body.set("tool_choice", value::object({{"type", "function"}, {"name", answer_name}}));
  body.set("parallel_tool_calls", false);
  return std::nullopt;
}

result<encoded> encode_request(const provider& p, const model_request& what, bool streamed) {
  auto request = address(p);
  if (!request) return std::move(request).error();
  encoded made{.request = *std::move(request)};
  auto body = value::object({{"model", utf8::sanitized(p.model)}});
  if (auto system = system_text(what); !system.empty()) body.set("instructions", std::move(system));
  auto input = input_of(what, made);
  if (input.size() == 0) return nothing_said();
  body.set("input", std::move(input));
  if (auto wrong = add_shape(body, p, what, made)) return *std::move(wrong);
  if (what.max_output_tokens) body.set("max_output_tokens", *what.max_output_tokens);
  if (what.temperature && p.can.temperature) {
    body.set("temperature", temperature_value(*what.temperature));
  } else if (what.temperature) {
    made.notes.emplace_back("temperature was left out: the model does not take it");
  }
  if (what.seed) made.notes.emplace_back("seed was left out: the provider has none");
  // What is asked here is nobody's to keep.
  body.set("store", false);
  body.set("stream", streamed);
  made.request.body = json::write(body);
  return made;
}

void tell_usage(const value* said, collector& into) {
  if (said == nullptr) return;
  into.set_usage({.input_tokens = count_of(*said, "input_tokens"),
                  .output_tokens = count_of(*said, "output_tokens"),
                  .cached_input_tokens = count_of(*said, {"input_tokens_details", "cached_tokens"}),
                  .reasoning_tokens = count_of(*said, {"output_tokens_details", "reasoning_tokens"}),
                  .cache_write_tokens = count_of(*said, {"input_tokens_details", "cache_write_tokens"})});
  into.set_total(count_of(*said, "total_tokens"));
}

void tell_head(const value& response, collector& into) {
  into.set_id(text_of(response, "id"));
  into.set_model(text_of(response, "model"));
  tell_usage(member_of(response, "usage"), into);
}

void tell_incomplete(std::string_view why, collector& into) {
  if (why.empty()) return into.set_finish(finish_reason::length, "incomplete");
  if (why == "max_output_tokens") return into.set_finish(finish_reason::length, why);
  if (why == "content_filter") return into.set_finish(finish_reason::content_filter, why);
  into.fail(paused(why));  // steered, max_messages, and reasons of tomorrow: not the whole, in any case
}

/// How it ended, by the status of the response. `refused`: a part of it is a refusal.
void tell_status(const value& response, std::string_view status, bool refused, collector& into) {
  if (status == "completed") {
    return into.set_finish(refused ? finish_reason::refusal : finish_reason::stop, status);
  }
  if (status == "incomplete")
    return tell_incomplete(text_of(response, {"incomplete_details", "reason"}), into);
  if (status == "failed") {
    const bool says_why = member_of(response, "error") != nullptr;
    return into.fail(says_why ? read_error(response)
                              : said_error{.words = {"failed"}, .message = "the provider failed to reply"});
  }
  if (status == "cancelled" || status == "queued" || status == "in_progress") {
    return into.fail(
        {.words = {std::string(status)}, .message = "the provider has no reply yet, or none any more"});
  }
  into.set_finish(refused ? finish_reason::refusal : finish_reason::other, status);
}

/// What the items of a response hold together.
struct contents {
  std::string text;
  std::string refusal;
  std::string reasoning;

  void add(const value& item) {
    const auto type = text_of(item, "type");
    if (type == "reasoning") {
      for (const auto& part : items_of(item, "summary")) reasoning += text_of(part, "text");
      for (const auto& part : items_of(item, "content")) reasoning += text_of(part, "text");
    }
    if (type != "message") return;
    for (const auto& part : items_of(item, "content")) {
      const auto kind = text_of(part, "type");
      if (kind == "output_text") text += text_of(part, "text");
      if (kind == "refusal") refusal += text_of(part, "refusal");
    }
  }
};

void read_body(const value& body, collector& into) {
  const value* output = member_of(body, "output");
  const bool speaks = output != nullptr ? output->is_array() : !text_of(body, "status").empty();
  if (!speaks) return into.fail_protocol("response", "the body is no response of the Responses API");
  tell_head(body, into);
  contents all;
  std::uint64_t index = 0;
  for (const auto& item : items_of(body, "output")) {
    all.add(item);
    if (text_of(item, "type") == "function_call") {
      into.add_call({.index = index,
                     .id = text_of(item, "call_id"),
                     .name = text_of(item, "name"),
                     .arguments = member_of(item, "arguments")});
    }
    ++index;
  }
  into.add_reasoning(all.reasoning);
  into.add_text(all.text);
  into.add_refusal(all.refusal);
  tell_status(body, text_of(body, "status"), !all.refusal.empty(), into);
}

class events final : public stream_adapter {
 public:
  void event(std::string_view name, const value& data, collector& into) override {
    const auto type = data.find("type") != nullptr ? text_of(data, "type") : name;
    if (!type.starts_with("response.")) return;
    const auto what = type.substr(std::string_view("response.").size());
    if (what == "output_text.delta") return add_text(data, text_of(data, "delta"), into);
    if (what == "output_text.done") return complete_text(data, text_of(data, "text"), into);
    if (what == "refusal.delta") return add_refusal(text_of(data, "delta"), into);
    if (what == "refusal.done" && !refused_) return add_refusal(text_of(data, "refusal"), into);
    if (what == "function_call_arguments.delta") return add_arguments(data, into);
    if (what == "function_call_arguments.done") return complete_call(index_of(data), data, into);
    if (what == "output_item.added") return begin_item(data, into);
    if (what == "output_item.done") return end_item(data, into);
    if (what == "reasoning_summary_text.delta" || what == "reasoning_text.delta") {
      reasoned_ = true;
      return into.add_reasoning(text_of(data, "delta"));
    }
    respond(what, data, into);
  }

  void end(collector& into) override { check_end(into); }

 private:
  using part = std::pair<std::uint64_t, std::uint64_t>;

  struct call_state {
    std::string id;
    std::string arguments;  // that came
  };

  static std::uint64_t index_of(const value& data) { return count_of(data, "output_index").value_or(0); }
  static part part_of(const value& data) {
    return {index_of(data), count_of(data, "content_index").value_or(0)};
  }

  static void contradicted(collector& into) {
    into.fail_protocol("pieces", "the pieces of the stream are not the whole that it tells afterwards");
  }

  /// What `whole` has more than `had`; empty where they contradict each other, white space around them apart.
  static std::optional<std::string_view> rest_of(std::string_view whole, std::string_view had) {
    if (whole.starts_with(had)) return whole.substr(had.size());
    return trimmed(whole) == trimmed(had) ? std::optional<std::string_view>("") : std::nullopt;
  }

  /// Items are known by their place: some gateways change the ids from event to event.
  void add_text(const value& data, std::string_view more, collector& into) {
    const auto here = part_of(data);
    if (here < part_) {
      return into.fail_protocol("order", "a part of the reply went on after the next had begun");
    }
    if (here != part_) text_.clear();
    part_ = here;
    text_ += more;
    into.add_text(more);
  }

  void complete_text(const value& data, std::string_view whole, collector& into) {
    const bool open = part_of(data) == part_;
    if (!open && part_of(data) < part_) return;  // judged by the last event
    const auto rest = rest_of(whole, open ? text_ : std::string_view());
    if (!rest) return contradicted(into);
    if (!rest->empty()) add_text(data, *rest, into);
  }

  void add_refusal(std::string_view more, collector& into) {
    refused_ = true;
    into.add_refusal(more);
  }

  void begin_item(const value& data, collector& into) {
    const value* item = member_of(data, "item");
    if (item == nullptr || text_of(*item, "type") != "function_call") return;
    calls_[index_of(data)].id = text_of(*item, "call_id");
    into.add_call({.index = index_of(data), .id = text_of(*item, "call_id"), .name = text_of(*item, "name")});
  }

  void add_arguments(const value& data, collector& into) {
    const auto more = text_of(data, "delta");
    calls_[index_of(data)].arguments += more;
    into.add_arguments(index_of(data), more);
  }

  void complete_call(std::uint64_t index, const value& call, collector& into) {
    const value* said = member_of(call, "arguments");
    const std::string whole = said == nullptr     ? std::string()
                              : said->is_string() ? std::string(said->string())
                                                  : json::write(*said);
    auto& had = calls_[index];
    if (had.id.empty()) had.id = text_of(call, "call_id");
    const auto rest = rest_of(whole, had.arguments);
    if (!rest) return contradicted(into);
    const value more(*rest);
    into.add_call(
        {.index = index, .id = text_of(call, "call_id"), .name = text_of(call, "name"), .arguments = &more});
    had.arguments += *rest;
  }

  /// The last event may leave items out, so that places shift; the id of a call stays.
  std::uint64_t place_of(const value& item, std::uint64_t index) const {
    const auto id = text_of(item, "call_id");
    const auto found = std::find_if(calls_.begin(), calls_.end(),
                                    [id](const auto& one) { return !id.empty() && one.second.id == id; });
    return found == calls_.end() ? index : found->first;
  }

  void end_item(const value& data, collector& into) {
    const value* item = member_of(data, "item");
    if (item != nullptr && text_of(*item, "type") == "function_call")
      complete_call(index_of(data), *item, into);
  }

  /// The events that carry the response: the first for its id, the last for everything else.
  void respond(std::string_view what, const value& data, collector& into) {
    const value* response = member_of(data, "response");
    if (response == nullptr) return;
    tell_head(*response, into);
    if (what != "completed" && what != "incomplete" && what != "failed") return;
    if (what != "failed") complete(*response, into);
    const auto status = text_of(*response, "status");
    tell_status(*response, status.empty() ? what : status, refused_, into);
    into.end();
  }

  /// The whole, as far as the last event repeats it; many servers leave it out.
  void complete(const value& response, collector& into) {
    contents all;
    std::uint64_t index = 0;
    for (const auto& item : items_of(response, "output")) {
      all.add(item);
      if (text_of(item, "type") == "function_call") complete_call(place_of(item, index), item, into);
      ++index;
    }
    if (!all.refusal.empty() && !refused_) add_refusal(all.refusal, into);
    if (!reasoned_) into.add_reasoning(all.reasoning);
    if (all.text.empty()) return;
    const auto rest = rest_of(all.text, into.text());
    if (!rest) return contradicted(into);
    into.add_text(*rest);
  }

  part part_ = {};                             // whose text came last
  std::string text_;                           // of that part
  std::map<std::uint64_t, call_state> calls_;  // by place
  bool refused_ = false;
  bool reasoned_ = false;
};

std::unique_ptr<stream_adapter> open_stream() {
  return std::make_unique<events>();
}

}  // namespace

const adapter& openai_responses_adapter() noexcept {
  static constexpr adapter table{.encode = encode_request, .read = read_body, .open = open_stream};
  return table;
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
