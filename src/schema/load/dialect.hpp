// What a schema resource says of itself in $schema: the draft, and which vocabularies are switched on.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <tenon/program.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

/// Drafts before 2019-09 know no vocabularies: there all are on.
namespace vocabularies {
inline constexpr std::uint8_t core = 1;
inline constexpr std::uint8_t applicator = 2;
inline constexpr std::uint8_t unevaluated = 4;  // in 2019-09 a part of the applicators
inline constexpr std::uint8_t validation = 8;
inline constexpr std::uint8_t format = 16;
inline constexpr std::uint8_t content = 32;
inline constexpr std::uint8_t metadata = 64;
inline constexpr std::uint8_t all = 127;
}  // namespace vocabularies

struct schema_dialect {
  schema::draft draft = draft::d2020;
  std::uint8_t vocabularies = vocabularies::all;
  bool asserts_format = false;  // its metaschema asks for it

  friend bool operator==(const schema_dialect&, const schema_dialect&) = default;
};

/// Empty for a URI that names no draft known here. A trailing "#" and http or https make no difference.
std::optional<draft> draft_from(std::string_view uri) noexcept;

struct vocabulary {
  std::uint8_t bits = 0;
  bool asserts_format = false;
};
/// What this URI switches on in $vocabulary of a metaschema of the draft. `required` is the value beside it.
/// Empty for an unknown vocabulary.
std::optional<vocabulary> vocabulary_from(std::string_view uri, draft d, bool required) noexcept;

}  // namespace schema
}  // namespace v0
}  // namespace tenon
