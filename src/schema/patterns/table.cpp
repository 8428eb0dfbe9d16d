#include "patterns/table.hpp"

#include "patterns/subset.hpp"

#include <algorithm>
#include <map>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {
// Beyond these a table is made while texts are read (patterns/cache.hpp).
constexpr std::size_t max_entries = 0xffff;
constexpr std::size_t max_rows = 2'000;
}  // namespace

/// Subset construction, given up when it grows.
class table_builder {
 public:
  table_builder(const automaton& from, std::uint64_t max_work, pattern_table& to)
      : to_(to), max_work_(max_work), letters_(from.letters.size()), subsets_(from, buffers_) {}

  bool run() {
    for (std::size_t row = 0; row < 2; ++row) {
      sets_.emplace_back();
      to_.moves_.resize(to_.moves_.size() + letters_, static_cast<std::uint16_t>(row * letters_));
      to_.ends_.push_back(row == 0 ? 0 : 1);
    }
    const std::uint32_t start = row_of(subsets_.begin());
    if (start <= matched) {  // decided before anything is read
      to_.moves_.resize(to_.moves_.size() + letters_, static_cast<std::uint16_t>(start * letters_));
      to_.ends_.push_back(start == matched ? 1 : 0);
      return true;
    }
    for (std::uint32_t row = start; row < sets_.size(); ++row) {
      const set_key from = sets_[row];  // a copy: sets_ grows
      for (std::uint32_t letter = 0; letter < letters_; ++letter) {
        const std::uint32_t target = row_of(subsets_.move(from.states, from.flags, letter));
        if (too_large()) return false;
        to_.moves_[row * letters_ + letter] = static_cast<std::uint16_t>(target * letters_);
      }
    }
    return true;
  }

 private:
  static constexpr std::uint32_t matched = 1;

  struct set_key {
    std::uint8_t flags = 0;
    state_set states;
    friend auto operator<=>(const set_key&, const set_key&) = default;
  };

  bool too_large() const {
    return sets_.size() > max_rows || to_.moves_.size() > max_entries || subsets_.work() > max_work_;
  }

  std::uint32_t row_of(subset_stepper::outcome outcome) {
    if (outcome == subset_stepper::outcome::dead) return 0;
    if (outcome == subset_stepper::outcome::matched) return matched;
    const auto [at, fresh] =
        known_.try_emplace({subsets_.flags(), subsets_.set()}, static_cast<std::uint32_t>(sets_.size()));
    if (fresh) {
      sets_.push_back(at->first);
      to_.moves_.resize(to_.moves_.size() + letters_);
      to_.ends_.push_back(subsets_.ends(at->first.states, at->first.flags) ? 1 : 0);
    }
    return at->second;
  }

  pattern_table& to_;
  std::uint64_t max_work_;
  std::uint32_t letters_;
  step_buffers buffers_;
  subset_stepper subsets_;
  std::vector<set_key> sets_;
  std::map<set_key, std::uint32_t> known_;
};

std::optional<pattern_table> pattern_table::of(const automaton& from, std::uint64_t max_work) {
  pattern_table made;
  if (!table_builder(from, max_work, made).run()) return std::nullopt;
  made.letters_ = from.letters;
  return made;
}

bool pattern_table::search(std::string_view text, std::uint64_t* steps) const noexcept {
  const std::uint32_t letters = letters_.size();
  const std::uint16_t* const moves = moves_.data();
  const char* at = text.data();
  const char* const end = at + text.size();
  std::uint32_t row = 2 * letters;
  while (at < end) {
    row = moves[row + letters_.next(at, end)];
    if (row <= letters) break;
  }
  if (steps != nullptr) *steps += static_cast<std::uint64_t>(at - text.data());
  return ends_[row / letters] != 0;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
