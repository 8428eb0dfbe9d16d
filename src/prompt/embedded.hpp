// The files of prompts/, as the build found them. The definition is generated.
#pragma once

#include <span>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace prompt {

struct embedded_file {
  std::string_view name;  // "extract.md"
  std::string_view text;
};
std::span<const embedded_file> embedded_files() noexcept;

}  // namespace prompt
}  // namespace v0
}  // namespace tenon
