#include "walk/names.hpp"

#include "nodes/hash.hpp"

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
  if (!sorted_.empty()) {
    const auto at = sorted_.find(name);
    return at == sorted_.end() ? none : at->second;
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
  if (!sorted_.empty()) {
    sorted_.emplace(name, size() - 1);
  } else if (entries_.size() > few && entries_.size() * 2 > slots_.size()) {
    rehash();
  } else if (!slots_.empty()) {
    enter(size() - 1);
  }
  return size() - 1;
}

/// Into its slot; if that is too far from where it should be, all names are sorted from now on.
void name_table::enter(index number) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash_text(entries_[number].name) & mask;
  for (std::size_t probes = 0; slots_[at] != none; ++probes) {
    if (probes == most_probes) {
      for (index i = 0; i < entries_.size(); ++i) sorted_.emplace(entries_[i].name, i);
      return;
    }
    at = (at + 1) & mask;
  }
  slots_[at] = number;
}

void name_table::rehash() {
  std::size_t wanted = 32;
  while (wanted < entries_.size() * 4) wanted *= 2;
  slots_.assign(wanted, none);
  for (index i = 0; i < entries_.size() && sorted_.empty(); ++i) enter(i);
}

bool name_table::any_required() const noexcept {
  return std::any_of(entries_.begin(), entries_.end(), [](const name_entry& e) { return e.required; });
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
