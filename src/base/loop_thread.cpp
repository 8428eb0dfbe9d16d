#include <tenon/loop_thread.hpp>

namespace tenon {
inline namespace v0 {

namespace {
thread_local int marks = 0;
}  // namespace

bool on_loop_thread() noexcept {
  return marks > 0;
}

loop_thread_mark::loop_thread_mark() noexcept {
  ++marks;
}

loop_thread_mark::~loop_thread_mark() {
  --marks;
}

}  // namespace v0
}  // namespace tenon
