// Which of some forms may be one value: what tells alternatives apart has to differ in each.
#pragma once

#include "lower/form.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <tenon/decimal.hpp>
#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

/// Puts those in one group that share a value, or may.
class sharing {
 public:
  using positions = std::vector<std::size_t>;

  /// Each is alone until it is added.
  explicit sharing(std::size_t count) : group_(count) { std::iota(group_.begin(), group_.end(), 0); }

  void add(std::size_t who, const form& content) {
    if (content.literals.empty()) return rest_.push_back(who);
    for (const value& v : content.literals) {
      const auto [at, fresh] = first_.emplace(key_of(v), who);
      if (!fresh) join(who, at->second);
    }
  }

  std::vector<positions> groups() {
    for (std::size_t i = 0; !rest_.empty() && i < group_.size(); ++i) join(i, rest_.front());
    std::map<std::size_t, positions> all;
    for (std::size_t i = 0; i < group_.size(); ++i) all[root(i)].push_back(i);
    std::vector<positions> out;
    out.reserve(all.size());
    for (auto& [first, members] : all) out.push_back(std::move(members));
    return out;
  }

  /// Empty, or the first group that has more than one.
  positions first_of_several() {
    for (positions& group : groups()) {
      if (group.size() > 1) return std::move(group);
    }
    return {};
  }

 private:
  /// The same text for equal values; for some that differ too, where they are no whole numbers.
  static std::string key_of(const value& v) {
    if (!v.is_number()) return json::write(v);
    const auto whole = decimal::to_int64(v.literal());
    return whole ? std::to_string(*whole) : "number";
  }

  std::size_t root(std::size_t i) {
    while (group_[i] != i) i = group_[i] = group_[group_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) {
    const std::size_t one = root(a);
    const std::size_t other = root(b);
    group_[std::max(one, other)] = std::min(one, other);
  }

  positions group_;
  std::map<std::string, std::size_t> first_;  // by value, who has it
  positions rest_;                            // may have any: so with one of them all are one group
};

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
