// Text for a terminal: words broken into lines, and lines cut to its width.
//
// Widths are columns, one for each code point. Where a stream is no terminal nothing is cut: a file or a
// pipe gets all of it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tenon::cli {

/// Columns that nothing is wider than.
inline constexpr std::size_t no_width = static_cast<std::size_t>(-1);

/// Appends `text` with `indent` spaces before every line but the first, broken at spaces, and a line end.
/// `column` is where the first line begins.
void wrap(std::string& out, std::string_view text, std::size_t indent, std::size_t column, std::size_t width);

/// At most `width` columns, "…" in place of what is cut off.
std::string fitted(std::string_view text, std::size_t width);

/// `head` and `tail` as one line of at most `width` columns. The head is kept whole. Where the two are too
/// long, first `excerpt`, if it is part of the tail, is shortened, then the tail cut.
std::string one_line(std::string_view head, std::string_view tail, std::string_view excerpt,
                     std::size_t width);

}  // namespace tenon::cli
