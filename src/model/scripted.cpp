#include <exception>
#include <new>
#include <utility>

#include <tenon/scripted.hpp>

namespace tenon {
inline namespace v0 {

namespace {

model_failure failure_of(failure_kind kind, std::string code, std::string message) {
  model_failure failure;
  failure.why.kind = kind;
  failure.why.code = std::move(code);
  failure.why.message = std::move(message);
  return failure;
}

model_reply reply_of(std::string text) {
  model_reply reply;
  reply.text = std::move(text);
  reply.finish_text = to_string(reply.finish);
  return reply;
}

/// A call that nobody answers until it is cancelled.
class pending_call final : public call_handle {
 public:
  explicit pending_call(std::function<void(model_answer)> done) : done_(std::move(done)) {}
  pending_call(const pending_call&) = delete;
  pending_call& operator=(const pending_call&) = delete;
  ~pending_call() override { pending_call::cancel(); }

  void cancel() noexcept override {
    std::function<void(model_answer)> done;
    {
      const std::scoped_lock hold(lock_);
      done.swap(done_);
    }
    if (done) done(failure_of(failure_kind::cancelled, "cancelled", "the call was cancelled"));
  }

 private:
  std::mutex lock_;
  std::function<void(model_answer)> done_;
};

/// A call that was answered before its handle existed.
class answered_call final : public call_handle {
 public:
  void cancel() noexcept override {}
};

model_answer ask_callable(const std::function<model_answer(const model_request&)>& how,
                          const model_request& request) {
  try {
    return how(request);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    return failure_of(failure_kind::invalid_argument, "script_exception", e.what());
  } catch (...) {
    return failure_of(failure_kind::invalid_argument, "script_exception",
                      "the script threw no std::exception");
  }
}

/// `piece` is 0 for a reply in one piece.
void tell(const model_answer& answer, std::size_t piece,
          const std::function<void(std::string_view, std::uint64_t)>& to) {
  if (!answer && piece == 0) return;
  const std::string_view text = answer ? answer->text : answer.error().partial_text;
  const std::uint64_t tokens = answer ? answer->usage.output_tokens.value_or(0) : 0;
  if (piece == 0) piece = text.size();
  for (std::size_t at = 0; at < text.size(); at += piece) to(text.substr(at, piece), tokens);
}

}  // namespace

step::step(std::string text) : answer_(reply_of(std::move(text))) {}

step step::refuses(std::string words) {
  model_reply reply;
  reply.finish = finish_reason::refusal;
  reply.finish_text = to_string(reply.finish);
  reply.refusal = std::move(words);
  return step(model_answer(std::move(reply)));
}

step step::calls_tool(std::string tool, std::string arguments) {
  model_reply reply;
  reply.finish = finish_reason::tool_calls;
  reply.finish_text = to_string(reply.finish);
  reply.tool_calls.push_back({"call_1", std::move(tool), std::move(arguments)});
  return step(model_answer(std::move(reply)));
}

step step::fails(failure_kind kind, std::string message) {
  if (message.empty()) message = "scripted " + std::string(to_string(kind));
  return step(model_answer(failure_of(kind, std::string(to_string(kind)), std::move(message))));
}

step step::answers(std::function<model_answer(const model_request&)> how) {
  step s{std::string()};
  s.how_ = std::move(how);
  return s;
}

step step::hangs() {
  step s{std::string()};
  s.hangs_ = true;
  return s;
}

step step::used(std::uint64_t input_tokens, std::uint64_t output_tokens) && {
  tenon::usage tokens;
  tokens.input_tokens = input_tokens;
  tokens.output_tokens = output_tokens;
  return std::move(*this).used(tokens);
}

step step::used(tenon::usage tokens) && {
  if (answer_)
    answer_->usage = tokens;
  else
    answer_.error().usage = tokens;
  return std::move(*this);
}

step step::finish(finish_reason why, std::string providers_word) && {
  if (answer_) {
    answer_->finish = why;
    answer_->finish_text = providers_word.empty() ? std::string(to_string(why)) : std::move(providers_word);
  }
  return std::move(*this);
}

step step::reasoning(std::string text) && {
  if (answer_) answer_->reasoning = std::move(text);
  return std::move(*this);
}

step step::id(std::string id) && {
  (answer_ ? answer_->id : answer_.error().id) = std::move(id);
  return std::move(*this);
}

step step::answered_by(std::string model_name) && {
  if (answer_) answer_->model = std::move(model_name);
  return std::move(*this);
}

step step::note(std::string remark) && {
  if (answer_) answer_->notes.push_back(std::move(remark));
  return std::move(*this);
}

step step::retry_after(duration wait) && {
  if (!answer_) answer_.error().retry_after = wait;
  return std::move(*this);
}

step step::partial(std::string text) && {
  if (!answer_) answer_.error().partial_text = std::move(text);
  return std::move(*this);
}

step step::in_pieces(std::size_t bytes) && {
  piece_ = bytes;
  return std::move(*this);
}

step step::code(std::string word) && {
  if (!answer_) answer_.error().why.code = std::move(word);
  return std::move(*this);
}

step step::takes(duration time) && {
  takes_ = time;
  return std::move(*this);
}

scripted_model::scripted_model(std::vector<step> steps, script_options options)
    : steps_(std::move(steps)), options_(std::move(options)) {}

step scripted_model::next(const model_request& request) {
  const std::scoped_lock hold(lock_);
  const auto index = requests_.size();
  requests_.push_back(request);
  if (index < steps_.size()) return steps_[index];
  if (options_.after == after_script::repeat_last && !steps_.empty()) return steps_.back();
  return step::fails(failure_of(failure_kind::invalid_argument, "script_ended",
                                "the script has " + std::to_string(steps_.size()) + " steps, this is call " +
                                    std::to_string(index + 1)));
}

std::unique_ptr<call_handle> scripted_model::start(model_request request, call_events events) {
  auto now = next(request);
  const auto limit = options_.time != nullptr ? request.timeout : std::nullopt;
  if (limit && (now.hangs_ || now.takes_ > *limit)) {
    options_.time->advance(*limit);
    events.done(failure_of(failure_kind::timed_out, "total", "no answer within the time of the attempt"));
    return std::make_unique<answered_call>();
  }
  if (now.hangs_) return std::make_unique<pending_call>(std::move(events.done));

  auto answer = now.how_ ? ask_callable(now.how_, request) : std::move(now.answer_);
  if (options_.time != nullptr) options_.time->advance(now.takes_);
  auto& times = answer ? answer->timings : answer.error().timings;
  if (options_.time != nullptr && !times.total) times.total = now.takes_;
  if (answer && answer->model.empty()) answer->model = options_.name;
  if (events.delta) tell(answer, now.piece_, events.delta);
  events.done(std::move(answer));
  return std::make_unique<answered_call>();
}

std::size_t scripted_model::calls() const {
  const std::scoped_lock hold(lock_);
  return requests_.size();
}

std::vector<model_request> scripted_model::requests() const {
  const std::scoped_lock hold(lock_);
  return requests_;
}

std::string scripted_model::asked(std::size_t call) const {
  const std::scoped_lock hold(lock_);
  if (call >= requests_.size() || requests_[call].messages.empty()) return {};
  return requests_[call].messages.back().text;
}

std::shared_ptr<scripted_model> scripted(std::vector<step> steps, script_options options) {
  return std::make_shared<scripted_model>(std::move(steps), std::move(options));
}

}  // namespace v0
}  // namespace tenon
