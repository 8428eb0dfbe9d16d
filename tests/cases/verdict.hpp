// What became of one case. A case passes if nothing was objected to in any mode it was run in.
//
// The one trap: silently wrong is worse than failed and counted beside it, not instead of it.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cases {

struct verdict {
  /// Why it was not run; empty if it was.
  std::string skipped;
  std::vector<std::string> objections;
  /// A success came out whose value is none of the accepted ones.
  bool silently_wrong = false;
  /// Statements of `must`: those that a program has judged, and those that are left to a reader.
  std::set<std::string> judged;
  std::set<std::string> left;
  /// Remarks for `--verbose`: what was accepted with a reason.
  std::set<std::string> notes;

  bool passed() const noexcept { return skipped.empty() && objections.empty(); }
  bool failed() const noexcept { return skipped.empty() && !objections.empty(); }
  void object(std::string_view label, std::string what) {
    objections.push_back(label.empty() ? std::move(what) : std::string(label) + ": " + std::move(what));
  }
};

}  // namespace cases
