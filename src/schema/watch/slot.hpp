// Where a program keeps its plan for watching, which is made when a watcher is first made.
#pragma once

#include <atomic>

#include <tenon/program.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

class watch_plan;

class watch_slot {
 public:
  watch_slot() = default;
  watch_slot(const watch_slot&) = delete;
  watch_slot& operator=(const watch_slot&) = delete;
  ~watch_slot();

  /// Safe from many threads; two that come first at the same time may both make one, and one of them stays.
  const watch_plan& get(const program::data& of) const;

 private:
  mutable std::atomic<const watch_plan*> made_{nullptr};
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
