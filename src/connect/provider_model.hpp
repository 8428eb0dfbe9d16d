// A model at the other end of a wire: an adapter's bytes, sent and read by the HTTP client.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <tenon/clock.hpp>
#include <tenon/http.hpp>
#include <tenon/model.hpp>
#include <tenon/wire.hpp>

namespace tenon {
inline namespace v0 {
namespace connecting {

/// How a provider is reached. An attempt's own time-out goes over `within.total`.
struct reach {
  http::time_limits within = {};
  std::size_t max_body = std::size_t{64} << 20;
  bool http2 = false;
  std::string proxy = {};
  std::string ca_file = {};
  /// Ask for a stream even where nobody follows it: a long answer then shows that it is alive.
  bool always_stream = false;
};

/// The client that all models of the process share; made when first needed, gone with its last user.
result<std::shared_ptr<http::client>> shared_http();

model_ptr make_provider_model(std::string name, wire::provider what, reach how,
                              std::shared_ptr<http::client> through);

}  // namespace connecting
}  // namespace v0
}  // namespace tenon
