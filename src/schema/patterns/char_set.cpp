#include "patterns/char_set.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace schema {

void normalize(char_set& set) {
  std::sort(set.begin(), set.end());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (kept > 0 && set[i].first <= set[kept - 1].last + 1) {
      set[kept - 1].last = std::max(set[kept - 1].last, set[i].last);
    } else {
      set[kept++] = set[i];
    }
  }
  set.resize(kept);
}

char_set complement(const char_set& set) {
  char_set rest;
  std::uint32_t next = 0;
  for (const code_range& r : set) {
    if (r.first > next) rest.push_back({next, r.first - 1});
    next = r.last + 1;
  }
  if (next <= last_code) rest.push_back({next, last_code});
  return rest;
}

bool contains(const char_set& set, std::uint32_t code) noexcept {
  const auto after = std::upper_bound(set.begin(), set.end(), code,
                                      [](std::uint32_t c, const code_range& r) { return c < r.first; });
  return after != set.begin() && code <= std::prev(after)->last;
}

const char_set& digit_characters() {
  static const char_set set = {{'0', '9'}};
  return set;
}

const char_set& word_characters() {
  static const char_set set = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
  return set;
}

const char_set& space_characters() {
  static const char_set set = {{0x09, 0x0d},     {0x20, 0x20},     {0xa0, 0xa0},     {0x1680, 0x1680},
                               {0x2000, 0x200a}, {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f},
                               {0x3000, 0x3000}, {0xfeff, 0xfeff}};
  return set;
}

const char_set& line_terminators() {
  static const char_set set = {{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}};
  return set;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
