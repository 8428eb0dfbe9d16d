#include "watch/seen.hpp"

namespace tenon {
inline namespace v0 {
namespace schema {

void seen_stack::take_slot(std::uint32_t at) noexcept {
  std::size_t slot = home_of(entries_[at]);
  while (slots_[slot] != none) slot = (slot + 1) & (slots_.size() - 1);
  slots_[slot] = at;
  entries_[at].slot = static_cast<index>(slot);
}

void seen_stack::enter(std::uint32_t at) {
  if (2 * (std::size_t{used_} + 1) > slots_.size()) grow();
  take_slot(at);
  ++used_;
}

/// Entries go into the larger table in the order in which they came, so the last to come is still the last.
void seen_stack::grow() {
  slots_.assign(slots_.empty() ? 64 : slots_.size() * 2, none);
  for (std::uint32_t i = 0; i < size(); ++i) {
    if (entries_[i].slot != none) take_slot(i);
  }
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
