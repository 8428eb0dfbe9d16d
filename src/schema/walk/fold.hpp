// Text as verbatim rules compare it: letters without case, white space as single spaces, words with
// edges. Shared by the check and by the lowering that leads a model along the source.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {

bool is_white(std::uint32_t code) noexcept;
/// Letters, digits, underscore, and whatever above U+007F is neither white space nor punctuation of
/// Latin text.
bool is_word(std::uint32_t code) noexcept;
/// Simple case folding of ASCII and Latin letters; other code points are themselves.
std::uint32_t fold(std::uint32_t code) noexcept;
/// Folded, each run of white space one space, none at the ends.
std::string folded(std::string_view text);

/// A source text, made ready for many questions.
class verbatim_source {
 public:
  explicit verbatim_source(std::string_view source) : text_(folded(source)) {}
  /// Time linear in both texts.
  bool contains(std::string_view text) const;

 private:
  bool at_edges(std::size_t begin, std::size_t end) const;
  std::string text_;
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
