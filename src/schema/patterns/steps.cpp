#include "patterns/steps.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {
constexpr std::size_t max_states = 10'000;  // more make no small table
constexpr std::uint64_t max_work = 10'000'000;
}  // namespace

pattern_steps::pattern_steps(const pattern& p) {
  const pattern::form runs = p.runs_as();
  if (runs != pattern::form::text && runs != pattern::form::run && runs != pattern::form::table) return;
  automaton states;
  if (!build_automaton(p.tree(), {.max_states = max_states}, states).empty() || !states.looks.empty()) return;
  table_ = pattern_table::of(states, max_work);
  if (!table_) return;
  find_hopeless();
  list_letters();
}

/// Backwards from the rows in which a text may end.
void pattern_steps::find_hopeless() {
  const std::size_t letters = table_->letters_.size();
  const std::size_t rows = table_->moves_.size() / letters;
  std::vector<std::vector<std::uint32_t>> from(rows);
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::size_t letter = 0; letter < letters; ++letter) {
      std::vector<std::uint32_t>& sources = from[table_->moves_[row * letters + letter] / letters];
      if (sources.empty() || sources.back() != row) sources.push_back(row);
    }
  }
  hopeless_.assign(rows, 1);
  std::vector<std::uint32_t> todo;
  const auto spare = [&](std::uint32_t row) {
    if (hopeless_[row] == 0) return;
    hopeless_[row] = 0;
    todo.push_back(row);
  };
  for (std::uint32_t row = 0; row < rows; ++row) {
    if (table_->ends_[row] != 0) spare(row);
  }
  while (!todo.empty()) {
    const std::uint32_t row = todo.back();
    todo.pop_back();
    for (const std::uint32_t source : from[row]) spare(source);
  }
}

/// A node of the trie stands behind those that it leads to.
void pattern_steps::list_letters() {
  const alphabet& all = table_->letters_;
  letters_.resize(all.nodes_.size());
  for (std::size_t n = 0; n < all.nodes_.size(); ++n) {
    std::vector<std::uint16_t>& here = letters_[n];
    for (const std::uint16_t entry : all.nodes_[n]) {
      if (entry == alphabet::invalid) continue;
      if (entry < alphabet::branch) {
        here.push_back(entry);
      } else {
        const std::vector<std::uint16_t>& below = letters_[entry - alphabet::branch];
        here.insert(here.end(), below.begin(), below.end());
      }
    }
    std::sort(here.begin(), here.end());
    here.erase(std::unique(here.begin(), here.end()), here.end());
  }
}

pattern_steps::place pattern_steps::start() const noexcept {
  return {2 * table_->letters_.size(), 0};
}

pattern_steps::place pattern_steps::step(place at, unsigned char byte) const noexcept {
  const alphabet& all = table_->letters_;
  const std::uint16_t entry =
      at.within == 0 ? all.first_[byte] : all.nodes_[at.within - alphabet::branch][byte & 0x3fU];
  if (entry >= alphabet::branch) return {at.row, entry};
  return {table_->moves_[at.row + entry], 0};
}

bool pattern_steps::has_hope_below(std::uint32_t row, std::uint16_t entry) const noexcept {
  if (entry == alphabet::invalid) return false;
  if (entry < alphabet::branch) return !is_hopeless(table_->moves_[row + entry]);
  const std::vector<std::uint16_t>& letters = letters_[entry - alphabet::branch];
  return std::any_of(letters.begin(), letters.end(),
                     [&](std::uint16_t letter) { return !is_hopeless(table_->moves_[row + letter]); });
}

bool pattern_steps::is_dead(place at) const noexcept {
  if (at.within == 0) return is_hopeless(at.row);
  return !has_hope_below(at.row, static_cast<std::uint16_t>(at.within));
}

bool pattern_steps::is_settled(place at) const noexcept {
  return at.row == table_->letters_.size() && at.within == 0;
}

bool pattern_steps::accepts_at_end(place at) const noexcept {
  return table_->ends_[at.row / table_->letters_.size()] != 0;
}

/// Of the code points of this branch, those in [first, last].
bool pattern_steps::has_hope(std::uint32_t row, const branch& b, std::uint32_t first,
                             std::uint32_t last) const noexcept {
  const std::uint32_t size = 1U << (6 * b.level);
  const std::uint32_t end = b.first + size - 1;
  if (first > end || last < b.first || b.entry == alphabet::invalid) return false;
  if ((first <= b.first && last >= end) || b.entry < alphabet::branch) return has_hope_below(row, b.entry);
  const alphabet::node& n = table_->letters_.nodes_[b.entry - alphabet::branch];
  for (std::uint32_t i = 0; i < 64; ++i) {
    if (has_hope(row, {n[i], b.level - 1, b.first + i * (size / 64)}, first, last)) return true;
  }
  return false;
}

bool pattern_steps::can_take(place at, std::uint32_t first, std::uint32_t last) const noexcept {
  const alphabet& all = table_->letters_;
  for (std::uint32_t byte = 0; byte < 0xf5; ++byte) {
    if (byte >= 0x80 && byte < 0xc2) continue;
    const unsigned level = byte < 0x80 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    const std::uint32_t base = level == 0 ? byte : (byte & (0x3fU >> level)) << (6 * level);
    if (has_hope(at.row, {all.first_[byte], level, base}, first, last)) return true;
  }
  return false;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
