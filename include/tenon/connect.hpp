// From a name to a model.
#pragma once

#include <string_view>

#include <tenon/configuration.hpp>
#include <tenon/model.hpp>
#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {

/// "local" (the default model), "local:NAME", "local:/path/to/file.gguf"; or PROVIDER:MODEL, where the
/// provider is a row of wire::profiles() ("openai:gpt-…", "anthropic:…", "ollama:…") or a section of the
/// configuration. TENON_MODEL=FILE takes the place of what "local" means. A local model is checked (header,
/// size, hash if it is a known one) and loaded here; two names of the same file share it. Of a provider
/// nothing is asked here; its key is read from where the configuration or the table says.
/// Errors: model_unavailable (no such file, damaged, not a model; the message says what to do), unauthorized
/// (no key), invalid_argument (a name nobody knows; the message lists what there is).
result<model_ptr> open_model(std::string_view name);
result<model_ptr> open_model(std::string_view name, const configuration& how);

}  // namespace v0
}  // namespace tenon
