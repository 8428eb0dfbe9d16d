// Reading broken JSON where one reading is sensible (level `syntax`).
//
// Invariant: each byte up to `end` that is not white space stands in the value or in an edit; each scalar
// either reads from its own bytes or is covered by an edit. The trap: what a quotation mark means depends
// on what follows it. Looking ahead is bounded, so that the whole stays linear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <tenon/edit.hpp>
#include <tenon/problem.hpp>
#include <tenon/reader.hpp>
#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

/// What a closing bracket of the wrong kind stands for, where both are possible.
enum class mismatch : std::uint8_t {
  missing,  // the right one is missing in front of it
  mistaken  // it was meant to be the right one
};

struct mend_options {
  json::read_limits limits = {};
  mismatch closers = mismatch::missing;
  /// There is a schema that says whether the value is whole.
  bool fitting = false;
  /// Supply what a text that was cut off lacks; each byte of it is listed.
  bool complete = false;
  /// '{' or '[': a bracket that is missing at the beginning, and supplied.
  char opened = 0;
};

struct mended {
  json::document document;
  std::size_t end = 0;  // behind the value
  std::vector<edit> edits = {};
  /// Where scalars begin that read as a number and as well as a text: `007`.
  std::vector<std::uint64_t> loose = {};
  /// A closing bracket was of the wrong kind: the other reading may differ.
  bool mismatched = false;
  /// Where containers begin that nothing closed.
  std::vector<std::uint64_t> unclosed = {};
};

struct unmended {
  problem why;
  /// The text ended inside of the value; `committed` is what was whole by then.
  bool cut = false;
  value committed = {};
};

/// The array or object that begins at text[begin]; `end` bounds what belongs to it. Linear.
result<mended, unmended> mend(std::string_view text, std::size_t begin, std::size_t end,
                              const mend_options& how);

}  // namespace reply
}  // namespace v0
}  // namespace tenon
