// From the user's schema to what a provider accepts, with a note on everything that the provider will
// not enforce. The lowered form accepts a superset: validation of the reply stays with us.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tenon/program.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

enum class dialect {
  gbnf,  // llama.cpp's grammar
};

/// One rule that the lowered form does not hold, or holds more loosely.
struct lowering_note {
  std::string place;  // JSON Pointer into the user's schema
  std::string keyword;
  std::string reason;  // a sentence
};

struct lower_options {
  /// Text in which `verbatim` strings must occur; where given, the grammar lets them be nothing else.
  std::string_view source;
  /// Item counts above this are relaxed (and noted), as are lengths above a hundred times this: llama.cpp
  /// writes repetitions out. It takes at most 2000.
  std::size_t max_repetition = 2000;
};

struct lowered {
  std::string text;  // GBNF with the start rule "root"
  std::vector<lowering_note> notes;
  /// Places of lists whose items must all differ (JSON Pointers into the instance, "*" for any item), as
  /// far as the schema settles them without alternatives: whoever writes token by token can hold these.
  std::vector<std::string> unique_lists;
};

/// Errors: unsupported_schema where nothing but "any JSON" could be said at the root.
result<lowered> lower(const program& code, dialect to, const lower_options& options = {});

}  // namespace schema
}  // namespace v0
}  // namespace tenon
