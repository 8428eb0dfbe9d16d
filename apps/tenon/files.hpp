// Reading what the user named, and writing so that nothing half-written is ever seen.
#pragma once

#include "session.hpp"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace tenon::cli {

/// Longest file or standard input that is read.
inline constexpr std::size_t max_input = std::size_t{64} << 20;

/// A text and the name it goes by in messages ("stdin" or the path).
struct input {
  std::string name;
  std::string text;
};

/// A whole file. Faults: file (missing, a folder, not readable, longer than max_input).
result<input, fault> read_file(std::string_view path);
/// A file, or standard input for "-" or nothing. A stop request ends the wait for standard input.
result<input, fault> read_input(const std::optional<std::string>& path, session& in);
/// Standard input, line by line, each as soon as it is there.
class input_lines {
 public:
  input_lines();
  ~input_lines();
  input_lines(const input_lines&) = delete;
  input_lines& operator=(const input_lines&) = delete;
  /// Without its line end; empty at the end of the input. The view lives until the next call. A stop
  /// request ends the wait. Faults: file (not readable, a line longer than max_input), cancelled.
  result<std::optional<std::string_view>, fault> next(const session& in);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Text for a model: not empty, UTF-8 without NUL. Faults: usage, with the offset.
std::optional<fault> check_text(const input& in);

/// Would `write_file` have a chance? Called before anything is spent.
std::optional<fault> check_writable(std::string_view path);
/// Written beside the target and renamed over it, so that the old file stands until the new one is
/// whole. A device or a pipe is written directly.
std::optional<fault> write_file(std::string_view path, std::string_view text);

/// All of it or an errno value.
int write_all(int fd, std::string_view text) noexcept;

}  // namespace tenon::cli
