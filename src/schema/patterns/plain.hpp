// The patterns that most schemas use, without an automaton: a text (`foo`, `^foo`, `foo$`, `^foo$`) and a
// run of one class (`^[a-z0-9-]{1,63}$`, `^.*$`).
#pragma once

#include "patterns/alphabet.hpp"
#include "patterns/tree.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {

class plain_text {
 public:
  /// None if the pattern is something else. The tree is a simplified one, here and below.
  static std::optional<plain_text> of(const pattern_term& tree);
  bool search(std::string_view text) const noexcept;

 private:
  std::string text_;
  bool at_begin_ = false;
  bool at_end_ = false;
};

class class_run {
 public:
  static std::optional<class_run> of(const pattern_term& tree);
  bool search(std::string_view text) const noexcept;

 private:
  std::uint32_t min_ = 0;
  std::uint32_t max_ = 0;
  std::array<bool, 128> ascii_{};
  alphabet letters_;
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
