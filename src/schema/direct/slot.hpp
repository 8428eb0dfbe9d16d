// Where a program keeps its plan, which is made when a text is first checked.
#pragma once

#include <atomic>

#include <tenon/program.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

struct plan;

class plan_slot {
 public:
  plan_slot() = default;
  plan_slot(const plan_slot&) = delete;
  plan_slot& operator=(const plan_slot&) = delete;
  ~plan_slot();

  /// Safe from many threads; two that come first at the same time may both make one, and one of them stays.
  const plan& get(const program::data& of) const;

 private:
  mutable std::atomic<const plan*> made_{nullptr};
};

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
