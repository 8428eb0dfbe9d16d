// What watching needs beside the nodes: sorted names and enumerators, patterns that can be stepped, and
// which nodes it can decide by itself.
//
// The rule that keeps this sound while the engine grows: what is not known here (a kind of step, a flag, a
// field of a rule) is not understood. A node that has such a thing, or leads to one, is opaque: it may be
// found doomed by what is understood of it, but only the walker, on the whole instance, finds it valid.
#pragma once

#include "nodes/node.hpp"
#include "patterns/steps.hpp"
#include "watch/choice.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

/// Beside object_rule.
struct object_plan {
  choice_list names;         // of every entry of the rule
  std::vector<index> place;  // of entry i in `names`
  std::vector<index> entry;  // the other way round
  // Bits by place in `names`.
  std::vector<std::uint64_t> required;
  std::vector<std::uint64_t> allowed;  // something can fit the member's schema
  bool closed = false;                 // other names pass only …
  bool patterns = false;               // … if they match a pattern whose schema something can fit
};

/// Beside array_rule.
struct array_plan {
  std::uint64_t max_items = unbounded;  // by maxItems, and by schemas of items that nothing fits
  bool by_schema = false;               // by the latter alone
};

/// Beside literal_set.
struct literal_plan {
  choice_list strings;
  std::uint8_t types = 0;
  bool yes = false;
  bool no = false;
};

class watch_plan {
 public:
  explicit watch_plan(const program::data& d);

  /// Some of the node, or of what it leads to, is not understood.
  bool opaque(index n) const noexcept { return (state_[n] & is_opaque) != 0; }
  /// Its own rules are understood, whatever its steps are.
  bool readable(index n) const noexcept { return (state_[n] & is_unreadable) == 0; }

  std::vector<object_plan> objects;
  std::vector<array_plan> arrays;
  std::vector<literal_plan> literals;
  std::vector<pattern_steps> patterns;

 private:
  static constexpr std::uint8_t is_opaque = 1;
  static constexpr std::uint8_t is_unreadable = 2;

  void mark_opaque(const program::data& d);

  std::vector<std::uint8_t> state_;
};

/// Can nothing fit this node? May say no where nothing can.
inline bool is_empty(const program::data& d, index n) noexcept {
  return d.nodes[n].reach == 0 || d.nodes[n].types == 0;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
