// What the direct driver reads: the program once more, arranged by what comes next in a text.
//
// A program's nodes say what a value must satisfy; an instruction says what to do at this place of a
// text, and, when a type is bound, where the result goes. So one node may become several instructions
// (a place of another type), and several nodes one (a reference, allOf). A plan is made once and never
// changes, so it is safe from many threads. It refers to itself and to the program by pointer; what is
// pointed to is kept in deques and boxes that never move.
//
// Alternatives, `not` and `if` are `trials`: other instructions that look at the same part of the text, after
// one that has read it. What passes over a text cannot decide (contains, a dynamic reference …, and whatever
// this file has never heard of) is an instruction `slow`: that part of the text becomes a value and goes
// through the walker, and through `bind`. So the meaning of a keyword stands in one place.
#pragma once

#include "direct/sense.hpp"
#include "nodes/node.hpp"
#include "walk/leaves.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
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
  trials,    // others on the same value
  skip,      // anything, in a text that has been read before
  slow,
  refuse,  // nothing fits here
  finish,  // behind the whole text: only in the frame at the bottom
};

/// What becomes of a scalar.
enum class store : std::uint8_t { nothing, text, truth, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64 };

struct instruction;

/// A member name as it stands in a text: ,"name": in one block; a literal: "name".
struct alignas(64) name {
  static constexpr std::size_t block = 32;
  std::array<char, block> text{};
  const instruction* child = nullptr;  // of a member
  std::uint32_t mask = 0;              // which bytes of `text` count
  std::uint32_t want = 0xffff'ffff;    // equal to mask; a name that does not fit into the block never matches
  std::uint32_t offset = 0;            // of a member in the record
  std::uint32_t number = 0;            // in its list
  std::uint8_t length = 0;             // of `text`
  std::uint8_t bit = 0;                // the number, or `wide_bit` in a list of too many
};
static_assert(sizeof(name) == 64, "one cache line");

/// In longer lists names have no bit each, nor do literals an instruction.
inline constexpr std::size_t most_bits = 64;
inline constexpr std::uint8_t wide_bit = 64;

struct name_list {
  const name* first = nullptr;             // behind the last is one that never matches
  const std::string_view* bare = nullptr;  // decoded, one beside each
  const std::uint16_t* slots = nullptr;    // numbers by hash, a power of two of them; null: not hashed
  std::uint32_t mask = 0;
  std::uint32_t count = 0;
};

/// What few objects are asked: the rules of all schemas that apply to one.
struct object_rest {
  const map_operations* map = nullptr;  // bound: each member becomes an entry
  const instruction* other = nullptr;   // for names that are not declared and that no pattern matches
  bool open = false;                    // names are admitted that are not declared
  bool wide = false;                    // more than most_bits names
  bool rare = false;                    // members are counted, or names are spoken of beyond a list
  bool known = false;                   // that names differ has been seen before
  std::uint32_t name_demand = none;     // propertyNames, in plan::demands
  const name_table* table = nullptr;    // of the names, where they are not hashed
  std::vector<std::uint32_t> required;  // wide: numbers of names
  std::uint64_t min_members = 0;
  std::uint64_t max_members = unbounded;

  /// patternProperties of all rules, one rule after another.
  struct pattern_member {
    const pattern* match;
    index node;
  };
  std::vector<pattern_member> patterns;
  /// The members of one rule.
  struct part {
    std::size_t patterns;  // how many of them are its own
    index additional;
  };
  std::vector<part> parts;
  /// All nodes for a member of which it is known which patterns match its name.
  template <class Matches>
  std::vector<index> nodes_for(Matches matches) const {
    std::vector<index> nodes;
    std::size_t p = 0;
    for (const part& one : parts) {
      const std::size_t before = nodes.size();
      for (const std::size_t end = p + one.patterns; p < end; ++p) {
        if (matches(p)) nodes.push_back(patterns[p].node);
      }
      if (nodes.size() == before && one.additional != none) nodes.push_back(one.additional);
    }
    return nodes;
  }
  /// By which patterns match, a bit each; where they are too many, by the number of the only one.
  std::vector<const instruction*> pattern_children;

  /// If this name is there, so are those.
  struct needs {
    std::vector<std::uint32_t> names;
    std::uint32_t next;  // of the same name
  };
  std::vector<needs> dependents;
  std::vector<std::uint32_t> first_dependent;  // beside the names, if there is any
};
/// So many patterns have an instruction for each combination.
inline constexpr std::size_t most_combined = 3;

struct object_part {
  name_list names;
  std::uint64_t required = 0;  // bits, as in name::bit
  const object_rest* rest = nullptr;
  bool special = false;  // open, wide, rare or a map: a session opens and closes it
};

struct array_part {
  std::uint64_t min_items = 0;
  std::uint64_t max_items = unbounded;
  const instruction* items = nullptr;
  const instruction* const* prefix = nullptr;
  const list_operations* list = nullptr;  // null: nothing is bound, or a std::array
  std::uint32_t prefix_count = 0;
  std::uint32_t stride = 0;
  std::uint32_t length = 0;  // of a std::array
  bool unique = false;
  bool fresh = false;  // elements must not be used again
};

/// One range of ASCII characters for each of some positions.
struct position_ranges {
  static constexpr std::size_t longest = 32;
  alignas(longest) std::array<std::uint8_t, longest> low{};
  alignas(longest) std::array<std::uint8_t, longest> high{};
  std::size_t length = 0;
};
/// A set of ASCII characters: bit h of entry l is the character 16 h + l.
using ascii_set = std::array<std::uint8_t, 16>;

/// A pattern, anchored at both ends, of which at most one piece has no fixed length, such as that of a
/// timestamp, an identifier with a prefix, a hash.
struct pattern_shape {
  position_ranges prefix;
  position_ranges suffix;
  alignas(16) ascii_set middle{};
  std::uint64_t least = 0;  // characters of the middle
  std::uint64_t most = 0;
};

/// What decides where `sure` does not.
struct string_rest {
  string_rule rule;             // without the pattern
  std::uint32_t demand = none;  // in plan::demands, where one rule cannot say it
};
struct string_part {
  std::uint64_t sure_low = 0;            // with so many bytes …
  std::uint64_t sure_span = unbounded;   // … up to so many more the length is right whatever they are
  const pattern_shape* shape = nullptr;  // at most one of these two
  const pattern* match = nullptr;
  const string_rest* rest = nullptr;  // null: nothing more is asked, not even a length
  bool has_pattern = false;
};

struct literal_part {
  const name* first = nullptr;
  const std::uint8_t* slots = nullptr;   // numbers by what the first characters are
  std::uint64_t prefix = 0;              // which of eight characters tell them apart
  std::uint64_t multiplier = 0;          // (characters & prefix) * multiplier >> shift is the slot
  const std::int64_t* values = nullptr;  // enumerators, one beside each name
  const name_list* names = nullptr;      // for other spellings
  std::uint8_t shift = 63;
  bool distinct = false;  // each once in its array
};

/// Bounds that decide for numbers of up to 15 digits that are within; the demand decides the others.
struct integer_part {
  std::int64_t low = 0;
  std::uint64_t span = 0;  // high - low
  std::uint32_t demand = none;
};
struct number_part {
  double low = 0;
  double high = 0;
  std::uint32_t demand = none;
};

struct boolean_part {
  bool admits_false = true;
  bool admits_true = true;
};

struct pick_part {
  const instruction* null = nullptr;
  const instruction* boolean = nullptr;
  const instruction* number = nullptr;
  const instruction* string = nullptr;
  const instruction* array = nullptr;
  const instruction* object = nullptr;
};

struct optional_part {
  const instruction* inside = nullptr;
  const optional_operations* operations = nullptr;
  bool admits_null = true;
  bool fresh = false;  // what it holds must not be used again
};

struct branch {
  const instruction* child = nullptr;
  std::uint32_t alternative = 0;
  bool fresh = false;
};
struct choice_part {
  const name* tag = nullptr;  // the member
  std::string_view bare_tag;
  const literal_part* tags = nullptr;
  const branch* branches = nullptr;  // one beside each tag
  const variant_operations* variant = nullptr;
};

/// Branches on the same value: see condition.
struct trial {
  condition::what kind{};
  const instruction* const* branches = nullptr;
  std::size_t count = 0;
};
struct trials_part {
  const instruction* base =
      nullptr;  // reads the value; null: the first trial does, which is none of `negated`
  const trial* first = nullptr;
  std::size_t count = 0;
};

struct slow_part {
  const index* nodes = nullptr;
  std::size_t count = 0;
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
  explicit constexpr instruction(const trials_part& part) : kind(op::trials), trials(part) {}
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
    trials_part trials;
    slow_part slow;
  };
};
static_assert(sizeof(instruction) == 64, "one cache line");

struct plan {
  const program::data* source = nullptr;
  const instruction* root = nullptr;
  std::deque<instruction> code;
  std::vector<leaf_demand> demands;

  // What instructions point to.
  std::deque<object_rest> object_rests;
  std::deque<string_rest> string_rests;
  std::deque<literal_part> tag_lists;
  std::deque<name_list> name_lists;
  std::deque<pattern_shape> shapes;
  std::deque<std::vector<name>> names;
  std::deque<std::vector<std::string_view>> bare_names;
  std::deque<name_table> tables;
  std::deque<std::vector<std::uint8_t>> slots;
  std::deque<std::vector<std::uint16_t>> name_slots;
  std::deque<std::vector<std::int64_t>> values;
  std::deque<std::vector<const instruction*>> children;
  std::deque<std::vector<branch>> branches;
  std::deque<std::vector<trial>> trials;
  std::deque<std::vector<index>> lists;

  static constexpr std::uint16_t empty_slot = 0xffff;
};

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
