// llama.cpp as owned things: handles that free themselves, one start, and its log kept to ourselves.
//
// Only this module includes llama.h. llama.cpp's own log goes into a few lines per thread, from which an
// error message may quote; nothing is printed.
#pragma once

#include <llama.h>
#include <memory>
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

/// The last warning or error that llama.cpp logged on this thread, shortened; forgets it.
std::string take_last_log();

}  // namespace local
}  // namespace v0
}  // namespace tenon
