// From a name to a model.
#pragma once

#include <string_view>

#include <tenon/model.hpp>
#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {

/// "local" (the default model), "local:NAME", "local:/path/to/file.gguf", later "openai:…",
/// "anthropic:…", "ollama:…". TENON_MODEL=FILE takes the place of what "local" means. A local model is
/// checked (header, size, hash if it is a known one) and loaded here; two names of the same file share
/// it. Errors: model_unavailable (no such file, damaged, not a model; the message says what to do),
/// invalid_argument (a name nobody knows; the message lists what there is).
result<model_ptr> open_model(std::string_view name);

}  // namespace v0
}  // namespace tenon
