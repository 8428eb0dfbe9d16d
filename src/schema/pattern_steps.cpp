#include "pattern_steps.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {
// As pattern.hpp has it.
constexpr std::uint32_t matched = 1;
constexpr std::uint32_t start_state = 2;
constexpr std::uint32_t last_code_point = 0x10FFFF;
}  // namespace

pattern_steps::pattern_steps(const pattern& p) : pattern_(&p) {
  if (p.deterministic()) find_hopeless();
}

/// Backwards from the states in which a text may end.
void pattern_steps::find_hopeless() {
  const std::size_t classes = pattern_->classes_;
  const std::size_t states = pattern_->moves_.size() / classes;
  std::vector<std::vector<std::uint32_t>> from(states);
  for (std::size_t s = 0; s < states; ++s) {
    for (std::size_t c = 0; c < classes; ++c) {
      std::vector<std::uint32_t>& sources = from[pattern_->moves_[s * classes + c]];
      if (sources.empty() || sources.back() != s) sources.push_back(static_cast<std::uint32_t>(s));
    }
  }
  hopeless_.assign(states, 1);
  std::vector<std::uint32_t> todo;
  for (std::uint32_t s = 0; s < states; ++s) {
    if (pattern_->accepts_at_end_[s] == 0) continue;
    hopeless_[s] = 0;
    todo.push_back(s);
  }
  while (!todo.empty()) {
    const std::uint32_t s = todo.back();
    todo.pop_back();
    for (const std::uint32_t source : from[s]) {
      if (hopeless_[source] == 0) continue;
      hopeless_[source] = 0;
      todo.push_back(source);
    }
  }
}

pattern_steps::place pattern_steps::start() const noexcept {
  return {start_state, 0, 0};
}

pattern_steps::place pattern_steps::step(place at, unsigned char byte) const noexcept {
  if (at.missing == 0) {
    if (byte < 0x80) {
      at.state = pattern_->moves_[std::size_t{at.state} * pattern_->classes_ + pattern_->ascii_[byte]];
      return at;
    }
    at.missing = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1;
    at.code = byte & (0x3FU >> at.missing);
    return at;
  }
  at.code = at.code << 6U | (byte & 0x3FU);
  if (--at.missing == 0) {
    const std::size_t code_class = pattern_->class_of(at.code);
    at.state = pattern_->moves_[std::size_t{at.state} * pattern_->classes_ + code_class];
  }
  return at;
}

bool pattern_steps::is_dead(place at) const noexcept {
  if (at.missing == 0) return hopeless_[at.state] != 0;
  const unsigned bits = 6 * at.missing;
  // A first byte alone may stand for what would be overlong.
  const std::uint32_t least = at.missing == 3 ? 0x10000U : at.missing == 2 ? 0x800U : 0x80U;
  const std::uint32_t last = std::min(((at.code + 1) << bits) - 1, last_code_point);
  return !can_take({at.state, 0, 0}, std::max(at.code << bits, least), last);
}

bool pattern_steps::is_settled(place at) const noexcept {
  return at.state == matched && at.missing == 0;
}

bool pattern_steps::accepts_at_end(place at) const noexcept {
  return pattern_->accepts_at_end_[at.state] != 0;
}

bool pattern_steps::can_take(place at, std::uint32_t first, std::uint32_t last) const noexcept {
  const std::uint32_t* const row = pattern_->moves_.data() + std::size_t{at.state} * pattern_->classes_;
  const std::uint32_t last_class = pattern_->class_of(last);
  for (std::uint32_t c = pattern_->class_of(first); c <= last_class; ++c) {
    if (hopeless_[row[c]] == 0) return true;
  }
  return false;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
