// What all families have in common: the dispatch, errors, bodies that are none, the course of a stream.
#include "adapter.hpp"
#include "framed.hpp"
#include "limits.hpp"
#include "mask.hpp"
#include "text.hpp"
#include "waits.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <tenon/reader.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_success(int status) noexcept {
  return status >= 200 && status < 300;
}

std::string_view body_of(std::string_view text) noexcept {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return trimmed(text);
}

error_context context_of(const provider& p, output_mode mode, const encoded& sent, const http_reply& got) {
  error_context about{
      .speaks = p.how->speaks, .status = got.status, .notes = sent.notes, .given = sent.given};
  about.schema_was_sent = mode == output_mode::native || mode == output_mode::tool;
  if (!p.key.empty()) about.secrets.push_back(p.key);
  for (const auto& h : p.headers) {
    if (h.secret && !h.value.empty()) about.secrets.push_back(h.value);
  }
  about.exchange = {.status = got.status,
                    .request_id = mask(request_id_of(got.headers), about.secrets),
                    .limits = rate_limits_of(got.headers, got.received),
                    .bytes_sent = sent.request.body.size(),
                    .bytes_received = got.body.size()};
  about.wait = wait_in_headers(got.headers, got.received);
  about.should_retry = retry_advice_of(got.headers);
  return about;
}

/// The title of a web page; empty if there is none.
std::string_view title_of(std::string_view page) noexcept {
  page = page.substr(0, 4096);
  const auto begin = find_letters(page, "<title>");
  if (begin == std::string_view::npos) return {};
  const auto rest = page.substr(begin + 7);
  return trimmed(rest.substr(0, std::min(find_letters(rest, "</title>"), rest.size())));
}

/// The page of a gateway in front of the service, sent as a success: its title says what it is.
int status_in_title(std::string_view title) noexcept {
  constexpr std::array<std::pair<std::string_view, int>, 6> titles{{{"500", 500},
                                                                    {"502", 502},
                                                                    {"bad gateway", 502},
                                                                    {"503", 503},
                                                                    {"service unavailable", 503},
                                                                    {"504", 504}}};
  for (const auto& [words, status] : titles) {
    if (find_letters(title, words) == 0) return status;
  }
  return 0;
}

/// A body that should be JSON and is not, for a person. `why` is what the reader says.
problem unreadable(std::string_view body, const problem& why, const error_context& about) {
  problem p{.kind = failure_kind::protocol_error, .code = why.code};
  p.found = excerpt(mask(body.substr(0, 2 * problem::max_excerpt), about.secrets));
  if (body.empty()) {
    p.code = "empty_body";
    p.message = "the body of the reply is empty";
  } else if (body.starts_with('<')) {
    p.code = "web_page";
    p.message = "the reply is a web page and not JSON; is the base URL right?";
    const auto title = title_of(body);
    if (!title.empty()) p.found = excerpt(mask(title, about.secrets));
  } else {
    p.message = "the body of the reply is no JSON: " + why.message;
    p.offset = why.offset;
  }
  return p;
}

/// An error without a body that can be read: status and headers speak.
said_error wordless(std::string_view body) {
  said_error error;
  const auto title = title_of(body);
  if (!title.empty()) {
    error.message = title;
  } else if (!body.starts_with('<')) {
    error.message = body.substr(0, longest_masked);
  }
  error.wait = wait_in_words(error.message);
  return error;
}

/// The error that a body tells of, framed as an event or plain.
said_error error_in(std::string_view body) {
  if (const auto root = json::read(body)) return read_error(root->root);
  for (const auto& e : events_in(body)) {
    const auto root = json::read(e.data);
    if (root && find_error(root->root) != nullptr) return read_error(root->root);
  }
  return wordless(body);
}

void read_whole(const adapter& how, const value& root, collector& into) {
  if (const value* error = find_error(root)) into.fail(read_error(*error));
  if (root.is_object()) {
    how.read(root, into);  // beside an error there may be id, usage and part of the text (S5-35)
  } else {
    into.fail_protocol("unexpected_shape", "the body of the reply is JSON, and no object");
  }
}

/// A word that ends streams of the OpenAI family; tested as their own client does, by its beginning.
bool is_done(std::string_view data) noexcept {
  return data.starts_with("[DONE]");
}

bool is_keep_alive(std::string_view event) noexcept {
  return event == "ping" || event == "heartbeat" || event == "keepalive" || event == "keep-alive";
}

}  // namespace

const adapter& adapter_of(family f) noexcept {
  switch (f) {
    case family::openai_responses:
      return openai_responses_adapter();
    case family::anthropic:
      return anthropic_adapter();
    case family::gemini:
      return gemini_adapter();
    case family::ollama:
      return ollama_adapter();
    case family::openai_chat:
      break;
  }
  return openai_chat_adapter();
}

result<encoded> encode(const provider& p, const model_request& what, bool streamed) {
  if (p.how == nullptr) {
    return problem{.kind = failure_kind::invalid_argument,
                   .code = "provider",
                   .place = "provider",
                   .expected = "a row of profiles()",
                   .message = "the provider is not named"};
  }
  return adapter_of(p.how->speaks).encode(p, what, streamed);
}

model_answer decode(const provider& p, const model_request& what, const encoded& sent,
                    const http_reply& got) {
  const auto about = context_of(p, what.mode, sent, got);
  const auto body = body_of(got.body);
  collector into(what.mode);
  if (!is_success(got.status)) {
    into.fail(error_in(body));
    return std::move(into).answer(about, false);
  }
  const auto root = json::read(body);
  if (root) {
    read_whole(adapter_of(p.how->speaks), root->root, into);
    return std::move(into).answer(about, false);
  }
  // A stream although a whole body was asked for.
  if (const auto events = events_in(body, framing_of(p.how->speaks)); !events.empty()) {
    stream_reader reader(p, what, sent, got);
    for (const auto& e : events) {
      e.stray ? reader.stray(e.data) : reader.event(e.name, e.data);
    }
    return std::move(reader).finish();
  }
  if (const int status = status_in_title(title_of(body)); status != 0 && body.starts_with('<')) {
    auto error = wordless(body);
    error.number = status;
    into.fail(std::move(error));
    return std::move(into).answer(about, false);
  }
  // Another page comes again: a sign-in, or the page of another service.
  auto known = about;
  if (body.starts_with('<') && !known.should_retry) known.should_retry = false;
  return std::move(into).failure(unreadable(body, root.error(), about), known);
}

std::optional<duration> asked_wait(std::span<const header> headers,
                                   std::chrono::system_clock::time_point received) noexcept {
  return wait_in_headers(headers, received);
}

bool is_stream(family f, const http_reply& head) {
  if (!is_success(head.status)) return false;
  const auto type = header_of(head.headers, "content-type");
  constexpr std::array<std::string_view, 3> lines{"ndjson", "jsonl", "json-lines"};
  if (framing_of(f) == framing::server_sent_events) {
    return find_letters(type, "event-stream") != std::string_view::npos;
  }
  return std::any_of(lines.begin(), lines.end(),
                     [&](auto name) { return find_letters(type, name) != std::string_view::npos; });
}

struct stream_reader::state {
  /// Stray lines beyond this are no error message.
  static constexpr std::size_t max_stray = std::size_t{64} * 1024;
  /// Each try reads all of them.
  static constexpr unsigned max_tries = 16;

  error_context about;
  collector into;
  const adapter* family;
  std::unique_ptr<stream_adapter> how;
  std::string stray = {};
  unsigned tries = 0;  // to read `stray`
  bool heard = false;  // an event
  bool whole = false;  // the reply came as one body

  void take(std::string_view name, std::string_view data) {
    const auto root = json::read(data);
    heard = true;
    if (!root) {
      if (is_keep_alive(name)) return;
      into.fail_protocol(root.error().code, "an event of the stream is no JSON: " + root.error().message);
    } else if (const value* error = find_error(root->root)) {
      into.fail(read_error(*error));
      if (root->root.is_object()) how->event(name, root->root, into);  // usage, id, the last of the text
    } else if (root->root.is_object()) {
      how->event(name, root->root, into);
    }
  }

  void try_stray() {
    const auto root = json::read(stray);
    if (!root) return;
    if (const value* error = find_error(root->root)) {
      into.fail(read_error(*error));
    } else if (!heard && root->root.is_object()) {
      family->read(root->root, into);  // a whole body that was sent as a stream
      into.end();
      whole = true;
    }
    stray.clear();
  }

  /// JSON over several lines ends at its own margin.
  bool may_be_whole(std::string_view line) const noexcept {
    return line.front() == '}' || line.front() == ']' || stray.size() == line.size() + 1;
  }

  bool done() const noexcept { return into.failed() || into.ended(); }
};

stream_reader::stream_reader(const provider& p, const model_request& what, const encoded& sent,
                             const http_reply& head)
    : state_(std::make_unique<state>(state{.about = context_of(p, what.mode, sent, head),
                                           .into = collector(what.mode),
                                           .family = &adapter_of(p.how->speaks),
                                           .how = adapter_of(p.how->speaks).open()})) {
  state_->about.exchange.bytes_received = 0;
}

stream_reader::~stream_reader() = default;
stream_reader::stream_reader(stream_reader&&) noexcept = default;
stream_reader& stream_reader::operator=(stream_reader&&) noexcept = default;

std::string stream_reader::event(std::string_view event, std::string_view data) {
  auto& s = *state_;
  s.about.exchange.bytes_received += data.size();
  data = body_of(data);
  if (s.done() || data.empty()) return {};
  if (is_done(data)) {
    s.into.end();
    return {};
  }
  s.take(event, data);
  return s.into.take_delta();
}

std::string stream_reader::stray(std::string_view line) {
  auto& s = *state_;
  s.about.exchange.bytes_received += line.size();
  if (s.done() || trimmed(line).empty() || s.stray.size() + line.size() > state::max_stray) return {};
  s.stray += line;
  s.stray += '\n';
  if (s.may_be_whole(line) && s.tries++ < state::max_tries) s.try_stray();
  return s.into.take_delta();
}

bool stream_reader::done() const noexcept {
  return state_->done();
}

model_answer stream_reader::finish() && {
  auto& s = *state_;
  if (!s.done()) s.try_stray();
  if (!s.done() && trimmed(s.stray).starts_with('{')) {
    s.into.fail_protocol("unexpected_end", "the stream ended within a line that is no event");
  }
  if (!s.into.failed() && !s.whole) s.how->end(s.into);
  return std::move(s.into).answer(s.about, true);
}

model_answer stream_reader::fail(problem why) && {
  auto& s = *state_;
  if (!s.done()) s.try_stray();
  return std::move(s.into).failure(std::move(why), s.about);
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
