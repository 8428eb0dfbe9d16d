// Calling a function of the caller's: what it throws becomes a value.
//
// The library promises that nothing but std::bad_alloc leaves it; checks, converters, decorators and
// observers promise nothing.
#pragma once

#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <tenon/problem.hpp>

namespace tenon {
inline namespace v0 {
namespace asking {

/// The problem (invalid_argument, code "callback_exception") that `place`, a function of the caller,
/// threw.
problem threw(std::string_view place, std::string_view what);

/// Runs `call`; the problem if it threw, else nothing.
template <class Call>
std::optional<problem> guarded(std::string_view place, Call&& call) {
  try {
    std::forward<Call>(call)();
    return std::nullopt;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    return threw(place, e.what());
  } catch (...) {
    return threw(place, "no std::exception");
  }
}

}  // namespace asking
}  // namespace v0
}  // namespace tenon
