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

/// How much of a malformed reply may be mended. Each level includes those before it.
enum class reading_level : std::uint8_t {
  strict,   // nothing
  clean,    // a fence, a think block
  wrapper,  // also prose around one answer
  syntax,   // also repair
  coerce,   // also towards the schema
};
std::string_view to_string(reading_level l) noexcept;
std::optional<reading_level> reading_level_from(std::string_view name) noexcept;

namespace reply {

/// A range of the reply that a cleaner keeps, and what it drops to get there.
struct cleaned {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::vector<edit> dropped;
};

/// Looks at a range of a reply and says what remains of it; nothing to say is an empty optional. The
/// ready-made ones below; any callable of this shape may take their place.
using cleaner = std::function<std::optional<cleaned>(std::string_view whole, std::uint64_t begin, std::uint64_t end)>;

/// A leading or orphaned reasoning block: <think>, <thinking>, <reasoning>, any case, attributes.
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
  /// Used in place of standard_cleaners() where set; an empty list means nothing is removed.
  std::optional<std::vector<cleaner>> cleaners;
  json::read_limits limits;
};

struct read_value {
  value root;                // spans are ranges of the whole reply
  std::vector<edit> ledger;  // empty: the reply was valid JSON as it came
};

/// Errors: empty_reply, not_json (code = that of the reader on the text as it came), ambiguous,
/// duplicate_key. Linear in the size of the text.
result<read_value, problems> read(std::string_view text, const read_options& options = {});

}  // namespace reply
}  // namespace v0
}  // namespace tenon
