// Class d: replies as bytes, through the adapter of their service and then the whole way of a reply.
#include "asking.hpp"
#include "judge.hpp"
#include "kinds.hpp"
#include "must.hpp"
#include "operations.hpp"
#include "wire/waits.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include <tenon/policy.hpp>
#include <tenon/reader.hpp>
#ifdef CASES_WITH_STREAMS
#include <tenon/sse.hpp>
#endif
#include <tenon/wire.hpp>
#include <tenon/writer.hpp>

namespace cases {

namespace {

using tenon::value;
namespace wire = tenon::wire;

std::string text_in(const value& of, std::string_view name) {
  const value* found = of.find(name);
  return found != nullptr && found->is_string() ? std::string(found->string()) : std::string();
}

/// What a case calls the format, and the profile that speaks it.
const wire::profile* profile_of(std::string_view dialect) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> names{{
      {"openai.chat", "openai"},
      {"openai.responses", "openai-responses"},
      {"anthropic.messages", "anthropic"},
      {"gemini.generate", "gemini"},
      {"ollama.chat", "ollama"},
  }};
  const auto* found =
      std::find_if(names.begin(), names.end(), [&](const auto& row) { return row.first == dialect; });
  return wire::find_profile(found == names.end() ? dialect.substr(0, dialect.find('.')) : found->second);
}

std::string unhexed(std::string_view digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

/// The bytes of a stream, cut as they are.
std::vector<std::string> chunks_of(const value& input) {
  std::vector<std::string> all;
  if (const value* chunks = input.find("chunks")) {
    for (const value& one : chunks->items()) all.emplace_back(one.string());
  }
  if (const value* chunks = input.find("chunks_hex")) {
    for (const value& one : chunks->items()) all.push_back(unhexed(one.string()));
  }
  return all;
}

#ifdef CASES_WITH_STREAMS
/// From the decoder to the reader.
class events_to final : public tenon::http::stream_handler {
 public:
  explicit events_to(wire::stream_reader& reader) : reader_(reader) {}
  bool on_event(const tenon::http::stream_event& event) override {
    (void)reader_.event(event.type, event.data);
    return true;
  }
  bool on_stray(std::string_view line) override {
    reader_.stray(line);
    return true;
  }

 private:
  wire::stream_reader& reader_;
};

template <class Decoder>
void decode_into(wire::stream_reader& reader, const std::vector<std::string>& chunks) {
  events_to handler(reader);
  Decoder decoder(handler);
  for (const auto& chunk : chunks) decoder.feed(chunk);
  decoder.finish();
}

void read_chunks(wire::stream_reader& reader, wire::framing how, const std::vector<std::string>& chunks) {
  if (how == wire::framing::json_lines) {
    decode_into<tenon::http::json_lines_decoder>(reader, chunks);
  } else {
    decode_into<tenon::http::sse_decoder>(reader, chunks);
  }
}
constexpr bool reads_streams = true;
#else
void read_chunks(wire::stream_reader& /*reader*/, wire::framing /*how*/,
                 const std::vector<std::string>& /*chunks*/) {}
constexpr bool reads_streams = false;
#endif

/// One reply of a service, and what the adapter makes of it.
struct exchange {
  wire::provider from = {};
  wire::http_reply got = {};
  std::vector<std::string> chunks = {};  // of a body that is a stream
  bool streamed = false;
  bool reset = false;  // the connection went before the end

  tenon::model_answer answer(const tenon::model_request& what) const {
    if (!streamed || !wire::is_stream(from.how->speaks, got)) return wire::decode(from, what, {}, got);
    wire::stream_reader reader(from, what, {}, got);
    read_chunks(reader, wire::framing_of(from.how->speaks), chunks);
    if (!reset) return std::move(reader).finish();
    return std::move(reader).fail({.kind = tenon::failure_kind::network_error, .code = "reset"});
  }
};

exchange exchange_of(const test_case& c) {
  const value& input = c.input();
  exchange e;
  e.from.how = profile_of(text_in(input, "dialect"));
  e.from.model = "m";
  e.streamed = c.op() == "decode_stream";
  const value* eof = input.find("eof");
  e.reset = eof != nullptr && (text_in(input, "eof") == "reset" || *eof == value(false));
  e.got.status = 200;
  if (const value* http = input.find("http")) {
    if (const value* status = http->find("status")) e.got.status = static_cast<int>(*status->to_int64());
    if (const value* headers = http->find("headers")) {
      for (const auto& h : headers->members())
        e.got.headers.push_back({h.name, std::string(h.value.string())});
    }
    if (const value* body = http->find("body")) {
      e.got.body = body->is_string() ? std::string(body->string()) : tenon::json::write(*body);
    }
  }
  if (!e.streamed) return e;
  e.chunks = chunks_of(input);
  // For a stream that turns out to be none.
  if (!wire::is_stream(e.from.how->speaks, e.got)) {
    for (const auto& chunk : e.chunks) e.got.body += chunk;
  }
  return e;
}

bool tells_tools(const test_case& c) {
  return text_in(c.input(), "mode") == "tools";
}

/// "a good reply that gives {…}": the text within.
std::string good_reply(std::string_view description) {
  const auto begin = description.find('{');
  return begin == std::string_view::npos ? std::string() : std::string(description.substr(begin));
}

/// Asks a client whose model answers with these bytes.
asked ask_with(const test_case& c, const exchange& first, mode m, const tenon::schema::program& shape) {
  question q;
  q.policy = tenon::policies::spring(0);
  if (const value* transport = c.input().find("transport_retries")) {
    q.policy.max_transport_retries = static_cast<unsigned>(transport->to_uint64().value_or(0));
  }
  q.policy.max_attempts += q.policy.max_transport_retries;
  if (tells_tools(c)) q.how = tenon::output_mode::tool;
  q.steps.push_back(
      tenon::step::answers([&first](const tenon::model_request& what) { return first.answer(what); }));
  const auto second = text_in(c.input(), "second_response");
  if (!second.empty()) q.steps.push_back(tenon::step::reply(good_reply(second)));
  return ask(shape, m, std::move(q));
}

tenon::model_answer answer_of(const test_case& c, const exchange& e) {
  tenon::model_request what;
  if (tells_tools(c)) what.mode = tenon::output_mode::tool;
  return e.answer(what);
}

/// Would another try be made, policy permitting? Said by the service, else a matter of the kind.
bool retryable(const tenon::model_answer& answer, const observed& got) {
  if (!answer && answer.error().should_retry) return *answer.error().should_retry;
  switch (tenon::group_of(got.kind)) {
    case tenon::failure_group::timed_out:
    case tenon::failure_group::unavailable:
    case tenon::failure_group::truncated:
    case tenon::failure_group::invalid_output:
      return true;
    case tenon::failure_group::rejected:
    case tenon::failure_group::refused:
    case tenon::failure_group::cancelled:
      break;
  }
  return false;
}

std::string words_of(const observed& got, const tenon::report& report) {
  std::string words;
  for (const auto& p : got.errors) words += p.code + " " + p.message + "\n";
  for (const auto& a : report.attempts) {
    words += a.finish_text + "\n";
    for (const auto& note : a.notes) words += note + "\n";
  }
  return words;
}

void judge_error_fields(const value& expected, const tenon::model_answer& answer, const observed& got,
                        const tenon::report& report, std::string_view label, verdict& v) {
  if (got.root) return;
  if (const value* code = expected.find("code")) {
    const auto wanted = code->is_string() ? std::string(code->string()) : tenon::json::write(*code);
    if (got.errors.empty() || got.errors.front().code != wanted) v.object(label, "the code is not " + wanted);
  }
  const auto words = words_of(got, report);
  for (const auto name : {"message_contains", "reason"}) {
    const auto wanted = text_in(expected, name);
    if (words.find(wanted) == std::string::npos) v.object(label, "does not say " + wanted);
  }
  if (const value* again = expected.find("retryable")) {
    if (again->boolean() != retryable(answer, got)) v.object(label, "differs in whether a retry may help");
  }
  if (expected.find("partial_text") != nullptr) {
    const auto wanted = text_in(expected, "partial_text");
    if (report.attempts.empty() || report.attempts.back().reply != wanted) {
      v.object(label, "does not carry the text that had come");
    }
  }
}

void judge_usage(const value& expected, const tenon::report& report, std::string_view label, verdict& v) {
  const value* wanted = expected.find("usage");
  if (wanted == nullptr || report.attempts.empty()) return;
  const auto& ours = report.attempts.front().usage;
  const auto same = [&](std::string_view name, const std::optional<std::uint64_t>& count) {
    const value* number = wanted->find(name);
    return number == nullptr || number->to_uint64() == count;
  };
  const bool fits = wanted->is_null()
                        ? !ours.known()
                        : same("input", ours.input_tokens) && same("output", ours.output_tokens);
  if (!fits) v.object(label, "the usage is another");
}

/// [["call_a", {…}], …]: the calls of the reply, in order.
bool has_calls(const tenon::model_answer& answer, const value& wanted) {
  if (!answer || answer->tool_calls.size() != wanted.size()) return false;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto& call = answer->tool_calls[i];
    const auto pair = wanted.items()[i].items();
    const auto arguments = tenon::json::read_unique(call.arguments);
    if (value(call.id) != pair[0] || !arguments || *arguments != pair[1]) return false;
  }
  return true;
}

struct evidence {
  bool calls_fit = false;
  bool any_value = false;
  bool any_bare_syntax = false;
};

const std::vector<phrase<evidence>>& phrases() {
  static const std::vector<phrase<evidence>> all = {
      {"two calls as above", [](const evidence& e, const numbers&) { return e.calls_fit; }},
      {R"(one call: call_a {"path":"a"})", [](const evidence& e, const numbers&) { return e.calls_fit; }},
      {R"(two calls: call_a {"path":"a"}, call_b {"path":"b"})",
       [](const evidence& e, const numbers&) { return e.calls_fit; }},
      {"none is a success and none is a plain syntax error",
       [](const evidence& e, const numbers&) { return !e.any_value && !e.any_bare_syntax; }},
  };
  return all;
}

void run_one(const test_case& c, mode m, const tenon::schema::program& shape, verdict& v) {
  const std::string_view label = to_string(m);
  const value& expected = c.expected(m);
  const auto first = exchange_of(c);
  const auto answer = answer_of(c, first);
  if (const value* wanted = expected.find("tool_calls")) {
    const bool fit = has_calls(answer, *wanted);
    if (!fit) v.object(label, "the calls are others");
    return hold<evidence>(expected, phrases(), {.calls_fit = fit}, label, v);
  }
  const auto done = ask_with(c, first, m, shape);
  const auto got = observed::of(done.got);
  judge(expected, got, label, v);
  judge_error_fields(expected, answer, got, done.got.report(), label, v);
  judge_usage(expected, done.got.report(), label, v);
  if (const value* calls = expected.find("calls")) {
    if (calls->to_uint64() != done.requests.size()) {
      v.object(label, std::to_string(done.requests.size()) + " calls are made");
    }
  }
  hold<evidence>(expected, phrases(), {.any_value = got.root.has_value()}, label, v);
}

/// The kinds of this library that say what a case means by a word that is not in the table of kinds.
bool says(const observed& got, const tenon::report& report, std::string_view theirs) {
  const ending ours{.kind = got.kind,
                    .code = got.errors.empty() ? "" : std::string_view(got.errors.front().code)};
  if (is_kind(ours, theirs)) return true;
  const auto* last = report.attempts.empty() ? nullptr : &report.attempts.back();
  const bool names_reason =
      last != nullptr && !last->finish_text.empty() && last->finish == tenon::finish_reason::other;
  return names_reason && (theirs == "unknown_stop_reason" || theirs == "syntax_with_stop_reason");
}

void run_each_body(const test_case& c, mode m, const tenon::schema::program& shape, verdict& v) {
  const std::string label(to_string(m));
  const value& expected = c.expected(m);
  const value* bodies = c.input().find("bodies");
  const value* errors = expected.find("errors");
  evidence seen;
  for (std::size_t i = 0; bodies != nullptr && i < bodies->size(); ++i) {
    auto one = exchange_of(c);
    const value& body = bodies->items()[i];
    one.got.body = body.is_string() ? std::string(body.string()) : tenon::json::write(body);
    const auto done = ask_with(c, one, m, shape);
    const auto got = observed::of(done.got);
    const auto& report = done.got.report();
    seen.any_value = seen.any_value || got.root;
    if (errors == nullptr || i >= errors->size()) continue;
    const value& wanted = errors->items()[i];
    const value list = wanted.is_array() ? wanted : value::array({wanted});
    const bool fits = !got.root && std::any_of(list.items().begin(), list.items().end(),
                                               [&](const value& k) { return says(got, report, k.string()); });
    if (!fits) v.object(label, "body " + std::to_string(i + 1) + " gives " + describe(got));
  }
  hold<evidence>(expected, phrases(), seen, label, v);
}

wire::wall_time instant_in(const value& of) {
  if (const auto seconds = of.to_int64()) return wire::wall_time(std::chrono::seconds(*seconds));
  if (!of.is_string()) return {};
  if (const auto then = wire::internet_time(of.string())) return *then;
  return wire::http_date(of.string(), {}).value_or(wire::wall_time());
}

/// Seconds as a case writes them; null where nothing is asked for.
bool is_delay(const value& wanted, const std::optional<tenon::duration>& ours) {
  if (wanted.is_array()) {
    return std::any_of(wanted.items().begin(), wanted.items().end(),
                       [&](const value& one) { return is_delay(one, ours); });
  }
  if (!ours) return wanted.is_null();
  // What has passed is no wait.
  const double seconds = std::max(0.0, std::chrono::duration<double>(*ours).count());
  const auto number = wanted.to_double();
  return number && std::abs(*number - seconds) < 1e-6;
}

void run_delays(const test_case& c, verdict& v) {
  const value& input = c.input();
  const value* sets = input.find("headers");
  const value* wanted = c.expected(mode::strict).find("delays");
  if (sets == nullptr || !sets->is_array() || wanted == nullptr || !wanted->is_array()) {
    v.skipped = "an input of a form that is not known here";
    return;
  }
  const value* now = input.find("now");
  for (std::size_t i = 0; i < sets->size() && i < wanted->size(); ++i) {
    std::vector<wire::header> headers;
    for (const auto& h : sets->items()[i].members()) {
      headers.push_back(
          {h.name, h.value.is_string() ? std::string(h.value.string()) : tenon::json::write(h.value)});
    }
    const auto ours = wire::asked_wait(headers, now == nullptr ? wire::wall_time() : instant_in(*now));
    if (!is_delay(wanted->items()[i], ours))
      v.object("", "set " + std::to_string(i + 1) + " gives another delay");
  }
}

}  // namespace

void run_wire(const test_case& c, mode m, verdict& v) {
  if (c.op() == "retry_delay") return run_delays(c, v);
  if (c.op() == "decode_stream" && !reads_streams) {
    v.skipped = "HTTP client: part not there";
    return;
  }
  if (profile_of(text_in(c.input(), "dialect")) == nullptr) {
    v.skipped = "no adapter for " + text_in(c.input(), "dialect");
    return;
  }
  const auto shape = shape_of(c.schema());
  if (!shape) return judge(c.expected(m), observed::of(shape.error()), to_string(m), v);
  if (c.op() == "decode_each") return run_each_body(c, m, *shape, v);
  run_one(c, m, *shape, v);
}

}  // namespace cases
