// Items that must differ, and names that must not repeat.
//
// Items are compared by hashes that are gathered while they are written. Only where two are equal are values
// made of the items, from what the reader said of the outermost such array, which is kept for this.
#include "watch/machine.hpp"

#include <algorithm>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

bool watch_machine::note_item(std::uint64_t hash, std::uint64_t begin) {
  frame& f = frames_.back();
  if (f.crowded) return true;  // all are compared at the end
  const seen_stack::entry one{.hash = hash, .begin = begin, .size = tape_.size() - begin, .owner = f.seen};
  const auto same = [&](const seen_stack::entry& other) {
    return equal_values(tape_.replay(other.begin, other.begin + other.size),
                        tape_.replay(one.begin, one.begin + one.size));
  };
  switch (seen_.add(one, same)) {
    case seen_stack::outcome::fresh:
      return true;
    case seen_stack::outcome::repeated:
      return fail_unique(f);
    case seen_stack::outcome::crowded:
      f.crowded = true;
      return true;
  }
  return true;
}

bool watch_machine::fail_unique(const frame& f) {
  for (index self = f.cursors; self < cursors_.size(); ++self) {
    const cursor& c = cursors_[self];
    if ((c.looks & looks::items) == 0 || !d_.array_rules[d_.nodes[c.node].array].unique) continue;
    if (!kill(c.branch, because(reason::what::unique_items, c))) return false;
  }
  return true;
}

bool watch_machine::end_crowded_items(const frame& f) {
  const std::uint64_t first = f.begin + (f.hashed ? 1 : 0);  // behind its own event
  const value all = tape_.replay_items(first, tape_.size());
  return find_repeated(all.items()).what == uniqueness::unique || fail_unique(f);
}

/// A name that no cursor has ticked off. It stands behind the names that are kept.
bool watch_machine::note_name(frame& f, std::uint64_t hash) {
  const seen_stack::entry one{.hash = hash, .begin = f.name_begin, .size = f.name_size, .owner = f.seen};
  const auto same = [&](const seen_stack::entry& other) { return letters_of(other) == letters_of(one); };
  auto found = seen_stack::outcome::crowded;
  if (f.crowded) {
    seen_.collect(one);
  } else {
    found = seen_.add(one, same);
  }
  if (found == seen_stack::outcome::repeated) return doom_repeated(letters_of(one));
  f.crowded = found == seen_stack::outcome::crowded;
  f.kept += f.name_size;
  return true;
}

std::string_view watch_machine::letters_of(const seen_stack::entry& e) const noexcept {
  return std::string_view(letters_).substr(static_cast<std::size_t>(e.begin),
                                           static_cast<std::size_t>(e.size));
}

bool watch_machine::doom_repeated(std::string_view name) {
  return doom({.kind = reason::what::repeated_name, .text = name});
}

bool watch_machine::end_crowded_names(const frame& f) {
  std::vector<std::string_view> names;
  for (const seen_stack::entry& e : seen_.from(f.seen)) names.push_back(letters_of(e));
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  return twice == names.end() || doom_repeated(*twice);
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
