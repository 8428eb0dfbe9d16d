// A model for tests that says what it was told to say, and remembers what it was asked.
//
//   auto model = tenon::scripted({step::reply(R"({"title":"A"})").used(10, 5),
//                                 step::fails(failure_kind::rate_limited).retry_after(31s)});
//   tenon::client client(model);
//   …
//   EXPECT_EQ(model->calls(), 2);
//   EXPECT_THAT(model->requests()[1].messages.back().text, HasSubstr("failed because of:"));
//
// The one trap: it counts its own calls, so it is the witness of how often a model was really called,
// whatever a report says.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/fake_clock.hpp>
#include <tenon/model.hpp>

namespace tenon {
inline namespace v0 {

/// What one scripted call does. Built from one of the named starts and any of the additions, on one
/// line; an addition that does not fit its start (`retry_after` of a reply) has no effect.
class step {
 public:
  // A text alone is a reply that ends by itself.
  step(std::string text);
  step(std::string_view text) : step(std::string(text)) {}
  step(const char* text) : step(std::string(text)) {}

  static step reply(std::string text) { return {std::move(text)}; }
  static step reply(model_reply whole) { return step(model_answer(std::move(whole))); }
  /// Refused through the provider's own field: finish reason refusal, no text.
  static step refuses(std::string words);
  /// A tool call in place of text.
  static step calls_tool(std::string tool, std::string arguments);
  static step fails(failure_kind kind, std::string message = {});
  static step fails(model_failure whole) { return step(model_answer(std::move(whole))); }
  /// Answers what the callable says; an exception of its becomes an invalid_argument failure.
  static step answers(std::function<model_answer(const model_request&)> how);
  /// Never answers: ends when it is cancelled, or as timed_out if the request has a timeout and the
  /// model a clock.
  static step hangs();

  // Additions.
  step used(std::uint64_t input_tokens, std::uint64_t output_tokens) &&;
  step used(tenon::usage tokens) &&;
  step finish(finish_reason why, std::string providers_word = {}) &&;
  step reasoning(std::string text) &&;
  step id(std::string id) &&;
  step answered_by(std::string model_name) &&;
  step note(std::string remark) &&;
  step retry_after(duration wait) &&;
  step partial(std::string text) &&;
  /// The text, or what of it had arrived when the call failed, comes in deltas of so many bytes; else a
  /// reply's in one.
  step in_pieces(std::size_t bytes) &&;
  /// A problem code, as an adapter would take it from the provider's error.
  step code(std::string word) &&;
  /// Time that the call takes by the model's fake clock. Longer than the request's timeout: the call
  /// ends then, as timed_out.
  step takes(duration time) &&;

 private:
  friend class scripted_model;
  explicit step(model_answer answer) : answer_(std::move(answer)) {}

  model_answer answer_;
  std::function<model_answer(const model_request&)> how_;
  duration takes_{0};
  std::size_t piece_ = 0;
  bool hangs_ = false;
};

enum class after_script : std::uint8_t {
  fail,         // invalid_argument, code "script_ended"
  repeat_last,  // the last step again and again
};

struct script_options {
  std::string name = "scripted";
  capabilities can = {};
  after_script after = after_script::fail;
  /// Borrowed; moved forward by step::takes.
  fake_clock* time = nullptr;
};

/// Answers before `start` returns, on the calling thread. Steps are handed out in the order of the
/// calls. Safe from many threads.
class scripted_model final : public model {
 public:
  explicit scripted_model(std::vector<step> steps, script_options options = {});

  std::string_view name() const noexcept override { return options_.name; }
  const capabilities& can() const noexcept override { return options_.can; }
  std::unique_ptr<call_handle> start(model_request request, call_events events) override;

  /// How often `start` was called.
  std::size_t calls() const;
  /// What it was asked, in order.
  std::vector<model_request> requests() const;
  /// The text of the last message of the given call, from 0; empty if there was no such call.
  std::string asked(std::size_t call) const;

 private:
  step next(const model_request& request);

  const std::vector<step> steps_;
  const script_options options_;
  mutable std::mutex lock_;
  std::vector<model_request> requests_;
};

std::shared_ptr<scripted_model> scripted(std::vector<step> steps, script_options options = {});

}  // namespace v0
}  // namespace tenon
