#include "peer.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bench {
namespace {

/// A question that takes longer is given up: the longest honest one takes a few seconds.
constexpr int patience_ms = 60'000;

std::string how_it_ended(pid_t child) {
  int status = 0;
  if (::waitpid(child, &status, 0) != child) return "ended";
  if (WIFSIGNALED(status)) return "was ended by signal " + std::to_string(WTERMSIG(status));
  return "ended with status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

peer::peer(peer_program program) : program_(std::move(program)) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw std::runtime_error("no channel to it could be made");
  }
  const std::string command = "exec " + program_.command;
  child_ = ::fork();
  if (child_ == 0) {
    ::dup2(ends[1], STDIN_FILENO);
    ::dup2(ends[1], STDOUT_FILENO);
    ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    ::_exit(127);
  }
  ::close(ends[1]);
  channel_ = ends[0];
  if (child_ < 0) throw std::runtime_error("it could not be started");
}

peer::~peer() {
  ::close(channel_);
  if (child_ < 0) return;
  ::kill(child_, SIGKILL);
  ::waitpid(child_, nullptr, 0);
}

void peer::lose(const std::string& why) {
  const pid_t lost = child_;
  child_ = -1;
  ::kill(lost, SIGKILL);
  const std::string end = how_it_ended(lost);
  throw std::runtime_error(why.empty() ? "its process " + end : why);
}

std::string peer::ask(const std::string& question) {
  if (child_ < 0) throw std::runtime_error("its process is gone");
  const std::string line = question + '\n';
  if (::send(channel_, line.data(), line.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(line.size())) lose({});
  std::size_t end = 0;
  while ((end = unread_.find('\n')) == std::string::npos) {
    pollfd watched{channel_, POLLIN, 0};
    const int events = ::poll(&watched, 1, patience_ms);
    if (events < 0 && errno == EINTR) continue;
    if (events == 0) lose("no answer within " + std::to_string(patience_ms / 1'000) + " s: " + question);
    std::array<char, 4'096> buffer{};
    const ssize_t n = ::read(channel_, buffer.data(), buffer.size());
    if (n <= 0) lose({});
    unread_.append(buffer.data(), static_cast<std::size_t>(n));
  }
  const std::string answer = unread_.substr(0, end);
  unread_.erase(0, end + 1);
  if (answer.starts_with("ok ")) return answer.substr(3);
  throw std::runtime_error(answer.starts_with("no ") ? answer.substr(3) : "it answered: " + answer);
}

double peer::ask_number(const std::string& question) {
  const std::string answer = ask(question);
  char* end = nullptr;
  const double number = std::strtod(answer.c_str(), &end);
  if (end == answer.c_str() || *end != '\0') throw std::runtime_error("no number: " + answer);
  return number;
}

std::vector<std::shared_ptr<peer>> start_with_schema(const std::vector<peer_program>& programs,
                                                     const std::filesystem::path& schema,
                                                     std::vector<std::string>& lacking) {
  std::vector<std::shared_ptr<peer>> started;
  for (const peer_program& program : programs) {
    try {
      auto one = std::make_shared<peer>(program);
      one->ask("schema " + schema.string());
      started.push_back(std::move(one));
    } catch (const std::runtime_error& e) {
      lacking.push_back(program.name + " does not take the schema: " + e.what());
    }
  }
  return started;
}

std::string disagreement(peer& one, const std::filesystem::path& judged, std::string_view ours,
                         const std::filesystem::path& valid) {
  try {
    one.ask("documents " + judged.string());
    const std::string theirs = one.ask("verdicts");
    std::string which;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
      if (i < theirs.size() && theirs[i] == ours[i]) continue;
      if (++wrong > 5) continue;
      which +=
          (which.empty() ? "" : ", ") + std::to_string(i) + (ours[i] == '1' ? " is valid" : " is invalid");
    }
    if (wrong == 0 && theirs.size() == ours.size()) {
      one.ask("documents " + valid.string());
      return "";
    }
    if (wrong > 5) which += " and " + std::to_string(wrong - 5) + " more";
    return one.name() + " says otherwise; here document " + which;
  } catch (const std::runtime_error& e) {
    return one.name() + " gives no verdicts: " + e.what();
  }
}

contender asked(const std::shared_ptr<peer>& one, std::string_view job, std::string name,
                const std::string& question, const std::string& how) {
  contender made{std::string(job), std::move(name), false, {}};
  made.time = [one, question, how](std::size_t passes) {
    return one->ask_number(question + ' ' + std::to_string(passes) + (how.empty() ? "" : ' ' + how));
  };
  return made;
}

scratch::scratch() {
  std::string name = (std::filesystem::temp_directory_path() / "bench_schema.XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder could be made: " + name);
  folder_ = name;
}

scratch::~scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::filesystem::path scratch::write(const std::string& name, std::string_view text) const {
  const std::filesystem::path file = folder_ / name;
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) throw std::runtime_error("cannot write " + file.string());
  return file;
}

std::filesystem::path scratch::write(const std::string& name, const std::vector<std::string>& lines) const {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return write(name, text);
}

}  // namespace bench
