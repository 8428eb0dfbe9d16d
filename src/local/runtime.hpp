// llama.cpp as owned things: handles that free themselves, one start, and its log kept to ourselves.
//
// Only this module includes llama.h. llama.cpp's own log goes into a few lines per thread, from which an
// error message may quote; nothing is printed.
#pragma once

#include <llama.h>
#include <memory>
#include <stdexcept>
#include <string>

namespace tenon {
inline namespace v0 {
namespace local {

template <auto Free>
struct freed_by {
  template <class T>
  void operator()(T* t) const noexcept {
    Free(t);
  }
};
using weights_handle = std::unique_ptr<llama_model, freed_by<llama_model_free>>;
using context_handle = std::unique_ptr<llama_context, freed_by<llama_free>>;
using sampler_handle = std::unique_ptr<llama_sampler, freed_by<llama_sampler_free>>;

/// Once per process, by whoever comes first.
void start_runtime();

/// A check inside llama.cpp failed ("GGML_ASSERT"). Whatever was under way is in an unknown state.
class llama_aborted : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// While one lives on a thread, a failed check inside llama.cpp on that thread throws llama_aborted; else
/// it ends the process, as it would without us. Only what is compiled with unwind tables can be passed:
/// script/third-party sees to it for the C files.
class llama_guard {
 public:
  llama_guard() noexcept;
  llama_guard(const llama_guard&) = delete;
  llama_guard& operator=(const llama_guard&) = delete;
  ~llama_guard();
};

/// The last warning or error that llama.cpp logged on this thread, shortened; forgets it.
std::string take_last_log();

}  // namespace local
}  // namespace v0
}  // namespace tenon
