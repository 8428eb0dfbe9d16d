// What of a value that is being written has become done since it was last looked at.
//
// Each look costs what is new and one step per level of depth, so that a long list is not gone through again
// at every delta. Invariant: a node is given once, after all that is in it. The trap: one text only; what is
// done never changes, so nothing that was given is looked at again.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <tenon/stream.hpp>

namespace tenon::cli {

class newly_done {
 public:
  using taker = std::function<void(const std::string& place, const value& node)>;

  /// Gives every member and element that is done and was not given before, with its JSON Pointer. The root
  /// itself is none.
  void look(const value& root, const taker& give);

 private:
  std::vector<std::size_t> given_;  // children given, by depth, along the way that is open
};

}  // namespace tenon::cli
