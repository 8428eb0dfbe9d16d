#include "patterns/subset.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace schema {

subset_stepper::outcome subset_stepper::begin() {
  stepper_.begin({.known = false, .at_begin = true});
  return settle(at_begin);
}

subset_stepper::outcome subset_stepper::move(std::span<const std::uint32_t> from, std::uint8_t flags,
                                             std::uint32_t letter) {
  const bool word = of_.is_word(letter);
  all_.assign(from.begin(), from.end());
  if (of_.search.has_conditions) {
    resolve(from, flags, false, word);
    if (stepper_.matched) return outcome::matched;
  }
  stepper_.step(all_, letter, {});
  return settle(word ? behind_word : 0);
}

bool subset_stepper::ends(std::span<const std::uint32_t> from, std::uint8_t flags) {
  if (!of_.search.has_conditions) return false;
  resolve(from, flags, true, false);
  return stepper_.matched;
}

void subset_stepper::resolve(std::span<const std::uint32_t> from, std::uint8_t flags, bool at_end,
                             bool after_word) {
  surroundings here;
  here.known = true;
  here.at_begin = (flags & at_begin) != 0;
  here.at_end = at_end;
  here.before_word = (flags & behind_word) != 0;
  here.after_word = after_word;
  stepper_.resolve(from, here, all_);
}

subset_stepper::outcome subset_stepper::settle(std::uint8_t flags) {
  state_set& set = stepper_.live;
  flags_ = 0;
  if (stepper_.matched) return outcome::matched;
  if (set.empty()) return of_.search.anchored ? outcome::dead : outcome::set;
  std::sort(set.begin(), set.end());
  const bool asked = std::any_of(set.begin(), set.end(),
                                 [&](std::uint32_t at) { return nfa::looks_on(of_.search.states[at].kind); });
  if (asked) flags_ = flags;
  return outcome::set;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
