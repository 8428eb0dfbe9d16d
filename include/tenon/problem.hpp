// One thing that is wrong: where, what was expected, what was found.
//
// The single shape of every error in tenon. Configuration errors, JSON syntax errors, schema
// violations, binding errors and failed checks differ in `kind`, `code` and `place`, not in type, so
// that the attempt loop can turn any of them into a sentence for the model and a service can put any
// of them into a response.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/failure_kind.hpp>

namespace tenon {
inline namespace v0 {

struct problem {
  failure_kind kind = failure_kind::invalid_argument;
  /// Stable short word: a schema keyword ("maxLength"), the name of a syntax error or limit
  /// ("unexpected_byte", "max_depth"), a check's own code ("unknown_evidence_id").
  std::string code = {};
  /// Instance location as an RFC 6901 JSON Pointer ("" is the root) for anything said about a value;
  /// "file:line", an option name or a member name for configuration.
  std::string place = {};
  /// Schema location as a JSON Pointer, through $ref; empty if no schema is involved.
  std::string rule = {};
  std::string expected = {};
  /// A short excerpt, at most max_excerpt bytes, never a secret.
  std::string found = {};
  /// The enumerator that came closest to what was found, if there is one near enough.
  std::string nearest = {};
  /// The whole as one sentence in English, without place.
  std::string message = {};
  /// Byte offset in the text that was read, where one is known.
  std::optional<std::uint64_t> offset = {};

  /// Longest `found`, in bytes of UTF-8.
  static constexpr std::size_t max_excerpt = 120;

  friend bool operator==(const problem&, const problem&) = default;
};

using problems = std::vector<problem>;

/// One line for a person: place, message, expected, found.
std::string explain(const problem& p);

/// A printable excerpt of at most `limit` bytes, cut at a code point, control characters escaped,
/// "…" appended where something was cut. Invalid UTF-8 becomes U+FFFD.
std::string excerpt(std::string_view text, std::size_t limit = problem::max_excerpt);

}  // namespace v0
}  // namespace tenon
