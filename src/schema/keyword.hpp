// Which names are keywords, in which drafts, and what becomes of them.
//
// The one place that decides whether a member of a schema is asserted, an annotation or refused. A
// name that is not in the table for the declared draft is unknown there and passes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

enum class draft : std::uint8_t { d4, d6, d7, d2019, d2020 };

/// Empty for a URI that names no draft known here. A trailing "#" and http or https make no difference.
std::optional<draft> draft_from(std::string_view uri) noexcept;

enum class word : std::uint8_t {
  ref,
  id,
  type,
  enumeration,
  constant,
  minimum,
  maximum,
  exclusive_minimum,
  exclusive_maximum,
  multiple_of,
  min_length,
  max_length,
  pattern,
  format,
  min_items,
  max_items,
  unique_items,
  items,
  prefix_items,
  additional_items,
  contains,
  min_contains,
  max_contains,
  properties,
  pattern_properties,
  additional_properties,
  property_names,
  required,
  min_properties,
  max_properties,
  dependencies,
  dependent_required,
  dependent_schemas,
  all_of,
  any_of,
  one_of,
  negation,
  condition,
  then,
  otherwise,
  defs,
  definitions,
  verbatim,
  unevaluated_items,
  unevaluated_properties,
  dynamic_ref,
  recursive_ref,
  count
};

/// "minLength" …
std::string_view to_string(word w) noexcept;

/// The members of one schema object that are keywords of the draft, each at its word.
class keywords {
 public:
  keywords(const value& schema, draft d) noexcept;
  const value* operator[](word w) const noexcept { return found_[static_cast<std::size_t>(w)]; }
  bool has(word w) const noexcept { return (*this)[w] != nullptr; }

 private:
  std::array<const value*, static_cast<std::size_t>(word::count)> found_{};
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
