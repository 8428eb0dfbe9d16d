#include "collector.hpp"

#include "access.hpp"
#include "calls.hpp"
#include "mask.hpp"
#include "text.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

constexpr auto nowhere = std::numeric_limits<std::size_t>::max();

void replace(std::optional<std::uint64_t>& old, const std::optional<std::uint64_t>& said) {
  if (said) old = said;
}

/// Does this piece bring arguments?
bool brings_arguments(const call_piece& piece) {
  const value* more = piece.arguments;
  if (more == nullptr || more->is_null()) return false;
  return !more->is_string() || !trimmed(more->string()).empty();
}

/// What cannot be more of this call: an object where there are arguments, another name, or the name again
/// where the arguments are whole.
bool begins_another(const call_piece& piece, const tool_call& call) {
  const bool more = brings_arguments(piece);
  if (more && !piece.arguments->is_string() && !call.arguments.empty()) {
    return json::write(*piece.arguments) != call.arguments;  // the same again is repetition
  }
  if (piece.name.empty() || call.name.empty()) return false;
  return piece.name != call.name || (more && is_whole(call.arguments));
}

/// A reply that was cut or held back stays so.
bool takes_back(finish_reason said, finish_reason now) noexcept {
  const auto is_bad = [](finish_reason f) {
    return f == finish_reason::length || f == finish_reason::content_filter || f == finish_reason::refusal ||
           f == finish_reason::runaway;
  };
  return is_bad(said) && !is_bad(now);
}

problem unfinished() {
  return {.kind = failure_kind::incomplete_stream,
          .code = "unexpected_end",
          .message = "the stream ended before the reply did"};
}

}  // namespace

void collector::add_text(std::string_view more) {
  reply_.text += more;
}

void collector::add_reasoning(std::string_view more) {
  reply_.reasoning += more;
}

void collector::add_refusal(std::string_view more) {
  if (more.empty()) return;
  if (!reply_.refusal) reply_.refusal.emplace();
  *reply_.refusal += more;
}

/// The last call of this index, or the one of this index that has this id.
std::size_t collector::place_by_index(const call_piece& piece) const {
  std::size_t same_index = nowhere;
  for (std::size_t i = 0; i < indexes_.size(); ++i) {
    if (indexes_[i] != piece.index) continue;
    const auto& call = reply_.tool_calls[i];
    if (!piece.id.empty() && call.id == piece.id && !begins_another(piece, call)) return i;
    same_index = i;
  }
  if (same_index == nowhere) return nowhere;
  const auto& call = reply_.tool_calls[same_index];
  const bool another = (!piece.id.empty() && !call.id.empty()) || begins_another(piece, call);
  return another ? nowhere : same_index;
}

/// Neither index nor id: pieces that come together stand for the calls that came last, in their order. A
/// name where the call is already whole begins another.
std::size_t collector::place_by_position(const call_piece& piece) const {
  const auto size = reply_.tool_calls.size();
  if (size < piece.siblings) return nowhere;
  const auto place = size - piece.siblings + piece.position;
  const auto& call = reply_.tool_calls[place];
  const bool begins =
      !piece.name.empty() && !call.name.empty() && (piece.name != call.name || is_whole(call.arguments));
  return begins ? nowhere : place;
}

std::size_t collector::place_of(const call_piece& piece) const {
  if (piece.index) return place_by_index(piece);
  if (piece.id.empty()) return place_by_position(piece);
  for (std::size_t i = 0; i < reply_.tool_calls.size(); ++i) {
    const auto& call = reply_.tool_calls[i];
    if (call.id == piece.id && !begins_another(piece, call)) return i;
  }
  return nowhere;
}

void collector::add_call(const call_piece& piece) {
  auto place = place_of(piece);
  if (piece.position == 0) touched_.clear();
  const bool says_which = !piece.id.empty() || !piece.name.empty();
  const bool touched = std::find(touched_.begin(), touched_.end(), place) != touched_.end();
  if (touched && says_which) place = nowhere;
  if (place == nowhere) {
    if (reply_.tool_calls.size() >= max_calls) {
      note("there were more tool calls than are kept");
      return;
    }
    place = reply_.tool_calls.size();
    reply_.tool_calls.emplace_back();
    indexes_.push_back(piece.index);
  }
  if (!touched || says_which) touched_.push_back(place);  // never more than there are calls
  auto& call = reply_.tool_calls[place];
  if (call.id.empty()) call.id = piece.id;
  if (call.name.empty()) call.name = piece.name;
  if (piece.arguments == nullptr || piece.arguments->is_null()) return;
  if (piece.arguments->is_string()) {
    call.arguments += piece.arguments->string();
  } else {
    call.arguments = json::write(*piece.arguments);
  }
}

void collector::add_arguments(std::uint64_t index, std::string_view more) {
  const value text(more);
  add_call({.index = index, .arguments = &text});
}

void collector::set_id(std::string_view id) {
  if (reply_.id.empty()) reply_.id = excerpt(id);
}

void collector::set_model(std::string_view model) {
  if (reply_.model.empty()) reply_.model = excerpt(model);
}

void collector::set_usage(const tenon::usage& counts) {
  replace(reply_.usage.input_tokens, counts.input_tokens);
  replace(reply_.usage.output_tokens, counts.output_tokens);
  replace(reply_.usage.cached_input_tokens, counts.cached_input_tokens);
  replace(reply_.usage.reasoning_tokens, counts.reasoning_tokens);
  replace(reply_.usage.cache_write_tokens, counts.cache_write_tokens);
}

void collector::set_total(std::optional<std::uint64_t> tokens) {
  replace(total_, tokens);
}

void collector::set_finish(finish_reason finish, std::string_view word) {
  if (word.empty()) return;
  if (finish_ && takes_back(*finish_, finish)) {
    return note("the provider said " + reply_.finish_text + ", and then " + excerpt(word));
  }
  finish_ = finish;
  reply_.finish_text = excerpt(word);
}

void collector::note(std::string text) {
  auto& notes = reply_.notes;
  if (notes.size() < max_notes && std::find(notes.begin(), notes.end(), text) == notes.end()) {
    notes.push_back(std::move(text));
  }
}

void collector::fail(said_error what) {
  if (!failed()) error_ = std::move(what);
}

void collector::fail_protocol(std::string code, std::string message) {
  if (failed()) return;
  broken_ =
      problem{.kind = failure_kind::protocol_error, .code = std::move(code), .message = std::move(message)};
}

const std::string& collector::answer_text() const noexcept {
  const bool called = mode_ == output_mode::tool && !reply_.tool_calls.empty();
  return called ? reply_.tool_calls.front().arguments : reply_.text;
}

std::string collector::take_delta() {
  if (mode_ == output_mode::tool && reply_.tool_calls.empty()) return {};
  const auto& whole = answer_text();
  if (whole.size() <= taken_) return {};
  auto more = whole.substr(taken_);
  taken_ = whole.size();
  return more;
}

void collector::settle_calls() {
  reply_.tool_calls = unwrap_calls(std::move(reply_.tool_calls));
  for (auto& call : reply_.tool_calls) {
    if (!call.arguments.empty()) continue;
    // What a call without arguments looks like at most services; if the tool has any that are required,
    // validation says so.
    call.arguments = "{}";
    note("a tool was called without arguments");
  }
}

/// Whether there was a call is told by the calls, not by the word: a forced call often ends with "stop", and
/// "tool_calls" comes with an empty list.
void collector::settle_finish() {
  if (!finish_) {
    note("the provider gave no finish reason");
    finish_ = finish_reason::stop;
  }
  const bool called = !reply_.tool_calls.empty();
  if (called && *finish_ == finish_reason::stop) finish_ = finish_reason::tool_calls;
  if (!called && *finish_ == finish_reason::tool_calls && mode_ != output_mode::tool && !disowned_) {
    note("the finish reason speaks of a tool call, and there is none");
    finish_ = finish_reason::stop;
  }
  reply_.finish = *finish_;
}

/// A part cannot be larger than the whole. Some services count reasoning beside the output and not within
/// it, which the total tells; anything else is not believed.
void collector::settle_usage() {
  auto& u = reply_.usage;
  if (u.input_tokens && u.output_tokens && u.reasoning_tokens && *u.reasoning_tokens > 0 &&
      total_ == *u.input_tokens + *u.output_tokens + *u.reasoning_tokens) {
    u.output_tokens = *u.output_tokens + *u.reasoning_tokens;
  }
  const auto hold = [&](std::optional<std::uint64_t>& part, const std::optional<std::uint64_t>& whole,
                        std::string_view name) {
    if (!part || !whole || *part <= *whole) return;
    note("the provider counts more " + std::string(name) + " tokens than there can be");
    part.reset();
  };
  hold(u.reasoning_tokens, u.output_tokens, "reasoning");
  hold(u.cached_input_tokens, u.input_tokens, "cached");
  hold(u.cache_write_tokens, u.input_tokens, "cache write");
}

/// A reply that the provider's own check refused: the model's text, for us to judge.
bool collector::judged_by_provider() {
  if (!error_ || !error_->failed_generation) return false;
  note("the provider's own check refused this reply: " + excerpt(error_->message));
  reply_.text = *std::move(error_->failed_generation);
  reply_.tool_calls.clear();
  indexes_.clear();
  finish_.reset();
  set_finish(finish_reason::stop, error_->words.empty() ? "stop" : error_->words.front());
  error_.reset();
  return true;
}

/// The texts of a failure may quote what was sent, key and all.
model_failure collector::lost(problem why, const error_context& about) {
  for (auto* text : {&why.code, &why.place, &why.found, &why.message}) *text = mask(*text, about.secrets);
  model_failure failure{.why = std::move(why), .retry_after = about.wait};
  settle_usage();
  if (reply_.usage.known()) failure.usage = reply_.usage;
  failure.partial_text = answer_text();
  failure.id = mask(reply_.id, about.secrets);
  failure.exchange = about.exchange;
  failure.should_retry = about.should_retry;
  return failure;
}

model_answer collector::answer(const error_context& about, bool streamed) && {
  const bool judged = judged_by_provider();
  if (error_) {
    const auto wait = error_->wait;
    const auto again = error_->should_retry;
    auto failure = lost(describe_error(*error_, about), about);
    if (!failure.retry_after) failure.retry_after = wait;
    if (!failure.should_retry) failure.should_retry = again;
    return failure;
  }
  if (broken_) return lost(*std::move(broken_), about);
  if (streamed && !judged && !ended_ && !finish_) return lost(unfinished(), about);

  if (streamed && !ended_) note("the stream ended without its end mark");
  settle_calls();
  settle_finish();
  settle_usage();
  for (auto& text : reply_.notes) text = mask(text, about.secrets);
  reply_.notes.insert(reply_.notes.begin(), about.notes.begin(), about.notes.end());
  reply_.given = about.given;
  reply_.exchange = about.exchange;
  return std::move(reply_);
}

model_answer collector::failure(problem why, const error_context& about) && {
  // An error that the provider told of is the cause; that the connection went then is only its end.
  if (failed()) return std::move(*this).answer(about, true);
  return lost(std::move(why), about);
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
