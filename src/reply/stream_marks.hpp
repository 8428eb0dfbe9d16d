// The marks of scan.hpp, one by one, in a text of which more is to come.
//
// Says what next_mark would say of the whole text, blocks and stray brackets apart: what stands between
// brackets is opaque, strings in it respected, but for a closing tag outside of them, which ends the block.
// What cannot be told yet (a tag or a comment that is not whole, a run at the end) is not said yet. Each byte
// is looked at a bounded number of times, however the text is cut.
#pragma once

#include "scan.hpp"

#include <cstddef>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace reply {

class mark_reader {
 public:
  /// Begins at the top level.
  explicit mark_reader(std::size_t at = 0) : at_(at) {}

  /// The next tag, comment or fence; of kind none: not yet. `text`: all so far.
  found_mark next(std::string_view text);

 private:
  /// Each looks at what stands at at_; true if it found a mark, false with `wait_` set if more has to come
  /// first.
  bool angle(std::string_view text, found_mark& to);
  bool remark(std::string_view text, found_mark& to);
  bool run(std::string_view text, found_mark& to);
  void in_block(char c);

  std::size_t at_;
  std::size_t seen_ = 0;  // what is waited for does not stand before this
  std::size_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  bool wait_ = false;
};

}  // namespace reply
}  // namespace v0
}  // namespace tenon
