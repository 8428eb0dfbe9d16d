#include "patterns/alphabet.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

// Parts of the code points looked at while letters are told apart, over all sets; entries of the table of
// members; branches of the trie.
constexpr std::size_t max_work = 4'000'000;
constexpr std::size_t max_table = 1'000'000;
constexpr std::size_t max_nodes = 0x7ff0;

}  // namespace

/// Splits the code points by one set after the other, then writes the trie.
class alphabet_builder {
 public:
  explicit alphabet_builder(alphabet& to) : to_(to) {}

  bool run(const std::vector<const char_set*>& sets) {
    cut(sets);
    for (const char_set* set : sets) {
      if (!split(*set)) return false;
    }
    if (letters_ >= alphabet::branch || letters_ * sets.size() > max_table) return false;
    to_.size_ = static_cast<std::uint32_t>(letters_);
    to_.members_.assign(letters_ * std::max<std::size_t>(sets.size(), 1), 0);
    for (std::size_t s = 0; s < sets.size(); ++s) {
      each_part(*sets[s], [&](std::size_t part) { to_.members_[s * letters_ + letter_[part]] = 1; });
    }
    join_parts();
    write_trie();
    to_.replacement_ = letter_of(0xfffd);
    return nodes_fit_;
  }

 private:
  /// Cuts where any set begins or ends.
  void cut(const std::vector<const char_set*>& sets) {
    begins_.push_back(0);
    for (const char_set* set : sets) {
      for (const code_range& r : *set) {
        begins_.push_back(r.first);
        if (r.last < last_code) begins_.push_back(r.last + 1);
      }
    }
    std::sort(begins_.begin(), begins_.end());
    begins_.erase(std::unique(begins_.begin(), begins_.end()), begins_.end());
    letter_.assign(begins_.size(), 0);
    members_of_.assign(1, begins_.size());
  }

  template <class Do>
  void each_part(const char_set& set, Do act) {
    for (const code_range& r : set) {
      auto at = std::lower_bound(begins_.begin(), begins_.end(), r.first);
      for (; at != begins_.end() && *at <= r.last; ++at) act(static_cast<std::size_t>(at - begins_.begin()));
    }
  }

  /// Each letter that lies partly in the set becomes two.
  bool split(const char_set& set) {
    inside_.assign(letters_, 0);
    each_part(set, [&](std::size_t part) {
      ++inside_[letter_[part]];
      ++work_;
    });
    work_ += letters_;
    if (work_ > max_work) return false;
    target_.resize(letters_);
    for (std::uint32_t l = 0; l < inside_.size(); ++l) {
      target_[l] = l;
      if (inside_[l] == 0 || inside_[l] == members_of_[l]) continue;
      target_[l] = static_cast<std::uint32_t>(letters_++);
      members_of_[l] -= inside_[l];
      members_of_.push_back(inside_[l]);
    }
    each_part(set, [&](std::size_t part) { letter_[part] = target_[letter_[part]]; });
    return true;
  }

  void join_parts() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < begins_.size(); ++i) {
      if (kept > 0 && letter_[kept - 1] == letter_[i]) continue;
      begins_[kept] = begins_[i];
      letter_[kept++] = letter_[i];
    }
    begins_.resize(kept);
    letter_.resize(kept);
  }

  std::size_t part_of(std::uint32_t code) const {
    return static_cast<std::size_t>(std::upper_bound(begins_.begin(), begins_.end(), code) -
                                    begins_.begin()) -
           1;
  }
  std::uint16_t letter_of(std::uint32_t code) const {
    return static_cast<std::uint16_t>(letter_[part_of(code)]);
  }

  void write_trie() {
    to_.first_.fill(alphabet::invalid);
    for (std::uint32_t b = 0; b < 0x80; ++b) to_.first_[b] = letter_of(b);
    for (std::uint32_t b = 0xc2; b < 0xe0; ++b) to_.first_[b] = entry(1, (b & 0x1fU) << 6U);
    for (std::uint32_t b = 0xe0; b < 0xf0; ++b) to_.first_[b] = entry(2, (b & 0x0fU) << 12U);
    for (std::uint32_t b = 0xf0; b < 0xf5; ++b) to_.first_[b] = entry(3, (b & 0x07U) << 18U);
  }

  /// For the 64^level code points from `first` on.
  std::uint16_t entry(unsigned level, std::uint32_t first) {
    const std::uint32_t size = 1U << (6 * level);
    // Overlong forms, surrogates and what is beyond U+10FFFF.
    const bool partial =
        first == 0 || (first <= 0xdfff && first + size > 0xd800) || first + size > last_code + 1;
    const std::size_t part = part_of(first);
    const bool uniform = !partial && (part + 1 == begins_.size() || begins_[part + 1] >= first + size);
    if (level == 0) return letter_of(first);
    const std::pair key(level, letter_[part]);
    if (uniform && uniform_.contains(key)) return uniform_[key];
    alphabet::node n;
    for (std::uint32_t i = 0; i < 64; ++i) {
      const std::uint32_t code = first + i * (size / 64);
      n[i] = allowed(level, code) ? entry(level - 1, code) : alphabet::invalid;
    }
    const std::uint16_t made = shared(n);
    if (uniform) uniform_[key] = made;
    return made;
  }

  /// May a sequence of level + 1 bytes go on with what stands for these code points?
  static bool allowed(unsigned level, std::uint32_t code) {
    if (code > last_code) return false;
    if (level == 2) return code >= 0x800 && (code < 0xd800 || code > 0xdfff);
    return level != 3 || code >= 0x10000;
  }

  std::uint16_t shared(const alphabet::node& n) {
    if (to_.nodes_.size() >= max_nodes) {
      nodes_fit_ = false;
      return alphabet::invalid;
    }
    const auto [at, fresh] = known_.try_emplace(n, static_cast<std::uint16_t>(to_.nodes_.size()));
    if (fresh) to_.nodes_.push_back(n);
    return static_cast<std::uint16_t>(alphabet::branch + at->second);
  }

  alphabet& to_;
  std::vector<std::uint32_t> begins_;  // of the parts that no set cuts
  std::vector<std::uint32_t> letter_;  // of each part
  std::size_t letters_ = 1;
  std::vector<std::size_t> members_of_;  // parts of each letter
  std::vector<std::size_t> inside_;
  std::vector<std::uint32_t> target_;
  std::size_t work_ = 0;
  std::map<std::pair<unsigned, std::uint32_t>, std::uint16_t> uniform_;
  std::map<alphabet::node, std::uint16_t> known_;
  bool nodes_fit_ = true;
};

std::optional<alphabet> alphabet::of(const std::vector<const char_set*>& sets) {
  alphabet made;
  if (!alphabet_builder(made).run(sets)) return std::nullopt;
  return made;
}

std::uint32_t alphabet::further(std::uint16_t found, const char*& at, const char* end) const noexcept {
  while (found >= branch) {
    if (found == invalid || at == end) return replacement_;
    const auto byte = static_cast<unsigned char>(*at);
    if ((byte & 0xc0U) != 0x80U) return replacement_;
    found = nodes_[found - branch][byte & 0x3fU];
    if (found == invalid) return replacement_;
    ++at;
  }
  return found;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
