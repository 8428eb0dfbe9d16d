// A regular expression as ECMA-262 reads it, as a tree.
//
// The grammar is that of ECMA-262 (2024) in Unicode mode. A text that is no pattern there but is one by
// Annex B (legacy octal escapes, `\-`, a lone `]`, …) is read by Annex B, and `parsed_pattern::annex_b`
// says why. Characters are code points in both readings. One thing of Annex B is not taken: there \p{L} is
// the text "p{L}" and \u{61} sixty-one letters u. Nobody means that, so a text that is only legal because
// of it is refused.
#pragma once

#include "patterns/char_set.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

struct pattern_term {
  enum class what : std::uint8_t {
    empty,
    set,               // one code point of `set`
    sequence,          // `parts`
    alternation,       // `parts`, the first preferred
    repeat,            // parts[0], min to max times, as many as possible unless `lazy`
    begin,             // ^
    end,               // $
    word_boundary,     // \b
    no_word_boundary,  // \B
    look,              // parts[0] matches from here, or up to here if `behind`; or does not if `negative`
    group,             // parts[0], captured under `number`
    reference,         // what the group `number` captured
  };
  static constexpr std::uint32_t no_limit = 0xffff'ffff;

  what kind = what::empty;
  bool lazy = false;
  bool behind = false;
  bool negative = false;
  std::uint32_t min = 0;
  std::uint32_t max = 0;
  std::uint32_t number = 0;
  std::shared_ptr<const char_set> set;
  std::vector<pattern_term> parts;
};

struct parsed_pattern {
  pattern_term root;
  std::uint32_t groups = 0;  // capturing ones
  bool references = false;   // are there back-references?
  /// Why the text is no pattern in Unicode mode; empty if it is one.
  std::string annex_b;
};

/// Groups inside of groups, beyond which a pattern is refused (code "max_pattern_depth").
inline constexpr std::size_t max_pattern_depth = 200;
/// Ranges in all classes of a pattern together (code "max_pattern_ranges"): \p{L} alone has 600.
inline constexpr std::size_t max_pattern_ranges = 200'000;

/// Errors, `offset` being the byte in the text where reading ended: invalid_argument for what is no
/// pattern (code "pattern"); unsupported_schema for a limit (its name is the code) and for a property of
/// Unicode that is legal but whose code points are not known here (code "pattern").
result<parsed_pattern> parse_pattern(std::string_view text);

/// Is it a pattern in Unicode mode, without Annex B? What `format: regex` asks. False beyond
/// max_pattern_depth. Allocates for named groups only; false if that fails.
bool is_ecma_pattern(std::string_view text) noexcept;

}  // namespace schema
}  // namespace v0
}  // namespace tenon
