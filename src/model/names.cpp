// The wire names of the chat vocabulary, each in one place.
#include <array>
#include <utility>

#include <tenon/model.hpp>

namespace tenon {
inline namespace v0 {

std::string_view to_string(role r) noexcept {
  switch (r) {
    case role::system:
      return "system";
    case role::user:
      return "user";
    case role::assistant:
      return "assistant";
    case role::tool:
      return "tool";
  }
  return {};
}

namespace {

constexpr std::array<std::pair<output_mode, std::string_view>, 5> mode_names{{
    {output_mode::automatic, "auto"},
    {output_mode::native, "native"},
    {output_mode::tool, "tool"},
    {output_mode::json_object, "json_object"},
    {output_mode::prompt, "prompt"},
}};

}  // namespace

std::string_view to_string(output_mode m) noexcept {
  for (const auto& [mode, name] : mode_names)
    if (mode == m) return name;
  return {};
}

std::optional<output_mode> output_mode_from(std::string_view name) noexcept {
  for (const auto& [mode, known] : mode_names)
    if (known == name) return mode;
  return std::nullopt;
}

std::string_view to_string(finish_reason f) noexcept {
  switch (f) {
    case finish_reason::stop:
      return "stop";
    case finish_reason::length:
      return "length";
    case finish_reason::refusal:
      return "refusal";
    case finish_reason::content_filter:
      return "content_filter";
    case finish_reason::tool_calls:
      return "tool_calls";
    case finish_reason::runaway:
      return "runaway";
    case finish_reason::other:
      return "other";
  }
  return {};
}

}  // namespace v0
}  // namespace tenon
