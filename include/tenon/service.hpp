// A service, looked at from outside: its address, where its key is expected, and whether it answers. For
// previews, lists and checks; a model that can be asked comes from connect.hpp.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include <tenon/clock.hpp>
#include <tenon/configuration.hpp>
#include <tenon/problem.hpp>
#include <tenon/result.hpp>
#include <tenon/wire.hpp>

namespace tenon {
inline namespace v0 {

/// Where the key of a service is expected. The key itself is never here.
struct key_place {
  /// Of the environment; empty where the key is in a file, or none is needed.
  std::string variable = {};
  /// Goes before the variable.
  std::string file = {};
  /// False: the service may be asked without one.
  bool needed = false;
  /// The variable is set and not empty, or the file can be read and is not empty.
  bool found = false;
};

/// What open_model would make of the two sides of the colon, without the key: `key` of the result is empty.
/// Errors: invalid_argument (no such provider, no profile of its name, no address).
result<wire::provider> look_up_service(std::string_view provider, std::string_view model,
                                       const configuration& how);
/// Looks whether the key is there. Errors: as look_up_service.
result<key_place> look_up_key(std::string_view provider, const configuration& how);

/// What became of one cheap request.
struct probe_result {
  std::string provider = {};
  /// What was asked; holds no secret. Empty if nothing was.
  std::string url = {};
  /// Of HTTP; 0 if no reply came.
  int status = 0;
  duration took = {};
  /// Empty: the service answers, and takes the key if it looks at it here. Otherwise unauthorized (no key, or
  /// one that is refused), timed_out, network_error, or what else a call would fail with.
  std::optional<problem> why = {};
};

/// Longest time that a probe takes, whatever the limits of the configuration.
inline constexpr duration max_probe_time = std::chrono::seconds(15);

/// Asks for the service's list of models, which costs nothing, or for another thing that costs nothing.
/// Blocks; not on the thread of an event loop. A stop request cancels.
probe_result probe_service(std::string_view provider, const configuration& how, std::stop_token stop = {});

}  // namespace v0
}  // namespace tenon
