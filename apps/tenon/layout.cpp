#include "layout.hpp"

#include <algorithm>

#include <tenon/utf8.hpp>

namespace tenon::cli {

namespace {

/// Of what stands behind a head that has taken the line already.
constexpr std::size_t least_tail = 20;
constexpr std::size_t least_excerpt = 8;

/// Bytes of the first `columns` code points.
std::size_t bytes_of(std::string_view text, std::size_t columns) {
  std::size_t at = 0;
  while (at < text.size() && columns-- > 0) at += utf8::decode(text.substr(at)).length;
  return at;
}

std::size_t width_of(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size(); ++columns) at += utf8::decode(text.substr(at)).length;
  return columns;
}

}  // namespace

void wrap(std::string& out, std::string_view text, std::size_t indent, std::size_t column,
          std::size_t width) {
  while (!text.empty()) {
    const std::size_t gap = text.find(' ');
    const std::string_view word = text.substr(0, gap);
    const std::size_t columns = width_of(word);
    if (column > indent && column + 1 + columns > width) {
      out += '\n';
      out.append(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += columns;
    text = gap == std::string_view::npos ? std::string_view() : text.substr(gap + 1);
  }
  out += '\n';
}

std::string fitted(std::string_view text, std::size_t width) {
  if (text.size() <= width || width_of(text) <= width) return std::string(text);
  return std::string(text.substr(0, bytes_of(text, width - std::min<std::size_t>(width, 1)))) + "…";
}

std::string one_line(std::string_view head, std::string_view tail, std::string_view excerpt,
                     std::size_t width) {
  std::string rest(tail);
  const std::size_t taken = width_of(head);
  const std::size_t room =
      width == no_width ? no_width : std::max(width - std::min(width, taken), least_tail);
  const std::size_t length = width_of(rest);
  const std::size_t at = excerpt.empty() ? std::string::npos : rest.find(excerpt);
  if (length > room && at != std::string::npos) {
    const std::size_t columns = width_of(excerpt);
    const std::size_t over = length - room;
    const std::size_t left = columns > over ? columns - over : 0;
    rest.replace(at, excerpt.size(), fitted(excerpt, std::max(left, std::min(columns, least_excerpt))));
  }
  return std::string(head) + fitted(rest, room);
}

}  // namespace tenon::cli
