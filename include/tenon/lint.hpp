// What a schema says, for the person who wrote it: an outline of its places, and what looks like a mistake.
//
// A place that nothing can satisfy, a branch that is never taken, a keyword without effect, a string that a
// model may go on with for ever: all of it is allowed, so compiling does not complain. "Nothing fits" is
// said only where it is certain; how much is noticed beyond that may grow from version to version.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/program.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

enum class remark_level : std::uint8_t {
  note,     // good to know
  warning,  // probably a mistake
  error,    // nothing fits here
};
std::string_view to_string(remark_level l) noexcept;

struct remark {
  remark_level level = remark_level::note;
  /// JSON Pointer of the subschema, or of the keyword in it.
  std::string place = {};
  /// Stable short word; docs/schema.md lists them.
  std::string code = {};
  /// One sentence, without the place.
  std::string message = {};
  /// Byte in the text the schema was read from, where it was read.
  std::optional<std::uint64_t> offset = {};

  friend bool operator==(const remark&, const remark&) = default;
};

/// One place of the instance, or one alternative for it.
struct outline_line {
  std::size_t depth = 0;
  /// JSON Pointer of the subschema; in another document behind its URI.
  std::string place = {};
  /// "name", "each", "item 0", "others", "/^x-/", "anyOf 1" …; empty for the root.
  std::string name = {};
  /// An object cannot do without this member. True for what is no member.
  bool required = true;
  /// "string or null, at most 80 characters"
  std::string text = {};
  /// What the schema calls it, shortened.
  std::string description = {};
};

struct lint_options {
  /// Deepest line of the outline; at most 50 is granted.
  std::size_t outline_depth = 8;
  std::size_t max_outline_lines = 1000;
  /// Of more remarks, notes are left out first, then warnings, the last ones first.
  std::size_t max_remarks = 1000;
  /// Work on literals: values of enum, const, default and examples are validated, required names are looked
  /// up. What would take more is not remarked on.
  std::uint64_t max_evaluations = 2'000'000;
};

struct lint_report {
  /// By which the document was read: its $schema, or what compile_options asked for.
  schema::draft draft = draft::d2020;
  std::vector<outline_line> outline;
  /// Lines that max_outline_lines left out: true if there were any.
  bool outline_cut = false;
  /// In the order of the document. Of other documents that it refers to nothing is said, but what they
  /// demand counts.
  std::vector<remark> remarks;
  std::size_t left_out = 0;

  /// Is there an error among the remarks?
  bool failed() const noexcept;
};

/// Takes time and memory in proportion to the program, with the limits above.
lint_report lint(const program& code, const lint_options& options = {});

/// {"draft", "outline", "outline_cut", "remarks", "left_out"}; the members of lines and remarks are named as
/// above, an unknown offset is null.
value to_json(const lint_report& report);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
