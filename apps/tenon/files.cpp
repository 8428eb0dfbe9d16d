#include "files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <poll.h>
#include <span>
#include <sys/stat.h>
#include <unistd.h>

#include <tenon/utf8.hpp>

namespace tenon::cli {

namespace {

namespace fs = std::filesystem;

/// A file descriptor with an owner.
class descriptor {
 public:
  explicit descriptor(int fd) noexcept : fd_(fd) {}
  ~descriptor() { reset(); }
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  int get() const noexcept { return fd_; }
  /// 0 or an errno value: some file systems report a full disk only here.
  int reset() noexcept {
    const int fd = std::exchange(fd_, -1);
    return fd >= 0 && ::close(fd) != 0 ? errno : 0;
  }

 private:
  int fd_;
};

int open_retrying(const char* path, int flags, mode_t mode = 0) noexcept {
  int fd = -1;
  do fd = ::open(path, flags | O_CLOEXEC, mode);
  while (fd < 0 && errno == EINTR);
  return fd;
}

fault cancelled_fault() {
  problem p;
  p.kind = failure_kind::cancelled;
  p.message = "cancelled while reading the input";
  return from_problem(std::move(p));
}

/// Waits until `fd` can be read or `wake` can; false if it was `wake`.
bool wait_readable(int fd, int wake) noexcept {
  std::array<pollfd, 2> both{pollfd{fd, POLLIN, 0}, pollfd{wake, POLLIN, 0}};
  while (::poll(both.data(), both.size(), -1) < 0 && errno == EINTR) {
  }
  return both[1].revents == 0;
}

fault too_long(std::string_view name) {
  return file_fault(name, "is longer than " + std::to_string(max_input >> 20) + " MiB (max_input)");
}

/// A part of an open descriptor's bytes; none at the end. `wake` is readable once a stop is requested; -1:
/// no such thing.
result<std::size_t, fault> read_some(int fd, std::span<char> to, std::string_view name, int wake) {
  for (;;) {
    if (wake >= 0 && !wait_readable(fd, wake)) return cancelled_fault();
    const ssize_t got = ::read(fd, to.data(), to.size());
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) return file_fault(name, errno);
  }
}

/// Everything from an open descriptor.
result<std::string, fault> drain(int fd, std::string_view name, int wake) {
  std::string text;
  std::array<char, 65536> chunk{};
  for (;;) {
    auto got = read_some(fd, chunk, name, wake);
    if (!got) return got.error();
    if (*got == 0) return text;
    text.append(chunk.data(), *got);
    if (text.size() > max_input) return too_long(name);
  }
}

/// A descriptor that can be read once a stop is requested.
class stop_pipe {
 public:
  static result<std::unique_ptr<stop_pipe>, fault> open(const std::stop_token& stop) {
    std::array<int, 2> ends{-1, -1};
    if (::pipe(ends.data()) != 0) return file_fault("stdin", errno);
    for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
    return std::unique_ptr<stop_pipe>(new stop_pipe(ends, stop));
  }
  int wake() const noexcept { return wake_.get(); }

 private:
  struct poke {
    int fd;
    void operator()() const noexcept {
      if (::write(fd, "s", 1) < 0) {
        // The pipe is empty: one byte always fits.
      }
    }
  };
  stop_pipe(std::array<int, 2> ends, const std::stop_token& stop)
      : wake_(ends[0]), waker_(ends[1]), on_stop_(stop, poke{ends[1]}) {}

  descriptor wake_;
  descriptor waker_;
  std::stop_callback<poke> on_stop_;
};

result<input, fault> read_stdin(const std::stop_token& stop) {
  auto wake = stop_pipe::open(stop);
  if (!wake) return wake.error();
  auto text = drain(STDIN_FILENO, "stdin", (*wake)->wake());
  if (!text) return text.error();
  return input{"stdin", std::move(*text)};
}

/// Where the bytes end up: through symbolic links, so that a rename does not replace the link.
fs::path target_of(std::string_view path) {
  std::error_code error;
  fs::path real = fs::canonical(fs::path(path), error);
  return error ? fs::path(path) : real;
}

std::optional<fault> write_through(const fs::path& to, std::string_view text) {
  descriptor file(open_retrying(to.c_str(), O_WRONLY));
  if (file.get() < 0) return file_fault(to.string(), errno);
  const int written = write_all(file.get(), text);
  const int closed = file.reset();
  if (written != 0 || closed != 0) return file_fault(to.string(), written != 0 ? written : closed);
  return std::nullopt;
}

}  // namespace

int write_all(int fd, std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t put = ::write(fd, text.data(), text.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(put));
  }
  return 0;
}

struct input_lines::state {
  std::unique_ptr<stop_pipe> stop;
  std::string text;       // what was read and not given out
  std::size_t begin = 0;  // of the next line
  std::size_t seen = 0;   // no line end between begin and here
  bool ended = false;
};

input_lines::input_lines() : state_(std::make_unique<state>()) {}
input_lines::~input_lines() = default;

result<std::optional<std::string_view>, fault> input_lines::next(const session& in) {
  state& s = *state_;
  if (s.stop == nullptr) {
    auto wake = stop_pipe::open(in.stop());
    if (!wake) return wake.error();
    s.stop = *std::move(wake);
  }
  for (;;) {
    const std::size_t end = s.text.find('\n', s.seen);
    if (end != std::string::npos) {
      const std::string_view line = std::string_view(s.text).substr(s.begin, end - s.begin);
      s.begin = s.seen = end + 1;
      return std::optional<std::string_view>(line);
    }
    if (s.ended) {
      if (s.begin == s.text.size()) return std::optional<std::string_view>();
      const std::string_view line = std::string_view(s.text).substr(s.begin);
      s.begin = s.seen = s.text.size();
      return std::optional<std::string_view>(line);
    }
    s.text.erase(0, s.begin);
    s.begin = 0;
    s.seen = s.text.size();
    if (s.text.size() > max_input) return too_long("stdin");
    std::array<char, 65536> chunk{};
    auto got = read_some(STDIN_FILENO, chunk, "stdin", s.stop->wake());
    if (!got) return got.error();
    s.ended = *got == 0;
    s.text.append(chunk.data(), *got);
  }
}

result<input, fault> read_file(std::string_view path) {
  const std::string name(path);
  const descriptor file(open_retrying(name.c_str(), O_RDONLY));
  if (file.get() < 0) return file_fault(name, errno);
  struct stat info = {};
  if (::fstat(file.get(), &info) == 0 && S_ISDIR(info.st_mode))
    return file_fault(name, "is a folder, not a file");
  auto text = drain(file.get(), name, -1);
  if (!text) return text.error();
  return input{name, std::move(*text)};
}

result<input, fault> read_input(const std::optional<std::string>& path, session& in) {
  if (path && *path != "-") return read_file(*path);
  if (::isatty(STDIN_FILENO) == 1 && !in.quiet() && !in.json())
    in.say("tenon: reading from the terminal; end with Ctrl-D on a line of its own");
  return read_stdin(in.stop());
}

std::optional<fault> check_text(const input& in) {
  problem p;
  p.kind = failure_kind::invalid_argument;
  p.place = in.name;
  const bool blank = in.text.find_first_not_of(" \t\r\n\f\v") == std::string::npos;
  const std::size_t nul = in.text.find('\0');
  const std::size_t broken = utf8::first_invalid(in.text);
  if (blank) {
    p.code = "empty";
    p.message = in.text.empty() ? "the input is empty" : "the input is nothing but white space";
  } else if (nul != std::string::npos && nul < broken) {
    p.code = "binary_input";
    p.message = "the input is not text: there is a NUL in it";
    p.offset = nul;
  } else if (broken != std::string::npos) {
    p.code = "binary_input";
    p.message = "the input is not UTF-8 text";
    p.offset = broken;
  } else {
    return std::nullopt;
  }
  fault f = from_problem(std::move(p));
  f.text = in.text;
  return f;
}

std::optional<fault> check_writable(std::string_view path) {
  const fs::path to = target_of(path);
  std::error_code error;
  if (fs::is_directory(to, error)) return file_fault(path, "is a folder, not a file");
  if (fs::exists(to, error) && !fs::is_regular_file(to, error))
    return ::access(to.c_str(), W_OK) == 0 ? std::nullopt : std::optional(file_fault(path, errno));
  const fs::path folder = to.has_parent_path() ? to.parent_path() : fs::path(".");
  if (::access(folder.c_str(), W_OK | X_OK) != 0) return file_fault(path, errno);
  return std::nullopt;
}

std::optional<fault> write_file(std::string_view path, std::string_view text) {
  const fs::path to = target_of(path);
  std::error_code error;
  if (fs::exists(to, error) && !fs::is_regular_file(to, error)) return write_through(to, text);

  const fs::path beside =
      to.parent_path() / ("." + to.filename().string() + ".tenon-" + std::to_string(::getpid()));
  descriptor file(open_retrying(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0666));
  if (file.get() < 0) return file_fault(path, errno);
  int failed = write_all(file.get(), text);
  if (failed == 0 && ::fsync(file.get()) != 0) failed = errno;
  if (const int closed = file.reset(); failed == 0) failed = closed;
  if (failed == 0 && ::rename(beside.c_str(), to.c_str()) != 0) failed = errno;
  if (failed == 0) return std::nullopt;
  ::unlink(beside.c_str());
  return file_fault(path, failed);
}

}  // namespace tenon::cli
