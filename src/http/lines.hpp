// Cuts bytes into lines, whatever pieces they come in. A line that lies whole in one piece is handed out
// where it stands; only one that spans pieces is copied.
//
// The trap: \r\n is one end, and the two may come in different pieces. So a line ends at its \r, at once, and
// an \n that comes next is passed over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace http {

enum class line_ends : std::uint8_t {
  any,      // \n, \r, \r\n
  newline,  // \n; an \r before it is not part of the line
};

class line_cutter {
 public:
  line_cutter(line_ends ends, std::size_t max_line) : ends_(ends), max_line_(max_line) {}

  /// Calls `on_line(text)` for each line that ends in the piece. False: on_line returned false, or a line is
  /// longer than max_line (too_long() tells); nothing more may be fed then.
  template <class F>
  bool feed(std::string_view piece, F&& on_line) {
    if (piece.empty()) return true;
    if (after_return_ && piece.front() == '\n') advance(piece, 1);
    after_return_ = false;
    const char* newline = nullptr;  // the next one, searched for once however many \r stand before it
    while (!piece.empty()) {
      const std::size_t length = find_end(piece, newline);
      if (!fits(length)) return false;
      if (length == piece.size()) {
        rest_.append(piece);
        return true;
      }
      std::string_view line = piece.substr(0, length);
      if (!rest_.empty()) line = rest_.append(line);
      if (!hand_out(line, on_line)) return false;
      const bool at_return = piece[length] == '\r';
      const bool pair = at_return && length + 1 < piece.size() && piece[length + 1] == '\n';
      after_return_ = at_return && length + 1 == piece.size();
      begin_ += line.size() + (pair ? 2 : 1);
      rest_.clear();
      piece.remove_prefix(length + (pair ? 2 : 1));
    }
    return true;
  }

  /// The end of the text: what is left is a line.
  template <class F>
  bool finish(F&& on_line) {
    if (rest_.empty()) return true;
    const bool goes_on = hand_out(rest_, on_line);
    begin_ += rest_.size();
    rest_.clear();
    return goes_on;
  }

  bool too_long() const noexcept { return too_long_; }
  /// Where the line that is being read began.
  std::uint64_t begin() const noexcept { return begin_; }

  void reset() {
    rest_.clear();
    begin_ = 0;
    first_ = true;
    after_return_ = false;
    too_long_ = false;
  }

 private:
  void advance(std::string_view& piece, std::size_t bytes) {
    piece.remove_prefix(bytes);
    begin_ += bytes;
  }

  /// Length of the line at the start of the piece; that of the piece if it has no end there.
  std::size_t find_end(std::string_view piece, const char*& newline) const {
    const char* const begin = piece.data();
    const char* const end = begin + piece.size();
    if (newline == nullptr || newline < begin) {
      const void* const found = std::memchr(begin, '\n', piece.size());
      newline = found == nullptr ? end : static_cast<const char*>(found);
    }
    if (ends_ == line_ends::any) {
      const auto before = static_cast<std::size_t>(newline - begin);
      const void* const found = std::memchr(begin, '\r', before);
      if (found != nullptr) return static_cast<std::size_t>(static_cast<const char*>(found) - begin);
    }
    return static_cast<std::size_t>(newline - begin);
  }

  bool fits(std::size_t more) {
    too_long_ = more > max_line_ || rest_.size() > max_line_ - more;
    return !too_long_;
  }

  template <class F>
  bool hand_out(std::string_view line, F&& on_line) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (first_ && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
    first_ = false;
    if (ends_ == line_ends::newline && line.ends_with('\r')) line.remove_suffix(1);
    return on_line(line);
  }

  line_ends ends_;
  std::size_t max_line_;
  std::string rest_ = {};  // of a line whose end has not come
  std::uint64_t begin_ = 0;
  bool first_ = true;
  bool after_return_ = false;
  bool too_long_ = false;
};

}  // namespace http
}  // namespace v0
}  // namespace tenon
