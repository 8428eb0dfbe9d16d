#include "progress.hpp"

#include "files.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace tenon::cli {

namespace {

using steady = std::chrono::steady_clock;
constexpr auto redraw_every = std::chrono::milliseconds(100);

/// Cut to the width so that the line never wraps: a wrapped line cannot be erased by one code. Cut
/// between bytes of ASCII; the texts here have nothing else but a model's name.
void draw(std::string_view line) {
  const std::size_t width = terminal_width(STDERR_FILENO);
  write_all(STDERR_FILENO, "\r\033[K");
  write_all(STDERR_FILENO, line.substr(0, width > 1 ? width - 1 : 0));
}

}  // namespace

struct progress::state {
  std::mutex lock;
  std::condition_variable changed;
  std::string what;
  std::string detail;
  steady::time_point since;
  bool over = false;
  std::thread painter;

  std::string line() const {
    char time[32];
    std::snprintf(time, sizeof time, "%.1f s", std::chrono::duration<double>(steady::now() - since).count());
    return what + (detail.empty() ? "" : ", " + detail) + ", " + time;
  }

  void paint() {
    std::unique_lock held(lock);
    while (!over) {
      if (!what.empty()) draw(line());
      changed.wait_for(held, redraw_every, [this] { return over; });
    }
    write_all(STDERR_FILENO, "\r\033[K");
  }
};

progress::progress(const session& where) {
  if (!where.interactive()) return;
  state_ = std::make_unique<state>();
  state_->painter = std::thread([s = state_.get()] { s->paint(); });
}

progress::~progress() {
  if (!state_) return;
  {
    const std::scoped_lock held(state_->lock);
    state_->over = true;
  }
  state_->changed.notify_one();
  state_->painter.join();
}

void progress::stage(std::string what) {
  if (!state_) return;
  const std::scoped_lock held(state_->lock);
  state_->what = std::move(what);
  state_->detail.clear();
  state_->since = steady::now();
}

void progress::detail(std::string what) {
  if (!state_) return;
  const std::scoped_lock held(state_->lock);
  state_->detail = std::move(what);
}

}  // namespace tenon::cli
