// What each provider's form of JSON Schema takes: one row per dialect.
//
// A keyword that the provider refuses, ignores or is not known to take is not written. The rows are those of
// docs/providers.md; what is unknown there counts as refused, because a refused request costs a call and a
// rule that is only checked afterwards costs nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include <tenon/lower.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

/// Keywords that say more about a value than its shape, a bit each.
namespace words {
inline constexpr std::uint32_t min_length = 1U << 0U;
inline constexpr std::uint32_t max_length = 1U << 1U;
inline constexpr std::uint32_t pattern = 1U << 2U;
inline constexpr std::uint32_t format = 1U << 3U;
inline constexpr std::uint32_t minimum = 1U << 4U;
inline constexpr std::uint32_t maximum = 1U << 5U;
inline constexpr std::uint32_t exclusive_minimum = 1U << 6U;
inline constexpr std::uint32_t exclusive_maximum = 1U << 7U;
inline constexpr std::uint32_t multiple_of = 1U << 8U;
inline constexpr std::uint32_t min_items = 1U << 9U;
inline constexpr std::uint32_t max_items = 1U << 10U;
inline constexpr std::uint32_t min_properties = 1U << 11U;
inline constexpr std::uint32_t max_properties = 1U << 12U;
inline constexpr std::uint32_t property_names = 1U << 13U;
inline constexpr std::uint32_t title = 1U << 14U;
inline constexpr std::uint32_t description = 1U << 15U;
inline constexpr std::uint32_t default_value = 1U << 16U;
inline constexpr std::uint32_t ordering = 1U << 17U;  // propertyOrdering
inline constexpr std::uint32_t numbers =
    minimum | maximum | exclusive_minimum | exclusive_maximum | multiple_of;
}  // namespace words

/// Which references are written; all others are written out where they stand.
enum class references : std::uint8_t { none, shared };

/// Which values an enum may list; others take another form.
enum class enumerations : std::uint8_t { strings, strings_and_numbers, scalars, anything };

/// What becomes of a map: an object whose member names are not known.
enum class maps : std::uint8_t {
  pairs,       // a list of {key, value}
  additional,  // additionalProperties
};

/// Which patterns are written.
enum class patterns : std::uint8_t { simple, anchored };

inline constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

/// Beyond these the provider refuses the schema.
struct form_limits {
  std::size_t max_properties = no_limit;
  std::size_t max_nesting_depth = no_limit;  // of objects
  std::size_t max_enum_values = no_limit;
  std::size_t max_string_chars = no_limit;  // of names, enum and const together
  std::size_t max_optional_properties = no_limit;
  std::size_t max_unions = no_limit;  // type lists and anyOf
};

struct dialect_rules {
  schema::dialect to{};
  std::string_view provider;  // for sentences
  bool object_root = false;   // the root is an object, and no union
  bool closed = false;        // an object has the members that it names, and no others
  bool writes_closed = true;  // by additionalProperties: false
  bool all_required = false;
  forms::maps maps = maps::pairs;
  bool prefix_items = false;
  bool exact_prefix = false;  // prefixItems stand alone, for lists of exactly that length
  bool type_lists = true;
  bool anything = false;  // {} can be said
  bool constants = false;
  bool nullable = false;  // by nullable: true, not by a type
  enumerations enums = enumerations::scalars;
  forms::references references = references::shared;
  bool recursion = false;
  bool recursion_by_need = true;   // through members too that have to be there
  bool wraps_references = true;    // a reference with a description stands in an anyOf
  bool distinct_starts = false;    // objects of a union differ in their first member
  bool lengths_alone = false;      // minLength and maxLength only where there is neither pattern nor format
  bool whole_bounds = false;       // minimum and its kin only of integers
  bool pattern_or_format = false;  // not both
  std::uint64_t most_min_items = std::numeric_limits<std::uint64_t>::max();
  forms::patterns patterns = patterns::simple;
  std::uint32_t words = 0;
  std::span<const std::string_view> formats = {};
  form_limits limits = {};
};

/// Precondition: a dialect of JSON Schema that is not sent as it is, so neither gbnf nor json_schema.
const dialect_rules& rules_of(dialect to) noexcept;

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
