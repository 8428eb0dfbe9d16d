// Any bytes as the reply of a service, whole and as a stream. The first byte chooses the service, the second
// the status and the mode; the rest is the body, and each of its lines an event.
//
// What must hold: a reply or a failure comes out, and a failure has words and never a secret; a status that
// is no success is a reply only where the service's own check refused what the model wrote (Groq); text, once
// told of, belongs to the answer, unless the answer takes it back as a whole.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/wire.hpp>

namespace {

using namespace tenon;

constexpr std::string_view canary = "sk-canary-4f2b9c71d0e8a653";

void hold(bool condition) {
  if (!condition) std::abort();
}

void check_failure(const model_failure& bad) {
  hold(!bad.why.message.empty());
  hold(bad.exchange.has_value());
  for (const auto* text : {&bad.why.code, &bad.why.message, &bad.why.found, &bad.why.place, &bad.id}) {
    hold(text->find(canary) == std::string::npos);
  }
}

void check_answer(const model_answer& answer, int status) {
  if (!answer) return check_failure(answer.error());
  hold(status < 300 || !answer->notes.empty());
  if (answer->usage.reasoning_tokens && answer->usage.output_tokens) {
    hold(*answer->usage.reasoning_tokens <= *answer->usage.output_tokens);
  }
  for (const auto& call : answer->tool_calls) hold(!call.arguments.empty());
}

/// The service gave the whole text of a reply that its own check refused.
bool was_refused(const model_reply& reply) {
  return std::any_of(reply.notes.begin(), reply.notes.end(),
                     [](const std::string& note) { return note.find("own check") != std::string::npos; });
}

std::string_view take_line(std::string_view& text) {
  const auto line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line;
}

void play(const wire::provider& from, const model_request& what, std::string_view body, bool breaks) {
  wire::http_reply head;
  head.status = 200;
  wire::stream_reader reader(from, what, {}, head);
  std::string told;
  while (!body.empty()) {
    auto line = take_line(body);
    std::string_view name;
    if (line.starts_with('@')) {  // "@name data"
      name = line.substr(1, line.find(' ') - 1);
      line.remove_prefix(std::min(line.size(), name.size() + 2));
    }
    if (line.starts_with('!')) {
      reader.stray(line.substr(1));
    } else {
      told += reader.event(name, line);
    }
  }
  const auto answer = breaks
                          ? std::move(reader).fail({.kind = failure_kind::network_error, .message = "reset"})
                          : std::move(reader).finish();
  check_answer(answer, 200);
  if (!answer || what.mode == output_mode::tool) return;
  hold(answer->text.empty() || answer->text == told || was_refused(*answer));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const auto rows = wire::profiles();
  wire::provider from;
  from.how = &rows[data[0] % rows.size()];
  from.model = "m";
  from.key = canary;
  constexpr int statuses[] = {200, 200, 400, 401, 404, 429, 500, 503};
  model_request what;
  what.mode = (data[1] & 8U) != 0 ? output_mode::tool : output_mode::prompt;
  const std::string_view body(reinterpret_cast<const char*>(data) + 2, size - 2);

  wire::http_reply got;
  got.status = statuses[data[1] % 8];
  // What comes first in the body serves as a header too.
  auto rest = body;
  got.headers = {{"retry-after", std::string(take_line(rest))},
                 {"x-ratelimit-reset-tokens", std::string(take_line(rest))}};
  got.body = body;
  got.received = std::chrono::system_clock::time_point(std::chrono::hours(500'000));
  check_answer(wire::decode(from, what, {}, got), got.status);
  play(from, what, body, (data[1] & 16U) != 0);
  return 0;
}
