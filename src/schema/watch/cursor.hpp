// What a watcher keeps while a text comes in: flat records on stacks.
//
// A frame stands for a value (or member name) that has begun and not ended. To it belong, from its marks
// on, the cursors that follow a schema node at this value, and the junctions where nodes part into
// branches that may fail one by one: anyOf, oneOf, not, if, contains, dependent schemas. A cursor dies with
// its branch; the text is doomed when the root branch dies.
//
// Invariant: whatever a frame owns stands behind what the frames around it own, so a value that ends takes
// its own off the stacks and nothing else. Of two branches, the one within stands behind.
#pragma once

#include "nodes/node.hpp"
#include "patterns/steps.hpp"
#include "watch/choice.hpp"

#include <cstdint>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {

/// How a cursor was reached from another.
enum class link : std::uint8_t {
  root,
  same,  // the same node, once more
  ref,   // number: of the step
  all_of,
  any_of,
  one_of,
  negation,
  condition,
  then,
  otherwise,
  dependent,         // number: of the entry in data::dependents
  property,          // number: of the name in object_rule::names
  pattern_property,  // number: of the entry in data::pattern_properties
  additional,
  property_name,
  prefix_item,
  item,
  contained
};

struct trace {
  index parent = none;  // cursor
  index number = 0;
  link via = link::root;
};

/// What a cursor still has to look at.
namespace looks {
inline constexpr std::uint16_t members = 1;         // of an object
inline constexpr std::uint16_t items = 2;           // of an array
inline constexpr std::uint16_t number = 4;          // its end
inline constexpr std::uint16_t length = 8;          // of a string
inline constexpr std::uint16_t choice = 16;         // of a string: enumerators
inline constexpr std::uint16_t pattern = 32;        // of a string, step by step
inline constexpr std::uint16_t whole_pattern = 64;  // of a string, at its end
inline constexpr std::uint16_t format = 128;        // of a string, and its content
inline constexpr std::uint16_t name = 256;          // of a member in a closed object: which can be meant
inline constexpr std::uint16_t plain = 512;         // of a number: no point, no exponent
inline constexpr std::uint16_t literal = 1024;      // the value must be in a literal set, decided at its end
inline constexpr std::uint16_t whole = 2048;        // the value must fit the node, decided at its end
inline constexpr std::uint16_t document = 4096;     // the whole instance must be accepted
/// What hears of text as it comes.
inline constexpr std::uint16_t text = length | choice | pattern | name | plain;
}  // namespace looks

struct cursor {
  index node = none;
  std::uint32_t branch = 0;
  trace from;
  std::uint16_t looks = 0;
  bool no_choice = false;  // name: none of those declared can be meant
  index literals = none;
  // Of an object.
  std::uint32_t bits = 0;  // where its names are ticked off, in words
  index hint = 0;          // where in the names the next one is looked for first
  // Of an array.
  std::uint32_t fitting = 0;  // items that fit contains
  // Of a string or name.
  choice_place choice;
  pattern_steps::place pattern;
  std::uint32_t places = 0;  // name: where the places in the patterns of the rule begin
};

struct branch {
  std::uint32_t parent = none;  // the branch that holds its junction
  std::uint32_t of = none;      // its junction
  bool alive = true;
  bool divided = false;  // there are branches within it
};

struct junction {
  enum class what : std::uint8_t { any_of, one_of, negation, condition, dependent, contains };
  what kind{};
  bool exact = true;            // one_of, contains: what is alive at the end is valid
  index owner = none;           // cursor
  index rule = none;            // in data::unions, steps or dependents
  std::uint32_t parent = none;  // branch that dies if it fails
  std::uint32_t first = none;   // branch: the only one, or of `if`
  std::uint32_t then = none;    // branches
  std::uint32_t otherwise = none;
  std::uint32_t live = 0;     // any_of, one_of
  std::uint32_t died = 0;     // how many of them did at the byte …
  std::uint64_t died_at = 0;  // … here
};

struct frame {
  enum class what : std::uint8_t { scalar, name, array, object };
  what kind = what::scalar;
  std::uint8_t types = 0;  // bits that the value may have
  char first_byte = 0;
  bool listening = false;  // a cursor wants text
  bool counting = false;   // code points
  bool hashed = false;     // an array around it wants its hash
  bool unique = false;     // its items are compared
  bool crowded = false;    // see watch/seen.hpp
  bool named = false;      // a member's value is at hand
  bool valued = false;     // needed as a value
  // What it owns begins here on the stacks.
  std::uint32_t cursors = 0;
  std::uint32_t branches = 0;
  std::uint32_t junctions = 0;
  std::uint32_t bits = 0;
  std::uint32_t places = 0;
  std::uint32_t seen = 0;
  std::uint32_t letters = 0;
  std::uint32_t hearing = 0;  // the first cursor that may want text
  // Of an object.
  std::uint32_t kept = 0;        // end of the names that are in `seen`, in letters
  std::uint32_t name_begin = 0;  // of the member at hand, in letters, unless …
  std::uint32_t name_size = 0;
  const std::string_view* declared = nullptr;  // … the primary cursor's rule has it
  index primary = none;                        // the cursor that ticks off repeated names
  std::uint64_t name_hash = 0;
  std::uint64_t begin = 0;  // on the tape
  // Of a container.
  std::uint64_t count = 0;  // items or members that have begun
  std::uint64_t hash = 0;
};

/// A node that the value at hand must fit.
struct pending {
  index node = none;
  std::uint32_t branch = 0;
  trace from;
};

/// Why a branch dies. Cheap to make; words are found for it only where the text is doomed.
struct reason {
  enum class what : std::uint8_t {
    type,
    literal,
    number,  // detail: of number_checks
    min_length,
    max_length,
    pattern,
    format,
    content,
    min_items,
    max_items,
    unique_items,
    few_contained,
    many_contained,
    min_properties,
    max_properties,
    required,
    other_name,
    empty_schema,        // nothing fits the schema of this member
    dependent_required,  // detail: of dependents; number: place in data::lists
    no_branch,           // detail: of unions
    many_branches,       // detail: of unions
    negation,
    then,
    otherwise,
    dependent_schema,  // detail: of dependents
    whole,             // judged by the walker
    repeated_name
  };
  what kind{};
  index node = none;
  trace from = {};
  index detail = none;
  index number = none;
  std::string_view text = {};  // what was found, as far as it is at hand
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
