// Stands in for the lowering to providers' dialects until it is merged; delete it then. Weak, so that the
// real one takes its place wherever both are linked.
#include <tenon/lower.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

struct lift::step {};

[[gnu::weak]] lift::lift() = default;
[[gnu::weak]] lift::~lift() = default;
[[gnu::weak]] lift::lift(const lift&) noexcept = default;
[[gnu::weak]] lift::lift(lift&&) noexcept = default;
[[gnu::weak]] lift& lift::operator=(const lift&) noexcept = default;
[[gnu::weak]] lift& lift::operator=(lift&&) noexcept = default;
[[gnu::weak]] bool lift::identity() const noexcept {
  return true;
}
[[gnu::weak]] result<value> lift::operator()(value from) const {
  return from;
}

[[gnu::weak]] std::optional<dialect> dialect_from(std::string_view /*name*/) noexcept {
  return std::nullopt;
}

/// The user's schema as it is.
[[gnu::weak]] result<std::shared_ptr<const lowered_shape>> lower_shape(const program& code, dialect /*to*/) {
  return std::make_shared<const lowered_shape>(lowered_shape{{code.compact(), {}, {}, {}}, code});
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
