// A model that repeats its calls by a policy: for calls without a type, where there is no client to do it.
//
// A thin face of the one plan (plan.hpp): retries after failures of transport and a larger cap after a reply
// that was cut off; corrections need a shape, and so a client. Who repeats twice pays twice: wrapping a
// retrying model again is an error, and so is a client with a retrying model and a policy that repeats.
#pragma once

#include <optional>

#include <tenon/clock.hpp>
#include <tenon/model.hpp>
#include <tenon/policy.hpp>
#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {

/// The reply's usage is the sum over all calls, its notes say what was repeated and why. Calls of the inner
/// model are the only ones that are made (S5-20). A call of which a delta was passed on is not repeated: its
/// text would begin a second time. `world` is borrowed; empty: system_environment().
/// Errors: invalid_argument (no model, a policy that contradicts itself, a model that retries already).
result<model_ptr> retrying(model_ptr inner, policy rules, std::optional<environment> world = {});

}  // namespace v0
}  // namespace tenon
