// Weights, slot and template together: what one call after another runs on. Used by one thread at a time.
#pragma once

#include "chat.hpp"
#include "slot.hpp"

#include <memory>
#include <string>

#include <tenon/local.hpp>

namespace tenon {
inline namespace v0 {
namespace local {

class engine {
 public:
  /// Tokens of a prompt that are evaluated in one go; between two of them waiting calls are looked after.
  static constexpr std::uint32_t batch_tokens = 64;

  /// The file has been checked before. Errors: model_unavailable.
  static result<std::unique_ptr<engine>> open(const std::filesystem::path& file, const options& how);

  const llama_vocab& vocabulary() const noexcept { return *llama_model_get_vocab(weights_.get()); }
  const std::string& chat_template() const noexcept { return template_; }
  slot& decode() noexcept { return slot_; }
  const slot& decode() const noexcept { return slot_; }

  /// A check inside llama.cpp failed: nothing more may run on this engine. The reason is kept.
  void mark_broken(std::string why) { broken_ = std::move(why); }
  /// Empty while all is well.
  const std::string& broken() const noexcept { return broken_; }

 private:
  engine(weights_handle weights, context_handle context, std::string chat_template)
      : weights_(std::move(weights)), template_(std::move(chat_template)), slot_(std::move(context)) {}

  weights_handle weights_;  // outlives the slot
  std::string template_;
  slot slot_;
  std::string broken_;
};

}  // namespace local
}  // namespace v0
}  // namespace tenon
