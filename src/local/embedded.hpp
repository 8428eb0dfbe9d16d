// The embedded model as a tenon::model: one worker thread, one slot, a bounded queue before it.
#pragma once

#include "engine.hpp"

#include <memory>
#include <string>

#include <tenon/local.hpp>

namespace tenon {
inline namespace v0 {
namespace local {

/// Takes the engine over. `name` is what replies and reports call it, without "local:".
model_ptr make_embedded(std::unique_ptr<engine> on, std::string name, const options& how);

}  // namespace local
}  // namespace v0
}  // namespace tenon
