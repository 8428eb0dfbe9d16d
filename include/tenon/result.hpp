// A value, or the one problem that stood in its way. Reads like std::expected.
#pragma once

#include <cassert>
#include <type_traits>
#include <utility>
#include <variant>

#include <tenon/problem.hpp>

namespace tenon {
inline namespace v0 {

/// Holds a T or an E. Dereferencing a result that holds an error is a programming error (asserted in
/// debug builds); test it first. Thread safety: as that of T.
template <class T, class E = problem>
class [[nodiscard]] result {
 public:
  using value_type = T;
  using error_type = E;

  result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  result(E error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  T& operator*() & noexcept { return value(); }
  const T& operator*() const& noexcept { return value(); }
  T&& operator*() && noexcept { return std::move(value()); }
  T* operator->() noexcept { return &value(); }
  const T* operator->() const noexcept { return &value(); }

  E& error() & noexcept {
    assert(!has_value());
    return *std::get_if<1>(&state_);
  }
  const E& error() const& noexcept {
    assert(!has_value());
    return *std::get_if<1>(&state_);
  }
  E&& error() && noexcept {
    assert(!has_value());
    return std::move(*std::get_if<1>(&state_));
  }

  template <class U>
  T value_or(U&& fallback) const& {
    return has_value() ? value() : static_cast<T>(std::forward<U>(fallback));
  }

 private:
  T& value() noexcept {
    assert(has_value());
    return *std::get_if<0>(&state_);
  }
  const T& value() const noexcept {
    assert(has_value());
    return *std::get_if<0>(&state_);
  }

  std::variant<T, E> state_;
};

}  // namespace v0
}  // namespace tenon
