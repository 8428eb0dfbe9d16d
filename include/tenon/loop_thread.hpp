// Which threads must not wait. A thread that runs an event loop serves every call in the process: if it waits
// for one of them, nobody is left to finish it. So blocking calls look here first, in every build (S2-53).
#pragma once

namespace tenon {
inline namespace v0 {

/// Does this thread run a loop of the library's own, or one of yours that is marked?
bool on_loop_thread() noexcept;

/// Marks the current thread while it lives. Nests.
class loop_thread_mark {
 public:
  loop_thread_mark() noexcept;
  ~loop_thread_mark();
  loop_thread_mark(const loop_thread_mark&) = delete;
  loop_thread_mark& operator=(const loop_thread_mark&) = delete;
};

}  // namespace v0
}  // namespace tenon
