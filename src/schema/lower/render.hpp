// From forms to the JSON Schema that is sent, and the way back for what comes in reply.
#pragma once

#include "lower/dialects.hpp"
#include "lower/form.hpp"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include <tenon/result.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

/// Schemas that are written, where references are written out. Beyond: unsupported_schema, with this code.
inline constexpr std::size_t max_lowered_schemas = 10'000;

/// Schemas within schemas that are written. Beyond: unsupported_schema, with the code max_lowered_depth.
inline constexpr std::size_t max_written_depth = 600;

struct rendering {
  value schema;
  /// Where in it each form stands (JSON Pointer), the first time that it is written.
  std::unordered_map<number, std::string> places;
};

/// `to_judge`: what the provider makes of it, as plain JSON Schema: `nullable` is a type, and an object that
/// is closed without a word is closed by one.
result<rendering> render(const graph& g, const dialect_rules& to, bool to_judge);

/// Which forms the root leads to, itself first.
std::vector<number> reachable(const graph& g);

/// Is there a circle without a member that may be absent?
bool leads_back_by_need(const graph& g);

/// Leaves out lists of values that are too long for the dialect (and notes it), then counts. Errors:
/// unsupported_schema with the name of the limit as code.
void shorten_enums(graph& g, const dialect_rules& to, const program::data& d);
std::optional<problem> over_limit(const value& schema, const dialect_rules& to);

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
