// Which of the listed texts was meant: by case, by accent, by separators and decoration.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace reply {

/// The one listed text that `written` is, but for case; else but for accents; else but for separators
/// between letters and decoration around (`**Red**`, `"red".`). Empty where none is, or several are: signs
/// that may carry meaning (`C++`, `-1`, `not red`) are never passed over.
std::optional<std::string_view> enumerator_for(std::string_view written,
                                               std::span<const std::string_view> listed);

}  // namespace reply
}  // namespace v0
}  // namespace tenon
