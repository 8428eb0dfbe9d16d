#include "session.hpp"

#include "files.hpp"
#include "layout.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <thread>
#include <unistd.h>

namespace tenon::cli {

namespace {

// What a signal handler may touch: one write end, and how often it was called.
volatile std::sig_atomic_t wake_end = -1;
volatile std::sig_atomic_t heard = 0;

extern "C" void on_signal(int number) {
  const int saved = errno;
  if (heard != 0) {
    std::signal(number, SIG_DFL);
    ::raise(number);
  }
  heard = 1;
  const char byte = 's';
  if (wake_end >= 0 && ::write(wake_end, &byte, 1) < 0) {
    // Nothing can be done here, and the second signal ends the process.
  }
  errno = saved;
}

void handle(int number, void (*how)(int)) {
  struct sigaction action = {};
  action.sa_handler = how;
  sigemptyset(&action.sa_mask);
  ::sigaction(number, &action, nullptr);
}

bool wants_colour() {
  const char* const no_colour = std::getenv("NO_COLOR");  // https://no-color.org: present and not empty
  return no_colour == nullptr || *no_colour == '\0';
}

bool dumb_terminal() {
  const char* const term = std::getenv("TERM");
  return term == nullptr || std::string_view(term) == "dumb";
}

}  // namespace

struct signals::state {
  std::stop_source source;
  int pipe[2] = {-1, -1};
  std::thread listener;
};

signals::signals() : state_(std::make_unique<state>()) {
  handle(SIGPIPE, SIG_IGN);  // a closed pipe is an error of write(2)
#ifdef SIGXFSZ
  handle(SIGXFSZ, SIG_IGN);  // and so is a file that may not grow
#endif
  if (::pipe(state_->pipe) != 0) return;
  for (const int end : state_->pipe) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  wake_end = state_->pipe[1];
  // request_stop takes locks, which a signal handler must not: a thread does it.
  state_->listener = std::thread([s = state_.get()] {
    char byte = 0;
    ssize_t got = 0;
    do got = ::read(s->pipe[0], &byte, 1);
    while (got < 0 && errno == EINTR);
    if (got == 1 && byte == 's') s->source.request_stop();
  });
  handle(SIGINT, on_signal);
  handle(SIGTERM, on_signal);
}

signals::~signals() {
  wake_end = -1;
  if (state_->listener.joinable()) {
    const char byte = 'q';
    if (::write(state_->pipe[1], &byte, 1) != 1) ::close(state_->pipe[1]);
    state_->listener.join();
  }
}

std::stop_token signals::token() const noexcept {
  return state_->source.get_token();
}

session::session(std::stop_token stop, bool json, bool quiet)
    : stop_(std::move(stop)),
      json_(json),
      quiet_(quiet),
      interactive_(!json && !quiet && ::isatty(STDERR_FILENO) == 1 && !dumb_terminal()),
      watched_(interactive_ && ::isatty(STDOUT_FILENO) == 1),
      colour_(!json && takes_colour(STDERR_FILENO)) {}

std::optional<fault> session::put(std::string_view text) const {
  const int error = write_all(STDOUT_FILENO, text);
  if (error == 0) return std::nullopt;
  fault f = file_fault("stdout", error);
  if (error == EPIPE) f.message.clear();  // whoever closed the pipe knows
  return f;
}

void session::say(std::string_view line) const noexcept {
  write_all(STDERR_FILENO, line);
  write_all(STDERR_FILENO, "\n");
}

void session::complain(std::string_view line) const noexcept {
  const std::size_t head = colour_ ? line.find(':') : std::string_view::npos;
  if (head != std::string_view::npos) {
    write_all(STDERR_FILENO, "\033[1;31m");
    write_all(STDERR_FILENO, line.substr(0, head + 1));
    write_all(STDERR_FILENO, "\033[0m");
    line.remove_prefix(head + 1);
  }
  say(line);
}

std::size_t terminal_width(int fd) noexcept {
  winsize size = {};
  return ::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::size_t terminal_height(int fd) noexcept {
  winsize size = {};
  return ::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : 24;
}

std::size_t line_width(int fd) noexcept {
  return ::isatty(fd) == 1 ? terminal_width(fd) : no_width;
}

bool takes_colour(int fd) noexcept {
  return ::isatty(fd) == 1 && !dumb_terminal() && wants_colour();
}

}  // namespace tenon::cli
