#include "llama_server.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <netinet/in.h>
#include <poll.h>
#include <sstream>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace test {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes patience{2};

std::string variable(const char* name) {
  const char* const found = std::getenv(name);
  return found == nullptr ? std::string() : std::string(found);
}

fs::path cache() {
  if (const auto set = variable("TENON_CACHE"); !set.empty()) return set;
  if (const auto set = variable("XDG_CACHE_HOME"); !set.empty()) return fs::path(set) / "tenon";
  return fs::path(variable("HOME")) / ".cache" / "tenon";
}

/// Free at the moment; taken by the child soon after.
std::uint16_t free_port() {
  const int s = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof at;
  auto* const address = reinterpret_cast<sockaddr*>(&at);
  const bool bound = s >= 0 && ::bind(s, address, size) == 0 && ::getsockname(s, address, &size) == 0;
  if (s >= 0) ::close(s);
  if (!bound) throw std::runtime_error("there is no free port");
  return ntohs(at.sin_port);
}

/// In the child: never returns. Only what is safe after fork.
[[noreturn]] void become(char* const* words, const char* log_file) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // it must not outlive a test that crashed
  const int log = ::open(log_file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (log >= 0) {
    ::dup2(log, STDOUT_FILENO);
    ::dup2(log, STDERR_FILENO);
  }
  ::execv(words[0], words);
  ::_exit(127);
}

}  // namespace

std::string find_llama_server() {
  if (const auto set = variable("TENON_LLAMA_SERVER"); !set.empty()) return set;
  constexpr std::string_view name = "llama-server-" TENON_LLAMA_VERSION "-";
  std::error_code none;
  std::string newest;
  fs::file_time_type when = fs::file_time_type::min();
  for (const auto& entry : fs::directory_iterator(cache() / "third-party", none)) {
    if (!entry.path().filename().string().starts_with(name)) continue;
    const auto program = entry.path() / "bin" / "llama-server";
    const auto time = fs::last_write_time(program, none);
    if (none || time < when) continue;
    newest = program.string();
    when = time;
  }
  return newest;
}

std::string find_model(std::string_view name) {
  const auto file = cache() / "models" / (std::string(name) + ".gguf");
  std::error_code none;
  return fs::exists(file, none) ? file.string() : std::string();
}

llama_server::llama_server(const std::string& program, const std::string& model,
                           std::vector<std::string> options)
    : port_(free_port()) {
  auto http = tenon::http::client::open();
  if (!http) throw std::runtime_error(explain(http.error()));
  http_ = std::make_unique<tenon::http::client>(std::move(*http));
  const char* const folder = std::getenv("TMPDIR");
  log_file_ = std::string(folder != nullptr ? folder : "/tmp") + "/tenon-llama-server-" +
              std::to_string(::getpid()) + "-" + std::to_string(port_) + ".log";
  std::vector<std::string> all{
      program,      "--model", model,       "--host", "127.0.0.1", "--port", std::to_string(port_),
      "--parallel", "1",       "--threads", "2"};
  all.insert(all.end(), std::make_move_iterator(options.begin()), std::make_move_iterator(options.end()));
  std::vector<char*> words;
  words.reserve(all.size() + 1);
  for (auto& word : all) words.push_back(word.data());
  words.push_back(nullptr);
  process_ = ::fork();
  if (process_ == 0) become(words.data(), log_file_.c_str());
  if (process_ < 0) throw std::runtime_error("llama-server cannot be started");
  watch_ = static_cast<int>(::syscall(SYS_pidfd_open, process_, 0));
}

llama_server::~llama_server() {
  kill();
  if (watch_ >= 0) ::close(watch_);
  std::error_code none;
  fs::remove(log_file_, none);
}

void llama_server::kill() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
  process_ = -1;
}

bool llama_server::ended_within(int milliseconds) {
  pollfd one{.fd = watch_, .events = POLLIN, .revents = 0};
  return process_ <= 0 || ::poll(&one, 1, milliseconds) > 0;
}

bool llama_server::wait_until(std::string_view path,
                              const std::function<bool(const tenon::http::reply&)>& good) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (std::chrono::steady_clock::now() < until && !ended_within(2)) {
    if (const auto got = get(path); got && good(*got)) return true;
  }
  return false;
}

int llama_server::wait_until_it_answers() {
  int status = 0;
  wait_until("/v1/models", [&](const auto& got) { return (status = got.status) != 0; });
  return status;
}

bool llama_server::wait_until_ready() {
  return wait_until("/health", [](const auto& got) { return got.status == 200; });
}

std::string llama_server::url() const {
  return "http://127.0.0.1:" + std::to_string(port_);
}

tenon::configuration llama_server::configuration() const {
  tenon::configuration how;
  how.providers["llamacpp"] = {.base_url = url(), .proxy = "none"};
  return how;
}

std::optional<tenon::http::reply> llama_server::get(std::string_view path) {
  tenon::http::request what;
  what.url = url() + std::string(path);
  what.proxy = "none";
  auto got = tenon::http::call(*http_, std::move(what));
  if (!got) return std::nullopt;
  return std::move(*got);
}

std::string llama_server::log() const {
  std::ifstream in(log_file_);
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

}  // namespace test
