// The two ways to a model: in this process, and over a wire. Each is there only if it was built.
#pragma once

#include <string_view>

#include <tenon/configuration.hpp>
#include <tenon/model.hpp>
#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {
namespace connecting {

#if TENON_LOCAL
/// `rest` is what follows "local:"; empty for the default.
result<model_ptr> open_local(std::string_view rest);
#endif

#if TENON_HTTP
/// Is this what stands before the colon of a service, by configuration or by the table?
bool is_provider(std::string_view name, const configuration& how);
/// `provider` and `model` are the two sides of the colon.
result<model_ptr> open_provider(std::string_view provider, std::string_view model, const configuration& how);
#endif

}  // namespace connecting
}  // namespace v0
}  // namespace tenon
