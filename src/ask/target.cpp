// A target from a converter: the caller's own code, so it may throw and its schema may be broken.
#include <tenon/guarded.hpp>
#include <tenon/machine.hpp>

namespace tenon {
inline namespace v0 {
namespace asking {

problem threw(std::string_view place, std::string_view what) {
  return {.kind = failure_kind::invalid_argument,
          .code = "callback_exception",
          .place = std::string(place),
          .found = excerpt(what),
          .message = "a function of the caller threw"};
}

std::optional<problem> describe_target(target& to, const std::function<std::optional<value>(target&)>& fill) {
  std::optional<value> schema;
  if (auto bad = guarded("converter", [&] { schema = fill(to); })) return bad;
  if (!schema) return std::nullopt;
  auto shape = schema::program::compile(std::move(*schema));
  if (!shape) return std::move(shape).error();
  to.shape = std::move(*shape);
  return std::nullopt;
}

}  // namespace asking
}  // namespace v0
}  // namespace tenon
