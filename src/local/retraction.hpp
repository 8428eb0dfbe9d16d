// Takes back what a writer should not have said: an item that its list has already.
//
// Before every separator of a list whose items must differ there is a checkpoint. When the item behind it
// turns out to be a repeated one, the writer goes back there, and the list can only end. Text that may be
// taken back is not shown to anybody before its item is settled.
#pragma once

#include "chooser.hpp"
#include "distinct.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <tenon/runaway.hpp>

namespace tenon {
inline namespace v0 {
namespace local {

class retraction {
 public:
  struct checkpoint {
    distinct_lists lists;
    runaway_detector runaway;
    sampler_handle grammar;
    std::size_t text_size = 0;
    std::size_t tokens = 0;  // in the slot
    std::size_t depth = 0;   // of the list
    std::string place;
  };

  explicit retraction(distinct_lists lists) : lists_(std::move(lists)) {}

  bool watches() const noexcept { return lists_.watches(); }
  /// Would this piece go on with a list that must end? `text` is what was written so far; it comes back
  /// as it was.
  bool refuses(std::string& text, std::string_view piece) const;
  /// No token is left that would end the list: then it may go on.
  void let_go();
  /// The piece is about to be taken. Where to go back to instead, if it repeats an item.
  const checkpoint* take(std::string& text, std::string_view piece, const chooser& choose,
                         const runaway_detector& runaway, std::size_t tokens);
  /// The writer is back at the checkpoint.
  void went_back(const checkpoint& to);
  /// How much of `text` will never be taken back.
  std::size_t settled(std::size_t text_size) const;

 private:
  distinct_lists lists_;
  std::array<std::optional<checkpoint>, distinct_lists::max_depth> checkpoints_;
  bool ending_ = false;
};

}  // namespace local
}  // namespace v0
}  // namespace tenon
