// A model of a service: what is known of the service, and the key from where it is kept.
#include "opening.hpp"
#include "provider_model.hpp"

#include <string>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace connecting {

reach reach_of(const provider_settings& set) {
  reach how;
  if (set.connect_timeout) how.within.connect = set.connect_timeout;
  if (set.first_byte_timeout) how.within.first_byte = set.first_byte_timeout;
  if (set.idle_timeout) how.within.idle = set.idle_timeout;
  how.http2 = set.http2;
  how.proxy = set.proxy;
  how.ca_file = set.ca_file;
  how.always_stream = set.always_stream;
  return how;
}

result<model_ptr> open_provider(std::string_view provider, std::string_view model, const configuration& how) {
  auto service = open_service(provider, model, how);
  if (!service) return std::move(service.error());
  auto through = shared_http();
  if (!through) return std::move(through.error());
  return make_provider_model(std::string(provider) + ":" + std::string(model), std::move(service->to),
                             reach_of(service->set), *std::move(through));
}

}  // namespace connecting
}  // namespace v0
}  // namespace tenon
