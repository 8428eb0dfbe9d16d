#include "slot.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace local {

slot::slot(context_handle context)
    : context_(std::move(context)),
      capacity_(llama_n_ctx(context_.get())),
      vocabulary_(static_cast<std::size_t>(
          llama_vocab_n_tokens(llama_model_get_vocab(llama_get_model(context_.get()))))),
      batch_(llama_batch_init(static_cast<std::int32_t>(llama_n_batch(context_.get())), 0, 1)) {
  // So that nothing can fail between the context's memory and our list of it.
  held_.reserve(capacity_);
  // Between two nodes of the graph, on the thread that called llama_decode.
  llama_set_abort_callback(
      context_.get(),
      [](void* self) {
        const auto* asked = static_cast<slot*>(self)->interrupted_;
        return asked != nullptr && (*asked)();
      },
      this);
}

slot::~slot() {
  llama_batch_free(batch_);
}

void slot::cut_back(std::size_t size) {
  held_.resize(std::min(size, held_.size()));
  llama_memory_t memory = llama_get_memory(context_.get());
  // Recurrent models cannot forget a part.
  if (!llama_memory_seq_rm(memory, 0, static_cast<llama_pos>(held_.size()), -1)) {
    llama_memory_clear(memory, true);
    held_.clear();
  }
}

std::size_t slot::keep_prefix(std::span<const llama_token> prompt) {
  const auto differs = std::mismatch(held_.begin(), held_.end(), prompt.begin(), prompt.end());
  const auto shared = static_cast<std::size_t>(differs.first - held_.begin());
  cut_back(std::min(shared, prompt.size() - 1));
  return held_.size();
}

slot::outcome slot::evaluate(std::span<const llama_token> tokens, bool wants_logits,
                             const std::function<bool()>& interrupted) {
  const auto count = static_cast<std::int32_t>(tokens.size());
  batch_.n_tokens = count;
  for (std::int32_t i = 0; i < count; ++i) {
    batch_.token[i] = tokens[static_cast<std::size_t>(i)];
    batch_.pos[i] = static_cast<llama_pos>(held_.size()) + i;
    batch_.n_seq_id[i] = 1;
    batch_.seq_id[i][0] = 0;
    batch_.logits[i] = static_cast<std::int8_t>(wants_logits && i + 1 == count);
  }
  interrupted_ = &interrupted;
  const std::int32_t status = llama_decode(context_.get(), batch_);
  interrupted_ = nullptr;
  if (status != 0) {
    cut_back(held_.size());  // the context may hold a part of the batch
    constexpr std::int32_t aborted = 2;
    return status == aborted ? outcome::interrupted : outcome::failed;
  }
  held_.insert(held_.end(), tokens.begin(), tokens.end());
  return outcome::done;
}

std::span<const float> slot::logits() const noexcept {
  const float* first = llama_get_logits_ith(context_.get(), -1);
  return first == nullptr ? std::span<const float>() : std::span(first, vocabulary_);
}

}  // namespace local
}  // namespace v0
}  // namespace tenon
