// Strings of which one is being written: which can still be meant?
//
// They are sorted by their bytes, which is the order of their code points, so those with a common prefix
// stand side by side. A reader of bytes keeps one candidate and compares with it; only where the text
// departs from the candidate are the others searched.
#pragma once

#include "walk/names.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

class choice_list {
 public:
  /// Half-open, of positions.
  struct range {
    index first = 0;
    index last = 0;
    bool empty() const noexcept { return first >= last; }
  };

  choice_list() = default;
  /// The texts must outlive this. Equal ones count once.
  explicit choice_list(std::vector<std::string_view> texts);

  index size() const noexcept { return static_cast<index>(texts_.size()); }
  std::string_view operator[](index at) const noexcept { return texts_[at]; }
  /// Position of this text, or `none`.
  index find(std::string_view text) const noexcept;
  /// Those that go on with this byte after `prefix`.
  range after_byte(std::string_view prefix, unsigned char next) const noexcept;
  /// Those that go on with a code point in [first, last]. Precondition: `prefix` cuts no code point.
  range after_codes(std::string_view prefix, std::uint32_t first, std::uint32_t last) const noexcept;

 private:
  std::vector<std::string_view> texts_;
};

/// A candidate, and how many of its bytes have been read.
struct choice_place {
  index candidate = none;
  std::uint32_t matched = 0;
};

/// Reads on; gives how many bytes of `piece` some text in the list begins with, after what was read
/// before. `pick(range)` chooses a new candidate, or `none` if none of these can be meant. Precondition:
/// there is a candidate.
template <class Pick>
std::size_t read_on(const choice_list& list, choice_place& at, std::string_view piece, Pick pick) {
  std::size_t taken = 0;
  for (;;) {
    const std::string_view text = list[at.candidate];
    while (taken < piece.size() && at.matched < text.size() && text[at.matched] == piece[taken]) {
      ++at.matched;
      ++taken;
    }
    if (taken == piece.size()) return taken;
    const index next =
        pick(list.after_byte(text.substr(0, at.matched), static_cast<unsigned char>(piece[taken])));
    if (next == none) return taken;
    at.candidate = next;
  }
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
