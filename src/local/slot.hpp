// The one decode slot: a llama.cpp context and the tokens whose keys and values it holds.
//
// Invariant: held() is exactly what the context's memory holds, in order. After a failure or an
// interruption it is cut back to what is surely there. So the next prompt pays only for what comes after
// the prefix that it shares with the last prompt and answer.
#pragma once

#include "runtime.hpp"

#include <functional>
#include <span>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace local {

class slot {
 public:
  explicit slot(context_handle context);
  slot(const slot&) = delete;
  slot& operator=(const slot&) = delete;
  ~slot();

  std::size_t capacity() const noexcept { return capacity_; }
  std::span<const llama_token> held() const noexcept { return held_; }

  /// Forgets what the prompt does not begin with. Returns the tokens that need no evaluation: always
  /// fewer than the prompt has, for the last token's logits are needed. Precondition: !prompt.empty().
  std::size_t keep_prefix(std::span<const llama_token> prompt);

  enum class outcome { done, interrupted, failed };
  /// Evaluates tokens after the held ones; `wants_logits` of the last. `interrupted` is asked often, also
  /// inside; precondition: the tokens fit.
  outcome evaluate(std::span<const llama_token> tokens, bool wants_logits,
                   const std::function<bool()>& interrupted);

  /// After an evaluation that wanted them: one number per token of the vocabulary.
  std::span<const float> logits() const noexcept;

 private:
  void cut_back(std::size_t size);

  context_handle context_;
  std::size_t capacity_;
  std::size_t vocabulary_;
  llama_batch batch_;
  std::vector<llama_token> held_;
  const std::function<bool()>* interrupted_ = nullptr;
};

}  // namespace local
}  // namespace v0
}  // namespace tenon
