#include "stream_marks.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace reply {

namespace {
constexpr std::size_t shortest_fence = 3;
constexpr std::string_view remark_opening = "<!--";
constexpr std::string_view remark_closing = "-->";
}  // namespace

found_mark mark_reader::next(std::string_view text) {
  found_mark found{mark::none, text.size(), text.size(), {}};
  wait_ = false;
  while (at_ < text.size() && !wait_) {
    const char c = text[at_];
    if (c == '<' && !in_string_) {
      if (angle(text, found)) return found;
    } else if (depth_ > 0) {
      in_block(c);
      ++at_;
    } else if (c == '`' || c == '~') {
      if (run(text, found)) return found;
    } else {
      if (c == '{' || c == '[') depth_ = 1;
      ++at_;
    }
  }
  return found;
}

void mark_reader::in_block(char c) {
  if (in_string_) {
    if (escaped_) {
      escaped_ = false;
    } else if (c == '\\') {
      escaped_ = true;
    } else if (c == '"') {
      in_string_ = false;
    }
  } else if (c == '"') {
    in_string_ = true;
  } else if (c == '{' || c == '[') {
    ++depth_;
  } else if (c == '}' || c == ']') {
    --depth_;
  }
}

bool mark_reader::angle(std::string_view text, found_mark& to) {
  const std::string_view rest = text.substr(at_, remark_opening.size());
  if (depth_ == 0 && remark_opening.starts_with(rest)) {
    if (rest.size() == remark_opening.size()) return remark(text, to);
    wait_ = true;
    return false;
  }
  const std::size_t close = text.find_first_of("<>", std::max(at_ + 1, seen_));
  if (close == nowhere) {
    seen_ = text.size();
    wait_ = true;
    return false;
  }
  seen_ = 0;
  const found_mark tag = tag_at(text, at_, close + 1);
  if (tag.what == mark::none || (depth_ > 0 && tag.what != mark::closing_tag)) {
    ++at_;
    return false;
  }
  to = tag;
  at_ = tag.end;
  depth_ = 0;
  return true;
}

bool mark_reader::remark(std::string_view text, found_mark& to) {
  const std::size_t first = at_ + remark_opening.size();
  const std::size_t close = text.find(remark_closing, std::max(first, seen_));
  if (close == nowhere) {
    // Two bytes of what closes it may be there.
    seen_ = std::max(first, text.size() - std::min<std::size_t>(2, text.size()));
    wait_ = true;
    return false;
  }
  seen_ = 0;
  to = {mark::remark, at_, close + remark_closing.size(), {}};
  at_ = to.end;
  return true;
}

bool mark_reader::run(std::string_view text, found_mark& to) {
  const char c = text[at_];
  std::size_t end = std::max(at_, seen_);
  while (end < text.size() && text[end] == c) ++end;
  if (end == text.size()) {
    seen_ = end;
    wait_ = true;
    return false;
  }
  seen_ = 0;
  const found_mark whole{mark::fence, at_, end, {}};
  at_ = end;
  if (whole.end - whole.begin < shortest_fence) return false;
  to = whole;
  return true;
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
