// From the text of a reply to one JSON value, and an account of what was done to get it.
//
// The whole text as strict JSON always comes first: a valid reply is never touched. Only if that
// fails, and the level allows, is anything taken away, and every byte taken is in the ledger.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/edit.hpp>
#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/result.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {

/// How much of a malformed reply may be mended. Each level includes those before it: what one reads, all
/// above it read as the same value.
enum class reading_level : std::uint8_t {
  strict,   // nothing
  clean,    // a fence or reasoning around the whole answer, a byte order mark, odd spaces
  wrapper,  // also prose around one answer
  syntax,   // also broken JSON, where one reading is sensible
  coerce,   // also values that do not fit the schema, where nothing is lost
};
std::string_view to_string(reading_level l) noexcept;
std::optional<reading_level> reading_level_from(std::string_view name) noexcept;

namespace reply {

/// A range of the reply that a cleaner keeps, and what it drops to get there.
struct cleaned {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::vector<edit> dropped = {};
};

/// Looks at a range of a reply and says what remains of it; nothing to say is an empty optional. The
/// ready-made ones below; any callable of this shape may take their place. What one drops without
/// listing it is listed as "custom_cleaner"; one that throws, or keeps what it was not given, ends the
/// reading as invalid_argument.
using cleaner =
    std::function<std::optional<cleaned>(std::string_view whole, std::uint64_t begin, std::uint64_t end)>;

/// Reasoning blocks in front: <think>, <thinking>, <reasoning>, in any case, with attributes; and all
/// that stands before a closing tag that was never opened. Never a tag inside the brackets of an answer,
/// never a block that is not closed.
cleaner thinking_tag();
/// A markdown fence that encloses the rest, of any length and language, one-line and unclosed too.
cleaner markdown_fence();
/// UTF-8 byte order mark and Unicode spaces around the text.
cleaner outer_space();
/// In this order, each on what the one before left.
cleaner composite(std::vector<cleaner> parts);
/// Those of the level `clean`.
std::vector<cleaner> standard_cleaners();

struct read_options {
  reading_level level = reading_level::clean;
  /// Used in place of standard_cleaners() where set; an empty list means nothing is removed. Not used
  /// at level strict.
  std::optional<std::vector<cleaner>> cleaners = {};
  json::read_limits limits = {};
  /// What the answer has to fit: decides between several candidates from level `wrapper` on, between readings
  /// of broken JSON, and is what level `coerce` moves towards. Not validation: a value that does not fit is
  /// read all the same if there is no other. Must outlive the call.
  const schema::program* shape = nullptr;
  /// From level `syntax` on: a reply that was cut off is completed, and all that was supplied or dropped for
  /// it is listed.
  bool complete = false;
};

struct read_value {
  value root = {};                // spans are ranges of the whole reply
  std::vector<edit> ledger = {};  // in order of `begin`; empty: the reply was valid JSON as it came
};

/// Why there is no value, and what there is all the same.
struct unread {
  problems errors;
  /// Of a reply that was cut off: what was whole by then. Never more than the reply says; never a value
  /// to go on with.
  std::optional<value> committed = {};
};

/// Linear in the size of the text. Errors, offsets always those of the whole reply:
/// - empty_reply: nothing but white space, or nothing behind the reasoning or in the fence;
/// - not_json: one problem, that of the strict reader on what cleaning left, since that is where the
///   model can put it right; from level wrapper on that on the first broken object, if there is one;
/// - truncated: the text ends within the value, with what was `committed`;
/// - ambiguous: one problem per answer, at most four, `found` an excerpt of it; or one that says where
///   broken JSON can be read in two ways;
/// - duplicate_key: one problem per repeated name.
result<read_value, unread> read(std::string_view text, const read_options& options = {});

}  // namespace reply
}  // namespace v0
}  // namespace tenon
