// The layout of a compiled program: what every driver reads.
//
// One node per subschema, 32 bytes, in one flat array; nodes name each other by index. A node says
// which types it admits and, per type, which rule in a side pool applies, so that a driver looks at
// the instance's type once and then only at what can matter for it. What works on the same instance
// again ($ref, allOf, anyOf …) is a run of steps. Cold data (where a node stands in the document)
// lies in an array of its own with the same index.
//
// Invariant: an index is `none` or valid; in-place edges (steps) have no cycle, so a driver that
// follows them always comes back. Only dynamic references can close one, which is known no sooner than
// they are followed: a driver counts its frames. The trap: strings are views into `data::document` and
// `data::documents`, which therefore must never be changed or moved from once compiling has begun.
#pragma once

#include "direct/slot.hpp"
#include "load/dialect.hpp"
#include "patterns/pattern.hpp"
#include "walk/literals.hpp"
#include "walk/names.hpp"
#include "watch/slot.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/program.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

/// A set of instance types; numbers are split, so that "integer" is a subset of "number".
namespace types {
inline constexpr std::uint8_t null = 1;
inline constexpr std::uint8_t boolean = 2;
inline constexpr std::uint8_t integer = 4;
inline constexpr std::uint8_t fraction = 8;  // a number that is no integer
inline constexpr std::uint8_t number = integer | fraction;
inline constexpr std::uint8_t string = 16;
inline constexpr std::uint8_t array = 32;
inline constexpr std::uint8_t object = 64;
inline constexpr std::uint8_t all = 127;
}  // namespace types

namespace flags {
inline constexpr std::uint8_t never = 1;               // the schema `false`
inline constexpr std::uint8_t plain = 2;               // `true` or {}: admits anything
inline constexpr std::uint8_t verbatim = 4;            // x-verbatim: true
inline constexpr std::uint8_t verbatim_when = 8;       // x-verbatim: "sibling"
inline constexpr std::uint8_t leads_to_verbatim = 16;  // such a node can be reached from here
inline constexpr std::uint8_t enters = 32;             // its resource may not be in the dynamic scope yet
inline constexpr std::uint8_t lexical = 64;            // draft 4: 1.0 is no integer here
inline constexpr std::uint8_t asks = 128;  // has unevaluated…: what its rules and steps evaluate is collected
}  // namespace flags

struct node {
  std::uint8_t types = types::all;  // what `type` admits
  std::uint8_t reach =
      types::all;  // the same, narrowed by $ref, enum and unions: a superset of what can pass
  std::uint8_t flags = 0;
  std::uint8_t step_count = 0;
  index number = none;    // first of number_checks, up to its `last`
  index string = none;    // string_rules
  index array = none;     // array_rules
  index object = none;    // object_rules
  index literals = none;  // literal_sets (enum, or const)
  index steps = none;     // first step
  index spare = none;     // the store target of a binding goes here
};
static_assert(sizeof(node) == 32, "two nodes to a cache line");

struct number_check {
  enum class what : std::uint8_t { minimum, exclusive_minimum, maximum, exclusive_maximum, multiple_of };
  what kind{};
  bool small = false;  // `bound` is exactly `integer`
  bool last = true;    // of its node
  std::int64_t integer = 0;
  std::string_view bound;  // the literal as written
};

/// In the order of the table in format.cpp; what each asks is there.
enum class format : std::uint8_t {
  loose,  // not asserted
  date,
  date_time,
  time,
  duration,
  email,
  idn_email,
  ascii_hostname,  // "hostname" before draft 7, which brought A-labels
  hostname,
  idn_hostname,
  ipv4,
  ipv6,
  uri,
  uri_reference,
  iri,
  iri_reference,
  uri_template,
  json_pointer,
  relative_json_pointer,
  regex,
  uuid
};

inline constexpr std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max();

/// What a string holds, in draft 7, where that is asserted.
enum class content : std::uint8_t { free, base64, json, base64_json };

struct string_rule {
  std::uint64_t min_length = 0;  // code points
  std::uint64_t max_length = unbounded;
  index pattern = none;
  schema::format format = format::loose;
  schema::content content = content::free;
};

struct array_rule {
  std::uint64_t min_items = 0;
  std::uint64_t max_items = unbounded;
  std::uint64_t min_contains = 1;
  std::uint64_t max_contains = unbounded;
  index prefix = none;  // first of `prefix_count` in data::lists
  std::uint32_t prefix_count = 0;
  index items = none;  // what follows the prefix
  index contains = none;
  bool unique = false;
  bool legacy = false;              // written as items: [...] and additionalItems (before 2020-12)
  bool contains_evaluates = false;  // 2020-12: what fits contains is evaluated
};

struct pattern_property {
  index pattern = none;
  index child = none;
};

struct dependent {
  index trigger = none;  // if this entry of object_rule::names is there …
  index child = none;    // … the object must fit this, or
  index names = none;    // first of `name_count` entry numbers in data::lists, which must be there too
  std::uint32_t name_count = 0;
  std::string_view keyword;  // as written
  index next = none;         // with the same trigger
};

struct object_rule {
  name_table names;  // declared members, then others that are required or that `dependents` speak of
  std::uint64_t min_properties = 0;
  std::uint64_t max_properties = unbounded;
  index additional = none;
  index property_names = none;
  index required = none;  // first of `required_count` entry numbers in data::lists
  std::uint32_t required_count = 0;
  index patterns = none;
  std::uint32_t pattern_count = 0;
  index dependents = none;
  std::uint32_t dependent_count = 0;
  std::uint32_t dependent_schemas = 0;  // of them
};

/// Something more that the same instance must satisfy.
struct step {
  enum class what : std::uint8_t {
    ref,
    all_of,
    any_of,
    one_of,
    negation,
    condition,  // also where there is neither then nor else: `if` evaluates parts
    constant,
    dynamic_ref,        // $dynamicRef or $recursiveRef
    unevaluated_items,  // these two come last: each part that no rule, step or step of a step evaluated …
    unevaluated_properties,  // … must fit `a`
  };
  what kind{};
  bool recursive = false;  // a dynamic_ref that is written as $recursiveRef
  index a =
      none;  // ref, not, if, unevaluated: the node; all_of: first in data::lists; unions: in data::unions;
             // constant: literal_sets; dynamic_ref: the node where the dynamic scope has nothing else
  index b = none;  // all_of: how many; condition: then; dynamic_ref: first in data::dynamic_targets
  index c = none;  // condition: else; dynamic_ref: how many, 0 if `a` is the only one possible
};

/// What a dynamic reference means once evaluation is in this resource; the outermost resource decides.
struct dynamic_target {
  index resource = none;
  index node = none;
};

struct tagged_branch {
  std::string_view tag;
  std::uint32_t branch = 0;
};

/// anyOf or oneOf. With a `tag`, an object can only fit the branch that its member of this name points to.
struct union_rule {
  index branches = none;  // first in data::lists
  std::uint32_t count = 0;
  bool exclusive = false;  // oneOf
  std::string_view tag;
  bool tagged = false;
  std::vector<tagged_branch> tags;  // sorted by tag
  /// For one bit of `types`: how many branches have it in their reach, and the first of them.
  struct choice {
    std::uint32_t count = 0;
    std::uint32_t first = 0;
  };
  std::array<choice, 7> by_type{};
  const choice& choice_for(std::uint8_t type_bit) const noexcept {
    return by_type[static_cast<std::size_t>(std::countr_zero(type_bit))];
  }
  /// Of a number that may turn out to be an integer or not; the count is exact where it is below 2.
  choice choice_for_number() const noexcept {
    const choice& whole = choice_for(types::integer);
    const choice& fraction = choice_for(types::fraction);
    const bool same = whole.count == 1 && fraction.count == 1 && whole.first == fraction.first;
    if (fraction.count == 0 || same) return whole;
    if (whole.count == 0) return fraction;
    return {std::max({whole.count, fraction.count, 2U}), 0};
  }
};

/// A document, or a schema in one that has an $id.
struct resource {
  std::string uri;      // absolute, without fragment; empty where nothing names it
  std::string pointer;  // where it stands in its document
  const value* root = nullptr;
  schema_dialect rules;
  bool foreign = false;  // in another document than data::document
  index within = none;   // the resource around it; none for a document
};

struct cold {
  std::string pointer;  // where the subschema stands in its document
  const value* schema = nullptr;
  index resource = 0;
};

struct program::data {
  value document;
  std::vector<std::shared_ptr<const value>> documents;  // the others
  bool lexical_integers = false;  // 1.0 is no integer in any node; where drafts are mixed, see flags::lexical
  bool mixed_integers = false;    // 1.0 is an integer in some nodes only
  bool dynamic = false;           // has dynamic references that the scope decides
  std::string compact;
  std::vector<node> nodes;  // 0 is the root
  std::vector<cold> places;
  std::vector<number_check> number_checks;
  std::vector<string_rule> string_rules;
  std::vector<array_rule> array_rules;
  std::vector<object_rule> object_rules;
  std::vector<pattern_property> pattern_properties;
  std::vector<dependent> dependents;
  std::vector<literal_set> literal_sets;
  std::vector<step> steps;
  std::vector<dynamic_target> dynamic_targets;  // each run sorted by resource
  std::vector<resource> resources;              // 0 is the document
  std::vector<union_rule> unions;
  std::vector<index> lists;
  index endless = none;  // what stands for a schema that only leads back to itself: nothing fits it
  std::vector<pattern> patterns;
  std::vector<std::string_view> pattern_texts;  // beside patterns
  std::vector<std::string> loose_formats;       // named by the schema, but not asserted
  direct::plan_slot direct_plan;
  watch_slot watching;
};

/// The types bit of an instance; `integer` only where the number is one.
std::uint8_t type_of(const value& v, bool lexical_integers = false);
/// The bits that an instance may have in one node or another: what `reach` is asked for.
std::uint8_t possible_types(const program::data& d, const value& v);

/// Where a subschema stands, for messages: the pointer, in another document behind its URI.
std::string place_of(const program::data& d, index resource, std::string_view pointer);
std::string place_of(const program::data& d, index node);
/// The same as a URI (absoluteKeywordLocation). A document without a URI is called `nameless`.
std::string location_of(const program::data& d, index resource, std::string_view pointer);
inline constexpr std::string_view nameless = "urn:tenon:schema";

}  // namespace schema
}  // namespace v0
}  // namespace tenon
