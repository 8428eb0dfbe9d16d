// Texts with room behind them, which can be read in blocks to the very end.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace json {

/// A view of a text in a buffer that goes on behind it: the byte behind the text is 0, and `padding` bytes
/// from there on can be read, whatever they are.
class padded_view {
 public:
  static constexpr std::size_t padding = 64;

  /// Precondition: what the class says. Nothing can check it.
  constexpr explicit padded_view(std::string_view text) noexcept : text_(text) {}

  constexpr std::string_view text() const noexcept { return text_; }

 private:
  std::string_view text_;
};

/// A copy of a text, with padding. For a buffer of your own that has room, use padded_view.
class padded_text {
 public:
  explicit padded_text(std::string_view text);

  std::string_view text() const noexcept { return {bytes_.get(), size_}; }
  operator padded_view() const noexcept { return padded_view(text()); }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_;
};

}  // namespace json
}  // namespace v0
}  // namespace tenon
