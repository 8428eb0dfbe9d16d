// Whole texts through the direct driver.
#pragma once

#include "direct/driver.hpp"
#include "direct/plan.hpp"
#include "direct/session.hpp"

#include <string_view>

#include <tenon/padded.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

enum class answer : std::uint8_t {
  fits,
  misfit,  // no JSON, or not valid
  unsure,  // a limit was met, or the object cannot hold it: the way through a value decides
};

/// Stores into `to` if it is not null. With a driver of one's own: for tests.
answer run(const plan& code, json::padded_view text, const session_limits& limits, void* to);
answer run(const plan& code, std::string_view text, const session_limits& limits, void* to);
answer run(const driver& with, const plan& code, json::padded_view text, const session_limits& limits,
           void* to);

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
