// Chooses the next token: the likeliest, or a drawn one, and under a grammar one that the grammar allows.
//
// The grammar is asked about the one token that was chosen, and only if it refuses does it filter the
// whole vocabulary. For drawing, too, the result is the distribution restricted to what is allowed: what
// is refused and drawn anew has its weight spread over the rest.
#pragma once

#include "file.hpp"
#include "runtime.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace local {

class chooser {
 public:
  /// Temperature 0: the likeliest token, and the seed means nothing.
  chooser(const llama_vocab& vocabulary, double temperature, std::uint32_t seed);

  /// GBNF with the rule "root". Errors: schema_rejected with what llama.cpp said.
  failure constrain(const std::string& grammar);

  /// Empty where nothing is left to choose. `refused`, if given, tells which tokens must not be chosen
  /// besides those that the grammar forbids. May throw what llama.cpp throws.
  std::optional<llama_token> next(std::span<const float> logits,
                                  const std::function<bool(llama_token)>& refused = {});
  /// The token was taken. It must be one that next() gave.
  void accept(llama_token token);

  /// Where the grammar stands, to come back to; null without one.
  sampler_handle grammar_state() const;
  void restore_grammar(const llama_sampler* state);

  /// How often the grammar refused the first choice.
  std::uint64_t refusals() const noexcept { return refusals_; }

 private:
  void fill(std::span<const float> logits, llama_sampler* filter, std::span<const llama_token> banned);
  std::optional<llama_token> pick();
  bool allows(llama_token token, float logit);

  const llama_vocab& vocabulary_;
  sampler_handle drawing_;  // null for the likeliest
  sampler_handle grammar_;
  std::vector<llama_token_data> candidates_;
  std::uint64_t refusals_ = 0;
};

}  // namespace local
}  // namespace v0
}  // namespace tenon
