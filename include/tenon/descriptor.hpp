// A C++ type as data: what schema emission, binding and writing back work on.
//
// Templates make nothing but constant tables of this shape (tables.hpp); everything that walks them
// is an ordinary function, compiled once. Links to other types are functions, so that a record may
// contain itself. All pointers refer to constants of static storage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <tenon/problem.hpp>
#include <tenon/rules.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

enum class type_kind : std::uint8_t {
  boolean,
  integer,
  number,
  string,
  constant,  // one string that is always there
  enumeration,
  optional,
  list,
  array,  // a list of fixed length
  map,
  variant,
  record,
  any,     // tenon::value
  custom,  // through codec<T>
};

struct descriptor;
using link = const descriptor& (*)();

struct member {
  std::string_view name;  // of the C++ member
  std::string_view wire;
  std::string_view description;
  link type = nullptr;
  const rules* demands = nullptr;  // null: none

  constexpr bool may_be_absent() const { return demands != nullptr && demands->may_be_absent; }
};

struct enumerator {
  std::int64_t value = 0;
  std::string_view wire;
};

struct optional_operations {
  void (*reset)(void*);
  void* (*emplace)(void*);
  const void* (*get)(const void*);  // null: empty
};
struct list_operations {
  void (*reset)(void*, std::size_t expected) = nullptr;
  void* (*append)(void*) = nullptr;            // null for vector<bool>
  void (*append_bool)(void*, bool) = nullptr;  // for vector<bool> alone
  std::size_t (*size)(const void*) = nullptr;
  const void* (*at)(const void*, std::size_t) = nullptr;
  /// Where the elements lie side by side; null for vector<bool>.
  struct elements {
    void* first;
    std::size_t count;
  };
  elements (*all)(void*) = nullptr;
  void (*truncate)(void*, std::size_t) = nullptr;  // to so many elements, of at least that many
};
struct map_operations {
  void (*reset)(void*);
  void* (*insert)(void*, std::string&&);  // null if the key is there
  void (*each)(const void*, void* context, void (*call)(void* context, const std::string&, const void*));
  bool sorted;  // iteration order is that of the keys
};
struct variant_operations {
  void* (*emplace)(void*, std::size_t);
  std::size_t (*index)(const void*);  // elements.size() if valueless
  const void* (*get)(const void*);
};
struct custom_operations {
  value (*schema)();
  bool (*from_value)(const value&, void*, problem&);
  value (*to_value)(const void*);
};

/// Which members matter depends on the kind.
struct descriptor {
  type_kind kind;
  /// The type's name without namespaces; empty for types without one of their own.
  std::string_view name = {};
  std::string_view description = {};
  /// Takes the place of the generated schema where not null.
  value (*schema_override)() = nullptr;

  // boolean, integer, number, enumeration: how it lies in memory
  std::uint8_t width = 0;
  bool is_signed = false;

  std::span<const enumerator> enumerators = {};  // enumeration; constant: the one
  std::span<const link> elements = {};           // optional, list, array, map: one; variant: the alternatives
  std::size_t length = 0;                        // array
  std::size_t stride = 0;                        // array, list: from one element to the next

  // record
  std::span<const member> members = {};
  void (*addresses)(const void*, const void**) = nullptr;
  void (*offsets)(std::size_t*) = nullptr;  // where the members lie in every record of the type

  // variant: the alternative is told by the string in this member
  std::string_view discriminator = {};
  std::span<const std::string_view> tags = {};  // one per alternative
  bool tag_is_member = true;                    // false: the discriminator is on the wire only

  const optional_operations* optional = nullptr;
  const list_operations* list = nullptr;
  const map_operations* map = nullptr;
  const variant_operations* variant = nullptr;
  const custom_operations* custom = nullptr;
};

/// The JSON Schema, draft 2020-12, `$schema` first. A record that contains itself is referred to as
/// "#" where it is the root, else through $defs.
value emit(const descriptor& root);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
