// Values that stand inside of others: an answer in a wrapper, the arguments of a tool call, values in the
// place of a schema's own parts.
#pragma once

#include <string_view>

#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

/// The member that an object holds its content in, if it is nothing but a wrapper: `{"answer": …}`, `{"name":
/// "f", "arguments": …}`,
/// `{"type": "object", "properties": {…}}`. Null pointer if it is none. `own_name`: that of the member it
/// stands in, which models like to repeat; `title`: of the schema.
const json::member* wrapped_in(const value& object, std::string_view own_name, std::string_view title);

}  // namespace reply
}  // namespace v0
}  // namespace tenon
