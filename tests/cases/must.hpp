// The statements of `must`: those that a program can decide, each a sentence with a check; the rest is left
// to a reader. A sentence belongs to no case: wherever it is written, it is judged the same.
#pragma once

#include "verdict.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/value.hpp>

namespace cases {

using numbers = std::vector<std::size_t>;

/// The numbers that stand where the pattern has '#'; empty if the sentence is another one.
inline std::optional<numbers> match(std::string_view pattern, std::string_view sentence) {
  numbers found;
  while (!pattern.empty()) {
    if (sentence.empty()) return std::nullopt;
    if (pattern.front() != '#') {
      if (pattern.front() != sentence.front()) return std::nullopt;
      pattern.remove_prefix(1);
      sentence.remove_prefix(1);
      continue;
    }
    std::size_t number = 0;
    const auto end = std::from_chars(sentence.data(), sentence.data() + sentence.size(), number).ptr;
    if (end == sentence.data()) return std::nullopt;
    found.push_back(number);
    sentence.remove_prefix(static_cast<std::size_t>(end - sentence.data()));
    pattern.remove_prefix(1);
  }
  return sentence.empty() ? std::optional(found) : std::nullopt;
}

/// `check` says whether the sentence holds, given what was observed.
template <class Evidence>
struct phrase {
  std::string_view sentence;
  std::function<bool(const Evidence&, const numbers&)> check;
};

template <class Evidence>
void hold(const tenon::value& expected, std::span<const phrase<Evidence>> known, const Evidence& seen,
          std::string_view label, verdict& v) {
  const tenon::value* must = expected.find("must");
  if (must == nullptr || !must->is_array()) return;
  for (const tenon::value& one : must->items()) {
    const std::string sentence(one.string());
    bool judged = false;
    for (const auto& p : known) {
      const auto found = match(p.sentence, sentence);
      if (!found) continue;
      judged = true;
      if (!p.check(seen, *found)) v.object(label, "does not hold: " + sentence);
    }
    (judged ? v.judged : v.left).insert(sentence);
  }
}

}  // namespace cases
