#include "patterns/cache.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

// Of one cache: entries and states of the automaton, 4 bytes each, in all rows together.
constexpr std::size_t max_cached = std::size_t{128} * 1024;
constexpr std::size_t max_rows = std::size_t{4} * 1024;
// Fewer letters read per new row than this, after the cache has been full once: not worth it.
constexpr std::uint64_t letters_per_row = 10;

std::size_t hash_of(std::span<const std::uint32_t> states, std::uint8_t flags) {
  std::uint64_t h = 0x9e37'79b9'7f4a'7c15U + flags;
  for (const std::uint32_t s : states) {
    h = (h ^ s) * 0xff51'afd7'ed55'8ccdU;
    h ^= h >> 32U;
  }
  return static_cast<std::size_t>(h);
}

std::size_t slot_of_this_thread() {
  static std::atomic<std::size_t> threads{0};
  static thread_local const std::size_t mine = threads.fetch_add(1, std::memory_order_relaxed);
  return mine;
}

}  // namespace

pattern_cache::pattern_cache(const automaton& of)
    : of_(of), letters_(of.letters.size()), subsets_(of, buffers_), table_(std::size_t{2} * max_rows, 0) {}

void pattern_cache::clear() {
  moves_.clear();
  rows_.clear();
  states_.clear();
  std::fill(table_.begin(), table_.end(), 0);
  start_ = unknown;
  cleared_ = true;
}

bool pattern_cache::full() const {
  return rows_.size() >= max_rows || moves_.size() + states_.size() > max_cached;
}

pattern_cache::entry pattern_cache::entry_of(subset_stepper::outcome outcome) {
  if (outcome == subset_stepper::outcome::matched) return matched;
  if (outcome == subset_stepper::outcome::dead) return dead;
  return find_or_add();
}

/// The row of the set that subsets_ holds.
pattern_cache::entry pattern_cache::find_or_add() {
  const state_set& set = subsets_.set();
  const std::uint8_t flags = subsets_.flags();
  std::size_t slot = hash_of(set, flags) % table_.size();
  for (; table_[slot] != 0; slot = (slot + 1) % table_.size()) {
    const set_row& r = rows_[table_[slot] - 1];
    if (r.flags == flags && r.count == set.size() &&
        std::equal(set.begin(), set.end(), states_of(r).begin())) {
      return (table_[slot] - 1) * letters_;
    }
  }
  set_row added;
  added.begin = states_.size();
  added.count = static_cast<std::uint32_t>(set.size());
  added.flags = flags;
  states_.insert(states_.end(), set.begin(), set.end());
  moves_.resize(moves_.size() + letters_, unknown);
  rows_.push_back(added);
  table_[slot] = static_cast<std::uint32_t>(rows_.size());
  ++made_;
  return static_cast<entry>((rows_.size() - 1) * letters_);
}

pattern_cache::entry pattern_cache::start() {
  if (start_ == unknown) start_ = entry_of(subsets_.begin());
  return start_;
}

pattern_cache::entry pattern_cache::move(entry from, std::uint32_t letter) {
  const set_row r = rows_[from / letters_];
  const auto states = states_of(r);
  from_.assign(states.begin(), states.end());
  const auto outcome = subsets_.move(from_, r.flags, letter);
  if (outcome == subset_stepper::outcome::set && full()) {
    clear();
    return find_or_add();
  }
  const entry target = entry_of(outcome);
  moves_[from + letter] = target;
  return target;
}

bool pattern_cache::ends(entry at) {
  set_row& r = rows_[at / letters_];
  if (r.ends == answer::unasked) r.ends = subsets_.ends(states_of(r), r.flags) ? answer::yes : answer::no;
  return r.ends == answer::yes;
}

std::optional<bool> pattern_cache::search(std::string_view text, std::uint64_t* steps) {
  const std::uint64_t before = subsets_.work();
  cleared_ = false;
  made_ = 0;
  const char* at = text.data();
  const char* const end = at + text.size();
  bool gave_up = false;
  entry row = start();
  while (at < end && row < first_special) {
    const std::uint32_t letter = of_.letters.next(at, end);
    const entry next = moves_[row + letter];
    row = next != unknown ? next : move(row, letter);
    if (next == unknown && cleared_ &&
        made_ * letters_per_row > static_cast<std::uint64_t>(at - text.data())) {
      gave_up = true;
      break;
    }
  }
  if (steps != nullptr) *steps += static_cast<std::uint64_t>(at - text.data()) + subsets_.work() - before;
  if (gave_up) return std::nullopt;
  return row < first_special ? ends(row) : row == matched;
}

// --- the pool ------------------------------------------------------------------------------------------

cache_pool::~cache_pool() {
  for (auto& slot : free_) delete slot.load();
}

std::unique_ptr<pattern_cache> cache_pool::take(std::size_t first) {
  for (std::size_t i = 0; i < slots; ++i) {
    auto& slot = free_[(first + i) % slots];
    if (slot.load(std::memory_order_relaxed) == nullptr) continue;
    if (pattern_cache* const found = slot.exchange(nullptr, std::memory_order_acquire)) {
      return std::unique_ptr<pattern_cache>(found);
    }
  }
  return std::make_unique<pattern_cache>(of_);
}

void cache_pool::give_back(std::unique_ptr<pattern_cache> cache, std::size_t first) {
  for (std::size_t i = 0; i < slots; ++i) {
    pattern_cache* none = nullptr;
    if (free_[(first + i) % slots].compare_exchange_strong(none, cache.get(), std::memory_order_release,
                                                           std::memory_order_relaxed)) {
      [[maybe_unused]] const pattern_cache* const given = cache.release();  // the slot owns it
      return;
    }
  }
}

std::optional<bool> cache_pool::search(std::string_view text, std::uint64_t* steps) {
  const std::size_t first = slot_of_this_thread() % slots;
  std::unique_ptr<pattern_cache> mine = take(first);
  const std::optional<bool> found = mine->search(text, steps);
  give_back(std::move(mine), first);
  return found;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
