#include "engine.hpp"

#include "file.hpp"

#include <algorithm>
#include <thread>

namespace tenon {
inline namespace v0 {
namespace local {
namespace {

problem not_loaded(const path& file, std::string_view what) {
  std::string message = "llama.cpp cannot load the model: " + std::string(what);
  return unavailable("not_loaded", file.string(), std::move(message));
}

context_handle make_context(llama_model& weights, const options& how) {
  llama_context_params p = llama_context_default_params();
  const auto trained = static_cast<std::uint32_t>(std::max(llama_model_n_ctx_train(&weights), 1));
  p.n_ctx = std::min(std::max(how.context_tokens, 1U), trained);
  p.n_batch = engine::batch_tokens;
  p.n_ubatch = engine::batch_tokens;
  p.n_seq_max = 1;
  const unsigned threads = how.threads != 0 ? how.threads : std::max(std::thread::hardware_concurrency(), 1U);
  p.n_threads = static_cast<std::int32_t>(threads);
  p.n_threads_batch = p.n_threads;
  p.no_perf = true;
  return context_handle(llama_init_from_model(&weights, p));
}

}  // namespace

result<std::unique_ptr<engine>> engine::open(const path& file, const options& how) {
  start_runtime();
  take_last_log();
  const llama_guard guard;
  try {
    llama_model_params p = llama_model_default_params();
    p.n_gpu_layers = 0;
    weights_handle weights(llama_model_load_from_file(file.c_str(), p));
    if (weights == nullptr) return not_loaded(file, take_last_log());
    if (!llama_model_has_decoder(weights.get()) || llama_model_has_encoder(weights.get())) {
      return not_loaded(file, "it is not a model that generates text");
    }
    auto chat_template = template_of(*weights);
    if (!chat_template) {
      problem p2 = std::move(chat_template).error();
      p2.place = file.string();
      return p2;
    }
    context_handle context = make_context(*weights, how);
    if (context == nullptr) return not_loaded(file, "no context: " + take_last_log());
    return std::unique_ptr<engine>(
        new engine(std::move(weights), std::move(context), *std::move(chat_template)));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    return not_loaded(file, excerpt(e.what()));
  }
}

}  // namespace local
}  // namespace v0
}  // namespace tenon
