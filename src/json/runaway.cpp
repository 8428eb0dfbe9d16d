// See runaway.hpp. Every byte is looked at once by each part.
#include <algorithm>
#include <limits>

#include <tenon/runaway.hpp>

namespace tenon {
inline namespace v0 {
namespace running_away {
namespace {

constexpr std::size_t window = 8;  // bytes whose return makes a period a candidate
constexpr std::size_t table_size = 4096;

constexpr std::size_t short_period = 8;
constexpr std::size_t long_period = 64;
constexpr std::size_t telling_size = 16;  // of an element

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && is_space(s.front())) s.remove_prefix(1);
  while (!s.empty() && is_space(s.back())) s.remove_suffix(1);
  return s;
}

/// Numbers and dates: T and Z of a timestamp are not words.
bool is_bare(std::string_view s) {
  return std::none_of(s.begin(), s.end(), [](char c) {
    return (is_letter(c) && c != 'T' && c != 'Z') || static_cast<unsigned char>(c) >= 0x80;
  });
}

std::string_view digits(std::string_view s, std::size_t from) {
  std::size_t to = from;
  while (to < s.size() && is_digit(s[to])) ++to;
  return s.substr(from, to - from);
}

/// Whether b is the decimal number a + 1, of any length.
bool is_next(std::string_view a, std::string_view b) {
  while (a.size() > 1 && a.front() == '0') a.remove_prefix(1);
  while (b.size() > 1 && b.front() == '0') b.remove_prefix(1);
  if (b.size() < a.size() || b.size() > a.size() + 1) return false;
  bool carry = true;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const char old = i < a.size() ? a[a.size() - 1 - i] : '0';
    const char sum = carry ? (old == '9' ? '0' : static_cast<char>(old + 1)) : old;
    if (b[b.size() - 1 - i] != sum) return false;
    carry = carry && old == '9';
  }
  return !carry;
}

/// Equal but for numbers, each of which is the same or one higher, and one at least is higher.
bool is_successor(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t j = 0;
  bool counted = false;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const auto before = digits(a, i);
      const auto after = digits(b, j);
      if (before != after) {
        if (!is_next(before, after)) return false;
        counted = true;
      }
      i += before.size();
      j += after.size();
    } else if (a[i++] != b[j++]) {
      return false;
    }
  }
  return counted && i == a.size() && j == b.size();
}

}  // namespace

void stretch_watcher::look_up(std::string_view text, std::size_t at) {
  if (last_.empty()) last_.resize(table_size);
  const std::size_t slot = (word_ * 0x9E3779B97F4A7C15U) >> 52U;
  const std::size_t before = last_[slot];
  last_[slot] = static_cast<std::uint32_t>(at + 1);
  if (period_ != 0 || before < window) return;
  const std::size_t distance = at + 1 - before;
  if (distance > max_period) return;
  if (text.substr(before - window, window) != text.substr(at + 1 - window, window)) return;
  period_ = distance;
  run_ = window;
  has_blank_ = text.substr(at + 1 - window, window).find(' ') != std::string_view::npos;
}

void stretch_watcher::see(std::string_view text, std::size_t at) {
  word_ = (word_ << 8U) | static_cast<unsigned char>(text[at]);
  if (period_ != 0) {
    if (text[at] == text[at - period_]) {
      ++run_;
      has_blank_ = has_blank_ || text[at] == ' ';
    } else {
      period_ = 0;
      run_ = 0;
    }
  }
  if (at + 1 >= window) look_up(text, at);
}

bool stretch_watcher::repeats(const runaway_limits& limits) const noexcept {
  if (period_ == 0) return false;
  const std::size_t bytes = run_ + period_;
  if (period_ < short_period) return bytes >= limits.padding_bytes;
  return bytes >= (has_blank_ ? limits.stretch_bytes : limits.encoded_bytes) &&
         times() >= (period_ < long_period ? limits.stretch_times : limits.long_stretch_times);
}

bool list_watcher::is_given(std::string_view element) const {
  if (element.size() >= 2 && element.front() == '"' && element.back() == '"') {
    element = element.substr(1, element.size() - 2);
  }
  return std::any_of(given_.begin(), given_.end(),
                     [&](std::string_view g) { return g.find(element) != std::string_view::npos; });
}

void list_watcher::end_element(std::string_view text, std::size_t at, const runaway_limits& limits) {
  list& l = lists_.back();
  const std::string_view element = trimmed(text.substr(l.start, at - l.start));
  l.start = at + 1;
  if (element.empty()) return;
  const std::string_view previous = text.substr(l.previous, l.previous_size);
  l.previous = static_cast<std::size_t>(element.data() - text.data());
  l.previous_size = element.size();

  const bool lines = l.kind == '\n';
  l.same = element == previous ? l.same + 1 : 1;
  const bool telling = element.size() >= telling_size && !is_bare(element);
  if (telling ? l.same >= (lines ? limits.same_lines : limits.same_elements)
              : element.front() == '"' && !lines && l.same >= limits.same_short) {
    same_ = true;
  }
  l.counted = is_successor(previous, element) && !is_given(element) ? l.counted + 1 : 1;
  if (l.counted >= (is_bare(element) ? limits.counted_bare : limits.counted)) counts_on_ = true;
}

void list_watcher::see(std::string_view text, std::size_t at, const runaway_limits& limits) {
  const char c = text[at];
  if (c == '\n') {
    // No JSON string holds one: whatever was open was prose, or broken.
    in_string_ = escaped_ = false;
    if (lists_.size() == 1) end_element(text, at, limits);
    return;
  }
  if (in_string_) {
    if (escaped_) {
      escaped_ = false;
    } else if (c == '\\') {
      escaped_ = true;
    } else if (c == '"') {
      in_string_ = false;
    }
    return;
  }
  see_outside(text, at, limits);
}

/// Outside of strings.
void list_watcher::see_outside(std::string_view text, std::size_t at, const runaway_limits& limits) {
  const char c = text[at];
  switch (c) {
    case '"':
      in_string_ = true;
      break;
    case '[':
    case '{':
      if (lists_.size() >= max_depth) {
        ++too_deep_;
      } else {
        lists_.push_back({.kind = c, .start = at + 1});
      }
      break;
    case ']':
    case '}':
      if (too_deep_ > 0) {
        --too_deep_;
      } else if (lists_.size() > 1) {
        if (lists_.back().kind == '[') end_element(text, at, limits);
        lists_.pop_back();
      }
      break;
    case ',':
      if (lists_.back().kind == '[' && too_deep_ == 0) end_element(text, at, limits);
      break;
    default:
      break;
  }
}

}  // namespace running_away

bool runaway_detector::feed(std::string_view whole) {
  whole = whole.substr(0, std::numeric_limits<std::uint32_t>::max());
  for (; seen_ < whole.size() && code_.empty(); ++seen_) {
    stretch_.see(whole, seen_);
    list_.see(whole, seen_, limits_);
    if (stretch_.repeats(limits_)) {
      code_ = "runaway_stretch";
      why_ = "the same " + std::to_string(stretch_.period()) + " bytes came " +
             std::to_string(stretch_.times()) + " times in a row";
    } else if (list_.same()) {
      code_ = "runaway_element";
      why_ = "a list holds the same element several times in a row";
    } else if (list_.counts_on()) {
      code_ = "runaway_count";
      why_ = "a list only counts on";
    }
  }
  return !code_.empty();
}

}  // namespace v0
}  // namespace tenon
