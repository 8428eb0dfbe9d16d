#include "generation.hpp"

#include "chooser.hpp"
#include "retraction.hpp"

#include <algorithm>
#include <array>

#include <tenon/lower.hpp>

namespace tenon {
inline namespace v0 {
namespace local {
namespace {

/// A prompt that leaves less than this (or less than the cap, if that is smaller) is too long.
constexpr std::size_t min_output_room = 64;
/// More bytes a token no real text has, so a longer prompt is refused before it is tokenized.
constexpr std::size_t max_bytes_per_token = 64;

/// How much of the text ends in whole characters: all but the front of a sequence that is not there yet.
std::size_t whole_characters(std::string_view text) {
  for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if (byte < 0x80) break;
    if (byte < 0xC0) continue;  // a continuation: the front stands before it
    const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    return length > back ? text.size() - back : text.size();
  }
  return text.size();
}

problem made(failure_kind kind, std::string code, std::string message) {
  problem p;
  p.kind = kind;
  p.code = std::move(code);
  p.message = std::move(message);
  return p;
}

class generation {
 public:
  generation(engine& on, const model_request& request, const surroundings& around)
      : engine_(on), request_(request), around_(around), start_(around.time.now()), choose_(make_chooser()) {}

  model_answer run() {
    if (!engine_.broken().empty()) return fail(broken());
    const llama_guard guard;
    // Before it costs the slot its prefix.
    if (auto ended = interrupted()) return fail(*std::move(ended));
    try {
      if (auto bad = prepare()) return fail(*std::move(bad));
      if (auto bad = read_prompt()) return fail(*std::move(bad));
      if (auto bad = write()) return fail(*std::move(bad));
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const llama_aborted& e) {
      engine_.mark_broken(excerpt(e.what()));
      return fail(broken());
    } catch (const std::exception& e) {  // llama.cpp's grammar throws
      return fail(made(failure_kind::provider_error, "llama", "llama.cpp failed: " + excerpt(e.what())));
    }
    return finished();
  }

 private:
  chooser make_chooser() const {
    const double temperature = request_.temperature.value_or(0);
    std::uint64_t seed = temperature > 0 ? request_.seed.value_or(0) : 0;
    if (temperature > 0 && !request_.seed) seed = around_.chance();
    return chooser(engine_.vocabulary(), temperature, static_cast<std::uint32_t>(seed ^ (seed >> 32U)));
  }

  problem broken() const {
    return made(failure_kind::model_unavailable, "broken",
                "llama.cpp found itself in a wrong state; load the model again: " + engine_.broken());
  }
  failure prepare();
  failure constrain();
  failure read_prompt();
  failure bring_to(std::span<const llama_token> tokens);
  failure write();
  failure take_or_go_back(llama_token token);
  std::optional<llama_token> next_token();
  failure interrupted() const;
  std::uint64_t cap() const noexcept {
    return request_.max_output_tokens.value_or(engine_.decode().capacity());
  }
  failure evaluate(std::span<const llama_token> tokens, bool wants_logits);
  void tell(std::size_t up_to);
  model_answer fail(problem why);
  model_answer finished();
  tenon::usage used() const;

  engine& engine_;
  const model_request& request_;
  const surroundings& around_;
  instant start_;
  chooser choose_;
  retraction retract_{distinct_lists({})};
  runaway_detector runaway_;
  std::vector<llama_token> prompt_;
  std::size_t reused_ = 0;
  bool evaluated_ = false;
  std::uint64_t generated_ = 0;
  std::string text_;
  std::size_t told_ = 0;
  std::string piece_;
  finish_reason finish_ = finish_reason::stop;
  std::string finish_text_ = "end of turn";
  std::optional<duration> first_token_;
  std::vector<std::string> notes_;
};

failure generation::constrain() {
  if (request_.mode == output_mode::tool || request_.mode == output_mode::json_object) {
    return made(
        failure_kind::bad_request, "mode",
        "an embedded model has no mode " + std::string(to_string(request_.mode)) + "; take native or prompt");
  }
  if (request_.mode != output_mode::native) return std::nullopt;
  if (!request_.shape) return made(failure_kind::invalid_argument, "shape", "native mode needs a schema");
  auto grammar = schema::lower(*request_.shape, schema::dialect::gbnf, {.source = request_.source});
  if (!grammar) return grammar.error();
  for (const schema::lowering_note& n : grammar->notes) {
    notes_.push_back((n.place.empty() ? "/" : n.place) + " " + n.keyword + ": " + n.reason);
  }
  retract_ = retraction(distinct_lists(std::move(grammar->unique_lists)));
  return choose_.constrain(grammar->text);
}

failure generation::prepare() {
  const std::size_t capacity = engine_.decode().capacity();
  std::size_t bytes = 0;
  for (const message& m : request_.messages) bytes += m.text.size();
  const std::size_t room =
      std::min<std::size_t>(min_output_room, request_.max_output_tokens.value_or(min_output_room));
  auto p = made(failure_kind::context_too_long, "context_tokens",
                "the prompt does not fit into the model's context with room for an answer");
  p.place = "messages";
  p.expected = "at most " + std::to_string(capacity - std::min(capacity, room)) + " tokens";
  if (bytes > capacity * max_bytes_per_token) {
    p.found = std::to_string(bytes) + " bytes";
    return p;
  }
  if (auto bad = constrain()) return bad;
  auto fragments = render(engine_.chat_template(), request_.messages);
  if (!fragments) return fragments.error();
  auto tokens = tokenize(engine_.vocabulary(), *fragments);
  if (!tokens) return tokens.error();
  prompt_ = *std::move(tokens);
  if (prompt_.empty()) return made(failure_kind::bad_request, "messages", "the prompt is empty");
  if (prompt_.size() + room > capacity) {
    p.found = std::to_string(prompt_.size()) + " tokens";
    return p;
  }
  return std::nullopt;
}

failure generation::interrupted() const {
  switch (around_.interrupted()) {
    case interruption::none:
      return std::nullopt;
    case interruption::cancelled:
      return made(failure_kind::cancelled, "cancelled", "the call was cancelled");
    case interruption::closing:
      return made(failure_kind::cancelled, "closing", "the model was closed");
    case interruption::callback_threw:
      return made(failure_kind::invalid_argument, "callback_threw", "the delta callback threw an exception");
    case interruption::timed_out:
      break;
  }
  auto p = made(failure_kind::timed_out, "total", "the attempt took longer than its time limit");
  if (request_.timeout) {
    const auto limit = std::chrono::duration_cast<std::chrono::milliseconds>(*request_.timeout).count();
    p.expected = "at most " + std::to_string(limit) + " ms";
  }
  p.found = std::to_string(generated_) + " tokens so far";
  return p;
}

failure generation::evaluate(std::span<const llama_token> tokens, bool wants_logits) {
  around_.breathe();
  if (auto ended = interrupted()) return ended;
  const auto ended = [this] { return around_.interrupted() != interruption::none; };
  switch (engine_.decode().evaluate(tokens, wants_logits, ended)) {
    case slot::outcome::done:
      return std::nullopt;
    case slot::outcome::interrupted:
      if (auto why = interrupted()) return why;
      [[fallthrough]];
    case slot::outcome::failed:
      break;
  }
  return made(failure_kind::provider_error, "llama", "llama.cpp failed to evaluate: " + take_last_log());
}

/// Makes the slot hold these tokens, with the logits of the last.
failure generation::bring_to(std::span<const llama_token> tokens) {
  auto rest = tokens.subspan(engine_.decode().keep_prefix(tokens));
  while (!rest.empty()) {
    const std::size_t n = std::min<std::size_t>(rest.size(), engine::batch_tokens);
    if (auto bad = evaluate(rest.first(n), n == rest.size())) return bad;
    rest = rest.subspan(n);
  }
  return std::nullopt;
}

failure generation::read_prompt() {
  reused_ = engine_.decode().keep_prefix(prompt_);
  evaluated_ = true;
  return bring_to(prompt_);
}

void generation::tell(std::size_t up_to) {
  around_.delta(std::string_view(text_).substr(told_, up_to - told_), generated_);
  told_ = up_to;
}

std::optional<llama_token> generation::next_token() {
  if (!retract_.watches()) return choose_.next(engine_.decode().logits());
  const auto refused = [this](llama_token token) {
    return retract_.refuses(text_, piece_of(engine_.vocabulary(), token, piece_));
  };
  if (const auto token = choose_.next(engine_.decode().logits(), refused)) return token;
  retract_.let_go();
  return choose_.next(engine_.decode().logits());
}

failure generation::take_or_go_back(llama_token token) {
  const std::string_view piece = piece_of(engine_.vocabulary(), token, piece_);
  const std::span<const llama_token> held = engine_.decode().held();
  const auto* back =
      retract_.watches() ? retract_.take(text_, piece, choose_, runaway_, held.size()) : nullptr;
  if (back == nullptr) {
    choose_.accept(token);
    text_ += piece;
    tell(std::max(told_, std::min(whole_characters(text_), retract_.settled(text_.size()))));
    return generated_ < cap() ? evaluate(std::span(&token, 1), true) : std::nullopt;
  }
  notes_.push_back(back->place + " uniqueItems: an item came again, so the list was ended before it (" +
                   std::to_string(held.size() - back->tokens + 1) + " tokens taken back)");
  text_.resize(back->text_size);
  runaway_ = back->runaway;
  choose_.restore_grammar(back->grammar.get());
  retract_.went_back(*back);
  const std::vector<llama_token> kept(held.begin(), held.begin() + static_cast<std::ptrdiff_t>(back->tokens));
  return bring_to(kept);
}

failure generation::write() {
  std::vector<std::string_view> given{request_.source};
  for (const message& m : request_.messages) given.emplace_back(m.text);
  runaway_ = runaway_detector(std::move(given), runaway_limits::eager());
  for (;;) {
    if (generated_ >= cap() || engine_.decode().held().size() >= engine_.decode().capacity()) {
      finish_ = finish_reason::length;
      finish_text_ = generated_ >= cap() ? "max_output_tokens" : "end of context";
      return std::nullopt;
    }
    const auto token = next_token();
    if (!token) return made(failure_kind::provider_error, "grammar", "the grammar left no token to choose");
    if (++generated_ == 1) first_token_ = around_.time.now() - start_;
    if (llama_vocab_is_eog(&engine_.vocabulary(), *token)) return std::nullopt;
    if (auto bad = take_or_go_back(*token)) return bad;
    if (around_.stop_runaway && runaway_.feed(text_)) {
      finish_ = finish_reason::runaway;
      finish_text_ = runaway_.why();
      return std::nullopt;
    }
  }
}

tenon::usage generation::used() const {
  tenon::usage u;
  u.input_tokens = prompt_.size();
  u.output_tokens = generated_;
  u.cached_input_tokens = reused_;
  return u;
}

model_answer generation::fail(problem why) {
  model_failure f;
  f.why = std::move(why);
  if (evaluated_) f.usage = used();
  f.partial_text = text_.substr(0, whole_characters(text_));
  f.timings.first_token = first_token_;
  f.timings.total = around_.time.now() - start_;
  return f;
}

model_answer generation::finished() {
  // What is left is the front of a character that the cap cut off.
  const std::size_t whole = whole_characters(text_);
  if (whole != text_.size()) {
    notes_.push_back(std::to_string(text_.size() - whole) + " bytes at the end were half a character");
    text_.resize(whole);
  }
  if (told_ < text_.size()) tell(text_.size());
  model_reply r;
  r.text = std::move(text_);
  r.finish = finish_;
  r.finish_text = std::move(finish_text_);
  r.usage = used();
  r.timings.first_token = first_token_;
  r.timings.total = around_.time.now() - start_;
  r.notes = std::move(notes_);
  return r;
}

}  // namespace

model_answer generate(engine& on, const model_request& request, const surroundings& around) {
  return generation(on, request, around).run();
}

}  // namespace local
}  // namespace v0
}  // namespace tenon
