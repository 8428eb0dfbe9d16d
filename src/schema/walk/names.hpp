// Member names of one object schema, found fast.
//
// Few names are compared one by one, starting where the last one was found: a model writes members in
// the order of the schema, so the first comparison is nearly always the right one. Many are hashed; should
// somebody have chosen them so that their hashes collide, they are sorted instead.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

using index = std::uint32_t;
inline constexpr index none = 0xffff'ffff;

struct name_entry {
  std::string_view name;
  index child = none;      // none: not declared
  index dependent = none;  // the first of data::dependents that it triggers
  bool required = false;
};

class name_table {
 public:
  /// The entry of this name, made if there is none.
  name_entry& at(std::string_view name) { return entries_[number_of(name)]; }
  index number_of(std::string_view name);
  name_entry& entry(index number) { return entries_[number]; }
  /// Number of the entry, or `none`. `hint` is where to look first; it moves behind what was found.
  index find(std::string_view name, index& hint) const noexcept;

  const std::vector<name_entry>& entries() const noexcept { return entries_; }
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(entries_.size()); }
  bool any_required() const noexcept;

 private:
  static constexpr std::size_t few = 8;
  static constexpr std::size_t most_probes = 64;
  index look_up(std::string_view name) const noexcept;
  void enter(index number);
  void rehash();

  std::vector<name_entry> entries_;
  std::vector<index> slots_;  // open addressing, a power of two, at most half full; empty if few
  std::map<std::string_view, index> sorted_;  // of all names, where some were too hard to place
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
