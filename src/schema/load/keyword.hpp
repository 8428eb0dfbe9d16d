// Which names are keywords, in which drafts, and what becomes of them.
//
// The one place that decides whether a member of a schema is asserted, an annotation or nothing, and where
// it holds schemas. A name that is not in the table for the dialect is unknown there and passes.
#pragma once

#include "load/dialect.hpp"

#include <array>
#include <cstdint>
#include <string_view>

#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

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
  anchor,
  dynamic_anchor,
  recursive_anchor,
  dialect,
  vocabulary,
  comment,
  content_encoding,
  content_media_type,
  content_schema,
  title,
  description,
  default_value,
  deprecated,
  read_only,
  write_only,
  examples,
  count
};

/// Which values under a keyword are schemas: itself, the items of an array, the members of an object.
enum class holds : std::uint8_t { nothing, schema, list, schema_or_list, members, schemas_or_names };

/// What is collected as the keyword's annotation; applicators make theirs from the instance.
enum class annotates : std::uint8_t { nothing, its_value, strings };

struct keyword {
  word what;
  std::string_view name;
  draft first;  // and up to
  draft last;
  std::uint8_t vocabulary;
  schema::holds holds = holds::nothing;
  schema::annotates annotates = annotates::nothing;
};

/// Null for a name that is no keyword of the dialect.
const keyword* find_keyword(std::string_view name, const schema_dialect& rules) noexcept;

/// Until draft 7 a reference stands alone: whatever is beside it says nothing, but for definitions, which
/// other references may name.
bool is_lone_reference(const value& schema, const schema_dialect& rules) noexcept;

/// "minLength" …
std::string_view to_string(word w) noexcept;

/// The members of one schema object that are keywords of the dialect, each at its word.
class keywords {
 public:
  keywords(const value& schema, const schema_dialect& rules) noexcept;
  const value* operator[](word w) const noexcept { return found_[static_cast<std::size_t>(w)]; }
  bool has(word w) const noexcept { return (*this)[w] != nullptr; }

 private:
  std::array<const value*, static_cast<std::size_t>(word::count)> found_{};
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
