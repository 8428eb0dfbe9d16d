// What the direct driver reads: the program once more, arranged by what comes next in a text.
//
// A program's nodes say what a value must satisfy; an instruction says what to do at this place of a
// text, and, when a type is bound, where the result goes. So one node may become several instructions
// (a place of another type), and several nodes one (a reference, allOf). A plan is made once, refers to
// itself by index and to the program by pointer, and never changes: it is safe from many threads.
//
// What one pass over the text cannot decide (alternatives that must all be tried, `not`, contains …, and
// whatever this file has never heard of) is an instruction `slow`: that part of the text becomes a value
// and goes through the walker, and through `bind`. So the meaning of a keyword stands in one place.
#pragma once

#include "leaves.hpp"
#include "node.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <tenon/descriptor.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

enum class op : std::uint8_t {
  object,
  array,
  string,
  literal,  // one of a list of strings
  integer,
  number,
  boolean,
  null,
  pick,      // by the type of what comes
  optional,  // null, or the value of a std::optional
  choice,    // by the tag of the object that comes
  slow,
  refuse,  // nothing fits here
  finish,  // behind the whole text: only in the frame at the bottom
};

/// What becomes of a scalar.
enum class store : std::uint8_t { nothing, text, truth, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64 };

/// Where a list of names begins in plan::names, and how it is searched.
struct name_list {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  std::uint32_t slots = 0;  // first in plan::slots, a power of two of them
  std::uint32_t mask = 0;
};
/// Lists of more names are searched in the rule that they come from.
inline constexpr std::size_t most_hashed = 64;

struct object_part {
  name_list names;
  std::uint64_t required = 0;  // bits, as in name::bit; wide objects keep theirs in the rule
  std::uint32_t other = 0;     // instruction for names that are not declared
  std::uint32_t rare = none;   // in plan::rare_objects
  bool open = false;           // such names are admitted
  bool special = false;        // open, wide, rare or a map: a session opens and closes it
  bool wide = false;           // more than most_hashed names: those of the rule, not hashed
  const object_rule* rule = nullptr;
  const map_operations* map = nullptr;  // bound: each member becomes an entry
};

struct array_part {
  std::uint64_t min_items = 0;
  std::uint64_t max_items = unbounded;
  std::uint32_t items = 0;
  std::uint32_t prefix = 0;  // first in plan::children
  std::uint32_t prefix_count = 0;
  std::uint32_t stride = 0;
  std::uint32_t length = 0;  // of a std::array
  bool unique = false;
  bool fresh = false;                     // elements must not be used again
  const list_operations* list = nullptr;  // null: nothing is bound, or a std::array
};

/// A pattern whose every position is one range of ASCII characters, such as that of a timestamp.
struct fixed_pattern {
  static constexpr std::size_t longest = 32;
  alignas(longest) std::array<std::uint8_t, longest> low{};
  alignas(longest) std::array<std::uint8_t, longest> high{};
  std::size_t length = 0;
};

struct string_part {
  std::uint64_t min_length = 0;
  std::uint64_t max_length = unbounded;
  const pattern* match = nullptr;
  const fixed_pattern* fixed = nullptr;  // in place of `match`
  schema::format format = schema::format::loose;
  bool more = false;            // a format, or a demand
  std::uint32_t demand = none;  // in plan::demands, where one rule cannot say it
};

struct literal_part {
  name_list names;
  std::uint32_t values = 0;  // enumerators, in plan::values beside the names
};

/// Bounds that decide for numbers of up to 15 digits; the demand decides the others.
struct integer_part {
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::uint32_t demand = none;
  bool inexact = false;  // the demand decides always
};
struct number_part {
  double low = 0;
  double high = 0;
  std::uint32_t demand = none;
  bool inexact = false;
};

struct boolean_part {
  bool admits_false = true;
  bool admits_true = true;
};

struct pick_part {
  std::uint32_t null = 0;
  std::uint32_t boolean = 0;
  std::uint32_t number = 0;
  std::uint32_t string = 0;
  std::uint32_t array = 0;
  std::uint32_t object = 0;
};

struct optional_part {
  std::uint32_t inside = 0;
  bool admits_null = true;
  bool fresh = false;
  const optional_operations* operations = nullptr;
};

struct choice_part {
  name_list tags;
  std::uint32_t tag = 0;       // the member's name, in plan::names
  std::uint32_t branches = 0;  // in plan::branches, beside the tags
  const variant_operations* variant = nullptr;
};

struct slow_part {
  std::uint32_t nodes = 0;  // first in plan::lists
  std::uint32_t count = 0;
  const descriptor* type = nullptr;
};

struct alignas(64) instruction {
  constexpr instruction(op k = op::refuse) : kind(k), slow() {}
  explicit constexpr instruction(const object_part& part) : kind(op::object), object(part) {}
  explicit constexpr instruction(const array_part& part) : kind(op::array), array(part) {}
  explicit constexpr instruction(const string_part& part) : kind(op::string), string(part) {}
  explicit constexpr instruction(const literal_part& part) : kind(op::literal), literal(part) {}
  explicit constexpr instruction(const integer_part& part) : kind(op::integer), integer(part) {}
  explicit constexpr instruction(const number_part& part) : kind(op::number), number(part) {}
  explicit constexpr instruction(const boolean_part& part) : kind(op::boolean), boolean(part) {}
  explicit constexpr instruction(const pick_part& part) : kind(op::pick), pick(part) {}
  explicit constexpr instruction(const optional_part& part) : kind(op::optional), optional(part) {}
  explicit constexpr instruction(const choice_part& part) : kind(op::choice), choice(part) {}
  explicit constexpr instruction(const slow_part& part) : kind(op::slow), slow(part) {}

  op kind;
  store how = store::nothing;
  union {
    object_part object;
    array_part array;
    string_part string;
    literal_part literal;
    integer_part integer;
    number_part number;
    boolean_part boolean;
    pick_part pick;
    optional_part optional;
    choice_part choice;
    slow_part slow;
  };
};
static_assert(sizeof(instruction) == 64, "one cache line");

/// A member name as it stands in a text: ,"name": in one block, or of a literal: "name".
struct alignas(64) name {
  static constexpr std::size_t block = 32;
  std::array<char, block> text{};
  const char* data = nullptr;  // the decoded name
  std::uint32_t size = 0;
  std::uint32_t mask = 0;            // which bytes of `text` count
  std::uint32_t want = 0xffff'ffff;  // equal to mask; a name that does not fit into the block never matches
  std::uint32_t child = 0;           // instruction
  std::uint32_t offset = 0;          // in the record
  std::uint8_t length = 0;           // of `text`
  std::uint8_t bit = 0;

  std::string_view bare() const noexcept { return {data, size}; }
};
static_assert(sizeof(name) == 64);

struct branch {
  std::uint32_t child = 0;
  std::uint32_t alternative = 0;
  bool fresh = false;
};

/// What few object schemas say.
struct rare_object {
  std::uint64_t min_properties = 0;
  std::uint64_t max_properties = unbounded;
  std::uint32_t name_demand = none;             // propertyNames, in plan::demands
  std::vector<std::uint32_t> pattern_children;  // instructions beside the patterns of the rule
};

struct plan {
  const program::data* source = nullptr;
  std::uint32_t root = 0;
  std::vector<instruction> code;
  std::vector<name> names;
  std::vector<std::uint8_t> slots;  // number in its list, or `empty_slot`
  std::vector<std::uint32_t> children;
  std::vector<index> lists;  // node numbers
  std::vector<leaf_demand> demands;
  std::vector<rare_object> rare_objects;
  std::vector<branch> branches;
  std::vector<std::int64_t> values;
  std::vector<std::unique_ptr<fixed_pattern>> fixed_patterns;

  static constexpr std::uint8_t empty_slot = 0xff;
};

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
