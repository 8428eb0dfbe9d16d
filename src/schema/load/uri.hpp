// URI references as schemas use them: taken apart, resolved and compared (RFC 3986).
//
// All comparison is between texts that `resolve` or `normalised` made, so that two spellings of one URI
// (section 6.2.2: case of scheme and host, percent-encoding, dot segments) are one name. Nothing is ever
// opened.
#pragma once

#include <string>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace uri {

/// Section 5.2.2, normalised. `base` may itself be relative or empty: then so is what comes out.
std::string resolve(std::string_view base, std::string_view reference);

/// The same URI in the one spelling that is compared.
std::string normalised(std::string_view text);

struct halves {
  std::string_view base;      // without the "#"
  std::string_view fragment;  // still encoded
};
halves split_fragment(std::string_view text) noexcept;

/// Whether it begins with a scheme.
bool is_absolute(std::string_view text) noexcept;

/// "%41" is "A"; a "%" that begins no code stays.
std::string decoded(std::string_view text);

/// Encodes what a fragment may not hold as it is.
std::string as_fragment(std::string_view text);

}  // namespace uri
}  // namespace schema
}  // namespace v0
}  // namespace tenon
