#include "process.hpp"

#include "file.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;  // NOLINT(readability-redundant-declaration): not in every C library's headers

namespace tenon {
inline namespace v0 {
namespace local {
namespace {

class descriptor {
 public:
  descriptor() = default;
  explicit descriptor(int number) : number_(number) {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() { reset(); }
  void reset(int number = -1) {
    if (number_ >= 0) ::close(number_);
    number_ = number;
  }
  int number() const noexcept { return number_; }

 private:
  int number_ = -1;
};

/// posix_spawn's two argument objects.
struct spawn_plan {
  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};
  spawn_plan() {
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
  }
  spawn_plan(const spawn_plan&) = delete;
  spawn_plan& operator=(const spawn_plan&) = delete;
  ~spawn_plan() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
};

/// Starts it in a process group of its own, so that a stop reaches its children too.
int spawn(const std::vector<std::string>& words, int output, pid_t& child) {
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  // posix_spawn takes char* for historical reasons and changes nothing.
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  spawn_plan plan;
  posix_spawn_file_actions_addopen(&plan.files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&plan.files, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&plan.files, output, STDERR_FILENO);
  posix_spawnattr_setflags(&plan.attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&plan.attributes, 0);
  return ::posix_spawnp(&child, argv[0], &plan.files, &plan.attributes, argv.data(), environ);
}

/// Reads until the other end is closed or the bell rings. True if it rang.
bool drain(int from, int bell, std::string& tail) {
  std::array<char, 4096> buffer{};
  for (;;) {
    std::array<pollfd, 2> watched{{{from, POLLIN, 0}, {bell, POLLIN, 0}}};
    if (::poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) return false;
    if (watched[1].revents != 0) return true;
    if (watched[0].revents == 0) continue;
    const ssize_t n = ::read(from, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    tail.append(buffer.data(), static_cast<std::size_t>(n));
    if (tail.size() > 2 * finished_process::max_output) {
      tail.erase(0, tail.size() - finished_process::max_output);
    }
  }
}

}  // namespace

result<finished_process> run_process(const std::vector<std::string>& words, std::stop_token stop) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_failure(errno, "cannot make a pipe", words.front());
  const descriptor reading(ends[0]);
  descriptor writing(ends[1]);
  const descriptor bell(::eventfd(0, EFD_CLOEXEC));
  if (bell.number() < 0) return system_failure(errno, "cannot make an event", words.front());

  pid_t child = 0;
  if (const int error = spawn(words, writing.number(), child); error != 0) {
    if (error != ENOENT) return system_failure(error, "cannot start the program", words.front());
    return unavailable("no_program", words.front(), "there is no " + words.front() + " on PATH");
  }
  writing.reset();  // else the pipe never ends
  finished_process finished;
  bool cancelled = false;
  {
    const std::stop_callback ring(stop, [&bell] {
      const std::uint64_t one = 1;
      [[maybe_unused]] const ssize_t n = ::write(bell.number(), &one, sizeof one);
    });
    cancelled = drain(reading.number(), bell.number(), finished.output);
  }
  if (cancelled) ::kill(-child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (cancelled) return stopped(words.front());
  finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (finished.output.size() > finished_process::max_output) {
    finished.output.erase(0, finished.output.size() - finished_process::max_output);
  }
  return finished;
}

}  // namespace local
}  // namespace v0
}  // namespace tenon
