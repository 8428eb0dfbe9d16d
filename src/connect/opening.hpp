// The two ways to a model: in this process, and over a wire. Each is there only if it was built.
#pragma once

#include <string>
#include <string_view>

#include <tenon/configuration.hpp>
#include <tenon/model.hpp>
#include <tenon/result.hpp>
#include <tenon/service.hpp>
#include <tenon/wire.hpp>

namespace tenon {
inline namespace v0 {
namespace connecting {

#if TENON_LOCAL
/// `rest` is what follows "local:"; empty for the default.
result<model_ptr> open_local(std::string_view rest);
#endif

/// A provider's row and what the user has set.
struct known_service {
  const wire::profile* row = nullptr;
  provider_settings set = {};
};

/// Is this what stands before the colon of a service, by configuration or by the table?
bool is_provider(std::string_view name, const configuration& how);
/// Errors: invalid_argument (unknown_provider, unknown_profile).
result<known_service> find_service(std::string_view provider, const configuration& how);
/// `found` is not looked at.
key_place key_place_of(const known_service& what);
/// The key itself; empty where none is needed and none is there. Errors: unauthorized.
result<std::string> key_for(std::string_view provider, const known_service& what);
/// All that a request to it is made of, the key among it, and what the user has set.
struct opened_service {
  wire::provider to = {};
  provider_settings set = {};
};
/// Errors: those of look_up_service and of key_for.
result<opened_service> open_service(std::string_view provider, std::string_view model,
                                    const configuration& how);

#if TENON_HTTP
struct reach;
reach reach_of(const provider_settings& set);
/// `provider` and `model` are the two sides of the colon.
result<model_ptr> open_provider(std::string_view provider, std::string_view model, const configuration& how);
#endif

}  // namespace connecting
}  // namespace v0
}  // namespace tenon
