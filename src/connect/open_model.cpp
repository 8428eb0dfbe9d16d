// From a name to a model. The families that this build knows are one branch each.
#include "opening.hpp"

#include <string>
#include <utility>

#include <tenon/connect.hpp>

namespace tenon {
inline namespace v0 {

namespace {

constexpr std::string_view families =
#if TENON_LOCAL
    "local, local:NAME, local:FILE.gguf"
#if TENON_HTTP
    ", "
#endif
#endif
#if TENON_HTTP
    "PROVIDER:MODEL, such as openai:gpt-5 (tenon models lists the providers)"
#elif !TENON_LOCAL
    "none (this build has neither TENON_LOCAL nor TENON_HTTP)"
#endif
    ;

}  // namespace

result<model_ptr> open_model(std::string_view name) {
  return open_model(name, {});
}

result<model_ptr> open_model(std::string_view name, [[maybe_unused]] const configuration& how) {
  const auto colon = name.find(':');
  [[maybe_unused]] const auto family = name.substr(0, colon);
  [[maybe_unused]] const auto rest =
      colon == std::string_view::npos ? std::string_view() : name.substr(colon + 1);
#if TENON_LOCAL
  if (family == "local" && (colon == std::string_view::npos || !rest.empty()))
    return connecting::open_local(rest);
#endif
#if TENON_HTTP
  if (!rest.empty() && connecting::is_provider(family, how))
    return connecting::open_provider(family, rest, how);
#endif
  return problem{.kind = failure_kind::invalid_argument,
                 .code = "unknown_model",
                 .place = "model",
                 .expected = std::string(families),
                 .found = excerpt(name),
                 .message = "no model of this name can be opened by this build"};
}

}  // namespace v0
}  // namespace tenon
