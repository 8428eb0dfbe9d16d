#include "distinct.hpp"

#include <algorithm>

#include <tenon/pointer.hpp>

namespace tenon {
inline namespace v0 {
namespace local {
namespace {

std::string_view trimmed(std::string_view s) {
  constexpr std::string_view space = " \t\r\n";
  const std::size_t first = s.find_first_not_of(space);
  if (first == std::string_view::npos) return {};
  return s.substr(first, s.find_last_not_of(space) - first + 1);
}

}  // namespace

distinct_lists::signs distinct_lists::feed(std::string_view whole) {
  signs all;
  for (; seen_ < whole.size(); ++seen_) see(whole, seen_, all);
  return all;
}

void distinct_lists::let_go() {
  for (list& l : lists_) {
    if (l.how == state::ending) l.how = state::unwatched;
  }
}

std::string distinct_lists::place(std::size_t depth) const {
  return path_.substr(0, depth + 1 < lists_.size() ? lists_[depth + 1].outer_path : path_.size());
}

void distinct_lists::see(std::string_view whole, std::size_t at, signs& to) {
  const char c = whole[at];
  if (in_string_) {
    if (escaped_) {
      escaped_ = false;
    } else if (c == '\\') {
      escaped_ = true;
    } else if (c == '"') {
      in_string_ = false;
      last_string_.size = at - last_string_.begin;
    }
    return;
  }
  switch (c) {
    case '"':
      in_string_ = true;
      last_string_.begin = at + 1;
      break;
    case '[':
    case '{':
      open(whole, at);
      break;
    case ']':
    case '}':
      close(whole, at, to);
      break;
    case ',':
      separate(whole, at, to);
      break;
    default:
      break;
  }
}

void distinct_lists::open(std::string_view whole, std::size_t at) {
  if (too_deep_ > 0 || lists_.size() >= max_depth) {
    ++too_deep_;
    return;
  }
  list inner;
  inner.array = whole[at] == '[';
  inner.start = at + 1;
  inner.outer_path = path_.size();
  // The outermost stands at "", everything else below its parent.
  if (!lists_.empty()) {
    if (lists_.back().array) {
      path_ += "/*";
    } else {
      json::append_token(path_, whole.substr(last_string_.begin, last_string_.size));
    }
  }
  if (inner.array && std::find(places_.begin(), places_.end(), path_) != places_.end()) {
    inner.how = state::watched;
  }
  lists_.push_back(std::move(inner));
}

/// False if the list has it already.
bool distinct_lists::add_item(std::string_view whole, std::size_t at) {
  list& l = lists_.back();
  const std::string_view text = trimmed(whole.substr(l.start, at - l.start));
  if (text.empty()) return true;
  const bool fresh = std::none_of(l.items.begin(), l.items.end(),
                                  [&](item i) { return whole.substr(i.begin, i.size) == text; });
  l.items.push_back({static_cast<std::size_t>(text.data() - whole.data()), text.size()});
  return fresh;
}

void distinct_lists::close(std::string_view whole, std::size_t at, signs& to) {
  if (too_deep_ > 0) {
    --too_deep_;
    return;
  }
  if (lists_.empty()) return;
  if (lists_.back().how == state::watched && !add_item(whole, at) && !to.repeated) {
    to.repeated = lists_.size() - 1;
  }
  path_.resize(lists_.back().outer_path);
  lists_.pop_back();
}

void distinct_lists::separate(std::string_view whole, std::size_t at, signs& to) {
  if (too_deep_ > 0 || lists_.empty()) return;
  list& l = lists_.back();
  const std::size_t depth = lists_.size() - 1;
  if (l.how == state::ending && !to.gone_on) to.gone_on = depth;
  if (l.how == state::watched) {
    if (!add_item(whole, at) && !to.repeated) to.repeated = depth;
    to.separators |= std::uint64_t{1} << depth;
  }
  l.start = at + 1;
}

}  // namespace local
}  // namespace v0
}  // namespace tenon
