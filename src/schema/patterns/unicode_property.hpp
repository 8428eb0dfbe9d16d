// The \p{…} of ECMA-262: which names there are, and which code points they stand for.
//
// Names are those of ECMA-262, tables 66 to 69, and of the files PropertyValueAliases.txt that they refer
// to, of Unicode 17: exactly as spelled there. The sets themselves come from PCRE2's Unicode data (14 in
// PCRE2 10.42), each made once per process when it is first asked for, in some milliseconds.
#pragma once

#include "patterns/char_set.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {

struct unicode_property {
  enum class what : std::uint8_t { general_category, script, script_extensions, binary };
  what kind = what::binary;
  std::string_view name;  // the short name; static
};

/// \p{name=value}; with has_value false \p{name}. None if ECMA-262 has no such property.
std::optional<unicode_property> find_unicode_property(std::string_view name, std::string_view value,
                                                      bool has_value) noexcept;

/// Its code points, surrogates left out (no text holds one). Null if PCRE2 does not know the property.
/// Safe from many threads; throws std::bad_alloc only.
std::shared_ptr<const char_set> code_points_of(const unicode_property& property);

/// The short names of all scripts.
std::vector<std::string_view> script_names();

/// May a code point begin, or go on, a name (UnicodeIDStart, UnicodeIDContinue)?
bool is_id_start(std::uint32_t code);
bool is_id_continue(std::uint32_t code);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
