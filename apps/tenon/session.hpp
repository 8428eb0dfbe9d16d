// What a command may touch of the world around it: the terminal, the signals, the two streams.
//
// stdout carries the value and nothing else; everything else goes to stderr. Both are written with
// plain write(2), so that a full disk or a closed pipe is seen and becomes exit status 3.
#pragma once

#include "fault.hpp"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace tenon::cli {

/// SIGINT and SIGTERM become a stop request; a second one ends the process as if nobody listened.
/// At most one lives at a time.
class signals {
 public:
  signals();
  ~signals();
  signals(const signals&) = delete;
  signals& operator=(const signals&) = delete;
  std::stop_token token() const noexcept;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

class session {
 public:
  session(std::stop_token stop, bool json, bool quiet);

  std::stop_token stop() const noexcept { return stop_; }
  bool json() const noexcept { return json_; }
  bool quiet() const noexcept { return quiet_; }
  /// A person sees stderr: progress may be drawn there.
  bool interactive() const noexcept { return interactive_; }
  /// And the value goes to a terminal too: a person sees it, not a program.
  bool watched() const noexcept { return watched_; }
  /// Does stderr take colour?
  bool colour() const noexcept { return colour_; }

  /// Writes to stdout; a closed pipe is a fault without a message.
  std::optional<fault> put(std::string_view text) const;
  /// Writes a line to stderr; what cannot be written is lost.
  void say(std::string_view line) const noexcept;
  /// As `say`, in bold red up to the first colon where colour is wanted.
  void complain(std::string_view line) const noexcept;

 private:
  std::stop_token stop_;
  bool json_;
  bool quiet_;
  bool interactive_;
  bool watched_;
  bool colour_;
};

/// Columns of the terminal that `fd` is, else 80.
std::size_t terminal_width(int fd) noexcept;
/// Lines of the terminal that `fd` is, else 24.
std::size_t terminal_height(int fd) noexcept;
/// Columns that a line on `fd` may have: those of a terminal, else layout.hpp's no_width.
std::size_t line_width(int fd) noexcept;
/// May `fd` be given colour: is it a terminal that knows it, and is NO_COLOR not set?
bool takes_colour(int fd) noexcept;

}  // namespace tenon::cli
