// A schema on its way to a provider: what the dialect can say of each place, before it is written.
//
// A form stands for a set of the user's subschemas that hold for one value together, so references, allOf
// and what stands beside them are one form; forms name each other by number, and recursion is a circle.
// Invariant: whatever the subschemas admit has an image that the form admits, but for members that no schema
// names, where a note says so.
#pragma once

#include "nodes/node.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <tenon/lower.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

/// Number of a form.
using number = std::uint32_t;
inline constexpr number no_form = 0xffff'ffff;

/// A place that has a form, with what is said of this place and not of the form.
struct use {
  number form = no_form;
  std::string title = {};
  std::string description = {};

  explicit operator bool() const noexcept { return form != no_form; }
};

struct form_member {
  std::string name;
  use what;
  bool required = false;  // has to be there in what is written
  bool gone = false;      // null stands for its absence, and means nothing else
  bool optional = false;  // may be absent in the user's schema
};

struct form {
  enum class what : std::uint8_t {
    pending,  // being made
    never,
    anything,
    text,    // any value, as JSON text in a string
    scalar,  // of `types`; with `literals` one of these
    names,   // strings, each of which stands for the literal beside it
    list,    // `prefix`, then `item`s
    tuple,   // a list as an object: "0", "1" …, and `rest` for what follows
    record,
    pairs,  // an object as a list of {key, value}
    choice,
  };
  what kind = what::pending;
  std::uint8_t types = 0;
  bool constant = false;  // the literal was given as const
  bool closed = false;    // a record has no other members; false in a closed dialect too where it was open
  bool loosened = false;  // a record whose nulls may mean absence or not
  std::vector<value> literals = {};
  std::vector<std::string> texts = {};  // names: beside literals
  /// minLength and the like, as they are written.
  std::vector<std::pair<std::string, value>> words = {};
  std::vector<form_member> members = {};  // record
  std::vector<use> prefix = {};           // list, tuple; choice: the alternatives
  use item = {};                          // list, tuple: what follows; pairs: the value; record: others
  use key = {};                           // pairs: the key; record: propertyNames
  std::string key_pattern = {};           // record: `item` is for names that match
  std::string rest = {};    // record: the member with pairs for `item`; tuple: the one for what follows
  std::uint64_t least = 0;  // tuple: so many are always there

  std::string title = {};
  std::string description = {};
  std::vector<std::string> said = {};  // sentences on what could not be said otherwise
  std::vector<lowering_note> notes = {};
  std::vector<index> nodes = {};  // of the program: what the value must satisfy once it is lifted
  std::vector<std::vector<index>> either = {};  // beside `nodes`, where several records became one: or these
  std::vector<number> bases = {};               // the records that it was made of; empty: itself
  std::string name = {};                        // what a definition of it is called
};

/// Calls `visit` with every use in the form.
template <class Visit>
void for_each_use(const form& f, Visit visit) {
  for (const form_member& m : f.members) visit(m.what);
  for (const use& u : f.prefix) visit(u);
  if (f.item) visit(f.item);
  if (f.key) visit(f.key);
}

/// All forms of a schema.
struct graph {
  std::vector<form> forms;
  use root = {};
  std::string wrapper = {};  // the member that the root stands in; empty: it stands alone
};

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
