#include "progress.hpp"

#include "files.hpp"
#include "layout.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <unistd.h>
#include <utility>

namespace tenon::cli {

namespace {

using steady = std::chrono::steady_clock;
constexpr auto redraw_every = std::chrono::milliseconds(100);

/// To the first of so many lines above this one.
std::string up(std::size_t lines) {
  return lines == 0 ? "\r" : "\r\033[" + std::to_string(lines) + "A";
}

}  // namespace

struct progress::state {
  std::mutex lock;
  std::condition_variable changed;
  std::string what;
  std::string detail;
  std::function<std::vector<std::string>(std::size_t, std::size_t)> above;
  std::size_t drawn_above = 0;
  steady::time_point since;
  bool over = false;
  std::thread painter;

  std::string line() const {
    char time[32];
    std::snprintf(time, sizeof time, "%.1f s", std::chrono::duration<double>(steady::now() - since).count());
    return what + (detail.empty() ? "" : ", " + detail) + ", " + time;
  }

  /// Cut to the width so that no line wraps: a wrapped line cannot be erased. Characters may be wider than a
  /// column, so the terminal is told not to wrap either, for as long as it takes. One write, so that whatever
  /// ends the process leaves it as it was.
  void draw() {
    const std::size_t columns = std::max<std::size_t>(terminal_width(STDERR_FILENO), 2) - 1;
    const std::size_t height = terminal_height(STDERR_FILENO);
    if (!above || height < 4) {
      write_all(STDERR_FILENO, up(std::exchange(drawn_above, 0)) + "\033[K" + fitted(line(), columns));
      return;
    }
    std::string frame = "\033[?7l" + up(drawn_above);
    const auto lines = above(columns, height - 2);
    for (const std::string& one : lines) frame += one + "\033[K\n\r";
    frame += fitted(line(), columns) + "\033[J\033[?7h";
    drawn_above = lines.size();
    write_all(STDERR_FILENO, frame);
  }

  void paint() {
    std::unique_lock held(lock);
    while (!over) {
      if (!what.empty()) draw();
      changed.wait_for(held, redraw_every, [this] { return over; });
    }
    write_all(STDERR_FILENO, up(drawn_above) + (drawn_above == 0 ? "\033[K" : "\033[J"));
  }
};

progress::progress(const session& where) {
  if (!where.interactive()) return;
  state_ = std::make_unique<state>();
  state_->painter = std::thread([s = state_.get()] { s->paint(); });
}

progress::~progress() {
  end();
}

void progress::end() {
  if (!state_) return;
  {
    const std::scoped_lock held(state_->lock);
    state_->over = true;
  }
  state_->changed.notify_one();
  state_->painter.join();
  state_.reset();
}

void progress::above(std::function<std::vector<std::string>(std::size_t, std::size_t)> what) {
  if (!state_) return;
  const std::scoped_lock held(state_->lock);
  state_->above = std::move(what);
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
