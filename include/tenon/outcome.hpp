// A value, or a failure that carries none; both with the same report.
//
// There is no third state: an attempt limit that was reached is a failure with a flag, never the last
// bad reply dressed up as a value.
#pragma once

#include <cassert>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <tenon/report.hpp>

namespace tenon {
inline namespace v0 {

class failure {
 public:
  failure_kind kind = failure_kind::invalid_argument;
  /// The policy's attempts were used up; `kind` is that of the last.
  bool attempts_exhausted = false;
  /// What was wrong with the last attempt, or with the request.
  problems errors;
  /// The model's own words where it refused.
  std::string refusal;

  failure_group group() const noexcept { return group_of(kind); }
  /// One sentence.
  std::string summary() const;
  /// A paragraph for a person: kind, attempts, what the model said (an excerpt), what it cost. Only the
  /// summary if this failure did not come out of an outcome.
  std::string explain() const;
  /// The report of the outcome it came out of; null if there is none.
  const tenon::report* report() const noexcept { return report_.get(); }

 private:
  template <class T>
  friend class outcome;
  std::shared_ptr<const tenon::report> report_;
};

/// The paragraph of failure::explain().
std::string explain(const failure& f, const report& r);

/// Reads like std::expected. Belongs to one thread.
template <class T>
class [[nodiscard]] outcome {
 public:
  using value_type = T;

  outcome(T value, tenon::report r)
      : value_(std::move(value)), report_(std::make_shared<const tenon::report>(std::move(r))) {}
  outcome(tenon::failure f, tenon::report r)
      : failure_(std::move(f)), report_(std::make_shared<const tenon::report>(std::move(r))) {
    failure_->report_ = report_;
  }

  bool has_value() const noexcept { return value_.has_value(); }
  explicit operator bool() const noexcept { return has_value(); }
  T& operator*() & noexcept { return get(); }
  const T& operator*() const& noexcept { return get(); }
  T&& operator*() && noexcept { return std::move(get()); }
  T* operator->() noexcept { return &get(); }
  const T* operator->() const noexcept { return &get(); }

  /// The failure; precondition: !has_value().
  const tenon::failure& failure() const noexcept {
    assert(failure_);
    return *failure_;
  }
  const tenon::report& report() const noexcept { return *report_; }
  /// Number of model calls.
  unsigned attempts() const noexcept { return static_cast<unsigned>(report_->attempts.size()); }
  /// Kind, attempts, what the model said, what it cost. Empty for a value.
  std::string explain() const { return failure_ ? tenon::explain(*failure_, *report_) : std::string(); }

  /// Calls exactly one of two callables: with (value, report) or with (failure, report). Both must
  /// return the same type.
  template <class OnValue, class OnFailure>
  decltype(auto) visit(OnValue&& on_value, OnFailure&& on_failure) const {
    static_assert(
        std::is_same_v<std::invoke_result_t<OnValue, const T&, const tenon::report&>,
                       std::invoke_result_t<OnFailure, const tenon::failure&, const tenon::report&>>,
        "visit needs two callables that return the same type");
    return value_ ? std::forward<OnValue>(on_value)(*value_, *report_)
                  : std::forward<OnFailure>(on_failure)(*failure_, *report_);
  }

 private:
  T& get() noexcept {
    assert(value_);
    return *value_;
  }
  const T& get() const noexcept {
    assert(value_);
    return *value_;
  }

  std::optional<T> value_;
  std::optional<tenon::failure> failure_;
  std::shared_ptr<const tenon::report> report_;  // shared with the failure, which may outlive this
};

}  // namespace v0
}  // namespace tenon
