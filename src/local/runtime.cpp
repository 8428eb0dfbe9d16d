#include "runtime.hpp"

#include <mutex>

#include <tenon/problem.hpp>

namespace tenon {
inline namespace v0 {
namespace local {
namespace {

constexpr std::size_t max_line = 1000;
thread_local std::string last_line;

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
    llama_backend_init();
  });
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
