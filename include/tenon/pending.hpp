// A call that was started and not waited for.
#pragma once

#include <memory>
#include <utility>

namespace tenon {
inline namespace v0 {

/// Destroying it cancels. Movable; cancel() from any thread. Empty after a move.
class pending {
 public:
  class call {
   public:
    virtual ~call() = default;
    virtual void cancel() noexcept = 0;
  };

  pending() noexcept = default;
  explicit pending(std::shared_ptr<call> of) noexcept : of_(std::move(of)) {}
  ~pending() { cancel(); }
  pending(pending&&) noexcept = default;
  pending& operator=(pending&& other) noexcept {
    if (this != &other) {
      cancel();
      of_ = std::move(other.of_);
    }
    return *this;
  }

  /// Idempotent. The handler is still called, once: with the failure `cancelled`, or with what the call had
  /// come to before.
  void cancel() noexcept {
    if (of_) of_->cancel();
  }

 private:
  std::shared_ptr<call> of_;
};

}  // namespace v0
}  // namespace tenon
