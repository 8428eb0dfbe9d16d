#include "runtime.hpp"

#include <cstdio>
#include <mutex>

#include <tenon/problem.hpp>

namespace tenon {
inline namespace v0 {
namespace local {
namespace {

constexpr std::size_t max_line = 1000;
thread_local std::string last_line;
thread_local int guards = 0;
ggml_abort_callback_t previous_abort = nullptr;

/// Called by ggml in place of its own message, right before it calls abort().
void aborting(const char* message) {
  if (guards > 0) throw llama_aborted(message);
  // Somebody else's call: what ggml or the callback before us would have said.
  if (previous_abort != nullptr) {
    previous_abort(message);
  } else {
    std::fputs(message, stderr);
  }
}

/// Called by C code, so nothing may be thrown. A line may come in several pieces (level CONT).
void keep(ggml_log_level level, const char* text, void* /*user*/) noexcept {
  try {
    const bool more = level == GGML_LOG_LEVEL_CONT;
    if (!more && level != GGML_LOG_LEVEL_WARN && level != GGML_LOG_LEVEL_ERROR) return;
    if (!more) last_line.clear();
    if (last_line.size() < max_line) last_line += text;
  } catch (...) {  // out of memory: there is then no line to quote
    last_line.clear();
  }
}

}  // namespace

void start_runtime() {
  static std::once_flag once;
  std::call_once(once, [] {
    llama_log_set(keep, nullptr);
    previous_abort = ggml_set_abort_callback(aborting);
    llama_backend_init();
  });
}

llama_guard::llama_guard() noexcept {
  ++guards;
}
llama_guard::~llama_guard() {
  --guards;
}

std::string take_last_log() {
  std::string line = std::move(last_line);
  last_line.clear();
  while (line.ends_with('\n')) line.pop_back();
  return excerpt(line, 300);
}

}  // namespace local
}  // namespace v0
}  // namespace tenon
