#include "chooser.hpp"

#include <algorithm>
#include <cmath>
#include <exception>

namespace tenon {
inline namespace v0 {
namespace local {
namespace {

// llama.cpp's own defaults, for callers that ask for a temperature.
constexpr std::int32_t top_k = 40;
constexpr float top_p = 0.95F;

std::optional<llama_token> likeliest(std::span<const float> logits) {
  std::optional<llama_token> best;
  float highest = -INFINITY;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    if (logits[i] > highest) {
      highest = logits[i];
      best = static_cast<llama_token>(i);
    }
  }
  return best;
}

}  // namespace

chooser::chooser(const llama_vocab& vocabulary, double temperature, std::uint32_t seed)
    : vocabulary_(vocabulary) {
  if (!(temperature > 0)) return;
  drawing_.reset(llama_sampler_chain_init(llama_sampler_chain_default_params()));
  llama_sampler_chain_add(drawing_.get(), llama_sampler_init_top_k(top_k));
  llama_sampler_chain_add(drawing_.get(), llama_sampler_init_top_p(top_p, 1));
  llama_sampler_chain_add(drawing_.get(), llama_sampler_init_temp(static_cast<float>(temperature)));
  llama_sampler_chain_add(drawing_.get(), llama_sampler_init_dist(seed));
}

failure chooser::constrain(const std::string& grammar) {
  problem p;
  p.kind = failure_kind::schema_rejected;
  p.code = "grammar";
  try {
    grammar_.reset(llama_sampler_init_grammar(&vocabulary_, grammar.c_str(), "root"));
    if (grammar_ != nullptr) return std::nullopt;
    p.message = "llama.cpp refuses the grammar made of the schema: " + take_last_log();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    p.message = "llama.cpp refuses the grammar made of the schema: " + excerpt(e.what());
  }
  return p;
}

bool chooser::allows(llama_token token, float logit) {
  llama_token_data one{token, logit, 0};
  llama_token_data_array array{&one, 1, -1, false};
  llama_sampler_apply(grammar_.get(), &array);
  return one.logit != -INFINITY;
}

void chooser::fill(std::span<const float> logits, llama_sampler* filter,
                   std::span<const llama_token> banned) {
  candidates_.clear();
  candidates_.reserve(logits.size());
  for (std::size_t i = 0; i < logits.size(); ++i) {
    candidates_.push_back({static_cast<llama_token>(i), logits[i], 0});
  }
  for (const llama_token token : banned) candidates_[static_cast<std::size_t>(token)].logit = -INFINITY;
  if (filter != nullptr) {
    llama_token_data_array all{candidates_.data(), candidates_.size(), -1, false};
    llama_sampler_apply(filter, &all);
  }
  std::erase_if(candidates_, [](const llama_token_data& c) { return c.logit == -INFINITY; });
}

std::optional<llama_token> chooser::pick() {
  if (candidates_.empty()) return std::nullopt;
  if (drawing_ == nullptr) {
    const auto less = [](const llama_token_data& a, const llama_token_data& b) { return a.logit < b.logit; };
    return std::max_element(candidates_.begin(), candidates_.end(), less)->id;
  }
  llama_token_data_array rest{candidates_.data(), candidates_.size(), -1, false};
  llama_sampler_apply(drawing_.get(), &rest);
  if (rest.selected < 0) return std::nullopt;
  return rest.data[rest.selected].id;
}

std::optional<llama_token> chooser::next(std::span<const float> logits,
                                         const std::function<bool(llama_token)>& refused) {
  const auto is_refused = [&](llama_token token) { return refused && refused(token); };
  std::optional<llama_token> first;
  if (drawing_ == nullptr) {
    first = likeliest(logits);
  } else {
    fill(logits, nullptr, {});
    first = pick();
  }
  if (!first) return first;
  const bool allowed = grammar_ == nullptr || allows(*first, logits[static_cast<std::size_t>(*first)]);
  if (allowed && !is_refused(*first)) return first;
  ++refusals_;
  std::vector<llama_token> banned;
  for (;;) {
    fill(logits, grammar_.get(), banned);
    const auto token = pick();
    if (!token || !is_refused(*token)) return token;
    banned.push_back(*token);
  }
}

sampler_handle chooser::grammar_state() const {
  return sampler_handle(grammar_ == nullptr ? nullptr : llama_sampler_clone(grammar_.get()));
}

void chooser::restore_grammar(const llama_sampler* state) {
  if (state != nullptr) grammar_.reset(llama_sampler_clone(state));
}

void chooser::accept(llama_token token) {
  if (drawing_ != nullptr) llama_sampler_accept(drawing_.get(), token);
  if (grammar_ != nullptr) llama_sampler_accept(grammar_.get(), token);
}

}  // namespace local
}  // namespace v0
}  // namespace tenon
