// Is this file what it says it is? Asked before llama.cpp sees it.
#pragma once

#include "file.hpp"
#include "sha256.hpp"

#include <functional>
#include <stop_token>
#include <string_view>

#include <tenon/local.hpp>

namespace tenon {
inline namespace v0 {
namespace local {

/// Size, then hash. A stamp file beside it (FILE.checked: bytes, time of change, hash) spares the second
/// until the file changes. Errors: model_unavailable with the code truncated, wrong_size or wrong_hash.
failure check_identity(const path& name, const known_model& known, const bytes_done& progress = {},
                       std::stop_token stop = {});

/// Writes the stamp, best effort: in a folder that we may not write, the hash is computed each time.
void write_stamp(const file& checked, std::string_view sha256);

/// Reads the header as far as the list of tensors and checks that the file holds them all. Errors:
/// model_unavailable with the code not_gguf, gguf_version or truncated.
failure check_gguf(const path& name);

}  // namespace local
}  // namespace v0
}  // namespace tenon
