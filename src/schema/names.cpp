#include "names.hpp"

#include "hash.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace schema {

index name_table::look_up(std::string_view name) const noexcept {
  if (slots_.empty()) {
    for (index i = 0; i < entries_.size(); ++i) {
      if (entries_[i].name == name) return i;
    }
    return none;
  }
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash_text(name) & mask; slots_[at] != none; at = (at + 1) & mask) {
    if (entries_[slots_[at]].name == name) return slots_[at];
  }
  return none;
}

index name_table::find(std::string_view name, index& hint) const noexcept {
  index found = none;
  if (hint < entries_.size() && entries_[hint].name == name) {
    found = hint;
  } else {
    found = look_up(name);
  }
  if (found != none) hint = found + 1;
  return found;
}

index name_table::number_of(std::string_view name) {
  const index found = look_up(name);
  if (found != none) return found;
  entries_.push_back({.name = name});
  if (entries_.size() > few && entries_.size() * 2 > slots_.size()) {
    rehash();
  } else if (!slots_.empty()) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash_text(name) & mask;
    while (slots_[at] != none) at = (at + 1) & mask;
    slots_[at] = size() - 1;
  }
  return size() - 1;
}

void name_table::rehash() {
  std::size_t wanted = 32;
  while (wanted < entries_.size() * 4) wanted *= 2;
  slots_.assign(wanted, none);
  for (index i = 0; i < entries_.size(); ++i) {
    std::size_t at = hash_text(entries_[i].name) & (wanted - 1);
    while (slots_[at] != none) at = (at + 1) & (wanted - 1);
    slots_[at] = i;
  }
}

bool name_table::any_required() const noexcept {
  return std::any_of(entries_.begin(), entries_.end(), [](const name_entry& e) { return e.required; });
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
